// `doctor` against targets of every kind: what it says, what it sends, and what it never does.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Examination } from '../../commands/doctor/examination.js';
import type { ReferenceResponse } from '../../../reference/index.js';
import { mainFile, startShell } from '../../../testing/built.js';
import { testCertificate } from '../../../testing/certificates/tls.js';
import { command, inFolder, type World, world } from '../../../testing/io.js';
import { mute, nobody, ordinary, whole } from '../../../testing/targets/hostile-servers.js';
import {
  key,
  type Misbehaving,
  misbehaving,
  type Turn,
} from '../../../testing/targets/misbehaving.js';
import { main } from '../../cli.js';
import { until } from '../../../testing/until.js';

const withKey = { ANIMAL_STORE_API_KEY: key };

/** What was sent: method, path, and whether with the key. */
type Sent = readonly [asked: string, key: string | undefined];

interface Store extends Misbehaving {
  readonly sent: readonly Sent[];
}

async function store(
  act: (turn: Turn) => void | Promise<void> = (turn) => turn.answer(),
  certificate = false,
): Promise<Store> {
  const sent: Sent[] = [];
  const server = await misbehaving(
    (turn) => {
      const { method, path, headers } = turn.request;
      sent.push([
        `${method} ${path}`,
        headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1],
      ]);
      return act(turn);
    },
    certificate ? { certificate: testCertificate() } : {},
  );
  return { ...server, sent };
}

/** Runs `doctor` beside a store, in a folder of its own. */
async function examined(
  there: Pick<Misbehaving, 'close'>,
  argv: readonly string[],
  given: World & { readonly dotenv?: string } = {},
) {
  try {
    return await inFolder(async (folder) => {
      if (given.dotenv !== undefined)
        writeFileSync(join(folder, '.env'), given.dotenv, { mode: 0o600 });
      const before = readdirSync(folder);
      const found = await command(['doctor', ...argv], { environment: withKey, ...given, folder });
      expect(readdirSync(folder)).toEqual(before);
      return { ...found, flat: found.out.replace(/\s+/g, ' ') };
    });
  } finally {
    await there.close();
  }
}

