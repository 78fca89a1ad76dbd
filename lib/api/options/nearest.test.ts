import { describe, expect, test } from 'vitest';
import { didYouMean, editDistance, namesLike, nearest } from './nearest.js';
import { inWords } from './sentence.js';

describe('nearest', () => {
  test.each([
    ['seeed', 'seed', 1],
    ['sede', 'seed', 1],
    ['', 'seed', 4],
    ['limit', 'limit', 0],
    ['kitten', 'sitting', 3],
  ])('takes from %j to %j in %i steps', (one, other, steps) => {
    expect(editDistance(one, other)).toBe(steps);
    expect(editDistance(other, one)).toBe(steps);
  });

  test('finds the word that was meant, and none where nothing is near', () => {
    expect(nearest('prodction', ['reference', 'production', 'staging'])).toBe('production');
    expect(nearest('read', ['report-dir', 'read-only'])).toBe('read-only');
    expect(nearest('PRODUCTION', ['production'])).toBe('production');
    expect(nearest('STORE_KEY', ['STORE_KEY_OF_PRODUCTION'])).toBe('STORE_KEY_OF_PRODUCTION');
    expect(nearest('zebra', ['reference', 'production', 'staging'])).toBeUndefined();
    expect(nearest('x', [])).toBeUndefined();
  });

  test('asks about it in the form in which it is written', () => {
    expect(didYouMean('sed', ['seed'], (word) => `--${word}`)).toBe(' Did you mean --seed?');
    expect(didYouMean('quite-another-thing', ['seed'])).toBe('');
  });
});

describe('names like one that there is not', () => {
  const known = [
    'bad-limit',
    'limit-off-by-one',
    'limit-ignored',
    'missing-name-taken',
    'status-ignored',
  ];

  test.each([
    ['limit', ' These are like it: limit-off-by-one, limit-ignored, bad-limit.'],
    ['limit-of-by-one', ' Did you mean limit-off-by-one?'],
    ['taken', ' These are like it: missing-name-taken.'],
    ['ignored-entirely', ' These are like it: limit-ignored, status-ignored.'],
    ['nosuch', ''],
    ['', ''],
  ])('%s', (written, says) => {
    expect(namesLike(written, known)).toBe(says);
  });

  test('are five at most', () => {
    const many = [1, 2, 3, 4, 5, 6, 7].map((number) => `slow-${number}`);
    expect(namesLike('slow', many)).toBe(
      ' These are like it: slow-1, slow-2, slow-3, slow-4, slow-5, and 2 more.',
    );
  });
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j in words', (words, expected) => {
  expect(inWords(words)).toBe(expected);
});
