// A .env that somebody has planted in a checkout: it gets no key that is not its own, loosens nothing in silence, and is
// told. A developer's own .env, with the key and the addresses, works as ever.
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../../api/run.js';
import type { RunEvent } from '../../../api/running.js';
import type { RunOptions } from '../../../api/options/run-options.js';
import { createReference, fakeKey, faultNamed, serve } from '../../../reference/index.js';
import { command, inFolder, type Ran } from '../../../testing/io.js';

const secret = { ANIMAL_STORE_API_KEY: fakeKey };

interface Evil {
  readonly origin: string;
  /** Whatever reached it. */
  readonly got: string[];
}

let evil: Evil;
let good: { readonly url: string; readonly quickstartUrl: string };
const closing: (() => Promise<unknown> | unknown)[] = [];

beforeEach(async () => {
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(401, { 'Content-Type': 'application/json' });
    response.end('{"code":"no","message":"no","status":401}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => (server.closeAllConnections(), server.close()));
  evil = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
  const serving = await serve(createReference({ faults: [faultNamed('missing-name-taken')!] }));
  closing.push(() => serving.close());
  good = serving;
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Carries out commands in a folder with this .env. */
const beside = <T>(
  settings: Readonly<Record<string, string>>,
  work: (ran: (...words: string[]) => Promise<Ran>, folder: string) => Promise<T>,
  environment: Readonly<Record<string, string>> = secret,
): Promise<T> =>
  inFolder((folder) => {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, '.env'), lines.join(''), { mode: 0o600 });
    return work((...words) => command(words, { folder, environment }), folder);
  });

const few = ['--only', 'add-animal.missing-name', '--quiet'];
const staging = (): Record<string, string> => ({
  ANIMAL_STORE_STAGING_URL: `${evil.origin}/v1`,
});
const quickstart = (): Record<string, string> => ({
  ANIMAL_STORE_QUICKSTART_URL: `${evil.origin}/q`,
});

/** Only with its port does such an address count as that of a candidate. */
const quickstartAtPort = (): Record<string, string> => ({
  ANIMAL_STORE_QUICKSTART_URL: `${evil.origin}/$PORT/q`,
});

describe('a key of the environment', () => {
  test.each<[string, () => Record<string, string>, () => readonly string[]]>([
    ['run', quickstart, () => [good.url]],
    ['run', staging, () => ['staging']],
    [
      'run, of production',
      () => ({ ANIMAL_STORE_PRODUCTION_URL: evil.origin }),
      () => ['production'],
    ],
    ['run, of a candidate', quickstartAtPort, () => ['--start', 'sleep 60']],
    ['run, again and again', quickstartAtPort, () => ['--start', 'sleep 60', '--watch']],
    ['compare', staging, () => ['compare', good.url, 'staging']],
    ['compare', quickstart, () => ['compare', good.url, 'reference']],
    ['doctor', quickstart, () => ['doctor', good.url]],
    ['doctor', staging, () => ['doctor']],
  ])('does not go to an address that only .env names: %s', async (_, settings, words) => {
    await beside(settings(), async (ran) => {
      const { code, out, err } = await ran(...words());
      expect(code).toBe(2);
      const said = `${out}${err}`.replace(/\s+/g, ' ');
      expect(said).toContain('the key comes from the environment (ANIMAL_STORE_API_KEY)');
      expect(said).toMatch(
        /ANIMAL_STORE_(STAGING|PRODUCTION|QUICKSTART)_URL .{0,60}only from \.env/,
      );
      expect(evil.got.filter((one) => one.includes('Bearer'))).toEqual([]);
    });
  });

  test('is kept from a quickstart that is not that of the candidate', async () => {
    await beside(quickstart(), async (ran) => {
      const { code, err } = await ran('--start', 'true');
      expect(code).toBe(4);
      expect(err).toContain('ANIMAL_STORE_QUICKSTART_URL does not name the server that --start');
      expect(evil.got).toEqual([]);
    });
  });

  test('but a plan sends nothing, and is one all the same', async () => {
    await beside(staging(), async (ran) => {
      expect(await ran('plan', 'staging', '--only', 'version', '--quiet')).toMatchObject({
        code: 0,
        err: '',
      });
      expect(evil.got).toEqual([]);
    });
  });

  // verify --rerun is tested where there is a certificate: certify.test.ts.
  test('certify', async () => {
    await beside(staging(), async (ran, folder) => {
      const answers = ['Acme', 'Store', '1', 'https://acme.example', 'a@acme.example', '', ''];
      const stdin = answers.join('\n');
      expect((await command(['certify', '--init'], { folder, stdin })).code).toBe(0);
      expect((await ran('certify', '--keygen')).code).toBe(0);
      expect(await ran('certify', 'staging')).toMatchObject({
        code: 2,
        err: expect.stringContaining('only from .env') as string,
      });
      expect(evil.got).toEqual([]);
    });
  });

  test('replay, where a planted report and a planted .env name the same address', async () => {
    await beside(staging(), async (ran, folder) => {
      expect((await ran(good.url, ...few, '--output', 'reports/x')).code).toBe(1);
      const path = join(folder, 'reports/x/report.json');
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replaceAll(new URL(good.url).origin, evil.origin),
      );
      expect(await ran('replay')).toMatchObject({
        code: 2,
        err: expect.stringContaining('only from .env') as string,
      });
      expect(evil.got).toEqual([]);
    });
  });

  test('nor does one of a file that was named, or of the quickstart alone', async () => {
    await beside(staging(), async (ran, folder) => {
      writeFileSync(join(folder, 'key'), fakeKey, { mode: 0o600 });
      expect(await ran('staging', '--key-from', 'key')).toMatchObject({
        code: 2,
        err: expect.stringContaining('the key comes from --key-from') as string,
      });
    });
    await beside(
      { ANIMAL_STORE_API_KEY: 'fake-planted', ...staging(), ...quickstart() },
      async (ran) =>
        expect(await ran('staging')).toMatchObject({
          code: 2,
          err: expect.stringContaining('(ANIMAL_STORE_QUICKSTART_API_KEY)') as string,
        }),
      { ANIMAL_STORE_QUICKSTART_API_KEY: fakeKey },
    );
    expect(evil.got).toEqual([]);
  });

  test('nor does the token of a gateway, though the key is beside the address', async () => {
    await beside(
      { ...secret, ...staging(), ...quickstart() },
      async (ran) => {
        for (const words of [['staging'], [good.url], ['doctor', 'staging']]) {
          const { code, out, err } = await ran(...words, '--header', 'X-Gateway: fake-token-0123');
          expect(code).toBe(2);
          expect(`${out}${err}`.replace(/\s+/g, ' ')).toMatch(
            /--header gives X-Gateway, but .* only from \.env/,
          );
        }
        expect(evil.got).toEqual([]);
        expect((await ran('staging', '--header', 'Accept-Language: de')).code).toBe(4);
      },
      {},
    );
  });

  test('programs, and the tests of vitest, which come through the same door', async () => {
    await beside(staging(), async (_, folder) => {
      const options: RunOptions = { target: 'staging', folder, environment: secret };
      await expect(run(options)).rejects.toThrow(/only from \.env/);
      await expect(run({ ...options, environment: {}, key: fakeKey })).rejects.toThrow(
        /only from \.env/,
      );
      expect(evil.got).toEqual([]);
    });
  });

  test('goes to addresses that are typed, or of the environment, whatever .env says', async () => {
    await beside(
      { ...staging(), ...quickstart() },
      async (ran) => {
        expect((await ran('staging', ...few)).err).not.toContain('.env');
        const typed = await ran(good.url, '--quickstart', 'none', ...few);
        expect([typed.code, typed.err]).toEqual([1, expect.not.stringContaining('.env')]);
        expect(evil.got).toEqual([]);
      },
      {
        ...secret,
        ANIMAL_STORE_STAGING_URL: good.url,
        ANIMAL_STORE_QUICKSTART_URL: good.quickstartUrl,
      },
    );
  });
});

