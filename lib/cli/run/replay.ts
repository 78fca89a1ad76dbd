// A reported failure sent again: the case alone and then, when that holds, the whole rule.
import { aim, type Aim } from '../../judge/run/aim.js';
import type { Replayed } from '../../judge/failures/replay.js';
import type { Failure, Report, RuleResult } from '../../judge/result/report.js';
import { count } from '../../report/words.js';
import type { Configuration } from '../configuration/configuration.js';
import type { Io } from '../io.js';
import { prepare } from './conduct.js';
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

export async function replayFailure(
  found: FailureOfReport,
  again: Replayed,
  configuration: Configuration,
  io: Io,
): Promise<ReplayOutcome> {
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
      return await caseThenRule(found, again, { ...prepared.aim, rules: [again.rule] });
    } finally {
      await prepared.close();
    }
  } finally {
    stopListening();
  }
}

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
