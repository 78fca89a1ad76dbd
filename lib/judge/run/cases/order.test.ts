import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../../http/pacing/clock.js';
import { limitOf, lists, madeUpRun, resultOf, rows } from '../../../testing/made-up.js';
import { expectStatus, rule } from '../../rules/index.js';
import type { Exchange } from '../../../http/types.js';
import type { Order } from './order.js';

const is200 = (exchange: Exchange): void => expectStatus(exchange, 200, 'here');
const first = lists([1, 2, 3], { name: 'first' });
const second = lists([11, 12, 13], { name: 'second' });
const rules = [rule(rows.stated, first, is200), rule(rows.alsoStated, second, is200)];
/** 12, 3, 11, 1, 13, 2 */
const order: Order = {
  first: { costs: [1, 1, 1], ranks: [3, 5, 1] },
  second: { costs: [1, 1, 1], ranks: [2, 0, 4] },
};
const partial = { full: false, readOnly: false, only: [], shard: null };

describe('the most telling cases', () => {
  test('come first, whatever their experiments; those without a rank come last', async () => {
    const unranked = rule(rows.implied, lists([21, 22], { name: 'new' }), is200);
    const { seen } = await madeUpRun([unranked, ...rules], { order, concurrency: 1 });
    expect(seen.map(limitOf)).toEqual([12, 3, 11, 1, 13, 2, 21, 22]);
  });

  test('are the only ones where few requests are left, and what is left out cannot be told', async () => {
    // Seventeen prepare a run of the real rules.
    const { seen, report } = await madeUpRun(rules, { order, limits: { maxRequests: 17 + 3 } });
    expect(seen.map(limitOf)).toEqual([12, 3, 11]);
    expect(resultOf(report, rows.alsoStated)).toMatchObject({
      outcome: 'cantTell',
      evidence: { cases: 2 },
      reason: '1 of 3 cases could not be judged: --max-requests 20 omits them',
    });
    expect(report.verdict).toBe('inconclusive');
  });

  test('are all of them where there are requests enough', async () => {
    const { seen, report } = await madeUpRun(rules, { order, limits: { maxRequests: 17 + 6 } });
    expect(seen).toHaveLength(6);
    expect(report.verdict).toBe('conformant');
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
    expect(resultOf(report, rows.stated).outcome).toBe('cantTell');
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
    // Those that are waited for in a line are sent no more either.
    expect(seen.map(limitOf)).toEqual([12, 3, 11, 1]);
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringContaining('the time limit of --within (4 s) was reached'),
    });
  });
});
