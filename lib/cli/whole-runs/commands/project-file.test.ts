// animal-store.config: what a project always passes. It lies in a checkout, and so is as weak as .env.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineConfig } from '../../../index.js';
import { fakeKey } from '../../../reference/index.js';
import { atServer, reportIn, type Place } from '../../../testing/at-server.js';
import { command, type World } from '../../../testing/io.js';

const name = 'animal-store.config.yaml';
const key = { ANIMAL_STORE_API_KEY: fakeKey };

/** A folder with this file, and a server; commands get no key unless the environment has it. */
const withFile = (
  text: string | ((url: string) => string),
  work: (place: Place) => Promise<void>,
  { environment = {}, as = name }: { environment?: World['environment']; as?: string } = {},
): Promise<void> =>
  atServer([], async (place) => {
    const { folder, url } = place;
    writeFileSync(join(folder, as), typeof text === 'string' ? text : text(url));
    await work({ ...place, run: (...words) => command(words, { folder, environment }) });
  });

describe('what the file holds', () => {
  test('is warned of where it names the embedded server, as anything passes such a gate', () =>
    withFile('target: reference\n', async ({ run }) => {
      const { code, err } = await run('--only', 'version');
      expect(code).toBe(0);
      expect(err).toContain(`warning: ${name} names the embedded server as the target`);
      expect((await run('run', 'reference', '--only', 'version')).err).not.toContain('embedded');
    }));

  test('is taken, told, and warned of where it narrows what is judged', () =>
    withFile('only: [version]\noutput: reports/own\nseed: 7\n', async ({ folder, run }) => {
      const { code, err } = await run('run', 'reference');
      expect(code).toBe(0);
      expect(err).toContain(`Taken from ${name}: only, output, seed.`);
      expect(err).toContain(
        `warning: What ${name} sets can let a broken server pass (only, seed): if `,
      );
      expect(existsSync(join(folder, 'reports/own/report.json'))).toBe(true);
    }));

  test('counts for less than a flag, and is not read with --config none', () =>
    withFile('only: version\nquiet: true\n', async ({ run }) => {
      const { err } = await run('run', 'reference', '--only', 'store-orders.exists');
      expect(err).toContain(`Taken from ${name}: quiet.`);
      expect(err).not.toContain('narrows');
      const none = await run('plan', '--only', 'version', '--config', 'none');
      expect(none.err).not.toContain('Taken');
    }));

  test('is where to go, unless that is typed', () =>
    withFile(
      (url) => `target: ${url}\nquickstart: none\nonly: version\n`,
      async ({ run, asked }) => {
        const typed = await run('run', 'reference');
        expect([typed.code, asked.length]).toEqual([0, 0]);
        const { out } = await run('doctor', '--json', 'reference');
        expect(JSON.parse(out)).toMatchObject({ project: { file: name, options: ['only'] } });
      },
    ));

  test('says that its quickstart goes with its target', () =>
    withFile('quickstart: https://quickstart.example\nonly: version\n', async ({ folder, url }) => {
      const environment = { ...key, ANIMAL_STORE_STAGING_URL: url };
      const says = `The quickstart of ${name} was not used, because another target was specified`;
      expect((await command(['staging'], { folder, environment })).err).toContain(says);
      const typed = ['staging', '--quickstart', url];
      expect((await command(typed, { folder, environment })).err).not.toContain(says);
      expect((await command(['run', 'reference'], { folder, environment })).err).not.toContain(
        says,
      );
    }));

  test('that names no target leaves the embedded server, which is said in the folder of a server', () =>
    withFile('only: version\n', async ({ folder }) => {
      const says = 'No target is named, so the embedded reference server is tested';
      expect((await command([], { folder, environment: {} })).err).not.toContain(says);
      writeFileSync(join(folder, 'package.json'), '{}');
      expect((await command([], { folder, environment: {} })).err).toContain(says);
      const named = await command(['run', 'reference'], { folder, environment: {} });
      expect(named.err).not.toContain(says);
    }));

  test.each([
    ['concurrency: 15\nrate: 100', 'concurrency, rate'],
    [
      'settle: 3\nfirstByteTimeout: 11\nanswerTimeout: 31',
      'settle, firstByteTimeout, answerTimeout',
    ],
    ['concurrency: 16\nsettle: 2\nfirstByteTimeout: 10\nanswerTimeout: 30', null],
  ])('%j looks away from nothing without a warning', (text, narrowing) =>
    withFile(`${text}\nonly: version\n`, async ({ run, folder }) => {
      const { err } = await run('run', 'reference');
      expect(err).toContain(
        `can let a broken server pass (${narrowing === null ? '' : `${narrowing}, `}only)`,
      );
      const { warnings } = reportIn(folder, 'reports/reference').run;
      expect(
        warnings.some((one) => one.startsWith('No more than 15 requests were in flight')),
      ).toBe(text.includes('15'));
    }),
  );

  test('that leaves messages out is warned of', () =>
    withFile('target: staging\nquickstart: none\nonly: version\n', async ({ folder, url }) => {
      const environment = { ...key, ANIMAL_STORE_STAGING_URL: url };
      const { err } = await command([], { folder, environment });
      expect(err).toContain(`What ${name} sets can let a broken server pass (quickstart, only): `);
    }));

  test.each(['yaml', 'yml'])('may be called .%s', (ending) =>
    withFile(
      'only: version',
      async ({ run }) => expect((await run()).err).toContain('Taken from'),
      {
        as: `animal-store.config.${ending}`,
      },
    ),
  );

  test('may be a program, which is run only where it is named', () =>
    withFile(
      'export default { only: ["version"] };',
      async ({ run }) => {
        const unasked = await run('run', 'reference', '--only', 'version');
        expect(unasked.err).toContain(
          'animal-store.config.mjs was not used, because it is a program',
        );
        const named = await run('run', 'reference', '--config', 'animal-store.config.mjs');
        expect(named.err).toContain('Taken from animal-store.config.mjs: only.');
        expect(named.err).not.toContain('was not used');
      },
      { as: 'animal-store.config.mjs' },
    ));

  test('is checked by an editor', () => {
    const config = { target: 'staging', settle: 5, reporter: 'dot', maxWarnings: 0 } as const;
    expect(defineConfig(config)).toBe(config);
  });

  test('is nothing where there is nothing in it', () =>
    withFile('# nothing yet\n', async ({ run }) => {
      expect((await run('run', 'reference', '--only', 'version')).err).not.toContain('Taken');
    }));
});

