// Whole runs of the command against targets that misbehave, each a real server: whatever is at the other end, the run ends
// with the right exit code, says plainly what happened, accuses no rule that is kept, shows no key, and stays small.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import {
  endless,
  mute,
  nobody,
  onEachRequest,
  ordinary,
  selfSigned,
  whole,
  type HostileServer,
} from '../../testing/hostile-servers.js';
import { testCertificate } from '../../testing/certificate.js';
import { ensureBuilt, measured } from '../../testing/built.js';
import {
  headersAlone,
  herdOf,
  isAdd,
  isGet,
  isList,
  key,
  misbehaving,
  pour,
  type Changes,
  type Turn,
} from '../../testing/misbehaving.js';
import { inFolder } from '../../testing/io.js';

const patience = 600_000;
const mostMegabytes = 300;

beforeAll(ensureBuilt, patience);

type Server = Pick<HostileServer, 'origin' | 'close'> & {
  readonly url?: string;
  readonly quickstartUrl?: string;
};

interface Wanted {
  readonly code: number;
  /** What the user reads: on the terminal, or as a reason in the report. */
  readonly says?: RegExp;
  /** The rules that are broken; none when left out. */
  readonly failed?: readonly string[] | RegExp;
  readonly flags?: readonly string[];
  /** Files that the flags name. */
  readonly files?: Readonly<Record<string, string>>;
}

async function attack(
  name: string,
  server: Server,
  { code, says = /./, failed = [], flags = [], files = {} }: Wanted,
): Promise<void> {
  const { url = `${server.origin}/v1`, quickstartUrl } = server;
  try {
    await inFolder(async (folder) => {
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
      const ran = await measured(
        [
          url,
          ...(quickstartUrl === undefined ? [] : ['--quickstart', quickstartUrl]),
          '--report-dir',
          'reports',
          '--seed',
          '1',
          '--settle',
          '0',
          ...flags,
        ],
        folder,
        { ANIMAL_STORE_API_KEY: key },
      );
      const reports = readdirSync(join(folder, 'reports')).map((file) =>
        readFileSync(join(folder, 'reports', file), 'utf8'),
      );
      const report =
        code === 4
          ? undefined
          : (JSON.parse(readFileSync(join(folder, 'reports', 'report.json'), 'utf8')) as Report);
      const broken =
        report?.rules.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : [])) ?? [];
      if (process.env['MEASURED'] !== undefined)
        process.stdout.write(
          `${name}: exit ${ran.code}, ${ran.seconds.toFixed(1)} s, ${ran.megabytes.toFixed(0)} MB, ${report?.summary ?? ran.err.trim().split('\n').at(-1)} ${broken.join(' ')}\n`,
        );
      const said = [
        ran.out,
        ran.err,
        ...(report?.rules.map(({ reason }) => reason) ?? []),
        ...(report?.run.warnings ?? []),
      ].join('\n');
      expect({ code: ran.code, said }).toEqual({
        code,
        said: expect.stringMatching(says) as string,
      });
      if (failed instanceof RegExp)
        expect([broken.length > 0, broken.filter((id) => !failed.test(id))]).toEqual([true, []]);
      else expect(broken.sort()).toEqual([...failed].sort());
      expect([said, ...reports].filter((text) => text.includes(key))).toEqual([]);
      expect(ran.megabytes).toBeGreaterThan(20);
      expect(ran.megabytes).toBeLessThan(mostMegabytes);
    });
  } finally {
    await server.close();
  }
}

/** For targets that never answer. Those that do get the time that a busy machine needs. */
const soon = ['--first-byte-timeout', '1', '--answer-timeout', '2'];
const soonWhole = ['--answer-timeout', '2'];
const quick = ['--effort', 'quick'];
/** Where thousands of exchanges say more than some hundreds. */
const atStandard: Partial<Wanted> = { flags: [] };
type Act = (turn: Turn) => void | Promise<void>;
const answering =
  (changes: Changes): Act =>
  (turn) =>
    turn.answer(changes);
/** Misbehaves where `when` says so; else it is correct. */
const where =
  (when: (turn: Turn) => boolean, act: Act): Act =>
  (turn) =>
    when(turn) ? act(turn) : turn.answer();
const body = (change: (text: string) => string | Buffer): Act =>
  answering({ body: (bytes) => Buffer.from(change(bytes.toString('latin1')) as string, 'latin1') });
const reset: Act = ({ socket }) => void socket.resetAndDestroy();
const says =
  (bytes: string | Buffer): Act =>
  ({ socket }) =>
    void socket.write(bytes);
