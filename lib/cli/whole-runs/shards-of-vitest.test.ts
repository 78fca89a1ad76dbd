// The suites of the kit's own clone, in shards of vitest: each sends what its own rules need, and together they say what
// one run says.
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { suites } from '../../../suites/index.js';
import { inClone, newFolder, removeFolders, resultsIn, target } from '../../testing/vitest.js';
import { atServer } from '../../testing/at-server.js';
import { testName } from '../../vitest/test-name.js';

afterAll(removeFolders);

test('in shards of vitest, merged, every rule sees the requests of all shards', async () => {
  // Only adds show it; the rule that it breaks stands in another suite, whose own requests are lists.
  const blobs = newFolder();
  for (const index of [1, 2]) {
    await atServer(['negative-category-500'], (place) =>
      inClone(
        [
          '--shard',
          `${index}/2`,
          '--reporter',
          'blob',
          '--outputFile',
          join(blobs, `${index}.json`),
        ],
        target(place, '--effort quick'),
      ),
    );
  }
  const file = join(blobs, 'merged.json');
  await inClone(['--merge-reports', blobs, '--reporter', 'json', '--outputFile', file], {});
  const merged = resultsIn(file);
  const rules = [...merged].filter(([title]) => !title.startsWith('in this shard, '));
  expect(rules.map(([title]) => title).sort()).toEqual(
    Object.values(suites)
      .flat()
      .map(({ id }) => testName(id))
      .sort(),
  );
  const failed = [...merged]
    .filter(
      ([, { status, message }]) =>
        status === 'failed' && !message.startsWith('Rule failed: undecided'),
    )
    .map(([title]) => title);
  expect([...new Set(failed.map((title) => title.replace('in this shard, ', '')))]).toEqual([
    testName('errors.valid-requests'),
  ]);
});
