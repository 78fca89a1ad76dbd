// What an exchange looks like to a reader: its first line, its headers, its body laid out and cut to size.
// Knows no format, so nothing here is inert yet.
import type { Failure, RecordedBody, RecordedExchange } from '../judge/result/report.js';
import { cutNumbers } from './text/inert.js';
import { prettyJson, type Sought } from './text/pretty.js';
import { maskedValue } from './steady.js';
import { bytes, duration } from './words.js';

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** "404 Not Found"; the reason is the usual one, as HTTP/2 and later send none. */
function statusLine(status: number): string {
  const reason = reasons[status];
  return reason === undefined ? String(status) : `${status} ${reason}`;
}

export function reasonOf(status: number): string {
  return reasons[status] ?? '';
}

export function requestLine({ request }: RecordedExchange): string {
  return `${request.method} ${request.url}`;
}

export function answerLine(exchange: RecordedExchange): string {
  if (exchange.response !== null) return statusLine(exchange.response.status);
  if (exchange.noAnswer === null) return 'no response';
  const { kind, message } = exchange.noAnswer;
  if (kind !== 'not-http') return `no response: ${message}`;
  // The headline has what may have led to it, too.
  const [cause = ''] = message.split(' (perhaps ');
  return `broken: ${cause}`;
}

/** Each byte may take four characters of a line. */
const longBody = 16 * 1024;

/**
 * Why a failure has no command to paste, or one that may not show it: its body is too long for one, or sent in pieces,
 * which curl cannot do.
 */
export function aboutCurl({ curl, exchanges }: Failure): string | undefined {
  const { headers = [], body } = exchanges.at(-1)?.request ?? {};
  const { size = 0, text = '' } = body ?? {};
  if (curl === null)
    return size >= longBody
      ? `no curl line: the body of ${bytes(size)} is too long for one`
      : undefined;
  const isInChunks = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  return isInChunks && /[^\0-\x7f]/.test(text)
    ? 'curl sends this body in one piece; `replay` splits it within a character'
    : undefined;
}

/** "4.1 ms, retried once" */
export function timing(exchange: RecordedExchange): string {
  const again =
    exchange.resent === 0
      ? ''
      : `, retried ${exchange.resent === 1 ? 'once' : `${exchange.resent} times`}`;
  return `${duration(exchange.durationMs)}${again}`;
}

type Headers = RecordedExchange['request']['headers'];

/** Headers that nearly every request of the kit has. */
const usual =
  /^(?:accept: application\/json|content-type: application\/json|authorization: Bearer \$ANIMAL_STORE(?:_QUICKSTART)?_API_KEY)$/i;
/** Headers that say how the message was carried, not what is in it. */
const ofTheWire =
  /^(?:accept-encoding|connection|content-length|date|host|keep-alive|user-agent)$/i;

/** The unusual headers of a request, and those of any message that the failure mentions: the others explain nothing. */
export function revealingHeaders(
  side: 'request' | 'response',
  headers: Headers,
  { cause, expected, actual, input }: Failure,
): Headers {
  const words = spaced([cause, expected, actual, input].join(' '));
  const revealing = headers.filter(([name, value]) => {
    if (value === maskedValue || /^(?:connection|keep-alive)$/i.test(name)) return false;
    const isUnusual = !ofTheWire.test(name) && !usual.test(`${name}: ${value}`);
    return words.includes(spaced(name)) || (side === 'request' && isUnusual);
  });
  if (side === 'response') return revealing;
  const saysKey = /authorization|\bkey\b/i.test(words);
  const missing = ['Accept', ...(saysKey ? [] : ['Authorization'])].filter(
    (one) => !headers.some(([name]) => name.toLowerCase() === one.toLowerCase()),
  );
  return [...revealing, ...missing.map((name) => [name, '(not sent)'] as const)];
}

/** Words between single spaces, so that `content-type` is found in "no content type". */
const spaced = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\d]+/gu, ' ')} `;

/** The body laid out for reading, and a note where it is not the whole or not text. */
export function bodyOf(
  body: RecordedBody,
  width: number,
  sought?: Sought,
): { readonly text: string; readonly note: string | null } {
  const parts = [
    ...(body.encoding === 'base64' ? ['not UTF-8, shown as base64'] : []),
    ...(body.truncated ? [`the first part of ${bytes(body.size)}`] : []),
  ];
  const isSoughtInPart = sought !== undefined && 'character' in sought;
  const isAsSent = body.encoding === 'base64' || (body.truncated && !isSoughtInPart);
  const text = isAsSent ? body.text : prettyJson(body.text, width, sought);
  return { text: cutNumbers(text), note: parts.length === 0 ? null : parts.join('; ') };
}

/**
 * The part of the response that the failure is about: an item by its place, as in "/11/categoryId", an animal by its
 * identifier, or where it ceases to be JSON.
 */
export function soughtIn({ finding }: Failure): Sought | undefined {
  const [, index] = (finding?.kind === 'schema' && /^\/(\d+)(?=\/|$)/.exec(finding.pointer)) || [];
  if (index !== undefined) return { index: Number(index) };
  const [, character] = / at character (\d+)$/.exec(String(finding?.values?.['problem'])) ?? [];
  if (character !== undefined) return { character: Number(character) };
  // An identifier that two items have points to neither of them.
  const isTwice = finding?.kind === 'other' && finding.what === 'an identifier listed twice';
  const id = finding?.values?.['id'];
  return isTwice || !/^-?\d+$/.test(String(id)) ? undefined : { id: String(id) };
}
