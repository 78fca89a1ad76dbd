import { describe, expect, test } from 'vitest';
import { didYouMean, editDistance, nearest } from './nearest.js';

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
    expect(nearest('zebra', ['reference', 'production', 'staging'])).toBeUndefined();
    expect(nearest('x', [])).toBeUndefined();
  });

  test('asks about it in the form in which it is written', () => {
    expect(didYouMean('sed', ['seed'], (word) => `--${word}`)).toBe(' Did you mean --seed?');
    expect(didYouMean('quite-another-thing', ['seed'])).toBe('');
  });
});
