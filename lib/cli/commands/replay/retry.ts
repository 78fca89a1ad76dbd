// A reported failure sent again: the case alone and then, when that holds, the whole rule. What a list showed may have been
// added by other rules, and a candidate that is started again has an empty store: it is looked for in a whole run first,
// whose word counts where the animals of that run leave the case alone undecided.
import { startRun, type RunStart } from '../../../judge/run/start-run.js';
import { operations } from '../../../contract/operations.js';
import { stages, type Rule } from '../../../judge/rules/rule.js';
import { withoutMarks } from '../../../contract/values/values.js';
import type { Replayed } from '../../../judge/failures/replay.js';
import type { Failure, Report, RuleResult } from '../../../judge/result/report.js';
import { decides } from '../../../judge/result/verdict.js';
import { count, markOf, type Mark, reasonWithoutCounts } from '../../../report/words.js';
import { hasExpired } from '../../../certify/baseline/baseline.js';
import { today } from '../../../api/today.js';
import type { Configuration } from '../../../api/configuration/configuration.js';
import { interruption, type Io } from '../../io.js';
import { prepare } from '../../../api/execute/execute.js';
import type { FailureOfReport } from '../../runs/earlier-reports.js';

export interface ReplayOutcome {
  /** Undefined if the replay is undecided. */
  readonly stillFails: boolean | undefined;
  /** The mark that a run would show: what still fails may be a warning, or known. */
  readonly mark: Mark;
  /**
   * Whether a run with this outcome fails, because the rule is stated or the run was strict, and no baseline knows
   * the failure.
   */
  readonly isCounted: boolean;
  /** "version.prefix (7c17f7c9) still fails." */
  readonly sentence: string;
  /** The reason why it is undecided, for a line that has a mark already. */
  readonly reason?: string;
  /** What passed, where it no longer fails. */
  readonly passed?: string;
  /** The rule that shows it. */
  readonly shown?: { readonly rule: RuleResult; readonly failure: Failure } | undefined;
  readonly reports: readonly Report[];
}

export interface ToReplay {
  readonly found: FailureOfReport;
  /** The rule and the case of this kit that show the failure; undefined if the report has rules that this kit lacks. */
  readonly again: Replayed | undefined;
  /** The rules of the run that found it. */
  readonly ofRun: readonly Rule[];
  /** The command that replays it once more. */
  readonly replay: string;
}

/**
 * One after the other, at one target; `print` hears of each at once. What needs an empty store comes first, as each replay
 * may add animals. False where somebody ended it before its end.
 */
export async function replayFailures(
  all: readonly ToReplay[],
  configuration: Configuration,
  io: Io,
  print: (found: FailureOfReport, outcome: ReplayOutcome) => void,
): Promise<boolean> {
  const { signal, stopListening } = interruption(io, 'the replay was interrupted');
  try {
    const prepared = await prepare(configuration, { environment: io.environment, signal });
    try {
      const { runStart } = prepared;
      const first = all.find(({ found }) => showsAList(found.failure));
      const wholeRun =
        configuration.start === null || first === undefined || first.ofRun.length < 2
          ? undefined
          : await startRun({ ...runStart, rules: first.ofRun });
      // What other rules have added would be in the way of the case alone.
      if (wholeRun !== undefined)
        await runStart.restartable?.restart('the candidate has the animals of the full run');
      const left: (readonly [FailureOfReport, WholeRule])[] = [];
      // All cases alone come before any whole rule, which adds more.
      for (const one of inOrderOfRun(all)) {
        if (signal.aborted) break;
        const outcome = await outcomeOf(one, runStart, wholeRun);
        if (typeof outcome === 'function') left.push([one.found, outcome]);
        else print(one.found, outcome);
      }
      for (const [found, wholeRule] of left) {
        if (signal.aborted) break;
        print(found, await wholeRule());
      }
      return !signal.aborted;
    } finally {
      await prepared.close();
    }
  } finally {
    stopListening();
  }
}

