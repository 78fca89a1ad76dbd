import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LatencyOf } from './latency.js';

test('counts, ends and a histogram without empty ends', () => {
  const latency = new LatencyOf('listPets');
  for (const ms of [0.4, 1, 1.5, 4, 4, 12]) latency.add(ms);
  const summary = latency.summary();
  expect(summary).toMatchObject({ operation: 'listPets', count: 6, min: 0.4, max: 12 });
  expect(summary.histogram).toEqual([
    { upToMs: 1, count: 2 },
    { upToMs: 2, count: 1 },
    { upToMs: 5, count: 2 },
    { upToMs: 10, count: 0 },
    { upToMs: 20, count: 1 },
  ]);
});

test('percentiles are the times of their ranks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.05, max: 100_000, noNaN: true }), {
        minLength: 1,
        maxLength: 300,
      }),
      (values) => {
        const latency = new LatencyOf('x');
        for (const value of values) latency.add(value);
        const sorted = [...values].sort((one, other) => one - other);
        const { p50, p90, p99, min, max } = latency.summary();
        for (const [part, found] of [
          [0.5, p50],
          [0.9, p90],
          [0.99, p99],
        ] as const) {
          const exact = sorted[Math.ceil(part * sorted.length) - 1]!;
          expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.0051);
        }
        expect(p50 <= p90 && p90 <= p99 && p99 <= max && min <= p50).toBe(true);
      },
    ),
  );
});

test('nothing yet', () => {
  expect(new LatencyOf('x').summary()).toMatchObject({ count: 0, min: 0, max: 0, histogram: [] });
});
