// What `doctor` tells people to do next, where nothing is asked of any target.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Environment } from '../../api/environment.js';
import { command, inFolder } from '../../testing/io.js';

const withKey = { ANIMAL_STORE_API_KEY: 'fake-key-of-this-test' };

const examined = (
  argv: readonly string[],
  { environment = withKey, dotenv }: { environment?: Environment; dotenv?: string } = {},
) =>
  inFolder((folder) => {
    if (dotenv !== undefined) writeFileSync(join(folder, '.env'), dotenv, { mode: 0o600 });
    return command(['doctor', ...argv], { environment, folder });
  });

test('where .env is there already, it is to be filled in', async () => {
  const { code, out } = await examined([], { environment: {}, dotenv: '# nothing\n' });
  expect(code).toBe(2);
  expect(out).toMatch(
    /\nNext: {2}open \.env, and fill in ANIMAL_STORE_API_KEY and ANIMAL_STORE_STAGING_URL\n$/,
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
