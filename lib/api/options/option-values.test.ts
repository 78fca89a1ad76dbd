// Values of options that are no text: what a flag may say without a value, a file or a program says with true.
import { expect, test } from 'vitest';
import { readOption } from './option-values.js';
import { table } from './run-table.js';

test('true is the value of a flag that needs none, and false leaves it out', () => {
  expect([readOption('bail', true, table.bail), readOption('bail', false, table.bail)]).toEqual([
    1,
    undefined,
  ]);
  expect(readOption('bail', 3, table.bail)).toBe(3);
  expect(() => readOption('seed', true, table.seed)).toThrow(/^seed is of type boolean/);
});
