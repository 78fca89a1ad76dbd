// Legal variants of how answers travel: throttling, delays, headers, the look of JSON.
import { after, before, instead, replace, type Change } from '../changes/change.js';
import { page } from '../changes/replies.js';
import { textIn } from '../changes/requests.js';
import { Refusal } from '../refusal.js';
import type { Server } from '../server.js';
import type { Call } from '../types.js';
import { legal, oneOf, type Variant } from './variant.js';

type Headers = readonly (readonly [string, string])[];

const slowDown =
  (headers: Headers) =>
  (call: Call, server: Server): ReturnType<Server['refuse']> =>
    server.refuse(new Refusal(429, 'too_many_requests', 'Slow down.', headers), call);
/** Answers no more requests than these in a second of the clock. */
const throttled = (perSecond: number, refuse: ReturnType<typeof slowDown>): Change =>
  replace('begin', (begin, server) => {
    let second = 0;
    let count = 0;
    return (call) => {
      const now = Math.floor(server.clock.now() / 1_000);
      if (now !== second) [second, count] = [now, 0];
      count += 1;
      return count > perSecond ? refuse(call, server) : begin(call);
    };
  });
const unavailable = (retryAfter: (server: Server) => string): Change =>
  instead('begin', (call, server) =>
    server.random() < 0.02
      ? server.refuse(
          new Refusal(503, 'unavailable', 'Come again in a moment.', [
            ['retry-after', retryAfter(server)],
          ]),
          call,
        )
      : undefined,
  );
const waiting = (milliseconds: (call: Call, server: Server) => number): Change =>
  before('begin', async (call, server) => {
    await server.clock.sleep(milliseconds(call, server));
  });
const headers = (change: (headers: [string, string][], call: Call) => [string, string][]): Change =>
  after('finish', (finished, _reply, call) => ({
    ...finished,
    headers: change(finished.headers, call),
  }));
const hasControls = ({ path, query }: Call): boolean =>
  /%(?:[01][\da-f]|7f)/i.test(`${path}?${query}`);
/** Quotes, angle brackets, words of SQL, ways upwards: what the rules of a firewall look for. */
const attacks = /["'<>`;]|\b(?:select|union|drop|or)\b|--|\.\.\/|\$\{|\{\{|\p{Cc}/iu;
const nameIn = (call: Call): string => {
  if (call.operation !== 'createPet') return '';
  const { name } = membersOf(call);
  return typeof name === 'string' ? name : '';
};
const membersOf = (call: Call): { readonly name?: unknown } => {
  try {
    return JSON.parse(textIn(call)) ?? {};
  } catch {
    return {};
  }
};
const contentType =
  (type: string): Change =>
  (server) => {
    server.contentType = type;
  };
const rewritten = (rewrite: (text: string) => string): Change =>
  after('finish', (finished) =>
    finished.body.length === 0 ? finished : { ...finished, body: rewrite(String(finished.body)) },
  );
/** Changes what stands outside of strings. */
const betweenStrings = (text: string, change: (part: string) => string): string =>
  text.replace(
    /("(?:[^"\\]|\\.)*")|[^"]+/gs,
    (part, inside: string | undefined) => inside ?? change(part),
  );
