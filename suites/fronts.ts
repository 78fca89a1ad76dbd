// What a server in front of the service may answer by itself. A request that a proxy or a firewall refuses for its
// characters has reached no operation, and the refusal is not the catalogue's. Nothing is sent or judged here.
import { operations } from '../lib/contract/operations.js';
import { isOddName } from '../lib/contract/values/values.js';
import { answerOf, nameSentIn, statusOf, type Exchange } from '../lib/judge/rules/index.js';

const wrongKeyOf = (length: number) => ({ authorization: 'Bearer '.padEnd(7 + length, 'k') });
/** The longer key exceeds what most servers read of a header, so they refuse it before the service sees the request. */
export const overlongKeys = [
  { label: 'a wrong key of 20,000 characters', key: wrongKeyOf(20_000) },
  { label: 'a wrong key of 4,000 characters', key: wrongKeyOf(4_000) },
] as const;
/** The header in which a long text is sent. */
export const longHeader = 'x-note';
export const hasOverlongKey = ({ ask }: Exchange): boolean =>
  overlongKeys.some(({ key }) => ask.key === key);

/** What libraries and gateways return for a long header, in JSON as well. */
const forLength: ReadonlySet<number> = new Set([400, 403, 413, 414, 431]);

/** Whether so long a key is refused for its length, or by a server that never compares it. Other rules judge a 5xx. */
export const isRefusedForLength = (exchange: Exchange): boolean =>
  hasOverlongKey(exchange) &&
  (exchange.answer === undefined ||
    forLength.has(statusOf(exchange)) ||
    statusOf(exchange) >= 500 ||
    mayBeOfAFront(exchange));

/** A header beyond ASCII is obsolete (RFC 9110, 5.5), so that a server in front may refuse it. */
export function isRefusedForAccents(exchange: Exchange): boolean {
  const { key } = exchange.ask;
  const sent = typeof key === 'object' && 'authorization' in key ? key.authorization : '';
  return /[^ -~]/.test(sent) && statusOf(exchange) === 400;
}

/** RFC 3986 (7.3) advises against encoded control characters; firewalls take quotes and brackets for SQL or markup. */
const lookedFor = /%(?:[01][\da-f]|7f|27|3[ce]|60)|['<>`]/i;
/** Servers that refuse a body for its length do so before the service sees it; limits of size are not shown. */
const longBody = 10_000;
const refusals: ReadonlySet<number> = new Set([400, 403, 404]);

/** Whether an error that is not JSON answers a request with characters that such servers look for. */
export function mayBeOfAFront(exchange: Exchange): boolean {
  if (isJson(exchange)) return false;
  if (hasOverlongKey(exchange)) return statusOf(exchange) >= 400;
  if (isRefusedForAccents(exchange)) return true;
  if (saysWhence(exchange)) return statusOf(exchange) >= 400;
  // A proxy that passes bodies on with their length wants to know it (RFC 9110, 15.5.12).
  if (statusOf(exchange) === 411) return hasHeader(exchange, 'transfer-encoding');
  // Some proxies send a client away for its expectation (RFC 9110, 10.1.1).
  if (statusOf(exchange) === 417) return hasHeader(exchange, 'expect');
  if (statusOf(exchange) === 413) return Buffer.byteLength(exchange.ask.body ?? '') >= longBody;
  if (!refusals.has(statusOf(exchange))) return false;
  return lookedFor.test(exchange.ask.path) || hasOddName(exchange);
}

/** What says that a request comes from another client or page, or is for another host. */
const tellingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'origin'];
const saysWhence = (exchange: Exchange): boolean =>
  hasLongHeader(exchange) || tellingHeaders.some((name) => hasHeader(exchange, name));
/** Servers that refuse a header for its length do so before the service sees it. */
export const hasLongHeader = (exchange: Exchange): boolean => hasHeader(exchange, longHeader);

const hasHeader = ({ ask }: Exchange, name: string): boolean =>
  ask.headers?.some(([other]) => other.toLowerCase() === name) === true;

const isJson = (exchange: Exchange): boolean =>
  /\bjson\b/i.test(answerOf(exchange).header('content-type') ?? '');

function hasOddName({ ask }: Exchange): boolean {
  if (ask.operation !== operations.createPet.id || ask.validity === 'invalid') return false;
  return ask.validity === 'open' || isOddName(nameSentIn(ask) ?? '');
}
