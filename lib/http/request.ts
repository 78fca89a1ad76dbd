// Turns a question into the request that leaves the kit. The header lists that are sent again and again are built
// once. It must not know how requests travel.

import type { Ask, Credential, Headers, HttpRequest } from './types.js';

export interface RequestOptions {
  /** With the version prefix, as the contract has it: https://host/v1. */
  readonly baseUrl: string;
  readonly key: string;
  /** Sent with each request, besides the kit's own. */
  readonly headers?: Headers | undefined;
  /** Masks the key in what a target said, and learns the wrong keys that are made of it. */
  readonly redactor?: Redacts;
  /** The kit's version, for User-Agent. */
  readonly version?: string;
}

/** What requests and their answers need of a redactor. */
export interface Redacts {
  (text: string): string;
  /** A credential that goes out and is not the key itself. */
  learn?(credential: string): void;
  /** Another secret, such as the token of a gateway. */
  hide?(secret: string, mask: string): void;
}

type Header = readonly [name: string, value: string];

export function requestBuilder({
  baseUrl,
  key,
  headers = [],
  redactor,
  version,
}: RequestOptions): (ask: Ask) => HttpRequest {
  const basePath = new URL(baseUrl).pathname.replace(/\/+$/, '');
  checkHeaders(headers);
  if (!isHeaderValue(key))
    throw new TypeError(
      'the key holds a character that no HTTP header can carry (a line break, or one beyond Latin-1)',
    );
  for (const [name, value] of headers)
    if (secretNames.test(name)) redactor?.hide?.(value, '[masked]');
  const bearer: Header = ['Authorization', `Bearer ${key}`];
  const json: Header = ['Content-Type', 'application/json'];
  const replacedByUser = new Set(headers.map(([name]) => name.toLowerCase()));
  const ours: Headers = [
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
    [
      'User-Agent',
      version === undefined ? 'animal-store-conformance' : `animal-store-conformance/${version}`,
    ],
  ];
  const withoutKey: Headers = [
    ...ours.filter(([name]) => !replacedByUser.has(name.toLowerCase())),
    ...headers,
  ];
  const withKey: Headers = [bearer, ...withoutKey];
  const listOf = (ask: Ask, credential: Credential, contentType: Header | null): Headers => {
    const replaced = new Set((ask.headers ?? []).map(([name]) => name.toLowerCase()));
    const kept = (credential === 'valid' ? withKey : withoutKey).filter(
      ([name]) => !replaced.has(name.toLowerCase()),
    );
    return [
      ...kept,
      ...(contentType === null || replaced.has('content-type') ? [] : [contentType]),
      ...credentialHeaders(credential),
      ...(ask.headers ?? []),
    ];
  };
  // Rules try the same credentials again and again, without a body and with one.
  const usual = {
    valid: new Map<Header | null, Headers>(),
    none: new Map<Header | null, Headers>(),
  };
  const others = new WeakMap<object, Map<Header | null, Headers>>();
  const listsOf = (credential: Credential): Map<Header | null, Headers> => {
    if (typeof credential === 'string') return usual[credential];
    let lists = others.get(credential);
    if (lists === undefined) {
      others.set(credential, (lists = new Map()));
      redactor?.learn?.(
        'authorization' in credential ? credential.authorization : credential.header[1],
      );
    }
    return lists;
  };

  return (ask) => {
    const { method, body, connection } = ask;
    const path = basePath + ask.path;
    const credential = ask.key ?? 'valid';
    const contentType =
      ask.contentType === undefined && body !== undefined
        ? json
        : typeof ask.contentType === 'string'
          ? (['Content-Type', ask.contentType] as const)
          : null;
    const lists = listsOf(credential);
    const isUsual = ask.headers === undefined && (contentType === null || contentType === json);
    let list = isUsual ? lists.get(contentType) : undefined;
    if (list === undefined) {
      list = listOf(ask, credential, contentType);
      if (isUsual) lists.set(contentType, list);
    }
    const request: { -readonly [Key in keyof HttpRequest]: HttpRequest[Key] } = {
      method,
      path,
      headers: list,
    };
    if (body !== undefined) request.body = body;
    if (connection !== undefined) request.connection = connection;
    if (ask.urgent) request.urgent = true;
    return request;
  };
}

function credentialHeaders(credential: Credential): Headers {
  if (typeof credential === 'string') return []; // 'valid' is in the list already
  return 'authorization' in credential
    ? [['Authorization', credential.authorization]]
    : [credential.header];
}

/** Headers whose value is a secret, as their name tells. */
export const secretNames =
  /^(?:cookie|proxy-authorization|authentication-info|.*(?:token|secret|password|api[-_]?key).*)$/i;

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
      throw new TypeError(`"${name}" is no name of a header`);
    if (!isHeaderValue(value))
      throw new TypeError(
        `the value of the header ${name} holds a character that HTTP does not allow there`,
      );
  }
}

function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