describe('a key goes nowhere that only the file names', () => {
  test.each<[string, (url: string) => string, RegExp]>([
    ['a target', (url) => `target: ${url}`, /named by `target`.*specify the address as the TARGET/],
    ['a start command', () => 'start: node server.js', /named by `start`.*add --start/],
  ])('%s', (_, text, says) =>
    withFile(
      text,
      async ({ run, asked, folder }) => {
        writeFileSync(join(folder, 'key'), fakeKey, { mode: 0o600 });
        for (const words of [[], ['--key-from', 'key']]) {
          const { code, err } = await run(...words);
          expect([code, asked.length]).toEqual([2, 0]);
          expect(err).toMatch(says);
          expect(err).not.toContain(fakeKey);
        }
        // A plan sends nothing.
        expect([(await run('plan', '--only', 'version', '--quiet')).code, asked.length]).toEqual([
          0, 0,
        ]);
      },
      { environment: key },
    ),
  );

  test('a quickstart', () =>
    withFile(
      (url) => `quickstart: ${url}`,
      async ({ run, asked, folder, url }) => {
        writeFileSync(join(folder, '.env'), `ANIMAL_STORE_STAGING_URL=${url}\n`);
        const environment = { ...key, ANIMAL_STORE_STAGING_URL: url };
        writeFileSync(join(folder, name), `target: staging\nquickstart: ${url}\n`);
        const { code, err } = await command([], { folder, environment });
        expect([code, asked.length]).toEqual([2, 0]);
        expect(err).toMatch(/named by `quickstart`.*add --quickstart URL/);
        expect((await run()).code).toBe(2);
      },
      { environment: key },
    ));

  test('an address elsewhere, beside a start command and a key in .env', () =>
    withFile(
      'start: node server.js\ntarget: http://elsewhere.example/v1\n',
      async ({ run, folder }) => {
        writeFileSync(join(folder, '.env'), `ANIMAL_STORE_API_KEY=${fakeKey}\n`, { mode: 0o600 });
        const { code, err } = await run();
        expect(code).toBe(2);
        expect(err).toMatch(/a secret comes from \.env.*elsewhere\.example.*named by `target`/);
      },
    ));

  test('but one of .env may go to what the file starts, as one that was made up', () =>
    withFile('', async ({ run, folder }) => {
      const server = `import { createServer } from 'node:http';
          createServer((request, response) => {
            const isIn = request.headers.authorization === 'Bearer ' + process.env.ANIMAL_STORE_API_KEY;
            response.writeHead(isIn ? 200 : 401, { 'content-type': 'application/json' });
            response.end(isIn ? '[]' : '{"code":"a","message":"b","status":401}');
          }).listen(process.env.PORT, '127.0.0.1');`;
      writeFileSync(join(folder, 'server.mjs'), server);
      const start = `${process.execPath} ${join(folder, 'server.mjs')}`;
      const quickstart = 'http://127.0.0.1:$PORT/q';
      writeFileSync(
        join(folder, name),
        `start: ${start}\nquickstart: ${quickstart}\nonly: version\n`,
      );
      expect((await run()).code).toBe(0);
      writeFileSync(join(folder, '.env'), `ANIMAL_STORE_API_KEY=${fakeKey}\n`, { mode: 0o600 });
      expect((await run()).code).toBe(0);
      // What the terminal offers for curl lines opens nothing.
      const environment = { ANIMAL_STORE_API_KEY: 'fake-key' };
      expect((await command([], { folder, environment })).code).toBe(0);
    }));

  test('nor does the key of a quickstart go to a start command, whatever lies in .env', () =>
    withFile(
      'start: env > leaked; exit 1',
      async ({ run, folder }) => {
        writeFileSync(join(folder, '.env'), 'ANIMAL_STORE_API_KEY=fake-key-of-another\n', {
          mode: 0o600,
        });
        const { code, err } = await run();
        expect([code, existsSync(join(folder, 'leaked'))]).toEqual([2, false]);
        expect(err).toMatch(/ANIMAL_STORE_QUICKSTART_API_KEY.*named by `start`/);
      },
      { environment: { ANIMAL_STORE_QUICKSTART_API_KEY: 'fake-key-of-a-quickstart' } },
    ));

  test('nor does the token of a gateway', () =>
    withFile(
      (url) => `target: ${url}`,
      async ({ run, asked }) => {
        const { code, err } = await run('--header', 'X-Api-Token: fake-token-of-a-gateway');
        expect([code, asked.length]).toEqual([2, 0]);
        expect(err).not.toContain('fake-token');
      },
      { environment: key },
    ));

  test('but to a name whose address is beside the key', () =>
    withFile('target: staging\nonly: version\n', async ({ folder, url, asked }) => {
      const environment = { ...key, ANIMAL_STORE_STAGING_URL: url };
      expect((await command([], { folder, environment })).code).toBe(0);
      expect(asked.length).toBeGreaterThan(0);
    }));
});

