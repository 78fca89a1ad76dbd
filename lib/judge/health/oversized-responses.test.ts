// An honest list with long names is large, and must not make a run slow; a body without end must not fill the memory.
import { expect, test } from 'vitest';
import type { Exchange } from '../../http/types.js';
import { answered } from '../../testing/made-up.js';
import { OversizedResponses } from './oversized-responses.js';
import { Semaphore } from './semaphore.js';

/** How many requests may be under way at once after a list of so many animals, with names of that many characters. */
function atOnceAfter(animals: number, nameLength: number): number {
  let atOnce = Infinity;
  const responses = new OversizedResponses(new Semaphore(64), {
    narrow: (most) => (atOnce = Math.min(atOnce, most)),
  });
  const animal = { id: 1, name: 'n'.repeat(nameLength), categoryId: 1, status: 'sold' };
  const answer = answered(
    200,
    Array.from({ length: animals }, () => animal),
  );
  responses.note({ answer } as unknown as Exchange, undefined);
  return atOnce;
}

test.each([
  ['usual names', 100, 40, Infinity],
  ['a few long names, as in every store that the kit has tested', 5, 30_000, 55],
  ['a hundred names of 10,000 characters', 100, 10_000, 8],
  ['a hundred names of 40,000 characters', 100, 40_000, 2],
  ['a hundred names of 50,000 characters', 100, 50_000, 1],
  ['one animal too many, and long names', 101, 2_000, 40],
  ['a list of a thousand', 1000, 300, 1],
])('%s', (_label, animals, nameLength, atOnce) => {
  expect(atOnceAfter(animals, nameLength)).toBe(atOnce);
});
