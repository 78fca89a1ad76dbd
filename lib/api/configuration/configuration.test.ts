import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder, world } from '../../testing/io.js';
import type { Environment } from '../environment.js';
import type { RunValues } from '../options/run-table.js';
import { configure, type Configuration } from './configuration.js';

interface Given {
  readonly values?: RunValues;
  readonly operand?: string;
  readonly environment?: Environment;
  readonly dotenv?: string;
  readonly mode?: number;
  readonly stdin?: string;
}

const key = { ANIMAL_STORE_API_KEY: 'fake-key-of-the-environment' };

function configured({
  values = {},
  operand,
  environment = {},
  dotenv,
  mode = 0o600,
  stdin = '',
}: Given): Promise<Configuration> {
  return inFolder((folder) => {
    if (dotenv !== undefined) {
      writeFileSync(join(folder, '.env'), dotenv);
      chmodSync(join(folder, '.env'), mode);
    }
    return configure(values, operand, { environment, folder, stdin: world({ stdin }).io.stdin });
  });
}

test('a .env of hardly anything but line breaks is read at once', async () => {
  const dotenv = `${'\n'.repeat(500_000)}!${'\u2028'.repeat(100_000)}!\nANIMAL_STORE_API_KEY=fake-key-behind-them\n`;
  const { keys } = await configured({ operand: 'https://animals.example/v1', dotenv });
  expect(keys?.key).toBe('fake-key-behind-them');
});

