// Whatever took how long, the figures of an honest run fit into their histogram, and those that somebody has improved do not.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LatencyOf } from '../../http/pacing/latency.js';
import { mergeLatency } from '../../judge/result/merge-latency.js';
import type { OperationLatency } from '../../judge/result/report.js';
import { ofHistogram } from './latency-checks.js';

function measured(durations: readonly number[]): OperationLatency {
  const latency = new LatencyOf('listPets');
  for (const ms of durations) latency.add(ms);
  return latency.summary();
}

/** Also exactly at a bound of a bar, or a little beside one, and beyond the last one. */
const duration = fc.oneof(
  fc.double({ min: 0, max: 12, noNaN: true }),
  fc.double({ min: 0, max: 4e6, noNaN: true }),
  fc
    .tuple(fc.constantFrom(1, 2, 5, 10, 50, 1000, 30_000), fc.constantFrom(-0.01, 0, 0.01))
    .map(([bound, beside]) => bound + beside),
);
const durations = fc.array(duration, { maxLength: 120 });

test('the figures of a run fit into their histogram', () => {
  fc.assert(
    fc.property(durations, (all) => {
      expect(ofHistogram(measured(all))).toEqual([]);
    }),
  );
});

test('so do those of several that were merged, and merged again', () => {
  fc.assert(
    fc.property(fc.array(durations, { maxLength: 4 }), durations, (parts, last) => {
      const merged = mergeLatency(parts.map(measured));
      const again = mergeLatency([...merged, measured(last)]);
      expect([...merged, ...again].flatMap(ofHistogram)).toEqual([]);
    }),
  );
});

const slow = measured([...Array.from({ length: 100 }, () => 3), 400, 400, 400]);

test.each<[string, Partial<OperationLatency>]>([
  ['all percentiles are the shortest time', { p50: 3, p90: 3, p99: 3 }],
  ['all percentiles are the longest time', { p50: 400, p90: 400, p99: 400 }],
  ['the last percentile is smaller', { p99: 150 }],
  ['the shortest time is shorter', { min: 0.4 }],
  ['the longest time is shorter', { max: 150, p99: 150 }],
])('%s: they do not fit', (_, change) => {
  expect(ofHistogram(slow)).toEqual([]);
  expect(ofHistogram({ ...slow, ...change })).toEqual([
    'The response times of listPets do not fit into their histogram.',
  ]);
});