describe('where all is well', () => {
  test('one screen says what is configured, what responds and what a run can decide', async () => {
    const there = await store();
    const { code, out, err, flat } = await examined(there, [], {
      environment: { ANIMAL_STORE_STAGING_URL: there.url },
      dotenv: [
        `ANIMAL_STORE_API_KEY=${key}`,
        `ANIMAL_STORE_PRODUCTION_URL=${there.url.replace('127.0.0.1', 'localhost')}`,
        `ANIMAL_STORE_QUICKSTART_URL=${there.quickstartUrl}`,
        'ANIMAL_STORE_QUICKSTART_API_KEY=',
      ].join('\n'),
    });
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(flat).toMatch(/✓ environment ANIMAL_STORE_STAGING_URL ✓ \.env ANIMAL_STORE_API_KEY/);
    expect(flat).toMatch(
      /\.env ANIMAL_STORE_API_KEY, ANIMAL_STORE_PRODUCTION_URL, ANIMAL_STORE_QUICKSTART_URL – not set ANIMAL_STORE_QUICKSTART_API_KEY/,
    );
    expect(flat).toMatch(
      /✓ staging \S+\/v1 responds in \d+ ms; key accepted; 401 without a key; lists animals run the tests to see whether catalogue and quickstart conform/,
    );
    expect(flat).toMatch(
      /✓ production .* lists animals read-only: .* cannot declare it conformant/,
    );
    expect(flat).toMatch(
      /✓ quickstart \S+ responds in \d+ ms; key accepted; 401 without a key sent/,
    );
    expect(out).toMatch(/\n\nNext: {2}npx animal-store-conformance staging\n$/);
    expect(out).not.toContain(key);
    // One quickstart stands beside both.
    expect(there.sent.filter(([asked]) => asked.startsWith('POST'))).toHaveLength(2);
  });

  test('asks no quickstart beside a target that is only read, and says if that is empty', async () => {
    const body = (list: Buffer, { status }: ReferenceResponse): Buffer =>
      status === 200 ? Buffer.from('[]') : list;
    const there = await store((turn) => turn.answer({ body }));
    const { code, flat } = await examined(there, ['production'], {
      environment: {
        ...withKey,
        ANIMAL_STORE_PRODUCTION_URL: there.url,
        ANIMAL_STORE_QUICKSTART_URL: there.quickstartUrl,
      },
    });
    expect(code).toBe(0);
    expect(flat).toMatch(/– quickstart \S+ not asked: it takes only POST/);
    expect(flat).toMatch(/read-only, and the store has no animals: most rules stay untested/);
    expect(there.sent.filter(([asked]) => asked.startsWith('POST'))).toEqual([]);
  });

  test('reads the catalogue, and sends the quickstart only what cannot be stored', async () => {
    const bodies: string[] = [];
    const there = await store((turn) => {
      if (turn.request.method === 'POST') bodies.push(String(turn.request.body));
      return turn.answer();
    });
    const { code } = await examined(there, [there.url, '--quickstart', there.quickstartUrl]);
    expect(code).toBe(0);
    const bearer = `Bearer ${key}`;
    const sentBy = (method: string) => there.sent.filter(([asked]) => asked.startsWith(method));
    expect(sentBy('GET')).toEqual([
      ['GET /v1/pets?limit=1', bearer],
      ['GET /v1/pets?limit=1', undefined],
      ['GET /v1/pets?limit=1', bearer],
    ]);
    expect(sentBy('POST')).toEqual([
      ['POST /quickstart/messages', undefined],
      ['POST /quickstart/messages', bearer],
    ]);
    expect(there.sent).toHaveLength(5);
    expect(bodies).toHaveLength(2);
    for (const body of bodies) expect(() => JSON.parse(body) as unknown).toThrow();
  });

  test('JSON says the same for programs', async () => {
    const there = await store();
    const { code, out } = await examined(there, [there.url, '--json']);
    const found = JSON.parse(out) as Examination & { exitStatus: number };
    expect(code).toBe(0);
    expect(found).toMatchObject({
      exitStatus: 0,
      node: { isSupported: true },
      reports: { problem: null },
      targets: [
        {
          address: there.url,
          problem: null,
          scope: 'full',
          look: { withKey: 200, withoutKey: 401, looksRight: true, isEmpty: false },
        },
      ],
      missing: [{ isOptional: true, line: expect.stringContaining('QUICKSTART_URL=') as string }],
    });
    expect(found.settings).toContainEqual({
      variable: 'ANIMAL_STORE_API_KEY',
      from: 'the environment',
    });
    expect(out).not.toContain(key);
  });

  test('on a terminal it says first what it is looking at', async () => {
    const { err } = await examined({ close: async () => {} }, ['reference'], { terminal: true });
    expect(err).toBe('Looking at reference …\n');
  });

  test('the reference server is', async () => {
    const { code, flat } = await examined({ close: async () => {} }, ['reference'], {
      environment: {},
    });
    expect(code).toBe(0);
    expect(flat).toMatch(/✓ reference .*✓ quickstart .*Next: npx animal-store-conformance $/);
  });

  test('a candidate is started with the variables that are named, and a key made up for it', async () => {
    const start = `"$NODE" "${mainFile}" reference --port $PORT`;
    const { code, flat } = await examined(
      { close: async () => {} },
      [
        '--start',
        start,
        '--candidate-env',
        'NODE',
        '--quickstart',
        'http://127.0.0.1:$PORT/quickstart',
        '--output',
        'out',
      ],
      { environment: { PATH: process.env['PATH'], NODE: process.execPath } },
    );
    expect(code).toBe(0);
    expect(flat).toMatch(/✓ target .* lists animals .*✓ quickstart .*Next: .* --start '/);
    expect(flat).toMatch(/--output out $/);
  });

  test('TLS is, once its authority is trusted', async () => {
    const there = await store(undefined, true);
    const untrusted = await examined({ close: async () => {} }, [there.url]);
    expect(untrusted.code).toBe(4);
    expect(untrusted.flat).toContain('the certificate is self-signed');
    const { code, flat } = await examined(there, [there.url, '--insecure']);
    expect(code).toBe(0);
    expect(flat).toMatch(/certificates are not checked \(--insecure\).*responds in \d+ ms, TLS;/);
  });
});

describe('what is not configured', () => {
  const nothing = { close: async () => {} };

  test('is named with the line to type, and nothing is left behind', async () => {
    const { code, out } = await examined(nothing, [], { environment: {} });
    expect(code).toBe(2);
    expect(out).toMatch(/^ {14}export ANIMAL_STORE_STAGING_URL=https:\/\/\S+$/m);
    expect(out).toMatch(/^ {14}read -rs ANIMAL_STORE_API_KEY && export ANIMAL_STORE_API_KEY$/m);
    expect(out).toMatch(/^ {14}export ANIMAL_STORE_QUICKSTART_URL=https:\/\/\S+$/m);
    expect(out).toMatch(/\nNext: {2}npx animal-store-conformance init\n$/);
    expect(out.replace(/\s+/g, ' ')).toContain("start your server with --start 'node server.js',");
  });

  test('a key: the target is asked all the same, and only without one', async () => {
    const there = await store();
    const { code, flat } = await examined(there, [there.url], {
      environment: { ANIMAL_STORE_KEY: 'fake-key-in-a-wrong-place' },
    });
    expect(code).toBe(2);
    expect(flat).toContain('ANIMAL_STORE_KEY is set: is it misspelt?');
    expect(flat).not.toContain('fake-key');
    expect(flat).toMatch(/– target .* checked only without a key \(401\)/);
    expect(there.sent).toEqual([['GET /v1/pets?limit=1', undefined]]);
  });

  test('a key, and the address is wrong too', async () => {
    const there = await store((turn) =>
      turn.request.path.startsWith('/v1')
        ? turn.answer()
        : void turn.socket.write(whole('', [], '404 Not Found')),
    );
    const { code, flat } = await examined(there, [there.origin], { environment: {} });
    expect(code).toBe(4);
    expect(flat).toMatch(/Did you mean http:\/\/127\.0\.0\.1:\d+\/v1\?/);
    expect(there.sent.every(([, sentKey]) => sentKey === undefined)).toBe(true);
  });

  test.each<[string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
    ['an address', ['staging'], withKey, /✗ staging staging has no address: set ANIMAL_STORE/],
    [
      'a usable address, which is not shown',
      [],
      { ...withKey, ANIMAL_STORE_STAGING_URL: 'https://me:hidden@s.example/v1' },
      /✗ staging ANIMAL_STORE_STAGING_URL contains a user or a password/,
    ],
    [
      'a usable proxy',
      ['https://s.example/v1'],
      { ...withKey, HTTPS_PROXY: 'socks5://proxy.example' },
      /✗ target HTTPS_PROXY asks for a socks5 proxy/,
    ],
    ['a target by that name', ['stagign'], withKey, /Did you mean staging\?/],
  ])('%s', async (_, argv, environment, says) => {
    const { code, flat } = await examined(nothing, argv, { environment });
    expect(code).toBe(2);
    expect(flat).toMatch(says);
    expect(flat).not.toMatch(/hidden/);
  });

  test('a folder for reports, where a file is in the way', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'reports'), '');
      const { code, out } = await command(['doctor', 'reference'], { folder });
      expect(code).toBe(2);
      expect(out.replace(/\s+/g, ' ')).toMatch(
        /✗ reports Reports cannot be written to "reports\/reference" \(.*✗ missing .*--output/,
      );
    });
  });

  test.runIf(process.platform !== 'win32')(
    'room on the disk, for doctor and for init',
    async () => {
      await inFolder(async (folder) => {
        const full = (argv: string) =>
          startShell(`ulimit -f 0; "${process.execPath}" "${mainFile}" ${argv}`, folder);
        const doctor = full('doctor reference');
        expect(await doctor.ended).toBe(2);
        expect(doctor.written.out).toMatch(/✗ reports +Reports cannot be written to/);
        const init = full('init --pipeline github');
        expect(await init.ended).toBe(2);
        expect(init.written.err).toMatch(/"\.env" cannot be written \(it would become too large\)/);
        expect(readdirSync(folder)).toEqual([]);
        // Files that existed before stay, and no new one is left behind.
        writeFileSync(join(folder, '.env'), '');
        const pipeline = full('init --pipeline github');
        expect(await pipeline.ended).toBe(2);
        expect(pipeline.written.err).toMatch(/animal-store\.yml" cannot be written/);
        expect(readdirSync(folder)).toEqual(['.env']);
      });
    },
  );
});

