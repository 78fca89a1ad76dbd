// Shards that had budgets: together they are no full run, and may spend what all of them might.
import { expect, test } from 'vitest';
import { cleanReport } from '../../testing/reports/fixture.js';
import { mergeReports } from './merge.js';
import type { Report, Scope } from './report.js';

function shard(index: number, budget?: Scope['budget']): Report {
  const whole = cleanReport();
  const scope: Scope = { full: false, readOnly: false, only: ['4.1'], shard: { index, of: 3 } };
  return { ...whole, run: { ...whole.run, scope: budget ? { ...scope, budget } : scope } };
}

test('a budget that left something out of one part left it out of the whole', () => {
  const { run, verdict } = mergeReports([
    shard(1, { maxRequests: 300, withinSeconds: 30 }),
    shard(2, { maxRequests: 300, maxWrites: 5, withinSeconds: 20 }),
    shard(3),
  ]);
  expect(run.scope).toMatchObject({
    full: false,
    budget: { maxRequests: 600, maxWrites: 5, withinSeconds: 30 },
  });
  expect(verdict).toBe('no-violation-found');
  expect(mergeReports([1, 2, 3].map((index) => shard(index))).run.scope).not.toHaveProperty(
    'budget',
  );
});
