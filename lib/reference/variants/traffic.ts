// Legal variants of how responses travel: throttling, delays, headers, the formatting of JSON.
import { after, before, instead, replace, type Change } from '../changes/change.js';
import { page } from '../changes/replies.js';
import { textIn } from '../changes/requests.js';
import { header } from '../request.js';
import { Refusal } from '../refusal.js';
import type { Server } from '../server.js';
import type { Call } from '../types.js';
import { legal, oneOf, type Variant } from './variant.js';

type Headers = readonly (readonly [string, string])[];

const slowDown =
  (headers: Headers) =>
  (call: Call, server: Server): ReturnType<Server['refuse']> =>
    server.refuse(new Refusal(429, 'too_many_requests', 'Slow down.', headers), call);
/** Answers at most this many requests per second of the clock. */
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
const hasMarkup = ({ path, query }: Call): boolean =>
  /['<>`]|%(?:27|3[ce]|60)/i.test(`${path}?${query}`);
/** Quotation marks, angle brackets, SQL keywords and upward paths, for which firewall rules look. */
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
/** Changes only what is outside strings. */
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
      'Allows 60 requests per second, and returns 429 with Retry-After for the rest.',
      throttled(60, slowDown([['retry-after', '1']])),
    ],
    'throttled-without-advice': [
      'Allows 60 requests per second, and returns 429 without Retry-After for the rest.',
      throttled(60, slowDown([])),
    ],
    'throttled-by-a-front': [
      'Is behind a proxy that allows 60 requests per second, and returns 503 with a page of its own for the rest.',
      throttled(60, () => page(503)),
    ],
  }),
  ...oneOf({
    'unavailable-at-times': [
      'Returns 503 with Retry-After in seconds now and then.',
      unavailable(() => '1'),
    ],
    'unavailable-at-times-with-date': [
      'Returns 503 with a date in Retry-After now and then.',
      unavailable(({ clock }) =>
        new Date(Math.ceil(clock.now() / 1_000) * 1_000 + 1_000).toUTCString(),
      ),
    ],
  }),
  ...oneOf({
    slow: [
      'Takes 1 to 20 ms for every response.',
      waiting((_, { random }) => 1 + Math.floor(random() * 20)),
    ],
    'slow-to-start': [
      'Takes 200 ms for each of the first ten responses.',
      waiting(({ number }) => (number <= 10 ? 200 : 0)),
    ],
    'slow-to-add': [
      'Takes 50 ms to add an animal.',
      waiting(({ operation }) => (operation === 'createPet' ? 50 : 1)),
    ],
  }),
  ...legal({
    'nul-refused-in-front': [
      'Is behind a proxy that returns a page of its own for an encoded NUL in a path.',
      instead('begin', (call) => (call.path.includes('%00') ? page(400) : undefined)),
    ],
    'connections-closed': [
      'Closes the connection after every response.',
      headers((before) => [...before, ['connection', 'close']]),
    ],
    'many-headers': [
      'Returns headers that have nothing to do with animals.',
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
      'Returns a header with the number of requests left, which never runs out.',
      headers((before, { number }) => [
        ...before,
        ['RateLimit-Limit', '1000000'],
        ['RateLimit-Remaining', String(1_000_000 - number)],
      ]),
    ],
    'kept-for-a-minute': [
      'Lets private caches store its responses for a minute.',
      headers((before) => [...before, ['Cache-Control', 'private, max-age=60']]),
      { conflictsWith: ['many-headers'] },
    ],
    'header-names-in-capitals': [
      'Returns header names in upper case.',
      headers((before) => before.map(([name, value]) => [name.toUpperCase(), value])),
    ],
  }),
  ...oneOf({
    'control-characters-refused-in-front': [
      'Is behind a proxy that returns 400 and a page of its own for encoded control characters in an address.',
      instead('begin', (call) => (hasControls(call) ? page(400) : undefined)),
      { mayFail: ['errors.refused-in-front'] },
    ],
    'behind-a-firewall': [
      'Is behind a firewall that refuses encoded control characters, apostrophes and angle brackets in an address, and names with markup, with 403 and a page of its own.',
      instead('begin', (call) =>
        hasControls(call) || hasMarkup(call) || attacks.test(nameIn(call)) ? page(403) : undefined,
      ),
      { mayFail: ['errors.refused-in-front'] },
    ],
  }),
  ...oneOf({
    'charset-named': [
      'Returns the charset utf-8 in the content type.',
      contentType('application/json; charset=utf-8'),
    ],
    'charset-named-tightly': [
      'Returns the charset UTF-8, in upper case and without a space before it, in the content type.',
      contentType('application/json;charset=UTF-8'),
    ],
    'charset-in-quotes': [
      'Returns the charset in quotes in the content type.',
      contentType('application/json; charset="utf-8"'),
    ],
    'content-type-in-capitals': [
      'Returns the content type in upper case.',
      contentType('Application/JSON'),
    ],
  }),
  ...oneOf({
    indented: [
      'Indents JSON, and ends it with a line feed.',
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
      'Puts spaces and Windows line breaks between the tokens of JSON.',
      rewritten(
        (text) => `\r\n ${betweenStrings(text, (part) => part.replace(/([{}[\],:])/g, ' $1\r\n'))}`,
      ),
    ],
  }),
  ...legal({
    escaped: [
      'Escapes all non-ASCII characters.',
      rewritten((text) => text.replace(/[\u0080-\uffff]/g, escapedLetter)),
    ],
    'slashes-escaped': ['Escapes slashes.', rewritten((text) => text.replace(/\//g, '\\/'))],
    gzip: [
      'Compresses bodies for clients that accept gzip.',
      (server) => {
        server.socket.gzip = true;
      },
    ],
    'expectation-failed': [
      'Returns 417 for requests that wait for 100 Continue.',
      instead('begin', (call, server) =>
        header(call.request, 'expect') === undefined
          ? undefined
          : server.refuse(new Refusal(417, 'expectation_failed', 'Send the body at once.'), call),
      ),
    ],
    'expectation-failed-by-a-front': [
      'Stands behind a proxy that returns a page with 417 for requests that wait for 100 Continue.',
      instead('begin', (call) =>
        header(call.request, 'expect') === undefined ? undefined : page(417),
      ),
    ],
    'other-hosts-by-a-front': [
      'Stands behind a proxy that returns a page with 404 for every other host.',
      instead('begin', ({ request }) =>
        header(request, 'host') === 'localhost' ? page(404) : undefined,
      ),
    ],
    'spoofed-headers-refused-by-a-front': [
      'Stands behind a firewall that returns a page with 403 for headers that only proxies set.',
      instead('begin', ({ request }) =>
        header(request, 'x-forwarded-for') === undefined ? undefined : page(403),
      ),
    ],
    'other-origins-refused-by-a-front': [
      'Stands behind a front that returns a page with 403 for requests from other origins.',
      instead('begin', ({ request }) =>
        header(request, 'origin') === undefined || request.method === 'OPTIONS'
          ? undefined
          : page(403),
      ),
      { mayFail: ['errors.refused-in-front'] },
    ],
    'length-wanted-by-a-front': [
      'Stands behind a proxy that returns a page with 411 for a body in chunks.',
      instead('begin', ({ request }) =>
        header(request, 'transfer-encoding') === undefined ? undefined : page(411),
      ),
    ],
    chunked: [
      'Returns bodies with chunked transfer encoding.',
      (server) => {
        server.socket.chunked = true;
      },
    ],
  }),
];
