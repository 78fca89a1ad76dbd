// What the generated file's helper would say of a body, known before it is written.
import { expect, test } from 'vitest';
import { fits } from './check.js';

const int64 = { type: 'integer', format: 'int64', required: [], properties: {} };

test.each([
  ['9223372036854775807', true],
  ['-9223372036854775808', true],
  ['18446744073709551616', false],
  ['1.5', false],
])('%s as an int64: %s', (text, is) => expect(fits(JSON.parse(text), int64)).toBe(is));
