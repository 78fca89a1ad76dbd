// From a broken case to the smallest one, and the way back.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { experiment, type AnyExperiment, type Cases } from '../rules/rule.js';
import { Breach } from '../result/signals.js';
import type { Broken } from '../evidence/evidence.js';
import { minimal, type Budget, type Try } from './minimal.js';
import { describeCase, valueAt } from '../evidence/chosen.js';

const breach = new Breach({ cause: 'c', expected: 'e', actual: 'a' });
const plenty: Budget = { sends: 1_000, spentMs: () => 0, timeMs: 1 };
const plain = experiment<number, unknown>({
  name: 'numbers',
  stage: 'sparse',
  cases: () => [],
  send: async () => undefined,
});
const broken = (value: unknown, path: string, from: AnyExperiment = plain): Broken => ({
  place: [],
  kind: '',
  experiment: from,
  value,
  stream: 0,
  path,
  breach,
  exchanges: [],
});

/** Breaks where it should, and keeps what it was asked. */
function trying(breaks: (value: never) => boolean): {
  readonly attempt: Try;
  readonly asked: unknown[];
} {
  const asked: unknown[] = [];
  const attempt: Try = async (value) => (
    asked.push(value),
    breaks(value as never) ? broken(value, 'as tried') : undefined
  );
  return { attempt, asked };
}

describe('sampled cases', () => {
  const arbitrary = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 30 });
  const cases: Cases<unknown> = { arbitrary, runs: 50 };
  const tooMany = (numbers: readonly number[]): boolean =>
    numbers.filter((one) => one > 50).length >= 2;
  const seed = 12;
  const sampled = fc.sample(arbitrary, { seed, numRuns: 50 });
  const index = sampled.findIndex(tooMany);
  const first = broken(sampled[index], String(index));

  test('shrink to the smallest, by a path that leads back to it', async () => {
    const { attempt } = trying(tooMany);
    const smallest = await minimal(first, cases, seed, attempt, plenty);
    expect(smallest.value).toEqual([51, 51]);
    expect(valueAt(plain, cases, { seed, path: smallest.path })).toEqual({ value: [51, 51] });
  });

  test('are not sent again to begin with', async () => {
    const { attempt, asked } = trying(() => false);
    expect(await minimal(first, cases, seed, attempt, plenty)).toEqual(first);
    expect(asked).not.toContainEqual(first.value);
    expect(asked.length).toBeGreaterThan(0);
  });

  test('stop at the budget with the best so far, and its path', async () => {
    const { attempt, asked } = trying(tooMany);
    const best = await minimal(first, cases, seed, attempt, { ...plenty, sends: 3 });
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(tooMany(best.value as number[])).toBe(true);
    expect(valueAt(plain, cases, { seed, path: best.path })).toEqual({ value: best.value });
    const { attempt: late, asked: none } = trying(tooMany);
    expect(await minimal(first, cases, seed, late, { ...plenty, spentMs: () => 2 })).toEqual(first);
    expect(none).toEqual([]);
  });

  test('that break each time shrink to nothing at all', async () => {
    expect((await minimal(first, cases, seed, trying(() => true).attempt, plenty)).value).toEqual(
      [],
    );
  });

  test('a defect of the kit while shrinking does not look like a breach', async () => {
    const crash: Try = () => Promise.reject(new TypeError('ours'));
    await expect(minimal(first, cases, seed, crash, plenty)).rejects.toThrow('ours');
  });
});

describe('listed cases', () => {
  const halving = experiment<number, unknown>({
    ...plain,
    smaller: (value) => (value > 1 ? [Math.floor(value / 2), value - 1] : []),
  });

  test('get smaller as their experiment says, by a path that leads back', async () => {
    const { attempt } = trying((value: number) => value >= 11);
    const smallest = await minimal(broken(90, '2', halving), [7, 8, 90], 0, attempt, plenty);
    expect(smallest.value).toBe(11);
    expect(valueAt(halving, [7, 8, 90], { seed: 0, path: smallest.path })).toEqual({ value: 11 });
  });

  test('without smaller ones stay as they are', async () => {
    const { attempt, asked } = trying(() => true);
    expect(await minimal(broken(90, '2'), [7, 8, 90], 0, attempt, plenty)).toMatchObject({
      value: 90,
      path: '2',
    });
    expect(asked).toEqual([]);
  });

  test('end with the budget', async () => {
    const { attempt, asked } = trying((value: number) => value >= 11);
    await minimal(broken(1_000_000, '0', halving), [1_000_000], 0, attempt, {
      ...plenty,
      sends: 4,
    });
    expect(asked).toHaveLength(4);
  });

  test('of which nothing is known are left alone', async () => {
    expect(
      await minimal(broken(1, '0'), undefined, 0, trying(() => true).attempt, plenty),
    ).toMatchObject({ value: 1 });
    expect(
      await minimal(
        { ...broken(1, '0'), experiment: undefined },
        [1],
        0,
        trying(() => true).attempt,
        plenty,
      ),
    ).toMatchObject({ value: 1 });
  });
});

describe('the way back', () => {
  const named = experiment<number, unknown>({ ...plain, describe: (value) => `number ${value}` });

  test('is by place, or by the words of the case where the order changed', () => {
    expect(valueAt(named, [10, 20, 30], { seed: 0, path: '1' })).toEqual({ value: 20 });
    expect(valueAt(named, [30, 20, 10], { seed: 0, path: '0', input: 'number 10' })).toEqual({
      value: 10,
    });
  });

  test('may end nowhere', () => {
    expect(valueAt(named, [10], { seed: 0, path: '5' })).toBeUndefined();
    expect(valueAt(named, [10], { seed: 0, path: '0:0' })).toBeUndefined();
    expect(
      valueAt(named, { arbitrary: fc.constant(1), runs: 1 }, { seed: 1, path: '0:9:9' }),
    ).toBeUndefined();
  });

  test('a case is named as its experiment does, else by its exact JSON', () => {
    expect(describeCase(named, 4)).toBe('number 4');
    expect(describeCase(plain, { categoryId: 9_223_372_036_854_775_807n })).toBe(
      '{"categoryId":9223372036854775807}',
    );
  });
});