const again =
  (afterMs: number): Act =>
  async (turn) => {
    const bytes = await turn.bytes();
    turn.socket.write(bytes);
    setTimeout(() => turn.socket.destroyed || turn.socket.write(bytes), afterMs);
  };
const unasked: Partial<Wanted> = {
  says: /The target sent (?:an answer|\d+ answers) nobody asked for/,
};
const idle = new WeakMap<object, NodeJS.Timeout>();
/** Gives a connection up that carries nothing for so long, as a server may, and says so. */
const idleFor = async (turn: Turn, milliseconds: number): Promise<void> => {
  clearTimeout(idle.get(turn.socket));
  await turn.answer();
  idle.set(
    turn.socket,
    setTimeout(
      () =>
        turn.socket.destroyed ||
        turn.socket.end(whole('', ['Connection: close'], '408 Request Timeout')),
      milliseconds,
    ),
  );
};
const asksToWait = (headers: readonly string[], status = '429 Too Many Requests'): Act =>
  says(whole('{}', headers, status));

describe.concurrent('cannot be tested', { timeout: patience }, () => {
  test.each<[string, () => Promise<Server>, RegExp, (readonly string[])?]>([
    [
      'nothing listens',
      async () => ({ origin: await nobody(), close: async () => {} }),
      /cannot be reached: nothing listens at http:\/\/127\.0\.0\.1:\d+ \(connection refused\)/,
    ],
    [
      'accepts and says nothing',
      () => mute(),
      /does not answer: no first byte within 1 s \(--first-byte-timeout\)/,
      soon,
    ],
    [
      'stalls after the headers',
      () => misbehaving(headersAlone),
      /does not answer: the answer was not whole within 2 s, it stopped or trickled in the body \(--answer-timeout\)/,
      soonWhole,
    ],
    [
      'a body without end',
      endless,
      /There is no Animal Store .* status 200, text\/plain, the body is larger than 8 MB \(--max-body\)/,
    ],
    [
      'redirects in a circle',
      () =>
        onEachRequest((socket, head) =>
          socket.write(whole('', [`Location: ${head.split(' ')[1]}`], '302 Found')),
        ),
      /redirects to \/v1\/pets\?limit=1, and the kit follows no redirect/,
    ],
    [
      'is something else',
      () => mute('SSH-2.0-OpenSSH_9.9\r\n'),
      /the answer is not HTTP: it begins with "SSH-2\.0-OpenSSH_9\.9/,
    ],
    [
      'TLS where plain HTTP was expected',
      async () => atScheme(await selfSigned(), 'http'),
      /the target answers in TLS: its address may begin with https:\/\//,
    ],
    [
      'plain HTTP where TLS was expected',
      async () =>
        atScheme(await ordinary((_request, response) => void response.end('[]')), 'https'),
      /does not speak TLS: its address may begin with http:\/\//,
    ],
    [
      'a self-signed certificate',
      () => selfSigned(),
      /the certificate is self-signed: give its authority with --ca FILE/,
    ],
    [
      'a reset at every request',
      () => misbehaving(reset),
      /does not answer: the connection was closed before an answer came/,
    ],
    [
      'empty bodies',
      () => misbehaving(body(() => '')),
      /There is no Animal Store .* status 200, application\/json, the body is empty/,
    ],
    [
      '429 for ever',
      () => misbehaving(asksToWait([])),
      /asked to slow down \d times, for longer than the 1 s that the kit waits \(--throttle-wait\)/,
      ['--throttle-wait', '1'],
    ],
    [
      '503 for ever',
      () => misbehaving(asksToWait(['Retry-After: 1'], '503 Busy')),
      /asked to slow down \d times, for longer than the 2 s that the kit waits \(--throttle-wait\)/,
      ['--throttle-wait', '2'],
    ],
    [
      'Retry-After in a year',
      () => misbehaving(asksToWait(['Retry-After: 31536000'])),
      /asks to slow down, for longer than the 60 s that the kit waits/,
    ],
    [
      'an answer that holds the key',
      () =>
        misbehaving(
          ({ socket, request }) =>
            void socket.write(
              whole('x', [
                `Content-Type: text/${request.headers.find(([name]) => /^authorization$/i.test(name))?.[1]}`,
              ]),
            ),
        ),
      /There is no Animal Store .* text\/Bearer \$ANIMAL_STORE_API_KEY/,
    ],
  ])('%s', async (name, make, message, flags = []) =>
    attack(name, await make(), { code: 4, says: message, flags }),
  );

  test('a redirect to another origin, which gets no request', async () => {
    const elsewhere = await ordinary((_request, response) => void response.end('[]'));
    await attack(
      'a redirect to another origin',
      await onEachRequest((socket) =>
        socket.write(
          whole('', [`Location: ${elsewhere.origin}/v1/pets`], '307 Temporary Redirect'),
        ),
      ),
      {
        code: 4,
        says: /redirects to http:\/\/127\.0\.0\.1:\d+\/v1\/pets, and the kit follows no redirect, as its key is for/,
      },
    );
    expect(elsewhere.seen).toEqual({ connections: 0, requests: 0 });
    await elsewhere.close();
  });
});

