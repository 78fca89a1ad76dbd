// Explains in plain words why no response came: whatever a socket, TLS or undici reports becomes a kind and a sentence.
// It must not decide whether anything is resent.

import { TransportError, type NoAnswerKind } from '../types.js';

/** The size up to which the headers of a response are read. */
export const mostHeaderBytes = 64 * 1024;

/** The facts about a connection that fails. */
interface Circumstances {
  readonly origin: string;
  /** Whether the connection had not carried any response yet. */
  readonly isFirst: boolean;
  /** The number of bytes of the response that had arrived. */
  readonly heard: number;
  /** The first bytes of the response. */
  readonly opening: Uint8Array | null;
  /** Whether all headers had arrived. */
  readonly headersDone: boolean;
  /** The number of bytes of the body that had arrived, and that were announced. */
  readonly bodyBytes: number;
  readonly announcedBytes: number | null;
}

type Failure = readonly [kind: NoAnswerKind, message: string];
interface Place {
  readonly origin: string;
  readonly host: string;
}

const selfSigned = (): Failure => [
  'tls',
  'the certificate is self-signed: specify its authority with --ca FILE',
];
const unknownAuthority = (): Failure => [
  'tls',
  'the certificate is from an unknown authority: specify it with --ca FILE',
];
const unreachable =
  (code: string) =>
  ({ origin }: Place): Failure => ['refused', `${origin} cannot be reached from here (${code})`];
const tooManyFiles = (): Failure => [
  'too-many-files',
  'too many files are open on this machine: raise the limit, for example with ulimit -n 1024',
];
const closedAtOnce = ({ origin }: Place): Failure =>
  origin.startsWith('https:')
    ? [
        'tls',
        'the target closed the connection while TLS was set up: its address may begin with http://',
      ]
    : ['reset', 'the target closed the connection at once'];

/** Explains the codes of Node and OpenSSL for a connection that cannot be established. */
const byCode: Readonly<Record<string, (place: Place) => Failure>> = {
  ECONNREFUSED: ({ origin }) => ['refused', `nothing listens at ${origin} (connection refused)`],
  EHOSTUNREACH: unreachable('EHOSTUNREACH'),
  ENETUNREACH: unreachable('ENETUNREACH'),
  EADDRNOTAVAIL: unreachable('EADDRNOTAVAIL'),
  ENOTFOUND: ({ host }) => [
    'unknown-host',
    `the host ${host} is unknown (check the spelling of the address)`,
  ],
  EAI_AGAIN: ({ host }) => [
    'unknown-host',
    `the host ${host} could not be looked up (no response from DNS)`,
  ],
  ETIMEDOUT: ({ origin }) => ['timeout', `no connection to ${origin} (the system gave up waiting)`],
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  ECONNRESET: closedAtOnce,
  EPIPE: closedAtOnce,
  CERT_HAS_EXPIRED: ({ host }) => ['tls', `the certificate of ${host} has expired`],
  CERT_NOT_YET_VALID: ({ host }) => ['tls', `the certificate of ${host} is not valid yet`],
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) => ['tls', `the certificate is not for ${host}`],
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  INVALID_CA: unknownAuthority,
};

/** Explains why a connection could not be established. */
export function connectFailure(error: unknown, origin: string): TransportError {
  if (error instanceof TransportError) return error;
  const code = codeOf(error);
  const text = messageOf(error);
  const place = { origin, host: hostOf(origin) };
  const [kind, message] =
    byCode[code]?.(place) ?? ofTlsText(text, place) ?? other(code, text, place);
  return kind === 'timeout' ? noConnection(message) : new TransportError(kind, message);
}

/** Recognises errors of OpenSSL that have no code of their own. */
function ofTlsText(text: string, { host }: Place): Failure | undefined {
  if (/wrong version number|packet length too long|http request/i.test(text))
    return [
      'tls',
      `what listens at ${host} does not speak TLS: its address may begin with http://`,
    ];
  if (/certificate required|handshake failure|bad certificate/i.test(text))
    return [
      'tls',
      `the target refused the TLS connection (${alertOf(text)}): it may ask for a client certificate`,
    ];
  return undefined;
}

const other = (code: string, text: string, { origin }: Place): Failure =>
  /^ERR_(SSL|TLS|OSSL)|^EPROTO/.test(code)
    ? ['tls', `no TLS connection to ${origin} (${alertOf(text)})`]
    : ['refused', `no connection to ${origin} (${code === '' ? text : code})`];

/** Explains why a connection failed while a request was under way. */
export function exchangeFailure(error: unknown, seen: Circumstances): TransportError {
  if (error instanceof TransportError) return error;
  const code = codeOf(error);
  const text = messageOf(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    const most = Math.round(mostHeaderBytes / 1024);
    return new TransportError('too-large', `the response headers are larger than ${most} kB`);
  }
  if (isTlsAlert(seen.opening)) return tlsExpected();
  if (seen.heard > 0 && !beginsLikeHttp(seen.opening)) return noHttp(seen.opening);
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return notHttp('the headers of the response contradict one another about its length', true);
  if (text === 'bad upgrade') return notHttp('the target switched protocols unasked (status 101)');
  if (isParseError(error))
    return notHttp(`the response is not valid HTTP${reasonIn(text)}`, seen.headersDone);
  if (/^ERR_(?:SSL|TLS|OSSL)/.test(code)) return connectFailure(error, seen.origin);
  return seen.heard === 0 ? unheard(seen) : brokenOff(seen);
}

