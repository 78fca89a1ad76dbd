import { expect, test } from 'vitest';
import { fewOf } from './few.js';

test('a few are chosen from one end to the other, each once', () => {
  expect(fewOf(0, 3)).toEqual([]);
  expect(fewOf(2, 3)).toEqual([0, 1]);
  expect(fewOf(3, 3)).toEqual([0, 1, 2]);
  expect(fewOf(100, 3)).toEqual([0, 50, 99]);
  for (let length = 4; length < 60; length++) expect(new Set(fewOf(length, 4)).size).toBe(4);
});