describe('what cannot be tested', () => {
  test.each<[string, () => Promise<Store>, (at: Store) => readonly string[], RegExp]>([
    [
      'a key that is refused',
      () => store((turn) => turn.answer({ body: (body) => body })),
      ({ url }) => [url],
      /✗ target .* refuses the key\. Check ANIMAL_STORE_API_KEY/,
    ],
    [
      'a base address without its version',
      () => store(),
      ({ origin }) => [origin],
      /There is no Animal Store at \S+ Did you mean http:\/\/127\.0\.0\.1:\d+\/v1\?/,
    ],
    [
      'JSON that lists no animals, beside a store',
      () =>
        store((turn) =>
          turn.request.path.startsWith('/v1')
            ? turn.answer()
            : void turn.socket.write(whole('{}', ['Content-Type: application/json'])),
        ),
      ({ origin }) => [`${origin}/api`],
      /GET \/pets lists no animals there\. Did you mean http:\/\/127\.0\.0\.1:\d+\/v1\?/,
    ],
    [
      'no quickstart',
      () => store(),
      ({ url, origin }) => [url, '--quickstart', `${origin}/nothing`],
      /✓ target .*✗ quickstart \S+ POST \/messages returned 404: there is no quickstart/,
    ],
    [
      'a quickstart that refuses the key',
      () =>
        store((turn) =>
          turn.request.method === 'POST'
            ? void turn.socket.write(whole('{}', [], '401 Unauthorized'))
            : turn.answer(),
        ),
      ({ url, quickstartUrl }) => [url, '--quickstart', quickstartUrl],
      /✗ quickstart \S+ Refuses the key of the catalogue\. If it has a key of its own, set ANIMAL_STORE_QUICKSTART_API_KEY\./,
    ],
    [
      'an answer that holds the key',
      () =>
        store(({ socket, request }) => {
          const authorization = request.headers.find(([name]) => /^authorization$/i.test(name));
          socket.write(whole('x', [`Content-Type: text/${authorization?.[1] ?? 'plain'}`]));
        }),
      ({ url }) => [url],
      /There is no Animal Store .* text\/Bearer \$ANIMAL_STORE_API_KEY/,
    ],
  ])('%s', async (name, make, argv, says) => {
    const there = await make();
    const environment = name.startsWith('a key') ? { ANIMAL_STORE_API_KEY: 'fake-other' } : withKey;
    const { code, flat } = await examined(there, argv(there), { environment });
    expect(code).toBe(4);
    expect(flat).toMatch(says);
    expect(flat).toMatch(
      /Next: (?:check [^,]+, then |fix the quickstart, or test without it: )?npx animal-store-conformance (?!.*conformant)/,
    );
    const [, next = ''] = flat.split('Next: ');
    expect(next).not.toContain(`${there.origin}/nothing`);
    const [, meant] = /Did you mean (\S+)\?/.exec(flat) ?? [];
    if (meant !== undefined) expect(next).toBe(`npx animal-store-conformance doctor ${meant} `);
    if (name.includes('quickstart'))
      expect(next).toBe(
        `fix the quickstart, or test without it: npx animal-store-conformance ${there.url} --quickstart none `,
      );
    expect(flat).not.toContain(key);
  });

  test('nobody, while others are looked at all the same', async () => {
    const there = await store();
    const { code, flat } = await examined(there, [], {
      environment: {
        ...withKey,
        ANIMAL_STORE_STAGING_URL: `${await nobody()}/v1`,
        ANIMAL_STORE_PRODUCTION_URL: there.url,
        ANIMAL_STORE_QUICKSTART_URL: there.quickstartUrl,
      },
    });
    expect(code).toBe(4);
    expect(flat).toMatch(/✗ staging .*connection refused.* ✓ production .* ✓ quickstart/);
  });

  test('a redirect, whose aim gets no request', async () => {
    const elsewhere = await ordinary((_request, response) => void response.end('[]'));
    const there = await store(
      ({ socket }) =>
        void socket.write(whole('', [`Location: ${elsewhere.origin}/v1/pets`], '307 Moved')),
    );
    const argv = [there.url, '--quickstart', there.quickstartUrl];
    const { code, flat } = await examined(there, argv);
    expect([code, elsewhere.seen.requests]).toEqual([4, 0]);
    expect(flat).toContain('The kit does not follow redirects');
    await elsewhere.close();
  });

  test('a candidate that ends', async () => {
    const { code, flat } = await examined(
      { close: async () => {} },
      ['--start', 'echo no; exit 3'],
      {
        environment: { PATH: process.env['PATH'] },
      },
    );
    expect(code).toBe(4);
    expect(flat).toMatch(/✗ target .*The candidate exited with status 3 before/);
  });
});