describe("a developer's own .env", () => {
  const own = (): Record<string, string> => ({
    ...secret,
    ANIMAL_STORE_STAGING_URL: good.url,
    ANIMAL_STORE_QUICKSTART_URL: good.quickstartUrl,
  });
  const line =
    'animal-store-conformance: Taken from .env: ANIMAL_STORE_API_KEY, ANIMAL_STORE_STAGING_URL';

  test('works, with one line more than without it', async () => {
    await beside(
      own(),
      async (ran) => {
        for (const words of [
          ['staging', ...few],
          ['replay', '--quiet'],
        ])
          expect(await ran(...words), words[0]).toMatchObject({
            code: 1,
            err: expect.stringMatching(`^${line}.*\n(Reports: .*\n)?$`) as string,
          });
        const compared = ['compare', 'staging', 'staging', '--only', 'version'];
        expect((await ran(...compared)).err).toContain(line);
        expect((await ran('doctor')).code).toBe(0);
      },
      {},
    );
  });

  test('stays the source of its addresses: "Run again" types none of them', async () => {
    await beside(
      own(),
      async (ran, folder) => {
        const again = async (...words: string[]): Promise<string> => {
          await ran(...words, '--only', 'add-animal.missing-name', '--output', 'reports/x');
          const page = readFileSync(join(folder, 'reports/x/report.html'), 'utf8');
          return /npx animal-store-conformance run [^<]*/.exec(page)?.[0] ?? '';
        };
        expect(await again(good.url)).toMatch(`run ${good.url} --only`);
        expect(await again('staging')).toMatch('run staging --only');
        expect(await again(good.url, '--quickstart', good.quickstartUrl)).toContain(
          `--quickstart ${good.quickstartUrl} `,
        );
        expect((await ran('replay', '--report', 'reports/x')).code).toBe(1);
      },
      {},
    );
  });

  test('is told to programs as an event', async () => {
    await beside(
      own(),
      async (_, folder) => {
        const events: RunEvent[] = [];
        const running = run({
          target: 'staging',
          only: ['add-animal.missing-name'],
          folder,
          environment: {},
        });
        for await (const event of running) events.push(event);
        expect(events[0]).toEqual({ type: 'dotenv', variables: Object.keys(own()) });
      },
      {},
    );
  });

  test('without a key is not asked to be completed in the environment', async () => {
    await beside(
      { ANIMAL_STORE_STAGING_URL: good.url },
      async (ran) => {
        expect((await ran('staging')).err).toContain(
          'No key: set ANIMAL_STORE_API_KEY in .env, beside the address.',
        );
        const { out } = await ran('doctor');
        expect(out).toContain('An address in .env needs a key in .env');
        expect(out).not.toContain('export ANIMAL_STORE_API_KEY');
      },
      {},
    );
  });
});

describe('settings of .env that narrow what is judged', () => {
  const warningsOf = async (settings: Record<string, string>, words: readonly string[]) =>
    beside(settings, async (ran) =>
      (await ran(good.url, ...few, ...words)).err
        .split('\n')
        .filter((line) => line.includes('warning: ') && line.includes('.env')),
    );

  test('are warned of: categories', async () => {
    const settings = { ANIMAL_STORE_CATEGORY_IDS: '1' };
    expect(await warningsOf(settings, [])).toEqual([
      expect.stringContaining('Only the categories that ANIMAL_STORE_CATEGORY_IDS in .env names'),
    ]);
    expect(await warningsOf(settings, ['--category-ids', '1'])).toEqual([]);
  });

  test('are warned of: that the target is production', async () => {
    const settings = { ANIMAL_STORE_PRODUCTION_URL: good.url };
    expect(await warningsOf(settings, [])).toEqual([
      expect.stringContaining('it is ANIMAL_STORE_PRODUCTION_URL in .env'),
    ]);
    expect(
      await warningsOf({ ANIMAL_STORE_PRODUCTION_URL: 'https://other.example/v1' }, []),
    ).toEqual([]);
  });
});
