// Whole runs against targets that misbehave and are to be borne, or to be told what they break and nothing else.
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, test } from 'vitest';
import { whole } from '../../../testing/targets/hostile-servers.js';
import { testCertificate } from '../../../testing/certificates/tls.js';
import {
  herdOf,
  isList,
  misbehaving,
  pour,
  type Turn,
} from '../../../testing/targets/misbehaving.js';
import {
  type Wanted,
  attack,
  quick,
  atStandard,
  type Act,
  answering,
  where,
  body,
  reset,
  says,
  again,
  unasked,
  idleFor,
  asksToWait,
} from '../../../testing/targets/attacks.js';

/** How much of so large answers is told hangs on how fast they come: what counts is what they cost. */
const bounded: Partial<Wanted> = {
  code: [1, 3],
  failed: 'whatever is reported',
  flags: [...quick, '--only', 'list-animals.bare-array'],
  measured: true,
};
/** Not to be compressed any further: what is kept of it takes all its size. */
const noise = randomBytes(5_000_000);
/** Clients that keep their connections open take one response for another: nobody can call that conformant. */
const followed = { ...unasked, code: [3], says: /came that no request had asked for/ };
const bomb = gzipSync(Buffer.alloc(200_000_000, ' '));
const fewRules = [...quick, '--only', '4.1'];
const manyMembers = `{${Array.from({ length: 300_000 }, (_, at) => `"member${at}":1`).join(',')}}`;
const lists = (text: string): Act => {
  const instead = Buffer.from(text);
  return where(
    isList,
    answering({ body: (same, { status }) => (status === 200 ? instead : same) }),
  );
};

describe.concurrent('is borne', () => {
  test.each<[string, Act, Partial<Wanted>?]>([
    [
      '60 kB in a thousand headers',
      answering({
        headers: Array.from({ length: 1000 }, (_, index) => `X-Long-${index}: ${'x'.repeat(45)}`),
      }),
    ],
    [
      'a reset at one request in five',
      where(({ count }) => count % 5 === 0, reset),
      { says: /requests received no response/ },
    ],
    [
      'connections closed after each answer',
      async (turn) => (await turn.answer(), void turn.socket.end()),
    ],
    [
      'idle connections closed without a word',
      async (turn) => (
        await turn.answer(),
        void setTimeout(() => turn.socket.destroy(), turn.count % 20)
      ),
    ],
    [
      'HTTP/1.0 up to the end of the connection',
      async (turn) => (
        await turn.answer({ version: 'HTTP/1.0', length: () => null }),
        void turn.socket.end()
      ),
    ],
    [
      'each answer twice, at once',
      async (turn) => {
        const bytes = await turn.bytes();
        turn.socket.write(Buffer.concat([bytes, bytes]));
      },
      followed,
    ],
    // The kit listens for less than these 60 ms. If a request is sent just then, its rule stays undecided.
    ['each answer again while the connection is idle', again(60), { ...unasked, code: [0, 3] }],
    [
      'one answer in thirty again',
      async (turn) => (turn.count % 30 === 7 ? again(5)(turn) : turn.answer()),
      unasked,
    ],
    [
      'a wrong answer too many, 10 ms later',
      async (turn) => (
        await turn.answer(),
        void setTimeout(
          () =>
            turn.socket.destroyed ||
            turn.socket.write(
              whole(
                '{"code":"x","message":"x","status":401}',
                ['Content-Type: application/json'],
                '401 Nobody',
              ),
            ),
          10,
        )
      ),
      followed,
    ],
    ['408 on each connection that is idle for 3 ms', (turn) => idleFor(turn, 3)],
    [
      'one answer in twelve that breaks off',
      where(
        ({ count }) => count % 12 === 5,
        async (turn) => {
          const bytes = await turn.bytes();
          turn.socket.end(bytes.subarray(0, bytes.length - 3));
        },
      ),
      { says: /requests received an incomplete response, or one that is not HTTP/ },
    ],
    [
      'one answer in forty that is an unasked 101',
      where(
        ({ count }) => count % 40 === 9,
        says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: upgrade\r\n\r\n'),
      ),
      { says: /requests received an incomplete response, or one that is not HTTP/ },
    ],
    ['100 Continue before each answer', answering({ before: 'HTTP/1.1 100 Continue\r\n\r\n' })],
    [
      'Retry-After that is nonsense',
      where(({ count }) => count % 50 === 0, asksToWait(['Retry-After: soon'])),
    ],
    [
      'Retry-After as a date',
      where(
        ({ count }) => count === 100,
        (turn) => asksToWait([`Retry-After: ${new Date(Date.now() + 1500).toUTCString()}`])(turn),
      ),
    ],
  ])('%s', async (_, act, { flags = quick, ...wanted } = {}) =>
    attack(await misbehaving(act), {
      code: 0,
      says: flags === quick ? /No violation found/ : /is conformant \(catalogue and quickstart\)/,
      flags,
      ...wanted,
    }),
  );

  test('a self-signed certificate, once it is trusted', async () => {
    const certificate = testCertificate();
    await attack(await misbehaving((turn) => turn.answer(), { certificate }), {
      code: 0,
      flags: [...quick, '--ca', 'ca.pem'],
      files: { 'ca.pem': certificate.cert },
    });
  });
});