const atScheme = (server: HostileServer, scheme: string): Server => ({
  origin: `${scheme}://127.0.0.1:${server.port}`,
  close: () => server.close(),
});

describe.concurrent('is borne', { timeout: patience }, () => {
  test.each<[string, Act, Partial<Wanted>?]>([
    ['60 kB in one header', answering({ headers: [`X-Long: ${'x'.repeat(60_000)}`] })],
    [
      '60 kB in a thousand headers',
      answering({
        headers: Array.from({ length: 1000 }, (_, index) => `X-Long-${index}: ${'x'.repeat(45)}`),
      }),
    ],
    ['a reset at one request in five', where(({ count }) => count % 5 === 0, reset), atStandard],
    [
      'connections closed after each answer',
      async (turn) => (await turn.answer(), void turn.socket.end()),
      atStandard,
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
      unasked,
    ],
    ['each answer again 10 ms later', again(10), { ...unasked, ...atStandard }],
    ['each answer again while the connection is idle', again(60), unasked],
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
      unasked,
    ],
    ['408 on each connection that is idle for 15 ms', (turn) => idleFor(turn, 15), atStandard],
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
      { says: /requests got an answer that was never whole, or was no HTTP/ },
    ],
    [
      'one answer in forty that is an unasked 101',
      where(
        ({ count }) => count % 40 === 9,
        says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: upgrade\r\n\r\n'),
      ),
      { says: /requests got an answer that was never whole, or was no HTTP/ },
    ],
    [
      'one answer in fifty that does not come',
      where(({ count }) => count % 50 === 11, reset),
      { says: /requests got no answer at all/ },
    ],
    ['100 Continue before each answer', answering({ before: 'HTTP/1.1 100 Continue\r\n\r\n' })],
    [
      'Retry-After in the past',
      where(
        ({ count }) => count % 50 === 0,
        asksToWait(['Retry-After: Wed, 21 Oct 2015 07:28:00 GMT']),
      ),
    ],
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
  ])('%s', async (name, act, { flags = quick, ...wanted } = {}) =>
    attack(name, await misbehaving(act), {
      code: 0,
      says:
        flags === quick ? /No violation was found/ : /is conformant \(catalogue and quickstart\)/,
      flags,
      ...wanted,
    }),
  );

  test('a self-signed certificate, once it is trusted', async () => {
    const certificate = testCertificate();
    await attack(
      'a trusted certificate',
      await misbehaving((turn) => turn.answer(), { certificate }),
      { code: 0, flags: [...quick, '--ca', 'ca.pem'], files: { 'ca.pem': certificate.cert } },
    );
  });
});

const herd = herdOf(60_000);
const smallHerd = herdOf(2_000);
const inTheFamily = (...names: readonly string[]): RegExp => new RegExp(`^(?:${names.join('|')})`);

