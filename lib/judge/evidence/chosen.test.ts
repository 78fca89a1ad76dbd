import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyExperiment, Cases } from '../rules/rule.js';
import { chosen, type ChoiceOptions, seedOf } from './chosen.js';

const experiment = { name: 'numbers' } as AnyExperiment;
const arbitrary = fc.integer();
const options = (
  seed: number,
  seeds: number,
  more: Partial<ChoiceOptions> = {},
): ChoiceOptions => ({ seed, seeds, ...more });
const valuesOf = (cases: Cases<unknown>, from: ChoiceOptions): unknown[] =>
  (chosen(experiment, cases, from) ?? []).map(({ value }) => value);

test('several seeds draw what as many runs with one seed each would', () => {
  const together = valuesOf({ arbitrary, runs: 30 }, options(7, 3));
  expect(together).toEqual(
    [7, 8, 9].flatMap((seed) => valuesOf({ arbitrary, runs: 10 }, options(seed, 1))),
  );
  expect(new Set(together).size).toBeGreaterThan(20);
});

test('no case has the place of another, and each is found again by it', () => {
  const cases = { arbitrary, runs: 30 };
  const all = chosen(experiment, cases, options(7, 3)) ?? [];
  expect(new Set(all.map(({ stream, path }) => `${stream} ${path}`)).size).toBe(30);
  for (const one of all) {
    const onlyCase = { experiment, path: one.path, seed: seedOf(7 + one.stream, experiment.name) };
    expect(chosen(experiment, cases, options(7, 3, { onlyCase }))).toEqual([one]);
  }
});

test('a small domain is sent once, however many seeds there are', () => {
  expect(valuesOf(['a', 'b', 'c'], options(7, 5))).toEqual(['a', 'b', 'c']);
});

test('a case that does not come about is none', () => {
  expect(
    chosen(experiment, ['a'], options(7, 1, { onlyCase: { experiment, path: '4', seed: 0 } })),
  ).toBeUndefined();
});
