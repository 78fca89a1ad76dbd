import { expect, test } from 'vitest';
import type { Case, Kills } from './kills.js';
import { learned, orderOf } from './learn.js';

const oneOf = (experiment: string, index: number, more: Partial<Case> = {}): Case => ({
  experiment,
  index,
  label: `${index}`,
  requests: 1,
  adds: 0,
  writes: 0,
  ...more,
});
const shownBy = (fault: string, by: readonly number[], more: Partial<Kills> = {}): Kills => ({
  fault,
  isStated: true,
  isGrave: false,
  by,
  ...more,
});
const cases = [oneOf('a', 0), oneOf('a', 1), oneOf('b', 0), oneOf('b', 1)];

test('next comes what shows most of what nothing before it shows', () => {
  const kills = [
    shownBy('x', [1, 3]),
    shownBy('y', [1]),
    shownBy('w', [1]),
    shownBy('z', [3]),
    shownBy('v', [2]),
  ];
  // What the second case has shown no longer counts for the third.
  const order = learned({ cases, kills });
  expect([order[0], order.at(-1)]).toEqual([1, 0]);
});

test('what takes many requests waits, but adds that fill the lists anyway cost nothing', () => {
  const kills = [shownBy('x', [0]), shownBy('y', [1]), shownBy('z', [2])];
  const dear = [oneOf('a', 0, { requests: 8 }), oneOf('a', 1, { requests: 8, adds: 7 }), cases[2]];
  expect(learned({ cases: dear as Case[], kills })).toEqual([1, 2, 0]);
});

test('what a stranger could do comes before what a client would notice, and that before what is only expected', () => {
  const kills = [
    shownBy('expected', [0], { isStated: false }),
    shownBy('broken', [1]),
    shownBy('grave', [2], { isGrave: true }),
  ];
  expect(learned({ cases, kills }).slice(0, 3)).toEqual([2, 1, 0]);
});

test('what slips in by mistake comes before what was thought up', () => {
  const kills = [shownBy('thought up', [1]), shownBy('slipped in', [2], { isLikely: true })];
  expect(learned({ cases, kills }).slice(0, 2)).toEqual([2, 1]);
});

test('of cases that show nothing known, those come first that are like none before', () => {
  const alike = ['null, sold', 'null, pending', 'true, sold'].map((label, index) =>
    oneOf('a', index, { label }),
  );
  expect(learned({ cases: alike, kills: [] })).toEqual([0, 1, 2]);
  const tried = ['null', 'sold', 'null, sold', 'true'].map((label, index) =>
    oneOf('a', index, { label }),
  );
  expect(learned({ cases: tried, kills: [] })).toEqual([0, 1, 3, 2]);
});

test('a case that was not sent has its place all the same, behind all others', () => {
  const some = [oneOf('a', 0), oneOf('a', 3, { requests: 2 })];
  const names = ['k', 'l', 'm', 'n'];
  expect(orderOf({ cases: some, names: new Map([['a', names]]) }, [1, 0])).toEqual({
    a: { costs: [1, 1, 1, 2], cases: names, ranks: [1, 2, 2, 0] },
  });
});

test('the order names each case by its experiment and its words, those that are drawn by their numbers, and says one cost once', () => {
  const some = [
    oneOf('b', 1, { requests: 2 }),
    oneOf('a', 0),
    oneOf('b', 0, { adds: 1, writes: 1 }),
  ];
  const names = new Map([
    ['b', ['0', '1']],
    ['a', ['k']],
  ]);
  expect(orderOf({ cases: some, names }, [2, 0, 1])).toEqual({
    a: { costs: 1, cases: ['k'], ranks: [2] },
    b: { costs: [1, 2], adds: [1, 0], writes: [1, 0], ranks: [0, 1] },
  });
});
