// One case may send many requests: whether the one that crashed the candidate before is the one that does so now.
import { expect, test } from 'vitest';
import { failure } from '../../../testing/reports/fixture-parts.js';
import { isOtherCrashOf } from './retry.js';

const crash = (input: string, id = input) => failure({ id, input, output: 'TypeError' });
const add = (mark: string): string => `POST /pets {"name":"Rex conformance-${mark}","status":7}`;

test('a crash is another one where more than the mark of the run differs', () => {
  const before = crash(add('9r5251j13j0001mc5mb40'));
  expect(isOtherCrashOf(before, crash(add('xbzb9bpc7d000175sxdqv')))).toBe(false);
  expect(isOtherCrashOf(before, crash('POST /pets null'))).toBe(true);
  // A body that is cut may end in a part of its mark.
  expect(isOtherCrashOf(crash('POST /pets a9…', 'one'), crash('POST /pets xb…', 'one'))).toBe(
    false,
  );
});

test('a failure that is no crash is no other crash', () => {
  expect(isOtherCrashOf(failure({ input: 'a' }), failure({ input: 'b' }))).toBe(false);
});
