// The file of tests to the letter, for each kind of check: made of runs in memory, which are the same each time. A change of
// what is written shows as a difference of files; `npx vitest run --project runs lib/report/test-file -u` accepts it. That such
// files run, red and green where they should be, is shown over sockets, in lib/cli/whole-runs/.
import { describe, expect, test } from 'vitest';
import { factsOfContract } from '../../cli/output/test-file.js';
import type { Report } from '../../judge/result/report.js';
import { faultNamed } from '../../reference/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { allRules } from '../../../suites/index.js';
import { vitestFile } from './index.js';

const facts = await factsOfContract();

/** The test file that a run of the broken rule produces. */
async function reportOf(name: string, animals: number): Promise<Report> {
  const fault = faultNamed(name) ?? expect.unreachable(`there is no ${name}`);
  const rules = allRules.filter(({ id }) => id === fault.rule);
  return await runInMemory({ faults: [fault], animals, rules });
}

/** Implied rules have tests after a strict run. Some failures of a rule differ only in the request: two are enough. */
const few = (report: Report): Report => ({
  ...report,
  run: { ...report.run, strict: true },
  rules: report.rules.map((rule) => ({ ...rule, failures: rule.failures.slice(0, 2) })),
});

const fileOf = (report: Report, isTyped: boolean): string =>
  vitestFile(report, { facts, isTyped }) ?? expect.unreachable('there is no file');

/** The groups of tests, without what stands above and below them. */
const groupsOf = (file: string): string =>
  [...file.matchAll(/^describe\b.*?^\}\);$/gms)].map(([group]) => group).join('\n\n');

/** By what is sent, and what is made of a list, an animal, an error, a message. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  requests: [
    'missing-name-taken',
    'unreadable-body-500',
    'any-key-accepted',
    'basic-user-accepted',
    'key-in-query-as-apikey',
    'limit-before-key',
    'message-key-not-checked',
    'unknown-status-fails',
    'byte-order-mark-before-list',
    'orders-missing-html',
    'base-version-2',
  ],
  animals: [
    'category-as-text',
    'everything-in-doubles',
    'name-stored-trimmed',
    'id-above-1000000-taken-from-client',
    'ids-from-the-name',
    'added-id-always-0',
    'get-removed-410',
    'last-animal-fetched',
    'id-digits-before-letters',
    'no-status-fetched-null',
    'sunset-no-date',
    'refused-status-added',
    'added-twice',
    'wrong-key-still-writes',
  ],
  lists: [
    'limit-off-by-one',
    'limit-101-obeyed',
    'limit-one-short',
    'default-limit-19',
    'filter-ignored-for-sold',
    'unknown-status-lists-all',
    'first-animal-twice',
    'list-in-data',
    'listed-with-text-id',
    'list-ends-with-null',
    'listed-without-status',
    'listed-name-trimmed',
    'list-hides-newest',
  ],
  errors: ['html-404', 'code-missing', 'status-always-400', 'unknown-path-html'],
  messages: [
    'message-charset-refused',
    'message-null-500',
    'message-not-echoed',
    'message-status-in-capitals',
    'message-time-null',
    'time-without-zone',
    'time-on-february-30',
    'time-in-small-letters',
  ],
};

/** Of a store that holds little, where its lists must not be full. */
const ofLittle = new Set(['list-hides-newest', 'listed-without-status', 'added-twice']);

describe('what is written, to the letter', () => {
  test.each(Object.entries(kinds))('%s', async (kind, faults) => {
    const parts: string[] = [];
    for (const fault of faults) {
      const report = few(await reportOf(fault, ofLittle.has(fault) ? 0 : 120));
      parts.push(`===== ${fault}`, '', groupsOf(fileOf(report, false)), '');
    }
    await expect(parts.join('\n')).toMatchFileSnapshot(`golden/${kind}.txt`);
  });

  test.each([
    ['JavaScript', false],
    ['TypeScript', true],
  ] as const)('a whole file with every helper: %s', async (language, isTyped) => {
    const [report, ...others] = await Promise.all(
      [
        'limit-101-obeyed',
        'category-as-text',
        'added-twice',
        'any-key-accepted',
        'message-time-null',
        'html-404',
      ].map((fault) => reportOf(fault, 120)),
    );
    const merged = [report!, ...others].map(few).flatMap(({ rules }) => rules);
    const file = fileOf({ ...few(report!), rules: merged }, isTyped);
    await expect(file).toMatchFileSnapshot(`golden/whole-${language}.txt`);
  });
});
