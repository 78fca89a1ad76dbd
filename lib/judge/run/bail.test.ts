// A run that ends once enough has failed: how soon, and what its report says.
import { describe, expect, test } from 'vitest';
import { lists, madeUpRun, resultOf, rows } from '../../testing/made-up.js';
import { breach, everyExchange, rule } from '../rules/index.js';
import type { Order } from '../rules/order.js';
import type { Bail } from './options.js';

const fine = (): void => {};
const broken = (): never => breach({ cause: 'Made up.', expected: 'this', actual: 'that' });
const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** The cases of the one that breaks tell more than those of the other. */
const order: Order = {
  breaks: { costs: 1, ranks: range(1, 100) },
  holds: { costs: 1, ranks: range(101, 1000) },
};
const rules = [
  rule(rows.stated, lists(range(1, 100), { name: 'breaks' }), broken),
  rule(rows.alsoStated, lists(range(101, 1000), { name: 'holds' }), fine),
];

function bailOn(after: number, reported: string[] = []): Bail {
  const enough = new AbortController();
  return {
    after,
    signal: enough.signal,
    failed({ id, kind }) {
      reported.push(`${kind} ${id}`);
      if (reported.length >= after) enough.abort(new Error('enough'));
    },
  };
}

describe('bail', () => {
  test('leaves untested what was not decided by then, and the verdict stands', async () => {
    const reported: string[] = [];
    const bail = bailOn(1, reported);
    const { report, seen } = await madeUpRun(rules, { order, bail, signal: bail.signal });
    expect(reported).toEqual([`stated ${rows.stated}`]);
    expect(seen.length).toBeLessThan(850);
    expect(report).toMatchObject({
      verdict: 'not-conformant',
      run: { bail: 1, interrupted: false },
    });
    expect(resultOf(report, rows.stated).outcome).toBe('failed');
    expect(resultOf(report, rows.alsoStated)).toMatchObject({
      outcome: 'untested',
      reason: 'the run ended before (--bail 1)',
      why: { what: 'bailed', values: { after: 1 } },
    });
  });

  test('does not wait for the end where a rule looks at every response', async () => {
    const overAll = everyExchange(
      rows.stated,
      [lists(range(1, 100), { name: 'breaks' })],
      () => true,
      broken,
    );
    const reported: string[] = [];
    const bail = bailOn(1, reported);
    const { report, seen } = await madeUpRun([overAll, ...rules.slice(1)], {
      order,
      bail,
      signal: bail.signal,
    });
    expect(reported).toEqual([`stated ${rows.stated}`]);
    expect(seen.length).toBeLessThan(850);
    expect(resultOf(report, rows.stated).outcome).toBe('failed');
    expect(resultOf(report, rows.alsoStated).outcome).toBe('untested');
  });

  test('says nothing of a run that somebody interrupted besides', async () => {
    const bail = bailOn(1);
    const { report } = await madeUpRun(rules, {
      order,
      bail,
      signal: bail.signal,
      interrupted: AbortSignal.abort(),
    });
    expect(report).toMatchObject({ verdict: 'not-conformant', run: { interrupted: true } });
    expect(report.run).not.toHaveProperty('bail');
  });
});