/** What a run sends while few animals are there comes first, in its order; all else keeps the order of the report. */
function inOrderOfRun(all: readonly ToReplay[]): readonly ToReplay[] {
  const order = all[0]?.ofRun.flatMap(({ experiments }) => experiments) ?? [];
  const early = stages
    .filter((stage) => stage !== 'populated')
    .flatMap((stage) => order.filter((one) => one.stage === stage));
  const placeOf = ({ again }: ToReplay): number => {
    const place = early.findIndex((one) => one === again?.onlyCase?.experiment);
    return place < 0 ? early.length : place;
  };
  const placed = all.map((one) => ({ one, place: placeOf(one) }));
  return placed.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
}

/** Sends the whole rule, where the case alone has not shown the failure. */
type WholeRule = () => Promise<ReplayOutcome>;

const outcomeOf = (
  { again, ...others }: ToReplay,
  runStart: RunStart,
  wholeRun: Report | undefined,
): Promise<ReplayOutcome | WholeRule> =>
  again === undefined
    ? Promise.resolve(anotherForm(others.found))
    : caseThenRule({ ...others, again }, { ...runStart, rules: [again.rule] }, wholeRun);

/**
 * A failure stays known while the entry of the baseline that the report names holds. Other failures of the rule are not
 * known.
 */
function isStillKnown({ failure }: FailureOfReport, shown: Failure | undefined): boolean {
  const { known, id } = failure;
  return known !== undefined && !hasExpired(known, today()) && (shown ?? failure).id === id;
}

function markOfStill(found: FailureOfReport, shown: Failure | undefined): Mark {
  const { result, report } = found;
  return isStillKnown(found, shown)
    ? 'known'
    : markOf({ ...result, outcome: 'failed', failures: [] }, report);
}

const isJudged = ({ result, report }: FailureOfReport): boolean =>
  decides(result, report.run.strict);

const nameOf = ({ result, failure }: FailureOfReport): string => `${result.id} (${failure.id})`;

const undecided = (
  found: FailureOfReport,
  reason: string,
  reports: readonly Report[],
): ReplayOutcome => ({
  stillFails: undefined,
  mark: 'cantTell',
  isCounted: isJudged(found),
  sentence: `${nameOf(found)} is undecided: ${reason}.`,
  reason,
  reports,
});

const anotherForm = (found: FailureOfReport): ReplayOutcome =>
  undecided(
    found,
    `this version of the kit has the case in another form; run its rule again with --only ${found.result.id}`,
    [],
  );

async function caseThenRule(
  {
    found,
    again: { rule: itsRule, onlyCase, populated },
    replay,
  }: ToReplay & { readonly again: Replayed },
  runStart: RunStart,
  wholeRun: Report | undefined,
): Promise<ReplayOutcome | WholeRule> {
  const { report: before, failure } = found;
  const reports: Report[] = wholeRun === undefined ? [] : [wholeRun];
  const name = nameOf(found);
  const attempt = async (more: Partial<RunStart>): Promise<RuleResult> => {
    const report = await startRun({ ...runStart, ...more });
    reports.push(report);
    return report.rules[0] as RuleResult;
  };
  const failed = (rule: RuleResult, alone?: RuleResult): ReplayOutcome => {
    const shown =
      rule.failures.find(({ id }) => id === failure.id) ??
      rule.failures.find((one) => isOtherCrashOf(failure, one)) ??
      rule.failures[0];
    const isOtherCrash = shown !== undefined && isOtherCrashOf(failure, shown);
    const isOther = alone !== undefined && shown !== undefined && shown.id !== failure.id;
    const how =
      alone === undefined
        ? ''
        : isOther
          ? `, though not in this case, but in another one (${shown.id})`
          : ', though not in this case alone';
    const mark = markOfStill(found, shown);
    return {
      stillFails: true,
      mark,
      isCounted: mark === 'failed',
      sentence: isOtherCrash
        ? `${name} still fails: its case crashes the candidate, this time with another request: ${shown.input}.`
        : `${name} still ${mark === 'warning' ? 'warns' : 'fails'}${how}.`,
      reports,
      // It has no report of its own to be found in: the command is that of the failure that was replayed.
      shown: shown && { rule, failure: { ...shown, replay } },
    };
  };
  const undecidedOutcome = (rule: RuleResult | undefined): ReplayOutcome =>
    undecided(found, (rule && reasonWithoutCounts(rule)) ?? 'no reason was recorded', reports);

  const inRun = wholeRun?.rules.find(({ id }) => id === itsRule.id);
  if (inRun?.outcome === 'failed') return failed(inRun);
  const alone = onlyCase === undefined ? undefined : await attempt({ onlyCase });
  if (alone?.outcome === 'failed') return failed(alone);
  return async () => {
    const [first] = reports;
    const isGone = first?.run.outages?.some(({ restarted }) => !restarted) === true;
    if (alone?.outcome === 'untested' || isGone || runStart.signal?.aborted === true)
      return undecidedOutcome(alone ?? inRun);
    const populate = populated && before.run.effort !== 'quick' && !before.run.scope.readOnly;
    const whole = await attempt(populate ? { populateAlways: true } : {});
    if (whole.outcome === 'failed') return failed(whole, alone);
    const why = whyGone(alone, whole, inRun);
    if (why === undefined) return undecidedOutcome(isOpen(alone) ? alone : whole);
    return {
      stillFails: false,
      mark: 'passed',
      isCounted: false,
      sentence: `${name} no longer fails. ${why}.`,
      passed: why,
      reports,
    };
  };
}

