import { expect, test } from 'vitest';
import { inRanges, numbersIn } from './order.js';

test.each([
  ['3-5 9', [3, 4, 5, 9]],
  ['0', [0]],
  ['7 3-4 12 0-1', [7, 3, 4, 12, 0, 1]],
])('the ranks %s are read and written', (ranges, numbers) => {
  expect(numbersIn(ranges)).toEqual(numbers);
  expect(inRanges(numbers)).toBe(ranges);
});
