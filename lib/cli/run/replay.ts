// A reported failure sent again: the case alone and then, when that holds, the whole rule.
import { aim, type Aim } from '../../judge/run/aim.js';
import type { Replayed } from '../../judge/failures/replay.js';
import type { Failure, Report, RuleResult } from '../../judge/result/report.js';
import { count } from '../../report/words.js';
import type { Configuration } from '../../api/configuration/configuration.js';
import type { Io } from '../io.js';
import { prepare } from '../../api/conduct/conduct.js';
import type { FailureOfReport } from './earlier-reports.js';

export interface ReplayOutcome {
  /** Undefined: it cannot be told. */
  readonly stillFails: boolean | undefined;
  readonly sentence: string;
  /** What shows it. */
  readonly shown?: {
    readonly rule: RuleResult;
    readonly failure: Failure;
    readonly report: Report;
  };
  readonly reports: readonly Report[];
}

/** A failure, and what of this kit's rules shows it; undefined where the rules are others than those of the report. */
export interface ToReplay {
  readonly found: FailureOfReport;
  readonly again: Replayed | undefined;
}

/** One after the other, at one target; `tell` hears of each at once. False where somebody ended it before its end. */
export async function replayFailures(
  all: readonly ToReplay[],
  configuration: Configuration,
  io: Io,
  tell: (found: FailureOfReport, outcome: ReplayOutcome) => void,
): Promise<boolean> {
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() =>
    interruption.abort(new Error('the replay was interrupted')),
  );
  try {
    const prepared = await prepare(configuration, {
      environment: io.environment,
      signal: interruption.signal,
    });
    try {
      for (const { found, again } of all) {
        if (interruption.signal.aborted) break;
        const outcome =
          again === undefined
            ? anotherForm(found)
            : await caseThenRule(found, again, { ...prepared.aim, rules: [again.rule] });
        tell(found, outcome);
      }
      return !interruption.signal.aborted;
    } finally {
      await prepared.close();
    }
  } finally {
    stopListening();
  }
}

const anotherForm = ({ result }: FailureOfReport): ReplayOutcome => ({
  stillFails: undefined,
  sentence: `It is in a form that this version of the kit does not have: run its rule again with --only ${result.id}.`,
  reports: [],
});

async function caseThenRule(
  { report: before, failure, result }: FailureOfReport,
  { onlyCase, populated }: Replayed,
  aimed: Aim,
): Promise<ReplayOutcome> {
  const reports: Report[] = [];
  const name = `${result.id} (${failure.id})`;
  const attempt = async (more: Partial<Aim>): Promise<RuleResult> => {
    const report = await aim({ ...aimed, ...more });
    reports.push(report);
    return report.rules[0] as RuleResult;
  };
  const failed = (rule: RuleResult, sentence: string): ReplayOutcome => {
    const shown = rule.failures.find((one) => one.id === failure.id) ?? rule.failures[0];
    // This failure has no report of its own to be found in: the command stays that of the first one.
    return {
      stillFails: true,
      sentence,
      reports,
      ...(shown === undefined
        ? {}
        : {
            shown: {
              rule,
              failure: { ...shown, replay: failure.replay },
              report: reports.at(-1) as Report,
            },
          }),
    };
  };
  const untold = (rule: RuleResult): ReplayOutcome => ({
    stillFails: undefined,
    sentence: `Undecided: ${name}. Reason: ${rule.reason ?? 'none recorded'}.`,
    reports,
  });

  const alone = onlyCase === undefined ? undefined : await attempt({ onlyCase });
  if (alone?.outcome === 'failed') return failed(alone, `Still failing: ${name}.`);
  if (alone?.outcome === 'untested' || aimed.signal?.aborted === true)
    return untold(alone as RuleResult);
  const populate = populated && before.run.effort !== 'quick' && !before.run.scope.readOnly;
  const whole = await attempt(populate ? { populateAlways: true } : {});
  if (whole.outcome === 'failed')
    return failed(
      whole,
      alone === undefined
        ? `Still failing: ${name}.`
        : `Still failing: ${name}, though not in this case alone.`,
    );
  if (whole.outcome !== 'passed' || (alone !== undefined && alone.outcome !== 'passed'))
    return untold(alone !== undefined && alone.outcome !== 'passed' ? alone : whole);
  return {
    stillFails: false,
    sentence: `No longer failing: ${name}. ${alone === undefined ? 'The rule' : 'The case alone and the whole rule'} passed (${count(whole.evidence.cases, 'case')}).`,
    reports,
  };
}