describe('what a run is there to find', () => {
  test.each<[string, (turn: Turn) => void | Promise<void>, RegExp]>([
    [
      'a list that takes any key',
      (turn) => {
        const others = turn.request.headers.filter(([name]) => !/^authorization$/i.test(name));
        const headers = [...others, ['Authorization', `Bearer ${key}`]];
        Object.assign(turn.request, { headers });
        return turn.answer();
      },
      /! target .* Without a key it returned 200, not 401: expect failures/,
    ],
    [
      'a quickstart that takes anything, and is asked once',
      (turn) =>
        turn.request.method === 'POST'
          ? void turn.socket.write(whole('{}', [], '202 Accepted'))
          : turn.answer(),
      /! quickstart .* broken JSON and no key returned 202: expect failures/,
    ],
  ])('%s', async (_, act, says) => {
    const there = await store(act);
    const { code, flat } = await examined(there, [there.url, '--quickstart', there.quickstartUrl]);
    expect(code).toBe(0);
    expect(flat).toMatch(says);
    expect(there.sent.filter(([asked]) => asked.startsWith('POST'))).toHaveLength(1);
  });
});

test('an interruption ends it', async () => {
  const there = await mute();
  const running = world({ environment: withKey });
  const code = main(['doctor', `${there.origin}/v1`], running.io);
  await until(() => there.seen.connections === 1);
  running.interrupt();
  expect(await code).toBe(130);
  expect(running.written.out).toBe('');
  await there.close();
});