describe('a file that is not as it should be is refused with what is wrong', () => {
  test.each<[string, RegExp]>([
    ['targt: staging', /has no option "targt". Did you mean target\?/],
    ['apiKey: fake-key', /a key does not belong in this file/],
    ['keyFrom: /etc/passwd', /keyFrom can only be a flag, --key-from/],
    ['allowWrites: true', /allowWrites can only be a flag, --allow-writes/],
    ['candidateEnv: [GITHUB_TOKEN]', /candidateEnv can only be a flag/],
    ['insecure: true', /insecure can only be a flag/],
    ['cert: evil.pem', /cert can only be a flag, --cert/],
    ['certKey: evil.pem', /certKey can only be a flag, --cert-key/],
    ['ca: evil.pem', /ca can only be a flag, --ca/],
    ['headers: { Host: evil.example }', /headers can only be a flag, --header/],
    ['output: ../elsewhere', /"\.\.\/elsewhere" lies outside of the working directory/],
    ['reporter: junit=/tmp/x.xml', /"\/tmp\/x\.xml" lies outside/],
    ['vitestTest: ../x.test.ts', /lies outside/],
    ['settle: soon', /settle is "soon": specify a number of seconds/],
    ['strict: maybe', /strict must be true or false/],
    ['target: 5', /target must be reference, staging, production, or an address/],
    ['- staging', /contains no options/],
    ['a: &a [*a, *a]', /is not valid YAML|has no option/],
    ['only: [', /is not valid YAML/],
    [`only: ${'['.repeat(16_000)}`, /is nested too deeply/],
    [`only: ${'{a: '.repeat(4_000)}`, /is nested too deeply/],
    ['- '.repeat(8_000), /is nested too deeply/],
    ['?  '.repeat(5_000), /is nested too deeply/],
    [`# ${'x'.repeat(20_000)}`, /: animal-store.config.yaml cannot be read .* larger than 16 kB/],
  ])('%.40s', (text, says) =>
    withFile(text, async ({ run }) => {
      const { code, err } = await run('run');
      expect(err).toMatch(says);
      expect(code).toBe(2);
    }),
  );

  test('or does not exist, or cannot be run', () =>
    withFile(
      'throw new Error("made up");',
      async ({ run }) => {
        expect((await run('--config', 'other.yaml')).err).toMatch(/cannot be read/);
        expect((await run('--config', 'other.mjs')).err).toMatch(/does not exist/);
        expect((await run('--config', 'c.mjs')).err).toMatch(/c\.mjs cannot be run: made up/);
      },
      { as: 'c.mjs' },
    ));
});
