// What `init` says of a pipeline that starts no candidate; whatever else it says, init.test.ts has.
import { expect, test } from 'vitest';
import { setUpLines } from './lines.js';

test('a pipeline that starts nothing needs an address, and not the command that was guessed', () => {
  const text = setUpLines({
    dotenv: { isNew: true, set: [], missing: ['key'], warnings: [] },
    project: { file: 'animal-store.config.yaml', isNew: true, starts: false },
    ignored: { dotenv: 'no repository', reports: 'no repository' },
    pipeline: { path: 'job.yaml', text: '', isThere: false, start: undefined },
    start: { command: 'npm start', isGuessed: true },
  });
  expect(text).toMatch(/✓ job\.yaml is written\.\n {2}It tests a server that is already running/);
  expect(text).not.toMatch(/guess/);
  expect(text).toMatch(
    /Not set yet\. To test a server that the kit starts, you need none of these;/,
  );
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
});

test('what .env does not set is named, each variable with what it is for', () => {
  const text = setUpLines({
    dotenv: {
      isNew: false,
      set: [],
      missing: [
        'key',
        'quickstartKey',
        'productionUrl',
        'stagingUrl',
        'quickstartUrl',
        'categoryIds',
      ],
      warnings: [],
    },
    project: { file: 'animal-store.config.yaml', isNew: false, starts: false },
    ignored: { dotenv: 'no repository', reports: 'no repository' },
    pipeline: undefined,
    start: undefined,
  });
  expect(text.split('\n').filter((line) => line.includes('ANIMAL_STORE_'))).toEqual([
    '  ANIMAL_STORE_API_KEY             the key; write it after the = sign',
    '  ANIMAL_STORE_QUICKSTART_API_KEY  the key of the quickstart, if it differs',
    '  ANIMAL_STORE_PRODUCTION_URL      the base address of production',
    '  ANIMAL_STORE_STAGING_URL         the base address of staging',
    '  ANIMAL_STORE_QUICKSTART_URL      the base address of the quickstart',
    '  ANIMAL_STORE_CATEGORY_IDS        categories, if the kit finds none itself',
  ]);
});
