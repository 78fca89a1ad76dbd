import { expect, test } from 'vitest';
import { failure } from '../../testing/reports/fixture-parts.js';
import { bailAfter } from './bail.js';

/** Counts one cause for each rule. */
const causesAtLeast = (failed: readonly unknown[]): number => failed.length;

test('ends a run after so many causes, however often each rule fails', () => {
  const bail = bailAfter({ after: 2, strict: false, causesAtLeast });
  for (let times = 0; times < 3; times += 1)
    bail.failed({ id: 'a.b', kind: 'stated', failures: [] });
  expect(bail.signal.aborted).toBe(false);
  bail.failed({ id: 'a.c', kind: 'stated', failures: [] });
  expect(bail.signal.aborted).toBe(true);
});

test('goes on where all that failed has one cause', () => {
  const bail = bailAfter({ after: 2, strict: false, causesAtLeast: () => 1 });
  for (const id of ['a.b', 'a.c', 'a.d']) bail.failed({ id, kind: 'stated', failures: [] });
  expect(bail.signal.aborted).toBe(false);
});

test('a warning counts only where it is a failure', () => {
  for (const strict of [false, true]) {
    const bail = bailAfter({ after: 1, strict, causesAtLeast });
    bail.failed({ id: 'a.b', kind: 'implied', failures: [] });
    expect(bail.signal.aborted).toBe(strict);
  }
});

test('what is known ends nothing, and is no cause', () => {
  const says = (_: string, id: string) =>
    id === 'known' ? { known: { reason: 'a', expires: '2027-01-01' } } : undefined;
  const seen: string[] = [];
  const bail = bailAfter({
    after: 1,
    strict: false,
    says,
    causesAtLeast: (failed) => {
      seen.push(...failed.flatMap(({ failures }) => failures.map(({ id }) => id)));
      return failed.length;
    },
  });
  bail.failed({ id: 'a.b', kind: 'stated', failures: [failure({ id: 'known' })] });
  expect(bail.signal.aborted).toBe(false);
  const failures = [failure({ id: 'known' }), failure({ id: 'new' })];
  bail.failed({ id: 'a.b', kind: 'stated', failures });
  expect(bail.signal.aborted).toBe(true);
  expect(seen).toEqual(['new']);
});
