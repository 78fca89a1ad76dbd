// Adds to a Report when the target stopped responding: the request that crashed the candidate becomes the first
// failure of its rule, and all counts that depend on it are made anew.
import { mostFailures } from './of-a-rule.js';
import { reasonInReport, type Reason } from './reasons.js';
import type { CreatedAnimal, Failure, Outage, Report, RuleResult } from './report.js';
import { concluded } from './verdict.js';

/** The failure of a request that crashed the candidate. */
interface Crash {
  readonly rule: string;
  readonly failure: Failure;
}

interface Outages {
  readonly outages: readonly Outage[];
  readonly crashes: readonly Crash[];
  /** Rules that may be broken although nothing is proven, and why that is so. */
  readonly doubtful: ReadonlyMap<string, Reason>;
  readonly created: readonly CreatedAnimal[];
  /** The facts of all runs together. */
  readonly run: Pick<Report['run'], 'startedAt' | 'durationMs' | 'interrupted'>;
}

export function withOutages(
  report: Report,
  { outages, crashes, doubtful, created, run }: Outages,
): Report {
  const listed = inOneSequence(report, crashes);
  const rules = report.rules.map((result) =>
    doubted(
      crashed(
        result,
        listed.filter(({ rule }) => rule === result.id).map(({ failure }) => failure),
      ),
      doubtful,
    ),
  );
  const { scope, strict } = report.run;
  const judged = { rules, scope, strict, interrupted: run.interrupted };
  return {
    ...report,
    ...concluded(judged, report.target),
    rules,
    run: {
      ...report.run,
      created: eachOnce([...created, ...report.run.created]),
      ...run,
      warnings: [...restartsInWords(outages), ...report.run.warnings],
      outages,
    },
  };
}

function restartsInWords(outages: readonly Outage[]): readonly string[] {
  const restarted = outages.filter((one) => one.restarted);
  if (restarted.length === 0) return [];
  const ended = outages.some(({ failure }) => failure !== null) ? 'crashed' : 'ended';
  const again = restarted.length === outages.length ? '' : ` ${inTimes(restarted.length)}`;
  return [
    `The candidate ${ended} ${inTimes(outages.length)} and was started again${again}: these are the results since its last start.`,
  ];
}

const inTimes = (count: number): string => ['once', 'twice'][count - 1] ?? `${count} times`;

/**
 * The requests that crashed the candidate were sent between the runs: their numbers follow the others. The smallest shows
 * most, and comes first.
 */
function inOneSequence(report: Report, crashes: readonly Crash[]): readonly Crash[] {
  const shown = [
    ...report.samples,
    ...report.rules.flatMap(({ failures }) => failures.flatMap(({ exchanges }) => exchanges)),
  ];
  let number = Math.max(0, ...shown.map((exchange) => exchange.number));
  const smallestFirst = crashes.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  return smallestFirst.map(({ rule, failure }) => ({
    rule,
    failure: {
      ...failure,
      exchanges: failure.exchanges.map((exchange) => ({ ...exchange, number: ++number })),
    },
  }));
}

const sizeOf = ({ failure }: Crash): number => failure.exchanges.at(-1)?.request.body?.size ?? 0;

function crashed(result: RuleResult, failures: readonly Failure[]): RuleResult {
  const { length } = failures;
  if (length === 0) return result;
  const evidence = {
    cases: result.evidence.cases + length,
    exchanges: result.evidence.exchanges + length,
  };
  const failed = (result.failures[0]?.cases.failed ?? 0) + length;
  const { because: _, why: __, ...rest } = result;
  return {
    ...rest,
    outcome: 'failed',
    evidence,
    reason: null,
    failures: [...failures, ...result.failures]
      .slice(0, mostFailures)
      .map((failure) => ({ ...failure, cases: { ...failure.cases, failed, of: evidence.cases } })),
  };
}

function doubted(result: RuleResult, doubtful: Outages['doubtful']): RuleResult {
  const reason = doubtful.get(result.id);
  return result.outcome === 'passed' && reason !== undefined
    ? { ...result, outcome: 'cantTell', ...reasonInReport(reason) }
    : result;
}

function eachOnce(created: readonly CreatedAnimal[]): readonly CreatedAnimal[] {
  const each = new Map(created.map((one) => [JSON.stringify([one.id, one.name]), one]));
  return [...each.values()];
}