const escapedLetter = (letter: string): string =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const traffic: readonly Variant[] = [
  ...oneOf({
    throttled: [
      'Answers at most 60 requests a second, and the others with 429 and Retry-After.',
      throttled(60, slowDown([['retry-after', '1']])),
    ],
    'throttled-without-advice': [
      'Answers at most 60 requests a second, and the others with 429 without Retry-After.',
      throttled(60, slowDown([])),
    ],
    'throttled-by-a-front': [
      'Stands behind a front that lets at most 60 requests a second pass, and answers the others with 503 and a page of its own.',
      throttled(60, () => page(503)),
    ],
  }),
  ...oneOf({
    'unavailable-at-times': [
      'Answers 503 with Retry-After in seconds now and then.',
      unavailable(() => '1'),
    ],
    'unavailable-at-times-with-date': [
      'Answers 503 with a date in Retry-After now and then.',
      unavailable(({ clock }) =>
        new Date(Math.ceil(clock.now() / 1_000) * 1_000 + 1_000).toUTCString(),
      ),
    ],
  }),
  ...oneOf({
    slow: [
      'Takes 1 to 20 ms for every answer.',
      waiting((_, { random }) => 1 + Math.floor(random() * 20)),
    ],
    'slow-to-start': [
      'Takes 200 ms for each of the first ten answers.',
      waiting(({ number }) => (number <= 10 ? 200 : 0)),
    ],
    'slow-to-add': [
      'Takes 50 ms to add an animal.',
      waiting(({ operation }) => (operation === 'createPet' ? 50 : 1)),
    ],
  }),
  ...legal({
    'nul-refused-in-front': [
      'Stands behind a server that refuses an encoded NUL in a path with a page of its own.',
      instead('begin', (call) => (call.path.includes('%00') ? page(400) : undefined)),
    ],
    'connections-closed': [
      'Closes the connection after every answer.',
      headers((before) => [...before, ['connection', 'close']]),
    ],
    'many-headers': [
      'Sends headers that say nothing about animals.',
      headers((before, { number }) => [
        ...before,
        ['Server', 'animals/3'],
        ['X-Request-Id', `request-${number}`],
        ['Cache-Control', 'no-store'],
        ['Vary', 'Authorization'],
        ['Set-Cookie', 'session=1; Path=/'],
        ['Set-Cookie', 'flavour=plain; Path=/'],
        ['Strict-Transport-Security', 'max-age=31536000'],
        ['ETag', `W/"${number}"`],
      ]),
    ],
    'rate-announced': [
      'Tells how many requests are left, which are always enough.',
      headers((before, { number }) => [
        ...before,
        ['RateLimit-Limit', '1000000'],
        ['RateLimit-Remaining', String(1_000_000 - number)],
      ]),
    ],
    'kept-for-a-minute': [
      'Lets caches keep what it answers to one client.',
      headers((before) => [...before, ['Cache-Control', 'private, max-age=60']]),
      { conflictsWith: ['many-headers'] },
    ],
    'header-names-in-capitals': [
      'Writes the names of headers in capital letters.',
      headers((before) => before.map(([name, value]) => [name.toUpperCase(), value])),
    ],
  }),
  ...oneOf({
    'control-characters-refused-in-front': [
      'Stands behind a server that refuses encoded control characters in an address with 400 and a page of its own.',
      instead('begin', (call) => (hasControls(call) ? page(400) : undefined)),
      { mayFail: ['errors.refused-in-front'] },
    ],
    'behind-a-firewall': [
      'Stands behind a firewall that refuses encoded control characters in an address, and names with signs of markup, queries and paths, with 403 and a page of its own.',
      instead('begin', (call) =>
        hasControls(call) || attacks.test(nameIn(call)) ? page(403) : undefined,
      ),
      { mayFail: ['errors.refused-in-front'] },
    ],
  }),
  ...oneOf({
    'charset-named': [
      'Names UTF-8 in the content type.',
      contentType('application/json; charset=utf-8'),
    ],
    'charset-named-tightly': [
      'Names UTF-8 in capital letters and without a space in the content type.',
      contentType('application/json;charset=UTF-8'),
    ],
    'charset-in-quotes': [
      'Names UTF-8 in quotes in the content type.',
      contentType('application/json; charset="utf-8"'),
    ],
    'content-type-in-capitals': [
      'Writes the content type in capital letters.',
      contentType('Application/JSON'),
    ],
  }),
  ...oneOf({
    indented: [
      'Indents JSON, with a line feed at the end.',
      rewritten(
        (text) =>
          `${betweenStrings(text, (part) =>
            part
              .replace(/([{[,])/g, '$1\n\t')
              .replace(/:/g, ' : ')
              .replace(/([}\]])/g, '\n$1'),
          )}\n`,
      ),
    ],
    spaced: [
      'Puts spaces and Windows line ends between the parts of JSON.',
      rewritten(
        (text) => `\r\n ${betweenStrings(text, (part) => part.replace(/([{}[\],:])/g, ' $1\r\n'))}`,
      ),
    ],
  }),
  ...legal({
    escaped: [
      'Escapes all letters beyond ASCII.',
      rewritten((text) => text.replace(/[\u0080-\uffff]/g, escapedLetter)),
    ],
    'slashes-escaped': ['Escapes slashes.', rewritten((text) => text.replace(/\//g, '\\/'))],
    gzip: [
      'Compresses bodies for those who ask for it.',
      (server) => {
        server.socket.gzip = true;
      },
    ],
    chunked: [
      'Sends bodies in chunks.',
      (server) => {
        server.socket.chunked = true;
      },
    ],
  }),
];
