import { describe, expect, test } from 'vitest';
import { EventualConsistency, type Where } from './eventual-consistency.js';

/** Looks until it is of no use, or something has shown; says how long that took. */
function wait(
  eventualConsistency: EventualConsistency,
  where: Where,
  startedAt: number,
  showsAfter = Infinity,
  mostMs = Infinity,
): number {
  for (let waited = 0; ; waited += 20) {
    if (waited >= showsAfter) {
      eventualConsistency.found(where, waited);
      return waited;
    }
    if (eventualConsistency.bears(where, waited, startedAt + waited, mostMs)) continue;
    eventualConsistency.foundNothing(where, startedAt, startedAt + waited);
    return waited;
  }
}

describe('what never shows', () => {
  test('is waited for as long as a cache may live the first time, and then hardly', () => {
    const eventualConsistency = new EventualConsistency(2_000);
    const said: unknown[] = [];
    eventualConsistency.onLongWait = (...wait) => said.push(wait);
    expect(wait(eventualConsistency, 'lists', 0)).toBe(45_000);
    expect(wait(eventualConsistency, 'lists', 45_000)).toBe(20);
    expect(said).toEqual([['lists', 45_000]]);
    expect(eventualConsistency.remarks).toEqual([
      'Some new animals were not found in lists. The kit waited for them for 46 s in total.',
    ]);
    // A get may remember what was not there, though not for so long; what it never shows has had its time to be listed.
    expect(wait(eventualConsistency, 'gets', 45_020)).toBe(12_000);
    const another = new EventualConsistency(2_000);
    expect(wait(another, 'gets', 0)).toBe(12_000);
    expect(wait(another, 'lists', 12_000)).toBe(500);
  });

  test('is waited for no longer than the time to settle where what was seen speaks against it', () => {
    expect(wait(new EventualConsistency(2_000), 'lists', 0, Infinity, 0)).toBe(2_000);
    expect(wait(new EventualConsistency(2_000), 'lists', 0, Infinity, 12_000)).toBe(12_000);
    expect(wait(new EventualConsistency(20_000), 'lists', 0, Infinity, 12_000)).toBe(20_000);
  });

  test('rests no longer than until the longer wait ends', () => {
    const eventualConsistency = new EventualConsistency(2_000);
    expect(eventualConsistency.restMs('lists', 250, 1_900, 1_900)).toBe(100);
    expect(eventualConsistency.bears('lists', 2_000, 2_000)).toBe(true);
    expect(eventualConsistency.restMs('lists', 9_000, 44_000, 44_000)).toBe(1_000);
  });

  test('is waited for as long as others took, and longer', () => {
    const eventualConsistency = new EventualConsistency(2_000);
    expect(wait(eventualConsistency, 'lists', 0, 500)).toBe(500);
    expect(wait(eventualConsistency, 'lists', 500)).toBe(45_000);
    expect(wait(eventualConsistency, 'lists', 45_500)).toBe(1_000);
    expect(wait(eventualConsistency, 'lists', 46_500, 800)).toBe(800);
  });

  test('is waited for as long as a cache may live where it can be remembered as missing', () => {
    const eventualConsistency = new EventualConsistency(2_000);
    expect(wait(eventualConsistency, 'gets', 0, 20)).toBe(20);
    expect(wait(eventualConsistency, 'gets', 20, 10_000)).toBe(10_000);
  });
});

test('what a run learned holds for the next one of the same candidate', () => {
  const before = new EventualConsistency(2_000);
  expect(wait(before, 'lists', 0)).toBe(45_000);
  const next = new EventualConsistency(2_000, before);
  expect(wait(next, 'lists', 0)).toBe(20);
  expect(next.remarks).toEqual([]);
  const late = new EventualConsistency(2_000);
  expect(wait(late, 'gets', 0, 6_000)).toBe(6_000);
  expect(new EventualConsistency(2_000, late).settleMs).toBe(9_000);
});

describe('what shows late', () => {
  test('is waited for longer from then on', () => {
    const eventualConsistency = new EventualConsistency(2_000);
    expect(wait(eventualConsistency, 'gets', 0, 4_000)).toBe(4_000);
    expect(eventualConsistency.settleMs).toBe(6_000);
    expect(eventualConsistency.remarks).toEqual([
      expect.stringContaining('took about 4 s to appear: from then on the kit waited up to 6 s'),
    ]);
    expect(wait(eventualConsistency, 'gets', 4_000, 5_900)).toBe(5_900);
  });

  test('is waited for again where the first one was looked for long after its add', () => {
    const eventualConsistency = new EventualConsistency(2_000);
    expect(wait(eventualConsistency, 'lists', 12_000, 18_000)).toBe(18_000);
    expect(eventualConsistency.settleMs).toBe(27_000);
    expect(wait(eventualConsistency, 'lists', 50_000, 30_000)).toBe(30_000);
  });

  test('is looked for again after a multiple of the time that it took', () => {
    const eventualConsistency = new EventualConsistency(2_000);
    expect(eventualConsistency.knownMs).toBe(20);
    eventualConsistency.found('gets', 300);
    expect(eventualConsistency.knownMs).toBe(600);
  });
});

test('who gives no time wants no waiting, and who gives much gets it', () => {
  expect(wait(new EventualConsistency(0), 'lists', 0)).toBe(0);
  expect(wait(new EventualConsistency(100), 'lists', 0)).toBe(2_500);
  expect(wait(new EventualConsistency(60_000), 'lists', 0)).toBe(60_000);
});
