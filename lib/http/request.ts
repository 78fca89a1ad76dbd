// Turns a request in the terms of the contract into the HTTP request that is sent. Nothing here must know how requests
// travel.

import type { Ask, BaseSpelling, Credential, Headers, HttpRequest } from './types.js';

export interface RequestOptions {
  /** The base address with the version prefix, as in the contract: https://host/v1. */
  readonly baseUrl: string;
  readonly key: string;
  /** Sent with each request, in addition to the kit's own headers. */
  readonly headers?: Headers | undefined;
  /** Masks the key in whatever a target sends. */
  readonly redactor?: Redacts;
  /** The kit's version, for the User-Agent header. */
  readonly version?: string;
}

/** The methods of a redactor that requests and responses need. */
interface Redacts {
  (text: string): string;
  /** Masks another secret, such as the token of a gateway. */
  hide?(secret: string, mask: string): void;
}

type Header = readonly [name: string, value: string];

export function requestBuilder(options: RequestOptions): (ask: Ask) => HttpRequest {
  const { baseUrl, key, headers = [], redactor } = options;
  checkHeaders(headers);
  if (!isHeaderValue(key))
    throw new TypeError(
      'the key contains a character that is not allowed in an HTTP header (a line break, or one beyond Latin-1)',
    );
  hideSecrets(headers, redactor);
  const basePath = new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
  const headersOf = headersFor(options);
  return (ask) => {
    const { method, body, connection, urgent, ahead } = ask;
    const request: { -readonly [Key in keyof HttpRequest]: HttpRequest[Key] } = {
      method,
      path: (ask.base ?? spelled(basePath, ask.baseSpelling)) + ask.path,
      headers: ask.namesInLowerCase ? inLowerCase(headersOf(ask)) : headersOf(ask),
    };
    if (body !== undefined) request.body = body;
    if (connection !== undefined) request.connection = connection;
    if (urgent || ahead) request.urgent = true;
    return request;
  };
}

function spelled(basePath: string, spelling?: BaseSpelling): string {
  if (spelling === undefined) return basePath;
  return spelling === 'in capitals' ? basePath.toUpperCase() : `/${basePath}`;
}

const nameOfOurs = 'animal-store-conformance';

function headersFor({ key, headers = [], version }: RequestOptions) {
  const agent = version === undefined ? nameOfOurs : `${nameOfOurs}/${version}`;
  const ours: Headers = [
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
    ['User-Agent', agent],
  ];
  const withoutKey: Headers = [...without(ours, headers), ...headers];
  const withKey: Headers = [['Authorization', `Bearer ${key}`], ...withoutKey];
  return (ask: Ask): Headers => {
    const { key: credential = 'valid', headers: own = [] } = ask;
    const carried = credentialHeaders(credential);
    const usual = [...(credential === 'valid' ? withKey : withoutKey), ...ofBody(ask)];
    // A header without a value is not sent at all.
    const sent = own.filter(([, value]) => value !== '');
    return [...without(usual, own), ...carried, ...sent];
  };
}

const inLowerCase = (headers: Headers): Headers =>
  headers.map(([name, value]) => [name.toLowerCase(), value]);

/** The headers that the others do not replace. */
function without(headers: Headers, others: Headers): Headers {
  if (others.length === 0) return headers;
  const replaced = new Set(others.map(([name]) => name.toLowerCase()));
  return headers.filter(([name]) => !replaced.has(name.toLowerCase()));
}

function ofBody({ contentType, body }: Ask): Headers {
  if (contentType === null || (contentType === undefined && body === undefined)) return [];
  return [['Content-Type', contentType ?? 'application/json']];
}

function credentialHeaders(credential: Credential): Headers {
  if (typeof credential === 'string') return []; // 'valid' is in the list already
  return 'authorization' in credential
    ? [['Authorization', credential.authorization]]
    : [credential.header];
}

/** Matches the names of headers whose value is a secret. */
export const secretNames =
  /^(?:cookie|proxy-authorization|authentication-info)$|token|secret|password|api[-_]?key/i;

const harmlessNames =
  /^(?:accept(?:-.*)?|user-agent|host|origin|referer|via|traceparent|tracestate|forwarded|x-forwarded-.*|x-request-id|cache-control)$/i;
const shortestSecret = 8;

/**
 * Gateways have their own names for headers with keys, so a user's header is shown only if it is known to be harmless.
 */
export const mayBeSecret = (name: string, value: string): boolean =>
  secretNames.test(name) || (value.length >= shortestSecret && !harmlessNames.test(name));

/** Whether a request asks for its body to be sent in chunks. */
export const saysChunked = ([name]: Header): boolean => name.toLowerCase() === 'transfer-encoding';

/** Masks the values of a user's headers, and further secrets, wherever they would be shown. */
export function hideSecrets(
  headers: Headers,
  redactor: Redacts | undefined,
  secrets: readonly string[] = [],
): void {
  const values = headers.flatMap(([name, value]) => (mayBeSecret(name, value) ? [value] : []));
  for (const secret of [...values, ...secrets]) redactor?.hide?.(secret, '[masked]');
}

const setByTheKit = new Set([
  'authorization',
  'content-type',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'expect',
]);

function checkHeaders(headers: Headers): void {
  for (const [name, value] of headers) {
    if (setByTheKit.has(name.toLowerCase()))
      throw new TypeError(`the header ${name} is set by the kit itself and cannot be added`);
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      throw new TypeError(`"${name}" is not a valid header name`);
    if (!isHeaderValue(value))
      throw new TypeError(
        `the value of the header ${name} contains a character that HTTP does not allow there`,
      );
  }
}

function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
