// A quick run sends the head of the order in which cases tell most: how much of what breaks the contract it finds.
import { expect, test } from 'vitest';
import { ruleNamed } from '../contract/ledger.js';
import { faults } from '../reference/index.js';
import { runInMemory } from '../rehearsal/in-memory.js';
import { allRules, order, populating } from '../../suites/index.js';
import { measuredCases } from './order/kills.js';
import { oneIn } from './sample.js';
import { seed } from './seed.js';

/** Of the faults that break the contract; some only show in long runs, or now and then. */
const share = 0.95;
const partial = { full: false, readOnly: false, only: [], shard: null };

test(`quick effort finds at least ${share * 100} % of the faults that break the contract`, async () => {
  const broken = oneIn(
    12,
    faults.filter(({ rule }) => ruleNamed(rule).kind === 'stated'),
  );
  const missed: string[] = [];
  for (const fault of broken) {
    const report = await runInMemory({ faults: [fault], seed, effort: 'quick', scope: partial });
    if (report.verdict !== 'not-conformant') missed.push(fault.name);
  }
  expect(missed.length / broken.length, missed.join(', ')).toBeLessThan(1 - share);
});

test('quick effort accuses the correct server of nothing, and sends at most 350 requests', async () => {
  const report = await runInMemory({ seed, effort: 'quick', scope: partial });
  expect(report.verdict).toBe('no-violation-found');
  expect(report.run.exchanges).toBeGreaterThan(300);
  expect(report.run.exchanges).toBeLessThanOrEqual(350);
});

test('every case has its place in the order: after a change of the cases say `npm run order`', async () => {
  const cases = await measuredCases();
  const expected = new Map<string, number>();
  for (const { experiment, index } of cases)
    expected.set(experiment, Math.max(expected.get(experiment) ?? 0, index + 1));
  // How many animals fill the lists depends on what others have added: their ranks must be enough.
  const filling = new Set(populating.map(({ name }) => name));
  const ranked = Object.entries(order).map(([name, { ranks }]) => [name, ranks.length] as const);
  for (const [name, count] of ranked)
    if (filling.has(name)) expect(count, name).toBeGreaterThanOrEqual(expected.get(name) ?? 0);
    else expect(count, name).toBe(expected.get(name));
  expect(ranked).toHaveLength(expected.size);
  const names = new Set(allRules.flatMap((rule) => rule.experiments.map(({ name }) => name)));
  expect(ranked.filter(([name]) => !names.has(name))).toEqual([]);
});
