// A quick run sends the most revealing cases first. This tests how many faults that break the contract it finds.
import { expect, test } from 'vitest';
import { ruleNamed } from '../contract/ledger.js';
import { faults } from '../reference/index.js';
import { runInMemory } from '../in-memory/in-memory.js';
import { allRules, order } from '../../suites/index.js';
import { measuredCases, type Case } from './order/kills.js';
import { aboutOneIn, oneIn, seed } from './sample.js';
import misses from './quick-misses.json' with { type: 'json' };

const partial = { full: false, readOnly: false, only: [], shard: null };

const stated = faults.filter(({ rule }) => ruleNamed(rule).kind === 'stated');

// The others show only in long runs, only sometimes, or by a single body of dozens, each of which takes a request.
test('quick effort finds all but 9 % of the faults that break the contract', () => {
  const names = stated.map(({ name }) => name);
  expect(misses.filter((name) => !names.includes(name))).toEqual([]);
  expect(misses.length / names.length).toBeLessThan(0.09);
});

test('and misses none of a sample but those that are written down', async () => {
  const missed: string[] = [];
  for (const fault of oneIn(2, aboutOneIn(48, stated))) {
    const report = await runInMemory({ faults: [fault], seed, effort: 'quick', scope: partial });
    if (report.verdict !== 'not-conformant') missed.push(fault.name);
  }
  expect(missed.filter((name) => !misses.includes(name))).toEqual([]);
});

test('quick effort accuses the correct server of nothing, and sends at most 350 requests', async () => {
  const report = await runInMemory({ seed, effort: 'quick', scope: partial });
  expect(report.verdict).toBe('no-violation-found');
  expect(report.run.exchanges).toBeGreaterThan(300);
  expect(report.run.exchanges).toBeLessThanOrEqual(350);
});

test('the order says of each case what it costs and when it is sent', () => {
  for (const [experiment, { ranks, cases = ranks, costs, adds = 0, writes = 0 }] of Object.entries(
    order,
  ))
    for (const ofEach of [cases, costs, adds, writes])
      if (typeof ofEach !== 'number') expect(ofEach.length, experiment).toBe(ranks.length);
});

test('a case without a rank is sent after all others, and noted', async () => {
  const { cases, names } = await measuredCases();
  const isRanked = ({ experiment, index }: Case): boolean => {
    const { ranks = [], cases: known } = order[experiment] ?? {};
    const name = names.get(experiment)?.[index] ?? '';
    return known === undefined ? index < ranks.length : known.includes(name);
  };
  const unranked = cases.filter((one) => !isRanked(one));
  const experiments = new Set(allRules.flatMap((rule) => rule.experiments.map(({ name }) => name)));
  const gone = Object.keys(order).filter((name) => !experiments.has(name));
  const notes = [
    ...unranked.map(({ experiment, label }) => `${experiment}: ${label}`),
    ...gone.map((name) => `${name}: no longer an experiment`),
  ];
  if (notes.length > 0)
    console.warn(
      ['`npm run order` gives these cases their places, when it suits you:', ...notes].join('\n  '),
    );
  // Most cases must have a place in the order, because otherwise it would be of no use.
  expect(notes.length).toBeLessThan(cases.length / 4);
});
