// Continues a run although the candidate crashes. The candidate is restarted, and the requests that were in flight are
// tried alone. Then the run begins anew without the crashing request, because a store in memory has lost what was
// added before. If the candidate ends by itself, no request is to blame, and it would end again. Knows no process.
import {
  answeredRule,
  brokenBy,
  crashFailure,
  failedRule,
  suspected,
  type Named,
} from './crash.js';
import { EventualConsistency } from '../../health/store/eventual-consistency.js';
import { withOutages } from '../../result/outages.js';
import type { CreatedAnimal, Outage, Report } from '../../result/report.js';
import { CannotTest } from '../../health/cannot-test.js';
import { type RunOptions, type Stopped } from '../options.js';
import { run } from '../run.js';
import { SkippedRequests } from './skipped.js';
import { byItself, lived, type Ending } from './ending.js';
import { AloneRetry, type Tried } from './retried-alone.js';
import { reasonInWords, type Reason, type ReasonKey } from '../../result/reasons.js';

/** The number of times that a run may begin anew. */
const mostRestarts = 5;
/** If no single request is to blame, yet another run would end in the same way. */
const mostUnexplained = 2;

export function runThroughOutages(options: RunOptions): Promise<Report> {
  return new Lifecycle(options).report();
}

interface RunOnce {
  readonly report: Report;
  /** Undefined if the target responded until the end. */
  readonly stopped?: Stopped | undefined;
}

interface CrashOfRule {
  readonly crash: Named;
  /** The rule that the crash breaks, as far as is known when it happens. */
  readonly rule: string;
  /** Its failure, in the note of the outage. */
  readonly failure: string;
}

class Lifecycle {
  readonly #options: RunOptions;
  readonly #skipped = new SkippedRequests();
  readonly #outages: Outage[] = [];
  /** The reason of the last outage. */
  #lastReason: Reason | undefined;
  readonly #crashes: CrashOfRule[] = [];
  /** The rules that stay undecided, because the candidate ended and no request is to blame. */
  readonly #doubtful = new Map<string, Reason>();
  /** The animals of the runs that were given up, which remain if the store is not in memory. */
  readonly #created: CreatedAnimal[] = [];
  #eventualConsistency: EventualConsistency | undefined;
  #unexplained = 0;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  async report(): Promise<Report> {
    let last = await this.#begin();
    while (last.stopped && (await this.#survives(last.stopped))) {
      this.#created.push(...last.report.run.created);
      last = await this.#runAgain(last.report);
    }
    const { clock, startedAt, recorder } = this.#options;
    const report = this.#withRemark(last.report);
    if (this.#outages.length === 0) return report;
    const crashes = this.#crashes.map((one) => {
      const rule = brokenBy(recorder.redact(one.crash.named), one.rule, report.rules);
      return { rule, was: one.failure, failure: crashFailure(this.#options, rule, one.crash) };
    });
    const idOf = (was: string | null): string | null =>
      crashes.find((one) => one.was === was)?.failure.id ?? null;
    return withOutages(report, {
      outages: this.#outages.map((one) => ({ ...one, failure: idOf(one.failure) })),
      crashes,
      doubtful: this.#doubtful,
      created: this.#created,
      run: {
        startedAt: new Date(startedAt).toISOString(),
        durationMs: Math.round(clock.now() - startedAt),
        interrupted: this.#options.signal?.aborted ?? false,
      },
    });
  }

  /**
   * Adds how the candidate ended, unless the last outage says so already: its port may close before its end is known.
   */
  #withRemark(report: Report): Report {
    const { remark } = this.#options.restartable ?? {};
    if (remark === undefined || this.#lastReason?.values?.['ended'] === remark.how) return report;
    const warnings = [...report.run.warnings, remark.text];
    return { ...report, run: { ...report.run, warnings } };
  }

  /** If the candidate ended before anything was judged, that is the reason why it cannot be tested. */
  async #begin(): Promise<RunOnce> {
    try {
      return await this.#run();
    } catch (thrown) {
      if (!(thrown instanceof CannotTest)) throw thrown;
      const { restartable, recorder } = this.#options;
      const ending = await restartable?.exitMessage();
      if (ending === undefined) throw thrown;
      const how = ending.isClean ? byItself(ending) : lived(ending);
      throw new CannotTest(`The candidate ${how}, before the run began. ${thrown.message}`, {
        output: recorder.redact(ending.said),
      });
    }
  }