describe('keys', () => {
  test('come from the environment before .env, and from a file or a pipe before both', async () => {
    const operand = 'https://animals.example/v1';
    const dotenv =
      'ANIMAL_STORE_API_KEY=fake-key-of-dotenv\nANIMAL_STORE_QUICKSTART_API_KEY="fake quickstart"\n'.replace(
        ' ',
        '-',
      );
    expect((await configured({ operand, dotenv })).keys).toMatchObject({
      key: 'fake-key-of-dotenv',
      quickstartKey: 'fake-quickstart',
    });
    expect((await configured({ operand, dotenv, environment: key })).keys?.key).toBe(
      'fake-key-of-the-environment',
    );
    expect(
      (await configured({ operand, dotenv, environment: { ANIMAL_STORE_API_KEY: '' } })).keys?.key,
    ).toBe('fake-key-of-dotenv');
    const piped = await configured({
      operand,
      environment: key,
      values: { 'key-from': '-' },
      stdin: 'fake-key-of-a-pipe\n',
    });
    expect(piped.keys).toMatchObject({
      key: 'fake-key-of-a-pipe',
      quickstartKey: 'fake-key-of-a-pipe',
    });
  });

  test('are not asked for by the reference server', async () => {
    expect(await configured({})).toMatchObject({
      keys: null,
      target: { name: 'reference', addresses: null },
    });
    expect(await configured({ environment: key, operand: 'reference' })).toMatchObject({
      keys: null,
    });
  });

  test('are made up for a candidate that is started, where none is set', async () => {
    const values = { start: 'true' };
    const [one, another] = await Promise.all([configured({ values }), configured({ values })]);
    expect(one.keys?.key).toMatch(/^fake-[0-9a-f]{32}$/);
    expect(one.keys?.quickstartKey).toBe(one.keys?.key);
    expect(one.keys?.key).not.toBe(another.keys?.key);
    // That is how it is meant to be used, and no warning.
    expect(one.warnings).toEqual([]);
    expect(one.notes).toEqual([
      'No key is set, so one was made up for this run: the candidate gets it as ANIMAL_STORE_API_KEY.',
    ]);
    expect((await configured({ values, environment: key })).keys?.key).toBe(
      'fake-key-of-the-environment',
    );
    const near = await configured({ values, environment: { ANIMAL_STORE_APIKEY: 'fake' } });
    expect(near.warnings).toEqual([
      expect.stringContaining('(ANIMAL_STORE_APIKEY is set: is it misspelt?)'),
    ]);
    expect(near.notes).toEqual([]);
  });

  test.each<[string, Given, RegExp]>([
    ['are missing', {}, /No key: set ANIMAL_STORE_API_KEY/],
    [
      'are misspelt',
      { environment: { ANIMAL_STORE_APIKEY: 'fake-value' } },
      /ANIMAL_STORE_APIKEY is set: is it misspelt\?/,
    ],
    [
      'stand in a line of .env without =',
      { dotenv: '# notes\nANIMAL_STORE_API_KEY fake-value\n' },
      /No key: (?!.*fake-value).*\. \(\.env, line 2: `=` is missing after ANIMAL_STORE_API_KEY\)$/,
    ],
    [
      'hold the scheme too',
      { environment: { ANIMAL_STORE_API_KEY: 'Bearer fake-value' } },
      /^ANIMAL_STORE_API_KEY contains .*without the word Bearer/,
    ],
    [
      'hold several lines',
      { values: { 'key-from': '-' }, stdin: 'fake-value\nfake-value' },
      /^Standard input contains more than a key \(more than one line\)/,
    ],
    [
      'hold what no header can carry',
      { environment: { ANIMAL_STORE_API_KEY: 'fake-välue' } },
      /not allowed in a header/,
    ],
    [
      'are in no file',
      { values: { 'key-from': 'nowhere' } },
      /--key-from "nowhere" cannot be read \(no such file/,
    ],
    ['come through an empty pipe', { values: { 'key-from': '-' }, stdin: '\n' }, /contains no key/],
  ])('are refused when they %s', async (_, given, message) => {
    const attempt = configured({ operand: 'https://animals.example/v1', ...given });
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.not.toThrow(/fake-v/);
  });

  test('that are too short to be masked are a warning', async () => {
    const of = async (text: string) =>
      (
        await configured({
          operand: 'http://127.0.0.1:8080/v1',
          environment: { ANIMAL_STORE_API_KEY: text },
        })
      ).warnings;
    expect(await of('dev')).toEqual([
      'A key of fewer than 4 characters is too short to be masked: reports may show it. Use a longer one.',
    ]);
    expect(await of('fake')).toEqual([]);
  });

  test('in a file that others can read are worth a warning', async () => {
    const operand = 'https://animals.example/v1';
    const dotenv = 'ANIMAL_STORE_API_KEY=fake-key-of-dotenv\n';
    const read = await configured({ operand, dotenv, mode: 0o644 });
    expect(read.warningsHere).toEqual([
      expect.stringMatching(/^\.env contains a key, and others .* chmod 600 \.env/),
    ]);
    // A report is for others too.
    expect(read.warnings).toEqual([]);
    expect((await configured({ operand, dotenv, mode: 0o600 })).warningsHere).toEqual([]);
    expect(
      (await configured({ operand, dotenv: '# nothing\n', mode: 0o644, environment: key }))
        .warningsHere,
    ).toEqual([]);
  });
});

describe('.env', () => {
  test('that cannot be read is refused', async () => {
    await inFolder(async (folder) => {
      mkdirSync(join(folder, '.env'));
      await expect(
        configure({}, undefined, { environment: {}, folder, stdin: world().io.stdin }),
      ).rejects.toThrow(/^\.env cannot be read/);
    });
    await inFolder(async (folder) => {
      writeFileSync(join(folder, '.env'), Buffer.from([0x41, 0x3d, 0xff, 0xfe]));
      await expect(
        configure({}, undefined, { environment: {}, folder, stdin: world().io.stdin }),
      ).rejects.toThrow(/^\.env is not UTF-8 text/);
    });
  });

  test('gives addresses and categories that the environment does not', async () => {
    const dotenv =
      'ANIMAL_STORE_API_KEY=fake-key\nANIMAL_STORE_STAGING_URL=https://staging.example/v1/\nANIMAL_STORE_CATEGORY_IDS=3, 4\nANIMAL_STORE_QUICKSTART_URL=https://quickstart.example/messages\n';
    const staging = await configured({ dotenv, operand: 'staging' });
    expect(staging).toMatchObject({
      categoryIds: [3n, 4n],
      target: {
        name: 'staging',
        folder: 'staging',
        addresses: {
          baseUrl: 'https://staging.example/v1',
          quickstartBaseUrl: 'https://quickstart.example',
        },
      },
    });
    const other = await configured({
      dotenv,
      operand: 'staging',
      environment: { ANIMAL_STORE_STAGING_URL: 'https://other.example/v1' },
      values: { 'category-ids': [9n], quickstart: 'none' },
    });
    expect(other).toMatchObject({
      categoryIds: [9n],
      target: { addresses: { baseUrl: 'https://other.example/v1', quickstartBaseUrl: null } },
    });
  });
});

describe('production', () => {
  const environment = {
    ...key,
    ANIMAL_STORE_PRODUCTION_URL: 'https://api.example/v1',
    ANIMAL_STORE_STAGING_URL: 'https://staging.example/v1',
  };

  test('is only read unless writing is allowed', async () => {
    expect(await configured({ environment, operand: 'production' })).toMatchObject({
      scope: { readOnly: true, full: false },
      writesToProduction: false,
    });
    expect(
      await configured({
        environment,
        operand: 'production',
        values: { 'allow-writes': true, 'wrong-keys': 'all' },
      }),
    ).toMatchObject({ scope: { readOnly: false, full: true }, writesToProduction: true });
  });

  test('is asked gently and with few wrong keys, unless somebody says otherwise', async () => {
    const gentle = await configured({ environment, operand: 'production' });
    expect([gentle.limits.ratePerSecond, gentle.scope.fewKeys]).toEqual([10, true]);
    // A run with few wrong keys has not proved everything.
    const writing = { 'allow-writes': true } as const;
    expect(await configured({ environment, operand: 'production', values: writing })).toMatchObject(
      { scope: { full: false, fewKeys: true } },
    );
    const bold = await configured({
      environment,
      operand: 'production',
      values: { rate: 200, 'wrong-keys': 'all' },
    });
    expect([bold.limits.ratePerSecond, bold.scope.fewKeys]).toEqual([200, undefined]);
    const staging = await configured({ environment, operand: 'staging' });
    expect([staging.limits.ratePerSecond, staging.scope.fewKeys]).toEqual([undefined, undefined]);
  });

  test('stays production when its address is written out', async () => {
    const { scope, warnings } = await configured({
      environment,
      operand: 'https://API.example:443/v1/',
    });
    expect(scope.readOnly).toBe(true);
    expect(warnings).toContainEqual(
      expect.stringMatching(/treated as production, because it is ANIMAL_STORE_PRODUCTION_URL: /),
    );
    const named = await configured({ environment, operand: 'production' });
    expect(named.warnings).toEqual([]);
  });

  test('is the only target that is not written to', async () => {
    for (const operand of ['staging', 'https://another.example/v1', 'reference'])
      expect(await configured({ environment, operand })).toMatchObject({
        scope: { readOnly: false, full: true },
        writesToProduction: false,
      });
    expect(
      await configured({ environment, operand: 'staging', values: { 'read-only': true } }),
    ).toMatchObject({ scope: { readOnly: true, full: false } });
  });
});

describe('the rest', () => {
  test.each<[string, string, boolean]>([
    ['abcd#efgh', 'abcd', true],
    ["'abcd#efgh'", 'abcd#efgh', false],
    ['"abcd#efgh"', 'abcd#efgh', false],
    ['abcdefgh # a note', 'abcdefgh', false],
  ])('a key in .env that a # cuts short is warned of: %s', async (value, key, isWarned) => {
    const { keys, warnings } = await configured({
      operand: 'http://127.0.0.1:1/v1',
      dotenv: `ANIMAL_STORE_API_KEY=${value}\n`,
    });
    expect(keys?.key).toBe(key);
    const warning =
      'ANIMAL_STORE_API_KEY in .env ends at its # sign, because a comment starts there: put the value in quotes if the # is part of it.';
    expect(warnings.includes(warning)).toBe(isWarned);
  });

  test.each(['', ' ', ' # a note', '\n', '\n\n'])(
    'a comment that follows a variable without a value cuts nothing short: %j',
    async (between) => {
      const { warnings } = await configured({
        operand: 'http://127.0.0.1:1/v1',
        environment: key,
        dotenv: `ANIMAL_STORE_API_KEY=${between}\n# the next one\nANIMAL_STORE_CATEGORY_IDS=\n`,
      });
      expect(warnings).toEqual([]);
    },
  );

  test.each<[string, number[]]>([
    ['ANIMAL_STORE_CATEGORY_IDS 7\n', [1]],
    ['# notes\r\n export ANIMAL_STORE_CATEGORY_IDS\r\n', [2]],
    ['ANIMAL_STORE_CATEGORY_IDS:7', [1]],
    ['ANIMAL_STORE_CATEGORY_IDS: 7', []],
    ['export ANIMAL_STORE_CATEGORY_IDS = 7', []],
    ['# ANIMAL_STORE_CATEGORY_IDS 7', []],
    ['ANIMAL_STORE_CATEGORY_IDS 7\nANIMAL_STORE_CATEGORY_IDS=7', []],
  ])('a line of .env without = gives a warning: %j', async (dotenv, lines) => {
    const { warnings } = await configured({
      operand: 'http://127.0.0.1:1/v1',
      environment: key,
      dotenv,
    });
    expect(warnings.filter((one) => one.startsWith('.env, line'))).toEqual(
      lines.map(
        (line) =>
          `.env, line ${line}: \`=\` is missing after ANIMAL_STORE_CATEGORY_IDS, so the line is ignored.`,
      ),
    );
  });

  test.each<[string, string[]]>([
    ['ANIMAL_STORE_CATEGORY_ID=7', ['ANIMAL_STORE_CATEGORY_ID', 'ANIMAL_STORE_CATEGORY_IDS']],
    ['ANIMAL_STORE_QUICKSTAR_URL=x', ['ANIMAL_STORE_QUICKSTAR_URL', 'ANIMAL_STORE_QUICKSTART_URL']],
    [
      'ANIMAL_STORE_CATEGORY_ID=7\nANIMAL_STORE_CATEGORY_IDS=',
      ['ANIMAL_STORE_CATEGORY_ID', 'ANIMAL_STORE_CATEGORY_IDS'],
    ],
    ['ANIMAL_STORE_CATEGORY_ID=7\nANIMAL_STORE_CATEGORY_IDS=7', []],
    ['ANIMAL_STORE_CATEGORY_ID=', []],
    ['ANIMAL_STORE_DATABASE_URL=x\nANIMAL_STORE_URL=x\nANIMAL_STORE_APIKEY=x', []],
    ['ANIMAL_STORE_TRACING_URL=x\nANIMAL_STORE_QUICKSTART_KEY=x', []],
  ])('a misspelt variable that is set in vain gives a warning: %j', async (dotenv, words) => {
    const { warnings, warningsHere } = await configured({
      operand: 'http://127.0.0.1:1/v1',
      environment: key,
      dotenv,
    });
    const [name, meant] = words;
    expect(warningsHere.filter((one) => one.includes('no such variable'))).toEqual(
      meant === undefined
        ? []
        : [`${name} is set, but the kit has no such variable. Did you mean ${meant}?`],
    );
    // Reports and certificates name no variable of others.
    expect(warnings.join()).not.toContain('no such variable');
  });

  test('has the defaults that the help names', async () => {
    const { timeouts, options, waitMs, limits, seed } = await configured({});
    const { 'max-body': bodyBytes, settle, concurrency, effort, strict } = options;
    expect({ timeouts, bodyBytes, settle, concurrency, waitMs, effort, limits, strict }).toEqual({
      timeouts: {
        runMs: 600_000,
        connectMs: 5_000,
        firstByteMs: 10_000,
        wholeMs: 30_000,
        throttleMs: 60_000,
        firstAnswerMs: 25_000,
        idleMs: 75_000,
      },
      bodyBytes: 8 * 1024 * 1024,
      settle: 2_000,
      concurrency: undefined,
      waitMs: 0,
      effort: 'standard',
      limits: {},
      strict: undefined,
    });
    expect(seed).toBeGreaterThanOrEqual(0);
  });

  test('knows that a chosen, quick or read-only run is no full one', async () => {
    expect((await configured({})).scope.full).toBe(true);
    for (const values of [
      { only: ['4.1'] },
      { exclude: ['messages'] },
      { effort: 'quick' },
      { 'read-only': true },
    ] satisfies RunValues[])
      expect((await configured({ values })).scope.full).toBe(false);
  });

  test('puts the port of the candidate where $PORT stands', async () => {
    const plain = await configured({ environment: key, values: { start: 'true' } });
    expect(plain.target.addresses?.baseUrl).toBe(`http://127.0.0.1:${plain.start?.port}/v1`);
    const placed = await configured({
      environment: key,
      operand: 'http://localhost:$PORT/store/v1',
      values: { start: 'true', quickstart: 'http://localhost:${PORT}/q' },
    });
    expect(placed.target.addresses).toEqual({
      baseUrl: `http://localhost:${placed.start?.port}/store/v1`,
      quickstartBaseUrl: `http://localhost:${placed.start?.port}/q`,
    });
    expect(placed.waitMs).toBe(30_000);
    // A report folder that has another name each time is found by nobody.
    expect([plain.target.folder, placed.target.folder]).toEqual(['candidate', 'candidate']);
    const fixed = await configured({
      environment: key,
      operand: 'http://localhost:8080/v1',
      values: { start: 'true', quickstart: 'http://localhost:$PORT/q' },
    });
    expect(fixed.target.folder).toBe('localhost-8080');
    // A candidate whose address is given has to listen there.
    expect(fixed.start?.port).toBe(8080);
    expect(fixed.target.addresses?.quickstartBaseUrl).toBe('http://localhost:8080/q');
    const inFront = await configured({
      environment: key,
      operand: 'https://animals.example:8080/v1',
      values: { start: 'true' },
    });
    expect(inFront.start?.port).not.toBe(8080);
  });

  test.each<[string, string | undefined, string, string | null]>([
    ['of staging', undefined, 'https://quickstart.example/q', null],
    ['of its own port', undefined, 'http://127.0.0.1:$PORT/q', 'http://127.0.0.1:8080/q'],
    [
      'of another port of its host',
      'http://127.0.0.1:8080/v1',
      'http://127.0.0.1:9/q',
      'http://127.0.0.1:9/q',
    ],
    ['of another port, where nobody named its host', undefined, 'http://127.0.0.1:9/q', null],
  ])('tests no candidate with the quickstart of a variable: %s', async (_, operand, url, used) => {
    const { target, start } = await configured({
      environment: { ...key, ANIMAL_STORE_QUICKSTART_URL: url },
      ...(operand !== undefined && { operand }),
      values: { start: 'true' },
    });
    const port = String(start?.port);
    expect(target.addresses?.quickstartBaseUrl?.replace(port, '8080') ?? null).toBe(used);
    const told = target.warnings.filter((one) => one.startsWith('ANIMAL_STORE_QUICKSTART_URL'));
    expect(told).toHaveLength(used === null ? 1 : 0);
  });

  test.each<[string, RunValues, RegExp]>([
    ['https://animals.example/api', {}, /does not end in the version prefix \/v1/],
    [
      'https://animals.example/v1/pets',
      {},
      /ends in \/pets.*You probably mean https:\/\/animals\.example\/v1\./,
    ],
    ['http://animals.example/v1', {}, /key is sent unencrypted/],
    [
      'https://animals.example/v1',
      { insecure: true },
      /Certificates were not checked \(--insecure\)/,
    ],
  ])('warns of %s %j', async (operand, values, message) => {
    expect((await configured({ environment: key, operand, values })).warnings).toEqual([
      expect.stringMatching(message),
    ]);
  });

  test('says nothing of an ordinary target', async () => {
    for (const operand of [
      'https://animals.example/v1',
      'http://127.0.0.1:8080/v1',
      'http://[::1]:8080/base/v1',
      'http://localhost/v1',
    ])
      expect((await configured({ environment: key, operand })).warnings).toEqual([]);
  });
});
