// One case may send many requests: whether the one that crashed the candidate before is the one that does so now.
import { expect, test } from 'vitest';
import { failure } from '../../../testing/reports/fixture-parts.js';
import { isSameCrash } from './retry.js';

const crash = (input: string) => failure({ input, output: 'TypeError' });
const add = (mark: string): string => `POST /pets {"name":"Rex conformance-${mark}","status":7}`;

test('a crash is the same where nothing but the mark of the run differs', () => {
  const before = crash(add('9r5251j13j0001mc5mb40'));
  expect(isSameCrash(before, crash(add('xbzb9bpc7d000175sxdqv')))).toBe(true);
  expect(isSameCrash(before, crash('POST /pets null'))).toBe(false);
});

test('a failure that is no crash is known by its case alone', () => {
  expect(isSameCrash(failure({ input: 'a' }), failure({ input: 'b' }))).toBe(true);
});