describe('a key from standard input', () => {
  /** Nothing is left of it once it is read, as with a pipe. */
  async function piped(argv: readonly string[], environment: World['environment'] = {}) {
    const { io, written } = world({ environment });
    let left = `${key}\n`;
    const text = (): Promise<string> => {
      const read = left;
      left = '';
      return Promise.resolve(read);
    };
    const given = { ...io, stdin: { ...io.stdin, text } };
    const code = await main(['doctor', '--key-from', '-', ...argv], given);
    return { code, ...written };
  }

  test('serves every target', async () => {
    const there = await store();
    const { code } = await piped([], {
      ANIMAL_STORE_STAGING_URL: there.url,
      ANIMAL_STORE_PRODUCTION_URL: there.url,
    });
    expect(code).toBe(0);
    await there.close();
  });

  test.each([[[]], [['--json']]])('shows nowhere, whoever says it: %j', async (flags) => {
    const there = await store(
      ({ socket }) =>
        void socket.write(whole('x', [`Content-Type: text/${key.slice(10, 22)}`, `X: ${key}`])),
    );
    const { code, out, err } = await piped([`${there.origin}/${key}/v1`, ...flags]);
    expect(code).toBe(4);
    expect(out).toContain('There is no Animal Store');
    expect(out + err).not.toContain(key.slice(10, 22));
    await there.close();
  });
});
