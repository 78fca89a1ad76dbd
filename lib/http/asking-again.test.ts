// Tests the table itself: what is resent, how often and after how long, and what a missing response then means.
import { describe, expect, test } from 'vitest';
import {
  afterNoAnswer,
  mostInPlace,
  type Missing,
  type Next,
  type Writing,
} from './asking-again.js';
import type { NoAnswerKind } from './types.js';

const missing: Missing = {
  writing: 'no',
  sends: 1,
  wasMissing: false,
  onABadLine: false,
  isWatched: true,
};

/** The decision after each send, until the request is no longer resent. */
function attempts(kind: NoAnswerKind, circumstances: Partial<Missing> = {}): readonly Next[] {
  const steps: Next[] = [];
  for (let sends = 1; sends < 100; sends += 1) {
    const step = afterNoAnswer(kind, { ...missing, ...circumstances, sends });
    steps.push(step);
    if (step.next !== 'again') return steps;
  }
  throw new Error(`${kind} would be sent for ever`);
}
const inShort = (steps: readonly Next[]): string => `${steps.length} ${steps.at(-1)?.next}`;

describe('how often, and what then', () => {
  const fine = { wasMissing: false, onABadLine: false };
  const wasMissing = { ...fine, wasMissing: true };
  const bad = { ...fine, onABadLine: true };
  const both = { wasMissing: true, onABadLine: true };

  test.each<[NoAnswerKind, string, string, string, string]>([
    ['reset', '6 finding', '1 finding', '12 finding', '5 finding'],
    ['not-http', '3 finding', '1 finding', '8 finding', '4 finding'],
    ['timeout', '2 finding', '1 finding', '2 finding', '1 finding'],
    ['refused', '3 undecided', '3 undecided', '3 undecided', '3 undecided'],
    ['unknown-host', '1 undecided', '1 undecided', '1 undecided', '1 undecided'],
    ['tls', '1 undecided', '1 undecided', '1 undecided', '1 undecided'],
    ['too-large', '1 undecided', '1 undecided', '1 undecided', '1 undecided'],
    ['aborted', '1 undecided', '1 undecided', '1 undecided', '1 undecided'],
    ['throttled', '1 undecided', '1 undecided', '1 undecided', '1 undecided'],
    ['budget', '1 undecided', '1 undecided', '1 undecided', '1 undecided'],
  ])('%s', (kind, ...expected) => {
    const found = (writing: Writing): readonly string[] =>
      [fine, wasMissing, bad, both].map((one) => inShort(attempts(kind, { ...one, writing })));
    expect(found('no')).toEqual(expected);
    if (kind !== 'reset') expect(found('plain')).toEqual(expected);
  });

  test('a plain write that is reset goes out less often while no other request gets lost', () => {
    const write = { writing: 'plain' } as const;
    expect(
      [fine, wasMissing, bad, both].map((one) => inShort(attempts('reset', { ...one, ...write }))),
    ).toEqual(['5 finding', '1 finding', '12 finding', '5 finding']);
  });

  test('a write that must go out once goes out again only where it cannot have arrived', () => {
    const once = { writing: 'once' } as const;
    expect(
      (['reset', 'not-http', 'timeout', 'refused', 'tls'] as const).map((kind) =>
        inShort(attempts(kind, once)),
      ),
    ).toEqual(['1 another', '1 another', '1 another', '3 undecided', '1 undecided']);
    expect(
      (['reset', 'timeout'] as const).flatMap((kind) => [
        mostInPlace(kind, fine),
        mostInPlace(kind, wasMissing),
        mostInPlace(kind, both),
      ]),
    ).toEqual([10, 1, 10, 2, 1, 2]);
  });

  test('what is refused while nobody watches is not asked again: nothing tells that a target is back', () => {
    expect(inShort(attempts('refused', { isWatched: false }))).toBe('1 undecided');
    expect(inShort(attempts('timeout', { isWatched: false }))).toBe('2 finding');
  });
});

test('after how long: at once, then later and later', () => {
  const pauses = attempts('reset', { onABadLine: true }).flatMap((step) =>
    step.next === 'again' ? [step.afterMs] : [],
  );
  expect(pauses).toEqual([0, 20, 40, 80, 160, 200, 200, 200, 200, 200, 200]);
});

test('somebody has to be there before a slow or useless request goes out again, and before a finding', () => {
  const asked = (kind: NoAnswerKind): readonly boolean[] =>
    attempts(kind).map(({ whereSomebodyIs }) => whereSomebodyIs);
  expect(asked('timeout')).toEqual([true, true]);
  expect(asked('refused')).toEqual([true, true, true]);
  expect(asked('not-http')).toEqual([false, false, true]);
  expect(asked('tls')).toEqual([false]);
});
