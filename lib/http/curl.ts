// The request of an exchange as a line for a POSIX shell. With the key in the environment it runs unchanged and sends
// the same bytes. The key itself is never in it.

import { maskedCookies } from './secrets/cookies.js';
import type { Redactor } from './secrets/redact.js';
import { isPlain, printfCommand, shellWord, type Piece } from './shell.js';
import type { Exchange, Headers, HttpRequest } from './types.js';

interface CurlOptions {
  readonly baseUrl: string;
  readonly redact: Redactor;
  /** Options for curl that are needed to reach the target, such as the authority that vouches for it. */
  readonly flags?: readonly string[];
  /** Earlier requests on the same connection, which curl then sends over one connection too. */
  readonly before?: readonly Pick<Exchange, 'request'>[];
}

/** Leaves out headers that curl replaces anyway, or that do not affect the response. */
const isLeftOut = ([name, value]: Headers[number]): boolean =>
  isNamed('user-agent', name) || (isNamed('accept-encoding', name) && value === 'identity');
const isNamed = (one: string, name: string): boolean => name.toLowerCase() === one;
/** A longer line would be of no use to anybody. */
const longestLine = 64 * 1024;

/** Returns null if the line would be too long to be of use. */
export function curlLine(
  exchange: Pick<Exchange, 'request'>,
  { before = [], ...options }: CurlOptions,
): string | null {
  const lines = [...before, exchange].map((one) => lineFor(one, options));
  // If a body comes through a pipe, curl can make only one request.
  if (lines.length > 1 && lines.every((line) => line?.startsWith('curl ')))
    return bounded(
      lines
        .map((line) => line?.replace(/^curl /, ''))
        .join(' --next ')
        .replace(/^/, 'curl '),
    );
  return lines.at(-1) ?? null;
}

function lineFor(
  { request }: Pick<Exchange, 'request'>,
  { baseUrl, redact, flags = [] }: CurlOptions,
): string | null {
  const { method, body, headers } = request;
  if (body !== undefined && body.length > longestLine) return null;
  const words = ['curl', '-sS', '-i', ...flags];
  if (method === 'HEAD') words.push('--head');
  else if (method !== 'GET' || body !== undefined) words.push('-X', method);
  if (/[[\]{}]/.test(request.path)) words.push('-g');
  if (/\/\.{1,2}(?:[/?]|$)/.test(request.path)) words.push('--path-as-is');
  words.push(shellWord(asPieces(new URL(baseUrl).origin + request.path, redact)));
  const shown = headers.filter((header) => !isLeftOut(header));
  if (shown.some(([name, value]) => isNamed('accept-encoding', name) && value !== ''))
    words.push('--compressed');
  for (const [name, value] of shown) words.push('-H', headerWord(name, value, redact));
  // Unless told otherwise, curl accepts any content type.
  if (!headers.some(([name]) => isNamed('accept', name))) words.push('-H', `'Accept:'`);
  if (body === undefined) return bounded(words.join(' '));
  if (!headers.some(([name]) => isNamed('content-type', name))) words.push('-H', `'Content-Type:'`);
  if (body.length > 1000) words.push('-H', `'Expect:'`);
  return bounded(withBody(words, body, redact));
}

function headerWord(name: string, value: string, redact: Redactor): string {
  if (value === '') return shellWord([{ text: `${name};` }]); // curl sends an empty header value only in this form
  const { shell } = redact.describe(value);
  // A session that the target has set is as good as a key.
  const isForeign = isNamed('cookie', name) && redact(value) === value;
  const pieces = isForeign ? [{ text: maskedCookies(value, redact) }] : shell;
  return shellWord([{ text: `${name}: ` }, ...pieces]);
}

function withBody(
  words: readonly string[],
  body: NonNullable<HttpRequest['body']>,
  redact: Redactor,
): string {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  const isText = typeof body === 'string' || Buffer.from(text).equals(body);
  if (!isText)
    return `${printfCommand([{ bytes: maskedBytes(body, redact) }])} | ${[...words, '--data-binary', '@-'].join(' ')}`;
  const pieces = asPieces(text, redact);
  // curl takes a body that begins with @ for the name of a file.
  if (isPlain(text) && !text.startsWith('@'))
    return [...words, '--data-binary', shellWord(pieces)].join(' ');
  return `${printfCommand(pieces)} | ${[...words, '--data-binary', '@-'].join(' ')}`;
}

/**
 * Replaces the key in a text by an expansion. Any other form of the key is masked, and the line then sends something
 * else.
 */
function asPieces(text: string, redact: Redactor): readonly Piece[] {
  const described = redact.describe(text);
  const pieces = described.exact ? described.shell : [{ text: redact(text) }];
  return pieces.map((piece) => ('expand' in piece ? piece : { text: piece.text }));
}

function maskedBytes(bytes: Uint8Array, redact: Redactor): Uint8Array {
  return Buffer.from(redact(Buffer.from(bytes).toString('latin1')), 'latin1');
}

function bounded(line: string): string | null {
  return line.length > longestLine ? null : line;
}
