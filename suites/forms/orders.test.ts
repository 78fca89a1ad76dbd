// Describes the order of lists in the same words, whatever else the store holds and however requests overtake one
// another.
import { expect, test } from 'vitest';
import type { Animal } from '../../lib/contract/values/animals.js';
import { Undecided } from '../../lib/judge/result/signals.js';
import { orderInWords } from './orders.js';

const animal = (id: number, more: Partial<Animal> = {}): Animal => ({
  id: String(id),
  name: `animal ${(id * 7) % 10} ${id}`,
  categoryId: String((id * 3) % 5),
  status: 'sold',
  ...more,
});
const list = (...ids: readonly number[]): readonly Animal[] => ids.map((id) => animal(id));
const upTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1);

test.each([
  ['by ascending identifier', list(4, 5, 6, 7, 8)],
  ['by descending identifier', list(8, 7, 6, 5, 4)],
  ['by identifier, compared as text', list(10, 100, 11, 3, 5)],
  ['by name', upTo(9).map((id) => animal((id * 5) % 9, { name: `n${id}` }))],
  ['by category', upTo(9).map((id) => animal((id * 5) % 9, { categoryId: String(id >> 1) }))],
])('%s', (words, animals) => {
  expect(orderInWords([animals], [animals])).toBe(words);
  expect(orderInWords([], [animals])).toBe(words);
});

test('what was there before in another order does not count where new animals are seen', () => {
  expect(orderInWords([list(4, 5, 6)], [list(9_000, 9_001, 4, 5, 6)])).toBe(
    'by ascending identifier',
  );
});

test('longer lists tell numbers from text where those that were added do not', () => {
  const asText = upTo(100)
    .map(String)
    .sort()
    .map((id) => animal(Number(id)));
  expect(orderInWords([list(11, 12, 13)], [asText])).toBe('by identifier, compared as text');
  expect(orderInWords([list(11, 12, 13)], [list(...upTo(100))])).toBe('by ascending identifier');
});

test('two animals that were stored in another order than they were numbered make no other order', () => {
  const swapped = list(1, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  expect(orderInWords([swapped], [])).toBe('by ascending identifier');
});

test('animals that are all of one category are in no order by it', () => {
  const alike = [5, 1, 4, 2, 3].map((id) => animal(id, { categoryId: '1' }));
  expect(orderInWords([alike], [alike])).toBe('in another order, the same in each list');
});

test('an order that varies is told from one that stays', () => {
  expect(orderInWords([list(3, 1, 4, 2), list(3, 1, 4, 2, 5)], [])).toBe(
    'in another order, the same in each list',
  );
  expect(orderInWords([list(3, 1, 4, 2), list(1, 4, 3, 2)], [])).toBe('in an order that varies');
});

test('of too few animals nothing is told', () => {
  expect(() => orderInWords([list(1, 2)], [list(1)])).toThrow(Undecided);
});
