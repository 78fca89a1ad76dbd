// The facts of a run that later runs need, as a line of history.jsonl. Other lines in such a file are skipped.
import { createHash } from 'node:crypto';
import { isVersion } from '../../contract/versions.js';
import { histogramOf, within } from '../../judge/result/merge-latency.js';
import type { Report } from '../../judge/result/report.js';
import { type PastRun, countedMarks } from '../../report/trend.js';
import { type Mark, countsOf, markOf, verdicts } from '../../report/words.js';

export function pastRunOf(report: Report): PastRun {
  const { target, kit, run } = report;
  const command = startOf(target);
  const judged = report.rules.filter(({ kind }) => kind !== 'open');
  const ids = (...wanted: readonly Mark[]): readonly string[] =>
    judged.filter((rule) => wanted.includes(markOf(rule, report))).map(({ id }) => id);
  const counts = countsOf(report);
  const countOf = (mark: Mark): number => counts.find((one) => one.mark === mark)?.count ?? 0;
  return {
    format: 1,
    startedAt: run.startedAt,
    target: {
      name: target.name,
      baseUrl: target.baseUrl,
      started: command !== undefined,
      ...(command !== undefined && { command: digestOf(command) }),
      quickstart: target.quickstartBaseUrl !== null,
    },
    kit: kit.version,
    seed: run.seed,
    effort: run.effort,
    readOnly: run.scope.readOnly,
    fewKeys: run.scope.fewKeys === true,
    strict: run.strict,
    complete: isComplete(report),
    verdict: report.verdict,
    counts: Object.fromEntries(
      countedMarks.map((mark) => [mark, countOf(mark)]),
    ) as PastRun['counts'],
    failed: ids('failed', 'known'),
    warned: ids('warning'),
    undecided: ids('cantTell'),
    requests: run.exchanges,
    latency: latencyOf(report),
  };
}

const startOf = ({ again = [] }: Report['target']): string | undefined => {
  const at = again.indexOf('--start');
  return at < 0 ? undefined : (again[at + 1] ?? '');
};

const digestOf = (command: string): string =>
  createHash('sha256').update(command).digest('hex').slice(0, 16);

/** A run that could decide little, because its target crashed for example, says nothing of what has changed since. */
function isComplete({ run: { scope, interrupted, bail }, rules }: Report): boolean {
  const { only, exclude = [], shard, budget } = scope;
  const isWhole =
    only.length === 0 && exclude.length === 0 && shard === null && budget === undefined;
  const undecided = rules.filter(({ outcome }) => outcome === 'cantTell');
  const isDecided = undecided.length <= rules.length / 2;
  return isWhole && isDecided && !interrupted && bail === undefined;
}

function latencyOf({ latency }: Report): PastRun['latency'] {
  const histogram = histogramOf(latency);
  const count = histogram.reduce((sum, bar) => sum + bar.count, 0);
  const percentile = (part: number): number =>
    Math.round(within(histogram, part * count) * 100) / 100;
  return count === 0 ? null : { p50: percentile(0.5), p95: percentile(0.95) };
}

/** A line longer than this is none of ours: if every rule is broken, it has fewer than four thousand characters. */
const longestLine = 100_000;

/** Undefined for what no run has written. */
export function readPastRun(line: string): PastRun | undefined {
  if (line.length > longestLine) return undefined;
  try {
    const value = JSON.parse(line) as unknown;
    return isPastRun(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The type of an object that somebody may have made up. */
type Unsure<T> = { readonly [Field in keyof T]?: unknown };

function isPastRun(value: unknown): value is PastRun {
  if (!isObject<PastRun>(value)) return false;
  const { target, counts, latency, verdict, effort } = value;
  return (
    value.format === 1 &&
    isMoment(value.startedAt) &&
    isTarget(target) &&
    typeof value.kit === 'string' &&
    isVersion(value.kit) &&
    [value.readOnly, value.fewKeys, value.strict, value.complete].every(isBoolean) &&
    typeof verdict === 'string' &&
    Object.hasOwn(verdicts, verdict) &&
    ['quick', 'standard', 'thorough'].some((one) => one === effort) &&
    isObject<PastRun['counts']>(counts) &&
    countedMarks.every((mark) => isCount(counts[mark])) &&
    [value.failed, value.warned, value.undecided].every(isIds) &&
    isCount(value.seed) &&
    isCount(value.requests) &&
    (latency === null || isLatency(latency))
  );
}

const isObject = <T>(value: unknown): value is Unsure<T> =>
  typeof value === 'object' && value !== null;
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
const isMs = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < 1e9;
const isIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));

const isTarget = (value: unknown): value is PastRun['target'] =>
  isObject<PastRun['target']>(value) &&
  typeof value.name === 'string' &&
  typeof value.baseUrl === 'string' &&
  isBoolean(value.started) &&
  (value.command === undefined || typeof value.command === 'string') &&
  isBoolean(value.quickstart);

const isLatency = (value: unknown): boolean =>
  isObject<NonNullable<PastRun['latency']>>(value) && isMs(value.p50) && isMs(value.p95);