  /** If the candidate cannot be tested any more, the report of the run before counts. */
  async #runAgain(before: Report): Promise<RunOnce> {
    try {
      return await this.#run();
    } catch (thrown) {
      if (!(thrown instanceof CannotTest)) throw thrown;
      return { report: before };
    }
  }

  async #run(): Promise<RunOnce> {
    let stopped: Stopped | undefined;
    this.#eventualConsistency = new EventualConsistency(
      this.#options.settleMs,
      this.#eventualConsistency,
    );
    const report = await run({
      ...this.#options,
      eventualConsistency: this.#eventualConsistency,
      skipped: this.#skipped,
      onOutage: (outage) => (stopped = outage),
    });
    return { report, stopped };
  }

  /** Whether the run can begin anew. */
  async #survives(stopped: Stopped): Promise<boolean> {
    const { restartable, clock } = this.#options;
    const aloneRetry = new AloneRetry(this.#options, () => this.#startsAfresh());
    const ending = await restartable?.exitMessage();
    if (restartable && !ending && (await aloneRetry.isThere()))
      return this.#blameNobody(stopped, { what: 'came back' }, null);
    const guiltless = { ...stopped, suspects: [] };
    if (ending?.isClean)
      return this.#blameNobody(guiltless, endedByItself('ended by itself', ending), ending.said);
    const since = clock.now();
    if (!ending || this.#unexplained >= mostUnexplained || !(await this.#restart())) {
      this.#note(stopped, { output: ending?.said ?? null, failure: null, restarted: false });
      return false;
    }
    const tried = await aloneRetry.of([...stopped.suspects, ...stopped.recent], since);
    this.#created.push(...aloneRetry.created);
    if (tried.endedAlone) {
      const reason = endedByItself('ended again by itself', ending);
      return this.#blameNobody(guiltless, reason, ending.said);
    }
    const failure = this.#blame(tried);
    if (failure === null) this.#doubt(stopped);
    const restarted = tried.isThere || (await this.#restart());
    this.#note(stopped, { output: ending.said, failure, restarted });
    return restarted;
  }

  /** The candidate is not restarted, because it would end in the same way. */
  #blameNobody(stopped: Omit<Stopped, 'recent'>, reason: Reason, output: string | null): false {
    const rule = answeredRule(this.#options.rules);
    if (rule) this.#doubtful.set(rule.id, reason);
    const ending = reasonInWords(reason);
    this.#note(stopped, { ending, output, failure: null, restarted: false });
    return false;
  }

  /** The id of the failure of the rule that the crashing request breaks. */
  #blame({ crashingRequest }: Tried): string | null {
    if (!crashingRequest) return null;
    const named = this.#skipped.add(crashingRequest.suspect, crashingRequest.exchange.ask);
    const rule = failedRule(crashingRequest.suspect, this.#options.rules)?.id;
    if (rule === undefined) return null;
    const crash = { ...crashingRequest, named };
    const failure = crashFailure(this.#options, rule, crash).id;
    this.#crashes.push({ crash, rule, failure });
    return failure;
  }

  #doubt({ suspects }: Stopped): void {
    this.#unexplained += 1;
    const { rules } = this.#options;
    const broken = [answeredRule(rules), ...suspects.map((suspect) => failedRule(suspect, rules))];
    for (const rule of broken)
      if (rule) this.#doubtful.set(rule.id, { what: 'none crashes it alone' });
  }

  #note(
    { reason, suspects, undecided }: Omit<Stopped, 'recent'>,
    more: Omit<Outage, 'reason' | 'suspects' | 'undecided'>,
  ): void {
    const { recorder } = this.#options;
    this.#lastReason = reason;
    this.#outages.push({
      reason: recorder.redact(reasonInWords(reason)),
      ...(!more.restarted && { undecided }),
      suspects: suspects.map(({ exchange }) => suspected(exchange, recorder)),
      ...more,
    });
  }

  async #restart(): Promise<boolean> {
    return this.#outages.length < mostRestarts && (await this.#startsAfresh());
  }

  async #startsAfresh(): Promise<boolean> {
    const { restartable, signal } = this.#options;
    return restartable !== undefined && signal?.aborted !== true && (await restartable.restart());
  }
}

const endedByItself = (what: ReasonKey, ending: Ending): Reason => ({
  what,
  values: { how: byItself(ending) },
});
