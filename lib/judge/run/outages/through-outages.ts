// A run that goes on although the candidate crashes. It is started again, and what was under way is sent alone: the
// request that crashes it once more is the culprit. Then the run begins anew without that one, as a store in memory has
// lost what was added before. Knows no process.
import { crashFailure, suspected } from '../../failures/crash.js';
import { topFrame } from '../../failures/top-frame.js';
import { withOutages, type Crash } from '../../result/outages.js';
import type { CreatedAnimal, Outage, Report } from '../../result/report.js';
import { CannotTest } from '../cannot-test.js';
import { type RunOptions, type Stopped } from '../options.js';
import { run } from '../run.js';
import { accused, answeredRule } from './accused.js';
import { Avoided } from './avoided.js';
import type { Suspect } from './suspects.js';
import { tryAlone, type Tried } from './trial.js';

const mostRestarts = 5;
/** Where no request is to blame by itself, yet another run would end in the same way. */
const mostUnexplained = 2;

export function runThroughOutages(options: RunOptions): Promise<Report> {
  return new Course(options).report();
}

interface RunOnce {
  readonly report: Report;
  /** Undefined where the target answered to the end. */
  readonly stopped?: Stopped | undefined;
  /** How many requests it answered. */
  readonly bore: number;
}

class Course {
  readonly #options: RunOptions;
  readonly #startedAt: number;
  readonly #avoided = new Avoided();
  readonly #outages: Outage[] = [];
  readonly #crashes: Crash[] = [];
  /** The rules that nobody can tell, as the candidate crashed and no request is to blame. */
  readonly #doubtful = new Set<string>();
  /** By the runs that were given up; where the store is not in memory, it stays. */
  readonly #created: CreatedAnimal[] = [];
  #restarts = 0;
  #unexplained = 0;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
  }

  async report(): Promise<Report> {
    let last = await this.#run();
    while (last.stopped && (await this.#survives(last.stopped, last.bore))) {
      this.#created.push(...last.report.run.created);
      last = await this.#runAgain(last.report);
    }
    return withOutages(last.report, {
      outages: this.#outages,
      crashes: this.#crashes,
      doubtful: this.#doubtful,
      created: this.#created,
      run: {
        startedAt: new Date(this.#startedAt).toISOString(),
        durationMs: Math.round(this.#options.clock.now() - this.#startedAt),
        interrupted: this.#options.signal?.aborted ?? false,
      },
    });
  }

  /** A candidate that cannot be tested any more has been tested so far. */
  async #runAgain(before: Report): Promise<RunOnce> {
    try {
      return await this.#run();
    } catch (thrown) {
      if (!(thrown instanceof CannotTest)) throw thrown;
      return { report: before, bore: 0 };
    }
  }

  async #run(): Promise<RunOnce> {
    const before = this.#answered();
    let stopped: Stopped | undefined;
    const report = await run({
      ...this.#options,
      ...this.#timeLeft(),
      avoided: this.#avoided,
      onOutage: (told) => (stopped = told),
    });
    return { report, stopped, bore: this.#answered() - before };
  }

  /** Whether the run can begin anew. */
  async #survives(stopped: Stopped, bore: number): Promise<boolean> {
    const words = await this.#options.revivable?.lastWords();
    if (words === undefined || this.#unexplained >= mostUnexplained || !(await this.#revive())) {
      this.#note(stopped, { output: words?.said ?? null, failure: null, restarted: false });
      return false;
    }
    const tried = await this.#try([...stopped.suspects, ...stopped.recent], bore);
    const failure = this.#blame(tried);
    if (failure === null) this.#doubt(stopped);
    const restarted = tried.isThere || (await this.#revive());
    this.#note(stopped, { output: words.said, failure, restarted });
    return restarted;
  }

  async #try(suspects: readonly Suspect[], bore: number): Promise<Tried> {
    const tried = await tryAlone(this.#options, suspects, bore);
    this.#created.push(...tried.created);
    const { unsure } = tried;
    return unsure && (await this.#revive()) ? this.#try([unsure], bore) : tried;
  }

  /** The id of the failure of the rule that the culprit breaks. */
  #blame({ culprit }: Tried): string | null {
    if (!culprit) return null;
    this.#avoided.add(culprit.suspect, topFrame(culprit.lastWords.said));
    const rule = accused(culprit.suspect, this.#options.rules)?.id;
    if (rule === undefined) return null;
    const failure = crashFailure(this.#options, rule, {
      ...culprit,
      named: this.#avoided.inWords(culprit.exchange.ask),
    });
    this.#crashes.push({ rule, failure });
    return failure.id;
  }

  #doubt({ suspects }: Stopped): void {
    this.#unexplained += 1;
    const { rules } = this.#options;
    const broken = [answeredRule(rules), ...suspects.map((suspect) => accused(suspect, rules))];
    for (const rule of broken) if (rule) this.#doubtful.add(rule.id);
  }

  #note(
    { reason, suspects }: Pick<Stopped, 'reason' | 'suspects'>,
    more: Omit<Outage, 'reason' | 'suspects'>,
  ): void {
    const { recorder } = this.#options;
    this.#outages.push({
      reason: recorder.redact(reason),
      suspects: suspects.map(({ exchange }) => suspected(exchange, recorder)),
      ...more,
    });
  }

  async #revive(): Promise<boolean> {
    const { revivable, signal } = this.#options;
    if (!revivable || signal?.aborted || this.#restarts >= mostRestarts) return false;
    this.#restarts += 1;
    return revivable.revive();
  }

  /** All runs share the time that there is. */
  #timeLeft(): Pick<RunOptions, 'withinMs'> {
    const { withinMs, clock } = this.#options;
    return withinMs === undefined
      ? {}
      : { withinMs: Math.max(1, withinMs - (clock.now() - this.#startedAt)) };
  }

  #answered(): number {
    const { catalogue, quickstart } = this.#options;
    const latency = [catalogue, quickstart].flatMap((endpoint) => endpoint?.stats().latency ?? []);
    return latency.reduce((sum, { count }) => sum + count, 0);
  }
}