/** Explains that bytes arrived before any request was sent. */
export const cameFirst = (opening: Uint8Array): TransportError =>
  beginsLikeHttp(opening)
    ? notHttp('the target sent a response before it was asked')
    : noHttp(opening);

const noHttp = (opening: Uint8Array | null): TransportError =>
  notHttp(`the response is not HTTP: it begins with ${shown(opening)}`);

const notHttp = (message: string, isBroken = false): TransportError =>
  new TransportError('not-http', message, false, false, isBroken);

/** Explains that more bytes came than the headers announced. */
export const tooLong = (hasLength: boolean): TransportError =>
  notHttp(
    hasLength
      ? 'the response is longer than its Content-Length (perhaps it counts characters, not bytes, or a request body that was not read was taken for the next request)'
      : 'the response is longer than it announces',
    true,
  );

function unheard({ origin, isFirst }: Circumstances): TransportError {
  const hint =
    isFirst && origin.startsWith('https:')
      ? ' (a target that asks for a client certificate may do so)'
      : '';
  const message = `the connection was closed before a response arrived${hint}`;
  return new TransportError('reset', message, true, !isFirst);
}

function brokenOff({ headersDone, bodyBytes, announcedBytes }: Circumstances): TransportError {
  const where = !headersDone
    ? 'headers'
    : announcedBytes === null
      ? 'body, before its end'
      : `body, after ${bodyBytes} of ${announcedBytes} bytes`;
  const message = `the connection was closed in the middle of the ${where}`;
  return new TransportError('reset', message, false, false, headersDone);
}

const timeout = (message: string): TransportError => new TransportError('timeout', message);
const noConnection = (message: string): TransportError =>
  new TransportError('timeout', message, false, false, false, undefined, true);

export const timedOut = {
  connect: (origin: string, ms: number) =>
    noConnection(`no connection to ${origin} within ${seconds(ms)} (--connect-timeout)`),
  handshake: (origin: string, ms: number) =>
    noConnection(
      `no TLS connection to ${origin} within ${seconds(ms)} (--connect-timeout): something listens there, but its address may begin with http://`,
    ),
  firstByte: (ms: number) => timeout(`no first byte within ${seconds(ms)} (--first-byte-timeout)`),
  whole: (ms: number, body: boolean) =>
    timeout(
      `the response was not complete within ${seconds(ms)}: it stalled in the ${body ? 'body' : 'headers'} (--answer-timeout)`,
    ),
};

export const tlsExpected = (): TransportError =>
  new TransportError('tls', 'the target speaks TLS: its address may begin with https://');

/** Whether the kit itself tried to send something invalid. */
export function isOurMistake(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === 'UND_ERR_INVALID_ARG' ||
    code === 'UND_ERR_NOT_SUPPORTED' ||
    code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'
  );
}

/** Whether the bytes violated the framing of HTTP. undici gives such errors no code of their own. */
export function isParseError(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'HTTPParserError' || error.message === 'bad response')
  );
}

export function seconds(ms: number): string {
  return `${Math.round(ms) / 1000} s`;
}

function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown };
  if (typeof code === 'string' && code !== '') return code;
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('//') + 2);
}

/**
 * Extracts the alert: "SSL routines:ssl3_read_bytes:tlsv13 alert certificate required" -> "tlsv13 alert certificate
 * required".
 */
function alertOf(text: string): string {
  const parts = text.split(':');
  return (
    parts.find((part) => /alert|version|unsupported|failure/i.test(part)) ??
    parts.at(-1) ??
    text
  ).trim();
}

function reasonIn(text: string): string {
  const start = text.indexOf('(');
  const end = text.lastIndexOf(')');
  return start < 0 || end <= start + 1 ? '' : ` ${text.slice(start, end + 1)}`;
}

/** What a server that speaks TLS sends to a client that does not. */
function isTlsAlert(opening: Uint8Array | null): boolean {
  return opening?.[0] === 0x15 && opening[1] === 0x03;
}

function beginsLikeHttp(opening: Uint8Array | null): boolean {
  if (opening === null) return false;
  const start = Buffer.from(opening.subarray(0, 7)).toString('latin1');
  return 'HTTP/1.'.startsWith(start) || start.startsWith('HTTP/1.');
}

function shown(opening: Uint8Array | null): string {
  const text = Buffer.from((opening ?? new Uint8Array()).subarray(0, 40)).toString('latin1');
  return JSON.stringify(text.replace(/[^\x20-\x7e]+/g, '\u00b7'));
}
