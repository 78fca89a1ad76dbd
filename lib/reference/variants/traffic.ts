// Legal variants of how answers travel: throttling, delays, headers, the look of JSON.
import { replace } from '../change.js';
import type { Variant } from './variant.js';
import { Refusal } from '../refusal.js';
import type { Server } from '../server.js';
import type { Call, Reply } from '../types.js';
import { oneOf } from './variant.js';

type Headers = readonly (readonly [string, string])[];

/** At most so many requests in each second of the clock. */
const throttled = (perSecond: number, headers: Headers): Variant['change'] =>
  replace('begin', (begin, server) => {
    let second = 0;
    let count = 0;
    return (call) => {
      const now = Math.floor(server.clock.now() / 1_000);
      if (now !== second) [second, count] = [now, 0];
      count += 1;
      return count > perSecond
        ? server.refuse(new Refusal(429, 'too_many_requests', 'Slow down.', headers), call)
        : begin(call);
    };
  });
const unavailable = (retryAfter: (server: Server) => string): Variant['change'] =>
  replace(
    'begin',
    (begin, server) => (call) =>
      server.random() < 0.02
        ? server.refuse(
            new Refusal(503, 'unavailable', 'Come again in a moment.', [
              ['retry-after', retryAfter(server)],
            ]),
            call,
          )
        : begin(call),
  );
const waiting = (milliseconds: (call: Call, server: Server) => number): Variant['change'] =>
  replace('begin', (begin, server) => async (call) => {
    await server.clock.sleep(milliseconds(call, server));
    return begin(call);
  });
const headers = (
  change: (headers: [string, string][], call: Call) => [string, string][],
): Variant['change'] =>
  replace('finish', (finish) => async (reply, call) => {
    const finished = await finish(reply, call);
    return { ...finished, headers: change(finished.headers, call) };
  });
const contentType =
  (type: string): Variant['change'] =>
  (server) => {
    server.contentType = type;
  };
const rewritten = (rewrite: (text: string) => string): Variant['change'] =>
  replace('finish', (finish) => async (reply, call) => {
    const finished: Reply = await finish(reply, call);
    return finished.body.length === 0
      ? finished
      : { ...finished, body: rewrite(String(finished.body)) };
  });
/** Changes what stands outside of strings. */
const betweenStrings = (text: string, change: (part: string) => string): string =>
  text.replace(
    /("(?:[^"\\]|\\.)*")|[^"]+/gs,
    (part, inside: string | undefined) => inside ?? change(part),
  );
const escapedLetter = (letter: string): string =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const traffic: readonly Variant[] = [
  ...oneOf(
    {
      name: 'throttled',
      sentence: 'Answers at most 60 requests a second, and the others with 429 and Retry-After.',
      change: throttled(60, [['retry-after', '1']]),
    },
    {
      name: 'throttled-without-advice',
      sentence:
        'Answers at most 60 requests a second, and the others with 429 without Retry-After.',
      change: throttled(60, []),
    },
  ),
  ...oneOf(
    {
      name: 'unavailable-at-times',
      sentence: 'Answers 503 with Retry-After in seconds now and then.',
      change: unavailable(() => '1'),
    },
    {
      name: 'unavailable-at-times-with-date',
      sentence: 'Answers 503 with a date in Retry-After now and then.',
      change: unavailable(({ clock }) =>
        new Date(Math.ceil(clock.now() / 1_000) * 1_000 + 1_000).toUTCString(),
      ),
    },
  ),
  ...oneOf(
    {
      name: 'slow',
      sentence: 'Takes 1 to 20 ms for every answer.',
      change: waiting((_, { random }) => 1 + Math.floor(random() * 20)),
    },
    {
      name: 'slow-to-start',
      sentence: 'Takes 200 ms for each of the first ten answers.',
      change: waiting(({ number }) => (number <= 10 ? 200 : 0)),
    },
    {
      name: 'slow-to-add',
      sentence: 'Takes 50 ms to add an animal.',
      change: waiting(({ operation }) => (operation === 'createPet' ? 50 : 1)),
    },
  ),
  {
    name: 'nul-refused-in-front',
    sentence:
      'Stands behind a server that refuses an encoded NUL in a path with a page of its own.',
    change: replace(
      'begin',
      (begin) => (call) =>
        call.path.includes('%00')
          ? {
              status: 400,
              headers: [['content-type', 'text/html']],
              body: '<html><h1>400 Bad Request</h1></html>',
            }
          : begin(call),
    ),
  },
  {
    name: 'connections-closed',
    sentence: 'Closes the connection after every answer.',
    change: headers((before) => [...before, ['connection', 'close']]),
  },
  {
    name: 'many-headers',
    sentence: 'Sends headers that say nothing about animals.',
    change: headers((before, { number }) => [
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
  },
  {
    name: 'header-names-in-capitals',
    sentence: 'Writes the names of headers in capital letters.',
    change: headers((before) => before.map(([name, value]) => [name.toUpperCase(), value])),
  },
  ...oneOf(
    {
      name: 'charset-named',
      sentence: 'Names UTF-8 in the content type.',
      change: contentType('application/json; charset=utf-8'),
    },
    {
      name: 'charset-named-tightly',
      sentence: 'Names UTF-8 in capital letters and without a space in the content type.',
      change: contentType('application/json;charset=UTF-8'),
    },
    {
      name: 'charset-in-quotes',
      sentence: 'Names UTF-8 in quotes in the content type.',
      change: contentType('application/json; charset="utf-8"'),
    },
    {
      name: 'content-type-in-capitals',
      sentence: 'Writes the content type in capital letters.',
      change: contentType('Application/JSON'),
    },
  ),
  ...oneOf(
    {
      name: 'indented',
      sentence: 'Indents JSON, with a line feed at the end.',
      change: rewritten(
        (text) =>
          `${betweenStrings(text, (part) =>
            part
              .replace(/([{[,])/g, '$1\n\t')
              .replace(/:/g, ' : ')
              .replace(/([}\]])/g, '\n$1'),
          )}\n`,
      ),
    },
    {
      name: 'spaced',
      sentence: 'Puts spaces and Windows line ends between the parts of JSON.',
      change: rewritten(
        (text) => `\r\n ${betweenStrings(text, (part) => part.replace(/([{}[\],:])/g, ' $1\r\n'))}`,
      ),
    },
  ),
  {
    name: 'escaped',
    sentence: 'Escapes all letters beyond ASCII.',
    change: rewritten((text) => text.replace(/[\u0080-\uffff]/g, escapedLetter)),
  },
  {
    name: 'slashes-escaped',
    sentence: 'Escapes slashes.',
    change: rewritten((text) => text.replace(/\//g, '\\/')),
  },
  {
    name: 'gzip',
    sentence: 'Compresses bodies for those who ask for it.',
    change: (server) => {
      server.socket.gzip = true;
    },
  },
  {
    name: 'chunked',
    sentence: 'Sends bodies in chunks.',
    change: (server) => {
      server.socket.chunked = true;
    },
  },
];
