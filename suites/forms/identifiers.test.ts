// Describes identifiers in words that are the same for any store, even if requests overtake one another.
import { expect, test } from 'vitest';
import { Undecided } from '../../lib/judge/result/signals.js';
import { identifiersInWords } from './identifiers.js';

const some = (count: number, idOf: (index: number) => bigint): readonly bigint[] =>
  Array.from({ length: count }, (_, index) => idOf(index));
const mixed = (index: number): bigint => BigInt((index * 7_919) % 1_009);

test.each<[string, (index: number) => bigint]>([
  ['not negative, ascending, close together', (index) => BigInt(index + 1)],
  ['not negative, ascending, close together', (index) => BigInt(5_000_000 + 2 * index)],
  ['not negative, descending, close together', (index) => BigInt(1_000 - index)],
  ['negative, descending, close together', (index) => BigInt(-1 - index)],
  ['not negative, ascending, far apart', (index) => BigInt(index * 500)],
  ['not negative, in no order, close together', mixed],
  ['negative and not, in no order, close together', (index) => mixed(index) - 500n],
  ['negative and not, ascending, close together', (index) => BigInt(index - 99)],
  // The bounds: all doubles are exact up to here, and others took no more than twenty identifiers for each of ours.
  [
    'not negative, ascending, close together',
    (index) => BigInt(Number.MAX_SAFE_INTEGER - 99 + index),
  ],
  ['negative, ascending, close together', (index) => BigInt(-Number.MAX_SAFE_INTEGER + index)],
  ['not negative, ascending, close together', (index) => (index === 99 ? 2_000n : BigInt(index))],
  ['not negative, ascending, far apart', (index) => (index === 99 ? 2_001n : BigInt(index))],
  ['not negative, ascending, close together, beyond 53 bits', (index) => 2n ** 53n + BigInt(index)],
  ['negative, ascending, close together, beyond 53 bits', (index) => -(2n ** 63n) + BigInt(index)],
])('%s', (words, idOf) => {
  expect(identifiersInWords(some(100, idOf))).toBe(words);
});

test('requests that overtake one another change nothing', () => {
  const swapped = some(100, (index) => BigInt(index % 2 === 0 ? index + 1 : index - 1));
  expect(identifiersInWords(swapped)).toBe('not negative, ascending, close together');
});

test('of a few nothing is told', () => {
  expect(() => identifiersInWords(some(9, BigInt))).toThrow(Undecided);
  expect(identifiersInWords(some(10, BigInt))).toMatch(/^not negative, ascending/);
});
