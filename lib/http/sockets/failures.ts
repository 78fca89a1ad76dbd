// Why no answer came, in plain words: what a socket, TLS or undici reports becomes a kind and one sentence.
// It must not decide whether anything is sent again.

import { TransportError, type NoAnswerKind } from '../types.js';

/** What is known about the connection when it fails. */
export interface Circumstances {
  readonly origin: string;
  /** The connection had not carried any answer yet. */
  readonly isFirst: boolean;
  /** Bytes of the answer that had come. */
  readonly heard: number;
  /** The first bytes of the answer. */
  readonly opening: Uint8Array | null;
  /** The headers had come whole. */
  readonly headersDone: boolean;
  /** Bytes of the body that had come, and how many were announced. */
  readonly bodyBytes: number;
  readonly announcedBytes: number | null;
  readonly headerBytes: number;
}

const selfSigned = new Set(['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN']);
const unknownAuthority = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);

/** The connection could not be set up. */
export function connectFailure(error: unknown, origin: string): TransportError {
  if (error instanceof TransportError) return error;
  const code = codeOf(error);
  const text = messageOf(error);
  const failed = (kind: NoAnswerKind, message: string): TransportError =>
    new TransportError(kind, message);
  const host = hostOf(origin);
  switch (code) {
    case 'ECONNREFUSED':
      return failed('refused', `nothing listens at ${origin} (connection refused)`);
    case 'ENOTFOUND':
      return failed(
        'unknown-host',
        `the host ${host} is not known (check the spelling of the address)`,
      );
    case 'EAI_AGAIN':
      return failed(
        'unknown-host',
        `the host ${host} could not be looked up (no answer from the name service)`,
      );
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return failed('refused', `${origin} cannot be reached from here (${code})`);
    case 'ETIMEDOUT':
      return failed('timeout', `no connection to ${origin} (the system gave up waiting)`);
    case 'CERT_HAS_EXPIRED':
      return failed('tls', `the certificate of ${host} has expired`);
    case 'CERT_NOT_YET_VALID':
      return failed('tls', `the certificate of ${host} is not valid yet`);
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return failed('tls', `the certificate is not for ${host}`);
  }
  if (selfSigned.has(code))
    return failed('tls', 'the certificate is self-signed: give its authority with --ca FILE');
  if (unknownAuthority.has(code))
    return failed(
      'tls',
      'the certificate is from an authority that is not known here: give it with --ca FILE',
    );
  if (/wrong version number|packet length too long|http request/i.test(text)) {
    return failed(
      'tls',
      `what listens at ${host} does not speak TLS: its address may begin with http://`,
    );
  }
  if (/certificate required|handshake failure|bad certificate/i.test(text)) {
    return failed(
      'tls',
      `the target refused the TLS connection (${alertOf(text)}): it may ask for a client certificate`,
    );
  }
  if (/^ERR_(SSL|TLS|OSSL)|^EPROTO/.test(code))
    return failed('tls', `no TLS connection to ${origin} (${alertOf(text)})`);
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return origin.startsWith('https:')
      ? failed(
          'tls',
          `the target closed the connection while TLS was set up: its address may begin with http://`,
        )
      : failed('reset', `the target closed the connection at once`);
  }
  return failed('refused', `no connection to ${origin} (${code === '' ? text : code})`);
}

/** The connection failed while a request was under way. */
export function exchangeFailure(error: unknown, seen: Circumstances): TransportError {
  if (error instanceof TransportError) return error;
  const code = codeOf(error);
  const text = messageOf(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new TransportError(
      'too-large',
      `the headers of the answer are larger than ${Math.round(seen.headerBytes / 1024)} kB`,
    );
  if (isTlsRecord(seen.opening)) return tlsExpected();
  if (seen.heard > 0 && !beginsLikeHttp(seen.opening))
    return new TransportError(
      'not-http',
      `the answer is not HTTP: it begins with ${shown(seen.opening)}`,
    );
  if (text === 'bad upgrade')
    return new TransportError(
      'not-http',
      'the target switched to another protocol without being asked to (status 101)',
    );
  if (isParseError(error))
    return new TransportError('not-http', `the answer breaks the rules of HTTP${reasonIn(text)}`);
  if (/^ERR_(?:SSL|TLS|OSSL)/.test(code)) return connectFailure(error, seen.origin);
  if (seen.heard === 0) {
    const hint =
      seen.isFirst && seen.origin.startsWith('https:')
        ? ' (a target that asks for a client certificate may do so)'
        : '';
    return new TransportError(
      'reset',
      `the connection was closed before an answer came${hint}`,
      true,
      !seen.isFirst,
    );
  }
  if (!seen.headersDone)
    return new TransportError('reset', 'the connection was closed in the middle of the headers');
  const of =
    seen.announcedBytes === null
      ? 'before its end'
      : `after ${seen.bodyBytes} of ${seen.announcedBytes} bytes`;
  return new TransportError('reset', `the connection was closed in the middle of the body, ${of}`);
}

export const timedOut = {
  connect: (origin: string, ms: number) =>
    new TransportError(
      'timeout',
      `no connection to ${origin} within ${seconds(ms)} (--connect-timeout)`,
    ),
  handshake: (origin: string, ms: number) =>
    new TransportError(
      'timeout',
      `no TLS connection to ${origin} within ${seconds(ms)} (--connect-timeout): something listens there, but its address may begin with http://`,
    ),
  firstByte: (ms: number) =>
    new TransportError('timeout', `no first byte within ${seconds(ms)} (--first-byte-timeout)`),
  whole: (ms: number, body: boolean) =>
    new TransportError(
      'timeout',
      `the answer was not whole within ${seconds(ms)}, it stopped or trickled in the ${body ? 'body' : 'headers'} (--answer-timeout)`,
    ),
};

export const tlsExpected = (): TransportError =>
  new TransportError('tls', 'the target answers in TLS: its address may begin with https://');

/** The kit itself asked for something that cannot be sent. */
export function isOurMistake(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === 'UND_ERR_INVALID_ARG' ||
    code === 'UND_ERR_NOT_SUPPORTED' ||
    code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'
  );
}

/** Did the bytes break the framing of HTTP? undici gives such errors no code of their own. */
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

/** "SSL routines:ssl3_read_bytes:tlsv13 alert certificate required" -> "tlsv13 alert certificate required". */
function alertOf(text: string): string {
  const parts = text.split(':');
  return (
    parts.find((part) => /alert|version|unsupported|failure/i.test(part)) ??
    parts.at(-1) ??
    text
  ).trim();
}

function reasonIn(text: string): string {
  const reason = /\((.+)\)/.exec(text)?.[1];
  return reason === undefined ? '' : ` (${reason})`;
}

function isTlsRecord(opening: Uint8Array | null): boolean {
  return opening !== null && (opening[0] === 0x15 || opening[0] === 0x16) && opening[1] === 0x03;
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
