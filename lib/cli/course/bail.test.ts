import { expect, test } from 'vitest';
import { bailAfter } from './bail.js';

test('ends a run after so many failed rules, however often each fails', () => {
  const bail = bailAfter(2, false);
  for (let times = 0; times < 3; times += 1) bail.failed({ id: 'a.b', kind: 'stated' });
  expect(bail.signal.aborted).toBe(false);
  bail.failed({ id: 'a.c', kind: 'stated' });
  expect(bail.signal.aborted).toBe(true);
});

test('a warning counts only where it is a failure', () => {
  for (const strict of [false, true]) {
    const bail = bailAfter(1, strict);
    bail.failed({ id: 'a.b', kind: 'implied' });
    expect(bail.signal.aborted).toBe(strict);
  }
});
