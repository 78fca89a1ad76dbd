// Describes bodies in words: sets are sorted, and a member that is only sometimes present changes no order.
import { expect, test } from 'vitest';
import { inOrder, moreIn, orderIn, spacingOf } from './bodies.js';

test('names that the contract does not know are told sorted, each once', () => {
  expect(
    moreIn('Pet', [
      ['id', 'tags', 'name'],
      ['owner', 'tags'],
    ]),
  ).toBe('owner, tags');
  expect(moreIn('Error', [['code', 'message', 'status']])).toBe('none');
});

test('the order is that of the names that the contract knows, where it is always the same', () => {
  const whole = ['id', 'tags', 'name', 'categoryId', 'status'];
  expect(orderIn('Pet', [whole, ['id', 'name', 'categoryId']])).toBe(
    'id, name, categoryId, status',
  );
  expect(orderIn('Pet', [whole, whole.toReversed()])).toBe('it varies');
});

test('many names are only counted: which of them came is chance', () => {
  expect(inOrder(['b', 'a', 'b'])).toBe('a, b');
  expect(inOrder(['1', '2', '3'], 2)).toBe('more than 2 different ones');
});

test.each([
  ['without white space', '{"a b":[1,"\\" "]}'],
  ['with spaces', '{"a": [1, 2]}\n'],
  ['with line breaks', '{\n\t"a":1\n}'],
])('%s', (words, text) => {
  expect(spacingOf(text)).toBe(words);
});
