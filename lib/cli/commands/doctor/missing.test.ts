// What `doctor` tells people to do next, where nothing is asked of any target.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Environment } from '../../../api/environment.js';
import { createReference, serve } from '../../../reference/index.js';
import { command, inFolder } from '../../../testing/io.js';

const withKey = { ANIMAL_STORE_API_KEY: 'fake-key-of-this-test' };

const examined = (
  argv: readonly string[],
  {
    environment = withKey,
    dotenv,
    files = {},
  }: {
    environment?: Environment;
    dotenv?: string | undefined;
    files?: Readonly<Record<string, string>>;
  } = {},
) =>
  inFolder((folder) => {
    if (dotenv !== undefined) writeFileSync(join(folder, '.env'), dotenv, { mode: 0o600 });
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, name), text, { mode: 0o600 });
    return command(['doctor', ...argv], { environment, folder });
  });

test.each([
  ['staging', 'reports/staging'],
  ['stagign', 'reports'],
])('the reports of %s, which has no address, would go to %s', async (target, folder) => {
  const { out } = await examined([target]);
  expect(out).toMatch(new RegExp(`^✓ reports {5}can be written to ${folder}$`, 'm'));
});

test('where .env is there already, it is to be filled in', async () => {
  const { code, out } = await examined([], { environment: {}, dotenv: '# nothing\n' });
  expect(code).toBe(2);
  expect(out).toMatch(
    /\nNext: {2}start your server with npx animal-store-conformance --start 'node server\.js'; or open \.env, and fill in ANIMAL_STORE_API_KEY and ANIMAL_STORE_STAGING_URL\n$/,
  );
});

test.each([
  ['127.0.0.1:1/v1', 'http://127.0.0.1:1/v1'],
  ['localhost:1', 'http://localhost:1'],
  ['animals.example/v1', 'https://animals.example/v1'],
  ['stagign', 'staging'],
])('%s is to be %s, which comes next', async (typed, meant) => {
  const { code, out } = await examined([typed, '--read-only', '--start-timeout', '0.5']);
  expect(code).toBe(2);
  expect(out).toMatch(/^✗ target {6}T/m);
  expect(out.split('Next: ')[1]).toBe(
    ` npx animal-store-conformance doctor ${meant} --read-only --start-timeout 0.5\n`,
  );
});

describe('what comes first', () => {
  const next = (out: string): string => out.split('Next:  ')[1] ?? '';

  test('is to start a server that does not respond', async () => {
    const { code, out } = await examined(['http://127.0.0.1:1/v1']);
    expect(code).toBe(4);
    expect(next(out)).toBe(
      'start the server (or check its address), then npx animal-store-conformance doctor http://127.0.0.1:1/v1\n',
    );
  });

  test.each([
    [withKey, undefined, ''],
    [{}, 'ANIMAL_STORE_API_KEY=fake-key-of-this-test\n', ' in .env'],
  ])('is to check a key that is refused (%#)', async (environment, dotenv, where) => {
    const reference = createReference();
    const serving = await serve(reference);
    try {
      const { code, out } = await examined([serving.url], { environment, dotenv });
      expect(code).toBe(4);
      expect(next(out)).toBe(
        `check ANIMAL_STORE_API_KEY${where}, then npx animal-store-conformance doctor ${serving.url}\n`,
      );
    } finally {
      await serving.close();
    }
  });

  test('is to look again, with the quickstart that was typed', async () => {
    const argv = ['http://127.0.0.1:1/v1', '--quickstart', 'http://127.0.0.1:1/q'];
    expect(next((await examined(argv)).out)).toMatch(
      /, then npx animal-store-conformance doctor http:\/\/127\.0\.0\.1:1\/v1 --quickstart http:\/\/127\.0\.0\.1:1\/q\n$/,
    );
  });

  test('is to look at the embedded server without a quickstart, as it has its own', async () => {
    const { out } = await examined(['reference', '--quickstart', 'http://127.0.0.1:1/q']);
    expect(next(out)).toMatch(/, then npx animal-store-conformance doctor reference\n$/);
  });

  test('is to fix a candidate that does not start', async () => {
    const { code, out } = await examined(['--start', 'exit 3']);
    expect(code).toBe(4);
    expect(next(out)).toBe(
      "fix the server or its command, then npx animal-store-conformance doctor --start 'exit 3'\n",
    );
  });
});

const evil = 'http://evil.invalid/v1';

test.each([
  ['animal-store.config.yaml', `target: ${evil}\n`],
  ['animal-store.config.yaml', `start: curl ${evil}\n`],
  ['.env', `ANIMAL_STORE_STAGING_URL=${evil}\n`],
])('no command repeats what only %s names: %s', async (file, text) => {
  const { code, out } = await examined(['--output', '/dev/null/here'], { files: { [file]: text } });
  expect(code).toBe(2);
  expect(out.split('Next:  ')[1]).toBe(
    `check ${file}: if you trust what it names, do as said above\n`,
  );
  expect(out.split('\n').filter((line) => /npx .*evil/.test(line))).toEqual([]);
});

test('a command repeats nothing of the file of the project, which is read again', async () => {
  const { out } = await examined(['--start-timeout', '1'], {
    environment: {},
    files: { 'animal-store.config.yaml': 'target: http://127.0.0.1:1/v1\n' },
  });
  expect(out.split('Next:  ')[1]).toBe(
    'set what is missing, start the server (or check its address), then npx animal-store-conformance doctor --start-timeout 1\n',
  );
});

test('an address that holds a secret, of which nothing is shown', async () => {
  const { code, out } = await examined([
    'https://me:hidden@s.example/v1?key=hidden',
    '--quickstart',
    'https://me:hidden@q.example',
    '--header',
    'X-Gateway: hidden',
  ]);
  expect(code).toBe(2);
  expect(out).toMatch(
    /Next: .*doctor https:\/\/s\.example\/v1 --quickstart https:\/\/q\.example\n$/,
  );
  expect(out).not.toContain('hidden');
});
