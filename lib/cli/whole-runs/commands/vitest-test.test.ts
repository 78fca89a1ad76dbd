// The tests that --vitest-test writes, run against the faulty server that they were made for and against a correct one: red
// there, green here. Over sockets, with the fetch that a vendor's tests have.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultNamed } from '../../../reference/index.js';
import { atServer, type Place } from '../../../testing/at-server.js';
import { testsOfFile } from '../../../testing/test-file.js';

const environmentOf = ({ url, quickstartUrl, key }: Place) => ({
  ANIMAL_STORE_URL: url,
  ANIMAL_STORE_QUICKSTART_URL: quickstartUrl,
  ANIMAL_STORE_API_KEY: key,
});

/** One of each kind of check, and of each way to send; lib/report/test-file/golden.test.ts holds the text of all of them. */
const sample = [
  'missing-name-taken',
  'any-key-accepted',
  'basic-user-accepted',
  'key-in-query-as-apikey',
  'message-key-not-checked',
  'message-charset-refused',
  'message-null-500',
  'message-not-echoed',
  'message-status-in-capitals',
  'message-time-null',
  'time-on-february-30',
  'time-without-zone',
  'time-in-small-letters',
  'everything-in-doubles',
  'name-stored-trimmed',
  'id-above-1000000-taken-from-client',
  'ids-from-the-name',
  'limit-off-by-one',
  'limit-101-obeyed',
  'limit-one-short',
  'default-limit-19',
  'filter-ignored-for-sold',
  'unknown-status-lists-all',
  'first-animal-twice',
  'list-in-data',
  'byte-order-mark-before-list',
  'id-digits-before-letters',
  'get-removed-410',
  'sunset-no-date',
  'html-404',
  'status-always-400',
  'orders-missing-html',
  'base-version-2',
];

/** Where the lists are full, what was added need not show: each needs a store that holds little. */
const sampleOfFewAnimals = [
  'list-hides-newest',
  'refused-status-added',
  'added-twice',
  'listed-without-status',
];

describe.concurrent('the tests of a run', () => {
  test.each([
    ...sample.map((fault) => ({ fault, isFresh: false, animals: 3 })),
    ...sampleOfFewAnimals.map((fault) => ({ fault, isFresh: true, animals: 0 })),
  ])(
    '$fault: red at the faulty server, green at a correct one',
    async ({ fault, isFresh, animals }) => {
      const { rule } = faultNamed(fault) ?? expect.unreachable(`there is no ${fault}`);
      const wrong = { changes: [fault], animals };
      await atServer(wrong, async (faulty) => {
        const where = [faulty.url, '--quickstart', faulty.quickstartUrl, '--only', rule];
        const how = ['--seed', '1', '--settle', '0.2', '--strict', '--vitest-test', 'tests.mjs'];
        const { err } = await faulty.run(...where, ...how);
        expect(err).toContain('\nTests: tests.mjs\n');
        const tests = testsOfFile(readFileSync(join(faulty.folder, 'tests.mjs'), 'utf8'));
        expect(tests.todo).toEqual([]);
        expect(tests.names.length).toBeGreaterThan(0);
        const red = isFresh
          ? await atServer(wrong, (fresh) => tests.run(environmentOf(fresh)))
          : await tests.run(environmentOf(faulty));
        const green = await atServer({ animals }, (right) => tests.run(environmentOf(right)));
        // In a store of few animals, which earlier tests fill, a test may not find what it needs, whoever answers.
        const isRun = (_: unknown, at: number): boolean =>
          !isFresh || red[at] !== 'skipped' || green[at] !== 'skipped';
        const ran = tests.names.filter(isRun);
        expect(ran.length).toBeGreaterThan(0);
        const why = [...green.reasons, err].join('\n');
        expect({ red: red.filter(isRun), green: green.filter(isRun) }, why).toEqual({
          red: ran.map(() => 'red'),
          green: ran.map(() => 'green'),
        });
      });
    },
  );
});