/** One case may send many requests, each of which may crash the candidate. */
export const isOtherCrashOf = (failure: Failure, one: Failure): boolean =>
  one.id !== failure.id &&
  failure.output !== undefined &&
  one.output !== undefined &&
  one.case.path === failure.case.path &&
  withoutMarks(one.input) !== withoutMarks(failure.input);

/** The case alone decides nothing, and is no case that the server, once fixed, may refuse. */
const isOpen = (alone: RuleResult | undefined): alone is RuleResult =>
  alone !== undefined && alone.outcome !== 'passed' && alone.outcome !== 'inapplicable';

/** Undefined where it is undecided whether the failure is gone. */
function whyGone(
  alone: RuleResult | undefined,
  whole: RuleResult,
  inRun: RuleResult | undefined,
): string | undefined {
  const inWholeRun = inRun?.outcome === 'passed' ? inRun : undefined;
  if (!isOpen(alone) && whole.outcome === 'passed')
    return passedWithRule(alone, `its rule (${casesOf(whole)})`, inWholeRun !== undefined);
  // The whole run sent the same cases to a store as empty as that of the run that found the failure.
  if (inWholeRun) return `Its rule passed in a full run (${casesOf(inWholeRun)})`;
  // By now the store is too full for the rule, as it would be in a run.
  return alone?.outcome === 'passed' && whole.outcome === 'inapplicable'
    ? `Passed alone, and its rule no longer applies (${whole.reason ?? 'no reason was recorded'})`
    : undefined;
}

const casesOf = ({ evidence }: RuleResult): string => count(evidence.cases, 'case');

const showsAList = ({ exchanges }: Failure): boolean =>
  exchanges.at(-1)?.operation === operations.listPets.id;

/** "Passed alone, with its rule (199 cases), and in a full run" */
function passedWithRule(
  alone: RuleResult | undefined,
  itsRule: string,
  isInFullRun: boolean,
): string {
  if (alone?.outcome === 'inapplicable')
    return `The case no longer applies (${alone.reason ?? 'no reason was recorded'}); passed with ${itsRule}${isInFullRun ? ' and in a full run' : ''}`;
  const parts = [
    ...(alone === undefined ? [] : ['alone']),
    `with ${itsRule}`,
    ...(isInFullRun ? ['in a full run'] : []),
  ];
  const last = parts.pop() ?? '';
  const comma = parts.length > 1 ? ',' : '';
  return `Passed ${parts.length === 0 ? '' : `${parts.join(', ')}${comma} and `}${last}`;
}
