// Checks base addresses. An address is never shown with its user, query or fragment: a key could be in there.
import { createHash } from 'node:crypto';
import { UsageError } from '../errors.js';

/**
 * Checks an address, and removes a slash at its end. `source` is the flag, the variable or the argument that it came
 * from.
 */
export function baseAddress(given: string, source: string): string {
  const text = given.trim();
  if (/^https?:\/\/[^/?#]*:(?:[/?#]|$)/i.test(text))
    throw new UsageError(
      `${source} names no port after the colon. If $PORT stood there, the shell has replaced it: put the address in single quotes.`,
    );
  // To a parser of URLs, the host of "localhost:8080/v1" is the scheme. Without a port, the text may be a key.
  const whole = /^(?!https?:).*:\d+(?:[/?#]|$)/i.test(text) ? completed(text) : undefined;
  if (whole !== undefined)
    throw new UsageError(`${source} is not a complete URL. Did you mean ${whole}?`);
  let url: URL;
  try {
    if (/^https?:(?!\/\/)/i.test(text)) throw new TypeError('the two slashes are missing');
    url = new URL(text);
  } catch {
    const [, port] = /^https?:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text) ?? [];
    if (Number(port) > 65_535)
      throw new UsageError(`${source} names port ${port}: ports go from 1 to 65535.`);
    throw new UsageError(
      `${source} is not a complete URL: write it in full, such as https://animals.example/v1.`,
    );
  }
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(
      `${source} begins with ${url.protocol}//: only http:// and https:// addresses can be tested.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `${source} contains a user or a password: use ${shown}, and put the key in ANIMAL_STORE_API_KEY.`,
    );
  if (given.includes('?'))
    throw new UsageError(`${source} has a query: specify only the base address, ${shown}.`);
  if (given.includes('#'))
    throw new UsageError(`${source} has a fragment (#): specify only the base address, ${shown}.`);
  if (hasDotSegment(text) || /%(?:2f|5c)/i.test(url.pathname))
    throw new UsageError(
      `${source} has a path that servers interpret differently: simplify it, such as ${shown}.`,
    );
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** The URL that somebody means who left out its scheme; undefined if there is a user, whose password nobody should see. */
export function completed(text: string): string | undefined {
  const bare = text.replace(/[?#].*$/s, '');
  const isHost = /^(localhost|[\w-]+(\.[\w-]+)+|\[[\da-f:]+\]|[\w-]+(?=:\d+))(:\d+)?(\/.*)?$/i.test(
    bare,
  );
  if (!isHost || bare.includes('@')) return undefined;
  return `${/^(localhost|127\.|\[::1\])/i.test(bare) ? 'http' : 'https'}://${bare}`;
}

/** Clients remove such a segment before they send the path, and servers differ about what is left. */
const hasDotSegment = (text: string): boolean =>
  /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(text.replaceAll('\\', '/'));

/** Warnings about a catalogue's address that is legal, but most likely not what was meant. */
export function doubtsAbout(baseUrl: string): readonly string[] {
  const { pathname } = new URL(baseUrl);
  if (pathname.endsWith('/v1')) return [];
  const below = pathname.match(/^(.*\/v1)\/pets$/)?.[1];
  if (below !== undefined)
    return [
      `The base address ends in /pets, which the kit adds itself. You probably mean ${new URL(baseUrl).origin}${below}.`,
    ];
  return [`The base address ${baseUrl} does not end in the version prefix /v1.`];
}

export function hasUnencryptedKey(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'http:' && !isLocal(baseUrl);
}

/** Whether the address is on this machine. */
function isLocal(baseUrl: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);
}

/**
 * Names a folder below reports/ after a target: its name, or its address as in animals.example-8080. Two addresses never
 * share one; whatever stands in the name, it is one plain folder.
 */
export function folderName(target: string): string {
  const url = URL.canParse(target) && /^https?:/.test(target) ? new URL(target) : undefined;
  const { path, place } =
    url === undefined ? { path: '', place: target } : { path: url.pathname, place: placeOf(url) };
  // Nearly every address ends in /v1, so the name of the folder leaves it out.
  const below =
    url === undefined || path === '/v1' ? '' : path === '/' ? '_root' : `-${path.slice(1)}`;
  const whole = `${place}${below}`;
  const plain = whole
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|(?<!-)-+$/g, '')
    .slice(0, mostInName);
  const isAmbiguous =
    plain !== whole || below.includes('-', 1) || (url !== undefined && /-\d+$/.test(url.hostname));
  return isAmbiguous || plain === '' ? `${plain || 'target'}-${shortDigest(target)}` : plain;
}

const mostInName = 100;

const placeOf = ({ protocol, hostname, port }: URL): string => {
  const number = port === '' && protocol === 'http:' ? '80' : port;
  return `${hostname.replace(/[[\]]/g, '').replaceAll(':', '_')}${number === '' ? '' : `-${number}`}`;
};

const shortDigest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 6);
