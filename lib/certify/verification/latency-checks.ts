// Checks what a report says about response times: against its exchanges, and its figures against the histogram beside them.
import { operations } from '../../contract/operations.js';
import type { OperationLatency, RecordedExchange, Report } from '../../judge/result/report.js';
import { allExchanges, distinct } from './exchange-checks.js';
import { those } from './problems.js';

/** One number has two decimals and the other has one. */
const rounding = 0.11;
/** A run knows a percentile only as the middle of a narrow bucket, which may reach beyond the bar by half its width. */
const halfABucket = 2 ** 0.1;

export function latencyContradictions(report: Report): readonly string[] {
  const { latency, samples } = report;
  const known = [...Object.keys(operations), 'other'];
  const all = distinct(samples).filter(({ response }) => response !== null);
  const strange = [...latency, ...allExchanges(report)].find(
    ({ operation }) => !known.includes(operation),
  );
  const missing = all.find((one) => !latency.some(({ operation }) => operation === one.operation));
  return those([
    strange !== undefined &&
      `The report has an operation that the contract does not have: ${strange.operation}.`,
    missing !== undefined &&
      `The report holds exchanges of ${missing.operation}, but no response times of it.`,
    ...latency.flatMap((one) => [...ofExchanges(one, all), ...ofHistogram(one)]),
  ]);
}

function ofExchanges(
  { operation, count, min, max }: OperationLatency,
  all: readonly RecordedExchange[],
): readonly string[] {
  const own = all.filter((one) => one.operation === operation);
  const outside = own.find(
    ({ durationMs }) => durationMs < min - rounding || durationMs > max + rounding,
  );
  return those([
    own.length > count &&
      `${operation} has response times of ${count} requests, but the report holds ${own.length}.`,
    outside !== undefined &&
      `${operation} took between ${min} and ${max} ms, but the exchange ${outside.number} took ${outside.durationMs} ms.`,
  ]);
}

/** Each figure lies in the bar that holds the response of its rank. */
export function ofHistogram(latency: OperationLatency): readonly string[] {
  const { operation, count, min, max, histogram } = latency;
  const bounds = histogram.map(({ upToMs }) => upToMs);
  const rises = bounds.every((bound, at) => bound >= (bounds[at - 1] ?? 0));
  const isAt = (ms: number, rank: number, factor: number): boolean => {
    const bar = barOf(histogram, rank);
    const [from, to] = [bounds[bar - 1] ?? 0, bounds[bar] ?? 0];
    return ms >= from / factor - rounding && ms <= to * factor + rounding;
  };
  const percentiles = [
    [latency.p50, 0.5],
    [latency.p90, 0.9],
    [latency.p99, 0.99],
  ] as const;
  const fits =
    count === 0 ||
    (isAt(min, 1, 1) &&
      isAt(max, count, 1) &&
      percentiles.every(([ms, part]) => isAt(ms, Math.ceil(part * count), halfABucket)));
  return rises && fits
    ? []
    : [`The response times of ${operation} do not fit into their histogram.`];
}

/** The bar that holds the response of this rank, the fastest being the first. */
function barOf(histogram: OperationLatency['histogram'], rank: number): number {
  let before = 0;
  return histogram.findIndex((bar) => (before += bar.count) >= rank);
}