const herd = herdOf(20_000);

describe.concurrent('fails what it breaks, and nothing else', () => {
  // Reading no further is a limit of the kit; lists that anybody may see are a violation.
  const openLists = [
    'authentication.bearer-form',
    'authentication.every-request',
    'authentication.missing-key',
    'authentication.wrong-key',
  ];
  const isListed = (turn: Turn): boolean => isList(turn) && turn.count > 2;
  test.each<[string, Act, Omit<Wanted, 'code'>]>([
    [
      'a reset for one input',
      where((turn) => /[?&]limit=37(&|$)/.test(turn.request.path), reset),
      {
        ...atStandard,
        failed: ['list-animals.limits-accepted'],
        says: /did not respond to `GET \/pets\?limit=37.*`, even on a retry/,
      },
    ],
    [
      'lists without end',
      where(isListed, (turn) =>
        pour(turn, 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n['),
      ),
      {
        flags: [...quick, '--max-body', '2'],
        measured: true,
        failed: openLists,
        says: /the body is larger than 2 MB \(--max-body\)/,
      },
    ],
    [
      '20,000 animals in every list with a limit',
      where(
        (turn) => isList(turn) && turn.request.path.includes('limit='),
        answering({ body: (same, { status }) => (status === 200 ? herd : same) }),
      ),
      {
        flags: [...quick, '--only', 'list-animals.never-above-100'],
        measured: true,
        failed: ['list-animals.never-above-100'],
        says: /(?:returned|with) (?:at least )?\d+ animals/,
      },
    ],
    [
      'a megabyte of brackets in brackets for each response',
      body(() => '['.repeat(500_000) + ']'.repeat(500_000)),
      { ...bounded, flags: [] },
    ],
    [
      'a megabyte of escapes for each response',
      body(() => `"${'\\"'.repeat(500_000)}"`),
      { ...bounded, flags: quick },
    ],
    ...(['<&', '\u0001', '\\'] as const).map((piece): [string, Act, Omit<Wanted, 'code'>] => [
      `a megabyte of ${JSON.stringify(piece)} for each response`,
      body(() => piece.repeat(1_000_000 / piece.length)),
      { ...bounded, flags: [] },
    ]),
    [
      '50 kB of headers that a page would escape',
      answering({
        headers: Array.from({ length: 30 }, (_, at) => `X-${at}: ${'<&"'.repeat(550)}`),
      }),
      { ...bounded, code: [0, 1, 3], flags: [] },
    ],
    [
      '60 kB of empty objects in each list',
      lists(`[${'{},'.repeat(20_000)}{}]`),
      { ...bounded, flags: [] },
    ],
    [
      '60 kB of arrays in each response',
      body(() => `{"a":[${'[],'.repeat(20_000)}{}]}`),
      { ...bounded, flags: [] },
    ],
    ['two million empty objects in each list', lists(`[${'{},'.repeat(2_000_000)}{}]`), bounded],
    ['an object with 300,000 members in place of each list', lists(manyMembers), bounded],
    ['5 MB of noise for each response', body(() => noise), { ...bounded, flags: fewRules }],
    [
      'a body that unpacks to 200 MB, and is not packed twice as it says',
      answering({ headers: ['Content-Encoding: gzip, gzip'], body: () => bomb }),
      { ...bounded, flags: fewRules },
    ],
    [
      'a name of 300 kB in each list',
      lists(`[{"id":1,"name":"${'x'.repeat(300_000)}","categoryId":1}]`),
      { ...bounded, flags: fewRules },
    ],
    [
      'a Content-Length that counts characters',
      (turn) => {
        let characters = 0;
        return turn.answer({
          body: (bytes) => {
            characters = [...bytes.toString()].length;
            return bytes;
          },
          length: () => characters,
        });
      },
      {
        failed: 'whatever is reported',
        says: /was broken: the response is longer than its\s+Content-Length \(perhaps it counts characters/,
      },
    ],
    [
      'a Content-Encoding that no body has',
      answering({ headers: ['Content-Encoding: gzip'] }),
      {
        failed: 'whatever is reported',
        says: /the body is not gzip, although its Content-Encoding says so/,
      },
    ],
  ])('%s', async (_, act, wanted) =>
    attack(await misbehaving(act), { code: 1, flags: quick, ...wanted }),
  );
});
