// The tests that --vitest-test writes, run against the faulty server that they were made for and against a correct one: red
// there, green here. Over sockets, with the fetch that a vendor's tests have.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReference, faultNamed, serve } from '../../reference/index.js';
import { command, inFolder } from '../../testing/io.js';
import { testsOfFile } from '../../testing/test-file.js';

/** A server of its own for `work`, with this fault. */
async function withServer<T>(
  fault: string | undefined,
  work: (server: { url: string; quickstartUrl: string; key: string }) => Promise<T>,
): Promise<T> {
  const faults = fault === undefined ? [] : [faultNamed(fault) ?? expect.unreachable(fault)];
  const reference = createReference({ faults });
  const serving = await serve(reference);
  try {
    return await work({ ...serving, key: reference.key });
  } finally {
    await serving.close();
  }
}

const environmentOf = ({
  url,
  quickstartUrl,
  key,
}: Record<'url' | 'quickstartUrl' | 'key', string>) => ({
  ANIMAL_STORE_URL: url,
  ANIMAL_STORE_QUICKSTART_URL: quickstartUrl,
  ANIMAL_STORE_API_KEY: key,
});

/** Of each part of the contract, and of each kind of check. */
const sample = [
  'missing-name-taken',
  'empty-body-500',
  'name-trimmed',
  'name-stored-trimmed',
  'everything-in-doubles',
  'status-as-text',
  'category-as-text',
  'id-above-1000000-taken-from-client',
  'limit-off-by-one',
  'limit-101-obeyed',
  'limit-one-short',
  'default-limit-19',
  'filter-ignored-for-sold',
  'unknown-status-fails',
  'last-animal-fetched',
  'id-digits-before-letters',
  'no-status-fetched-null',
  'get-removed-410',
  'sunset-no-date',
  'html-404',
  'problem-details',
  'code-missing',
  'unreadable-body-500',
  'byte-order-mark-before-list',
  'wrong-key-403',
  'limit-before-key',
  'key-not-checked-on-add',
  'key-in-query-as-apikey',
  'basic-user-accepted',
  'any-key-accepted',
  'message-not-echoed',
  'message-key-not-checked',
  'message-status-in-capitals',
  'message-time-null',
  'time-on-february-30',
  'message-null-500',
  'orders-missing-html',
  'base-version-2',
];

/** Where the lists are full, what was added need not show: each needs a store that holds little. */
const sampleOfFewAnimals = [
  'list-hides-newest',
  'refused-status-added',
  'added-twice',
  'wrong-key-still-writes',
];

describe.concurrent('the tests of a run', () => {
  test.each([
    ...sample.map((fault) => ({ fault, isFresh: false })),
    ...sampleOfFewAnimals.map((fault) => ({ fault, isFresh: true })),
  ])('$fault: red at the faulty server, green at a correct one', async ({ fault, isFresh }) => {
    const { rule } = faultNamed(fault) ?? expect.unreachable(`there is no ${fault}`);
    await inFolder((folder) =>
      withServer(fault, async (faulty) => {
        const { err } = await command(
          [
            faulty.url,
            '--quickstart',
            faulty.quickstartUrl,
            '--seed',
            '1',
            '--settle',
            '0.2',
            '--only',
            rule,
            '--vitest-test',
            'tests.mjs',
          ],
          { folder, environment: { ANIMAL_STORE_API_KEY: faulty.key } },
        );
        expect(err).toContain('\nTests: tests.mjs\n');
        const tests = testsOfFile(readFileSync(join(folder, 'tests.mjs'), 'utf8'));
        expect(tests.todo).toEqual([]);
        expect(tests.names.length).toBeGreaterThan(0);
        const red = isFresh
          ? await withServer(fault, (fresh) => tests.run(environmentOf(fresh)))
          : await tests.run(environmentOf(faulty));
        const green = await withServer(undefined, (right) => tests.run(environmentOf(right)));
        expect({ red, green }).toEqual({
          red: tests.names.map(() => 'red'),
          green: tests.names.map(() => 'green'),
        });
      }),
    );
  });
});
