import { describe, expect, test } from 'vitest';
import { Concurrency } from './concurrency.js';

interface Server {
  /** The number of requests on which it works concurrently. */
  readonly workers: number;
  readonly workMs: number;
  /** The time for the way there and back. */
  readonly wayMs?: number;
}

/** The widest and the final width of a run with this many requests. */
function simulated({ workers, workMs, wayMs = 0 }: Server, width: Concurrency, requests = 1_000) {
  const free = Array.from({ length: workers }, () => 0);
  const underWay: { readonly ends: number; readonly began: number }[] = [];
  let [now, most, sent] = [0, 0, 0];
  const send = (): void => {
    sent += 1;
    const worker = free.indexOf(Math.min(...free));
    const ends = Math.max(now + wayMs / 2, free[worker] ?? 0) + workMs;
    free[worker] = ends;
    underWay.push({ ends: ends + wayMs / 2, began: now });
  };
  for (let answered = 0; answered < requests; answered++) {
    while (sent < requests && underWay.length < width.atOnce) send();
    most = Math.max(most, underWay.length);
    underWay.sort((one, other) => one.ends - other.ends);
    const next = underWay[0] as { ends: number; began: number };
    now = next.ends;
    width.answered(now, now - next.began, underWay.length >= width.atOnce && sent < requests);
    underWay.shift();
  }
  return { most, last: width.atOnce, tookMs: now };
}
const near = 16;

describe('so many requests at once as the target has a use for', () => {
  test('are few at a server that answers one after another', () => {
    const { most, last } = simulated({ workers: 1, workMs: 200 }, new Concurrency({ near }));
    expect(most).toBeLessThanOrEqual(16);
    expect(last).toBe(8);
  });

  test('are hardly more than the workers that it has', () => {
    const { last, tookMs } = simulated(
      { workers: 8, workMs: 50 },
      new Concurrency({ near }),
      3_000,
    );
    expect(last).toBe(8);
    expect(tookMs).toBeLessThan(1.1 * ((3_000 / 8) * 50));
  });

  test('are many over a long way', () => {
    const { last, tookMs } = simulated(
      { workers: 1_000, workMs: 1, wayMs: 50 },
      new Concurrency({ near }),
      3_000,
    );
    expect(last).toBe(64);
    expect(tookMs).toBeLessThan(1.3 * ((3_000 / 64) * 51));
  });

  test('are what keeps it busy on the same machine, also where one after another is answered', () => {
    expect(simulated({ workers: 1, workMs: 0.3 }, new Concurrency({ near })).last).toBe(16);
    expect(simulated({ workers: 1, workMs: 0.3 }, new Concurrency({ near: 32 })).last).toBe(32);
  });

  test('are those that somebody has asked for, and never more than it bears', () => {
    expect(
      simulated({ workers: 1_000, workMs: 50 }, new Concurrency({ near, fixed: 3 })).most,
    ).toBe(3);
    const width = new Concurrency({ near });
    width.narrow(2);
    expect(simulated({ workers: 1_000, workMs: 50 }, width).most).toBe(2);
  });

  test('are tried anew now and then: a server may have been busy with others', () => {
    const width = new Concurrency({ near });
    expect(simulated({ workers: 1, workMs: 200 }, width, 200).last).toBe(8);
    expect(simulated({ workers: 1_000, workMs: 50 }, width, 2_000).last).toBe(64);
  });
});
