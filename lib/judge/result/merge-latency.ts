// How long operations took over several parts of a run: their histograms added up.
import type { OperationLatency } from './report.js';

export function mergeLatency(parts: readonly OperationLatency[]): readonly OperationLatency[] {
  const byOperation = new Map<string, OperationLatency[]>();
  for (const part of parts.filter(({ count }) => count > 0))
    byOperation.set(part.operation, [...(byOperation.get(part.operation) ?? []), part]);
  return [...byOperation.values()].map(merged);
}

function merged(parts: readonly OperationLatency[]): OperationLatency {
  const [first] = parts as readonly [OperationLatency, ...OperationLatency[]];
  if (parts.length === 1) return first;
  const histogram = histogramOf(parts);
  const min = Math.min(...parts.map((part) => part.min));
  const max = Math.max(...parts.map((part) => part.max));
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  // Adds histograms, because single responses are not recorded. Percentiles are computed as if the responses of a bar
  // were spread evenly, and never lie outside of what was measured.
  const percentile = (part: number): number =>
    Math.round(Math.min(max, Math.max(min, within(histogram, part * count))) * 100) / 100;
  return {
    operation: first.operation,
    count,
    min,
    p50: percentile(0.5),
    p90: percentile(0.9),
    p99: percentile(0.99),
    max,
    histogram,
  };
}

/** One histogram of several. */
export function histogramOf(parts: readonly OperationLatency[]): OperationLatency['histogram'] {
  const counts = new Map<number, number>();
  for (const { upToMs, count } of parts.flatMap((part) => part.histogram))
    counts.set(upToMs, (counts.get(upToMs) ?? 0) + count);
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([upToMs, count]) => ({ upToMs, count }));
}

/** The duration of the response of this rank, by interpolation within its bar. */
export function within(histogram: OperationLatency['histogram'], rank: number): number {
  let from = 0;
  let before = 0;
  for (const { upToMs, count } of histogram) {
    if (count > 0 && before + count >= rank)
      return from + ((rank - before) / count) * (upToMs - from);
    before += count;
    from = upToMs;
  }
  return from;
}
