import { describe, expect, test } from 'vitest';
import { Patience, type Where } from './eventual-consistency.js';

/** Looks until it is of no use, or something has shown; says how long that took. */
function wait(
  patience: Patience,
  where: Where,
  startedAt: number,
  showsAfter = Infinity,
  mostMs = Infinity,
): number {
  for (let waited = 0; ; waited += 20) {
    if (waited >= showsAfter) {
      patience.found(where, waited);
      return waited;
    }
    if (patience.bears(where, waited, startedAt + waited, mostMs)) continue;
    patience.foundNothing(where, startedAt, startedAt + waited);
    return waited;
  }
}

describe('what never shows', () => {
  test('is waited for as long as a cache may live the first time, and then hardly', () => {
    const patience = new Patience(2_000);
    expect(wait(patience, 'lists', 0)).toBe(45_000);
    expect(wait(patience, 'lists', 45_000)).toBe(20);
    expect(patience.remarks).toEqual([
      'Some new animals never appeared. The kit waited for them for 46 s in total.',
    ]);
    // A get may remember what was not there, though not for so long; what it never shows has had its time to be listed.
    expect(wait(patience, 'gets', 45_020)).toBe(12_000);
    const another = new Patience(2_000);
    expect(wait(another, 'gets', 0)).toBe(12_000);
    expect(wait(another, 'lists', 12_000)).toBe(500);
  });

  test('is waited for no longer than the time to settle where what was seen speaks against it', () => {
    expect(wait(new Patience(2_000), 'lists', 0, Infinity, 0)).toBe(2_000);
    expect(wait(new Patience(2_000), 'lists', 0, Infinity, 12_000)).toBe(12_000);
    expect(wait(new Patience(20_000), 'lists', 0, Infinity, 12_000)).toBe(20_000);
  });

  test('rests no longer than until the longer wait ends', () => {
    const patience = new Patience(2_000);
    expect(patience.restMs('lists', 250, 1_900, 1_900)).toBe(100);
    expect(patience.bears('lists', 2_000, 2_000)).toBe(true);
    expect(patience.restMs('lists', 9_000, 44_000, 44_000)).toBe(1_000);
  });

  test('is waited for as long as others took, and longer', () => {
    const patience = new Patience(2_000);
    expect(wait(patience, 'lists', 0, 500)).toBe(500);
    expect(wait(patience, 'lists', 500)).toBe(45_000);
    expect(wait(patience, 'lists', 45_500)).toBe(1_000);
    expect(wait(patience, 'lists', 46_500, 800)).toBe(800);
  });

  test('is waited for as long as a cache may live where it can be remembered as missing', () => {
    const patience = new Patience(2_000);
    expect(wait(patience, 'gets', 0, 20)).toBe(20);
    expect(wait(patience, 'gets', 20, 10_000)).toBe(10_000);
  });
});

describe('what shows late', () => {
  test('is waited for longer from then on', () => {
    const patience = new Patience(2_000);
    expect(wait(patience, 'gets', 0, 4_000)).toBe(4_000);
    expect(patience.settleMs).toBe(6_000);
    expect(patience.remarks).toEqual([
      expect.stringContaining('took about 4 s to appear: from then on the kit waited up to 6 s'),
    ]);
    expect(wait(patience, 'gets', 4_000, 5_900)).toBe(5_900);
  });

  test('is waited for again where the first one was looked for long after its add', () => {
    const patience = new Patience(2_000);
    expect(wait(patience, 'lists', 12_000, 18_000)).toBe(18_000);
    expect(patience.settleMs).toBe(27_000);
    expect(wait(patience, 'lists', 50_000, 30_000)).toBe(30_000);
  });

  test('is looked for again after a multiple of the time that it took', () => {
    const patience = new Patience(2_000);
    expect(patience.knownMs).toBe(20);
    patience.found('gets', 300);
    expect(patience.knownMs).toBe(600);
  });
});

test('an animal is later than another only if it was sent when the other had its response', () => {
  const patience = new Patience(2_000);
  const added = (id: string, startedAt: number, durationMs: number): void =>
    patience.noteAdded(id, { startedAt, durationMs });
  added('1', 0, 100);
  added('2', 50, 10);
  added('3', 101, 10);
  expect(patience.isLater('2', '1')).toBe(false);
  expect(patience.isLater('3', '1')).toBe(true);
  expect(patience.isLater('1', '3')).toBe(false);
  expect(patience.isLater('4', '1')).toBe(false);
});

test('who gives no time wants no waiting, and who gives much gets it', () => {
  expect(wait(new Patience(0), 'lists', 0)).toBe(0);
  expect(wait(new Patience(100), 'lists', 0)).toBe(2_500);
  expect(wait(new Patience(60_000), 'lists', 0)).toBe(60_000);
});