describe.concurrent('fails what it breaks, and nothing else', { timeout: patience }, () => {
  const listsJson = ['bodies.json', 'list-animals.bare-array', 'list-animals.nothing-matches'];
  // That the kit reads no further is its own bound; that anybody may see the lists is not.
  const openLists = [
    'authentication.bearer-form',
    'authentication.comes-first',
    'authentication.every-request',
    'authentication.missing-key',
    'authentication.other-places',
    'authentication.wrong-key',
  ];
  const isListed = (turn: Turn): boolean => isList(turn) && turn.count > 2;
  test.each<[string, Act, Omit<Wanted, 'code'>]>([
    [
      'a reset for one input',
      where((turn) => /[?&]limit=37(&|$)/.test(turn.request.path), reset),
      {
        failed: ['list-animals.limits-accepted'],
        says: /gives no answer to GET \/pets\?limit=37.*, also when it is asked again/,
      },
    ],
    [
      'adds that are redirected',
      where(
        isAdd,
        says(whole('', ['Location: http://127.0.0.1:1/v1/pets'], '307 Temporary Redirect')),
      ),
      {
        failed: inTheFamily('authentication', 'add-animal'),
        says: /answered with 307 instead of 201/,
      },
    ],
    [
      'lists without end',
      where(isListed, (turn) =>
        pour(turn, 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n['),
      ),
      { failed: openLists, says: /the body is larger than 8 MB \(--max-body\)/ },
    ],
    [
      'lists nested deeply',
      where(
        isList,
        body(() => '['.repeat(10_000) + ']'.repeat(10_000)),
      ),
      {
        failed: ['list-animals.bare-array', 'authentication.error-body', 'errors.error-object'],
        says: /\/0 is an array, not an object/,
      },
    ],
    [
      'keys that are doubled',
      body((text) => text.replaceAll('"name":', '"name":"x","name":')),
      {
        failed: ['list-animals.bare-array', 'add-animal.returns-pet', 'get-animal.exact-animal'],
        says: /\/0\/name is there twice/,
      },
    ],
    [
      'invalid UTF-8',
      body((text) => text.replaceAll('"name":"', '"name":"\xff')),
      { failed: [...listsJson, 'add-animal.returns-pet'], says: /byte \d+ \(0xFF\) is not UTF-8/ },
    ],
    [
      'a byte order mark',
      body((text) => `\xef\xbb\xbf${text}`),
      {
        failed: [
          ...listsJson,
          'add-animal.returns-pet',
          'authentication.error-body',
          'errors.error-object',
          'errors.unknown-paths',
          'messages.returns-message',
        ],
        says: /a byte order mark before the JSON/,
      },
    ],
    [
      '60,000 animals in every list with a limit',
      where(
        (turn) => isList(turn) && turn.request.path.includes('limit='),
        answering({ body: (same, { status }) => (status === 200 ? herd : same) }),
      ),
      {
        failed: [
          'list-animals.default-limit',
          'list-animals.filter',
          'list-animals.filter-few',
          'list-animals.limit-is-maximum',
          'list-animals.never-above-100',
          'list-animals.nothing-matches',
          'sequences.model',
        ],
        says: /holds 60000 animals/,
      },
    ],
    [
      '2,000 animals beyond the limit',
      where(
        (turn) => isList(turn) && !/limit=(?:100|\d\d?)(?:&|$)/.test(turn.request.path),
        answering({ body: (same, { status }) => (status === 200 ? smallHerd : same) }),
      ),
      {
        failed: [
          'list-animals.default-limit',
          'list-animals.filter',
          'list-animals.filter-few',
          'list-animals.never-above-100',
          'list-animals.nothing-matches',
        ],
        says: /holds 2000 animals/,
      },
    ],
    [
      'gets with empty bodies',
      where(
        isGet,
        body(() => ''),
      ),
      {
        failed: [
          'authentication.error-body',
          'bodies.json',
          'errors.error-object',
          'errors.unknown-paths',
          'get-animal.exact-animal',
          'sequences.model',
        ],
        says: /the body is empty/,
      },
    ],
  ])('%s', async (name, act, wanted) =>
    attack(name, await misbehaving(act), { code: 1, ...wanted }),
  );
});

describe.concurrent('cannot be told, and accuses nobody', { timeout: patience }, () => {
  test('dies midway', async () => {
    const server = await misbehaving((turn) =>
      turn.count < 400 ? turn.answer() : void server.close(),
    );
    await attack(
      'dies midway',
      { ...server, close: async () => {} },
      { code: 3, says: /the target has stopped answering \(nothing listens at / },
    );
  });

  test.each<[string, Act, RegExp, (readonly string[])?]>([
    [
      'Retry-After in a year, midway',
      where(({ count }) => count > 200, asksToWait(['Retry-After: 31536000'])),
      /asks to slow down, for longer than the 60 s that the kit waits/,
    ],
    [
      'gets slower and slower',
      (turn) => void setTimeout(() => void turn.answer(), turn.count * 2),
      /was not over within 3 s \(--timeout\): what was not told by then is open/,
      ['--timeout', '3'],
    ],
    [
      'says nothing any more, midway',
      where(
        ({ count }) => count > 300,
        () => {},
      ),
      /the target has stopped answering \(no first byte within 1 s/,
      soon,
    ],
  ])('%s', async (name, act, message, flags = []) =>
    attack(name, await misbehaving(act), { code: 3, says: message, flags }),
  );
});
