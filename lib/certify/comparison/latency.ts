// Compares how long operations took in two runs. Two runs of one target never take exactly the same time, and on a busy
// machine they may differ widely. Only a change that the spread of both runs cannot explain counts, because missing a
// change is better than reporting noise.
import type { OperationLatency, Report } from '../../judge/result/report.js';
import { count, duration } from '../../report/words.js';
import type { Labels, LatencyComparison, Spread } from './comparison.js';

/** With fewer responses, a single busy moment during a run could be taken for a slower operation. */
export const leastResponses = 200;

/**
 * All responses take longer. A busy moment does not cause that, because some responses get through quickly in any case.
 * The median must move by more than the spread of the upper half of either run.
 */
const throughout = { times: 1.5, ms: 20, spreads: 2 } as const;
/**
 * Many responses take far longer, although others are as fast as before. With this many responses, chance causes a
 * distance of 0.12 once in a thousand times (Kolmogorov and Smirnov). A busy moment slows down all operations, so this
 * one must have slowed down by a multiple of the others.
 */
const tail = {
  times: 3,
  ms: 200,
  share: 0.15,
  responses: 500,
  others: 2,
  timesOfOthers: 5,
} as const;

export function compareLatency(a: Report, b: Report, labels: Labels): readonly LatencyComparison[] {
  const load = sameLoad(a, b);
  const operations = [...new Set([...a.latency, ...b.latency].map(({ operation }) => operation))];
  return operations.flatMap((operation) => {
    const [one, other] = [a, b].map(({ latency }) =>
      latency.find((each) => each.operation === operation && each.count > 0),
    );
    if (one === undefined && other === undefined) return [];
    const isEnough = load && one !== undefined && other !== undefined && !hasFew(one, other);
    const change = isEnough ? changeBetween(one, other, othersThan(operation, a, b)) : null;
    const spreads = { a: spreadOf(one), b: spreadOf(other) };
    const compared = { operation, ...spreads, compared: isEnough, change };
    return [{ ...compared, sentences: sentencesOf(compared, labels) }];
  });
}

/**
 * Whether both runs put the same load on the target. A read-only run, or one with few wrong keys, sends fewer and different requests.
 */
export const sameLoad = ({ run: one }: Report, { run: other }: Report): boolean =>
  one.effort === other.effort &&
  one.scope.readOnly === other.scope.readOnly &&
  one.scope.fewKeys === other.scope.fewKeys;

function spreadOf(latency: OperationLatency | undefined): Spread | null {
  if (latency === undefined) return null;
  const { count: responses, min, p50, p90, p99, max } = latency;
  return { count: responses, min, p50, p90, p99, max };
}

type Pair = readonly [OperationLatency, OperationLatency];

/** The other operations that both runs used often enough. */
const othersThan = (operation: string, a: Report, b: Report): readonly Pair[] =>
  a.latency.flatMap((one) => {
    const other = b.latency.find((each) => each.operation === one.operation);
    return other === undefined || one.operation === operation || hasFew(one, other)
      ? []
      : [[one, other] as const];
  });

const hasFew = (...all: readonly OperationLatency[]): boolean =>
  all.some(({ count: responses }) => responses < leastResponses);

function changeBetween(
  a: OperationLatency,
  b: OperationLatency,
  others: readonly Pair[],
): LatencyComparison['change'] {
  if (isSlower(a, b, others)) return 'slower';
  return isSlower(
    b,
    a,
    others.map(([one, other]) => [other, one]),
  )
    ? 'faster'
    : null;
}

/** Whether the second operation is slower than the first by more than noise. */
const isSlower = (
  fast: OperationLatency,
  slow: OperationLatency,
  others: readonly Pair[],
): boolean => isSlowerThroughout(fast, slow) || hasLongerTail(fast, slow, others);

function isSlowerThroughout(fast: OperationLatency, slow: OperationLatency): boolean {
  const more = slow.p50 - fast.p50;
  const spread = Math.max(...[fast, slow].map(({ p50, p90 }) => p90 - p50));
  return (
    exceeds(fast.p50, slow.p50, throughout) &&
    more > spread * throughout.spreads &&
    slow.min - fast.min >= more / 2
  );
}

function hasLongerTail(
  fast: OperationLatency,
  slow: OperationLatency,
  others: readonly Pair[],
): boolean {
  if (Math.min(fast.count, slow.count) < tail.responses || others.length < tail.others)
    return false;
  if (!exceeds(fast.p90, slow.p90, tail) || distance(fast, slow) < tail.share) return false;
  const times = others.map(([one, other]) => timesOf(one, other)).sort((one, other) => one - other);
  const usual = times[Math.floor(times.length / 2)] ?? Infinity;
  return timesOf(fast, slow) >= usual * tail.timesOfOthers;
}

/** The ratio of the 90th percentiles. Fractions of a millisecond are ignored, because they are no reliable measure. */
const timesOf = (fast: OperationLatency, slow: OperationLatency): number =>
  Math.max(1, slow.p90) / Math.max(1, fast.p90);

const exceeds = (
  fast: number,
  slow: number,
  { times, ms }: { readonly times: number; readonly ms: number },
): boolean => slow >= fast * times && slow - fast >= ms;

/** The largest lead of the first operation in the share of responses that have arrived by the same moment. */
function distance(fast: OperationLatency, slow: OperationLatency): number {
  const bounds = [...fast.histogram, ...slow.histogram].map(({ upToMs }) => upToMs);
  const shares = bounds.flatMap((ms) => {
    const [one, other] = [shareWithin(fast, ms), shareWithin(slow, ms)];
    return one === undefined || other === undefined ? [] : [one - other];
  });
  return Math.max(0, ...shares);
}

/** Undefined inside a bar of the histogram, because the distribution there is not known. */
function shareWithin({ histogram, count: all }: OperationLatency, ms: number): number | undefined {
  const last = histogram.at(-1);
  if (last === undefined || ms >= last.upToMs) return 1;
  if (!histogram.some(({ upToMs }) => upToMs === ms)) return undefined;
  return histogram.reduce((sum, bar) => (bar.upToMs <= ms ? sum + bar.count : sum), 0) / all;
}

function sentencesOf(
  { operation, a, b, change }: Omit<LatencyComparison, 'sentences'>,
  [nameA, nameB]: Labels,
): readonly string[] {
  if (change === null || a === null || b === null) return [];
  const spread = (one: Spread): string =>
    `${duration(one.p50)} (90% within ${duration(one.p90)}, 99% within ${duration(one.p99)}; ${count(one.count, 'response')})`;
  return [
    `${operation}: ${nameB} is ${change} than ${nameA}. Half of the responses take up to ${spread(b)}, not ${spread(a)}.`,
  ];
}
