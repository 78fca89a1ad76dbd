import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../../http/pacing/clock.js';
import {
  adds,
  limitOf,
  lists,
  type MadeUpStore,
  madeUpRun,
  resultOf,
  rows,
  is200,
} from '../../../testing/made-up.js';
import { rule } from '../../rules/index.js';
import type { Order } from '../../rules/order.js';

const first = lists([1, 2, 3], { name: 'first' });
const second = lists([11, 12, 13], { name: 'second' });
const rules = [rule(rows.stated, first, is200), rule(rows.alsoStated, second, is200)];
/** 12, 3, 11, 1, 13, 2 */
const order: Order = {
  first: { costs: [1, 1, 1], ranks: [3, 5, 1] },
  second: { costs: [1, 1, 1], ranks: [2, 0, 4] },
};
const partial = { full: false, readOnly: false, only: [], shard: null };

describe('the most revealing cases', () => {
  test('come first, whatever their experiments; those without a rank come last', async () => {
    const unranked = rule(rows.implied, lists([21, 22], { name: 'new' }), is200);
    const { seen } = await madeUpRun([unranked, ...rules], { order, concurrency: 1 });
    expect(seen.map(limitOf)).toEqual([12, 3, 11, 1, 13, 2, 21, 22]);
  });

  test('are the only ones where few requests are left, and what is left out is untested', async () => {
    // Thirteen prepare a run of the real rules, and four look at its end.
    const { seen, report } = await madeUpRun(rules, { order, limits: { maxRequests: 17 + 3 } });
    expect(seen.map(limitOf)).toEqual([12, 3, 11]);
    expect(resultOf(report, rows.alsoStated)).toMatchObject({
      outcome: 'untested',
      evidence: { cases: 2 },
      reason: '1 of 3 cases could not be judged: outside the budget (--max-requests 20)',
    });
    expect(report.run.scope).toMatchObject({ full: false, budget: { maxRequests: 20 } });
  });

  test('are all of them where there are requests enough', async () => {
    const { seen, report } = await madeUpRun(rules, { order, limits: { maxRequests: 17 + 6 } });
    expect(seen).toHaveLength(6);
    expect(report.verdict).toBe('conformant');
    expect(report.run.scope).not.toHaveProperty('budget');
  });

  test('that are too large for what is left make room for smaller ones', async () => {
    const large: Order = { ...order, second: { costs: [1, 9, 1], ranks: [2, 0, 4] } };
    const { seen } = await madeUpRun(rules, { order: large, limits: { maxRequests: 17 + 3 } });
    expect(seen.map(limitOf)).toEqual([3, 11, 1]);
  });

  test('prove nothing of a rule that has none of them', async () => {
    const many: Order = {
      first: { costs: [100, 100, 99], ranks: [0, 1, 2] },
      second: { costs: [1, 1, 1], ranks: [3, 4, 5] },
    };
    const { report } = await madeUpRun(rules, {
      order: many,
      effort: 'quick',
      scope: partial,
      limits: { maxRequests: 290 },
    });
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'untested',
      reason: '2 of 3 cases could not be judged: outside the budget (--max-requests 290)',
    });
    expect(resultOf(report, rows.alsoStated).outcome).toBe('passed');
    expect(report.verdict).toBe('no-violation-found');
    const quick = await madeUpRun(rules, {
      order: { ...many, first: { costs: [400, 400, 400], ranks: [0, 1, 2] } },
      effort: 'quick',
      scope: partial,
    });
    expect(resultOf(quick.report, rows.stated)).toMatchObject({
      outcome: 'untested',
      reason: 'quick effort sends only the most revealing cases',
    });
    expect(resultOf(quick.report, rows.alsoStated).outcome).toBe('passed');
    expect(quick.report.verdict).toBe('no-violation-found');
  });
});

test('a rule of which nothing came about is untested where the rest of it was left out', async () => {
  const none = lists([], { name: 'none here' });
  const { report } = await madeUpRun([rule(rows.stated, [none, first], is200)], {
    order: {
      first: { costs: [900, 900, 900], ranks: [0, 1, 2] },
      'none here': { costs: 1, ranks: [3] },
    },
    effort: 'quick',
    scope: partial,
  });
  expect(resultOf(report, rows.stated).outcome).toBe('untested');
});

describe('a budget of writes', () => {
  // The first four requests prepare a run of the real rules.
  const adding = adds(['Ada', 'Bo', 'Cy']);
  const costly: Order = {
    ...order,
    'made-up adds': { costs: 5, adds: 1, writes: 2, ranks: [6, 8, 7] },
  };
  const withAdds = [...rules, rule(rows.implied, adding, () => {})];
  const added = ({ animals }: MadeUpStore): readonly string[] => animals.map(({ name }) => name);

  test('goes to the most revealing cases that write; all others are sent', async () => {
    const { store, seen, report } = await madeUpRun(withAdds, {
      order: costly,
      concurrency: 1,
      limits: { maxWrites: 4 + 5 },
    });
    expect(added(store)).toEqual(['Ada', 'Cy']);
    expect(seen).toHaveLength(6 + 2);
    expect(resultOf(report, rows.implied)).toMatchObject({
      outcome: 'untested',
      reason: '1 of 3 cases could not be judged: outside the budget (--max-writes 9)',
    });
    expect(report).toMatchObject({
      verdict: 'no-violation-found',
      run: { scope: { full: false, budget: { maxWrites: 9 } } },
    });
  });

  test('that is large enough leaves nothing out', async () => {
    const { store, report } = await madeUpRun(withAdds, {
      order: costly,
      limits: { maxWrites: 8 + 6 },
    });
    expect(added(store)).toHaveLength(3);
    expect(report.verdict).toBe('conformant');
  });

  test('beside quick effort: each says what it leaves out', async () => {
    const { report } = await madeUpRun(withAdds, {
      order: { ...costly, first: { costs: 400, ranks: [3, 5, 1] } },
      effort: 'quick',
      scope: partial,
      limits: { maxWrites: 0 },
    });
    expect(resultOf(report, rows.stated).reason).toBe(
      'quick effort sends only the most revealing cases',
    );
    expect(resultOf(report, rows.implied)).toMatchObject({
      outcome: 'untested',
      reason: 'outside the budget (--max-writes 0)',
    });
    expect(report.run.scope.budget).toEqual({ maxWrites: 0 });
  });
});

describe('a run within some seconds', () => {
  test('sends what it can until they are over, and no more', async () => {
    const virtual = virtualClock();
    const { seen, report } = await madeUpRun(rules, {
      order,
      concurrency: 1,
      limits: { withinMs: 4_000 },
      virtual,
      script: async (request, store) => {
        await virtual.sleep(1_000);
        return store.handle(request);
      },
    });
    // Requests that wait for their turn are not sent either.
    expect(seen.map(limitOf)).toEqual([12, 3, 11, 1]);
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'untested',
      reason: '1 of 3 cases could not be judged: outside the budget (--within 4)',
    });
    expect(report.run.scope.budget).toEqual({ withinSeconds: 4 });
  });
});
