// What a run is given, and what it tells while it goes on.
import type { Contract } from '../../contract/contract.js';
import type { RuleId } from '../../contract/rule-ids.js';
import type { BudgetLimit } from '../../http/budget.js';
import type { Clock, Exchange } from '../../http/types.js';
import type { OnlyCase } from '../failures/minimal.js';
import type {
  Effort,
  OperationLatency,
  RecordedExchange,
  RuleResult,
  Scope,
  TargetFacts,
} from '../result/report.js';
import type { AnyExperiment, Rule } from '../rules/rule.js';
import type { Credentials } from '../rules/setup.js';
import type { Chosen } from './cases/chosen.js';
import type { Budget, Order } from './cases/order.js';
import type { Avoided } from './outages/avoided.js';
import type { Ending } from './outages/ending.js';
import type { Suspect } from './outages/suspects.js';
import type { Asks } from './watching/watch.js';

/** The target as the engine sees it; how it is reached and slowed down is not its business. */
export interface Endpoint extends Asks {
  /** From now on no more than so many requests at once. */
  narrow?(most: number): void;
  /** Connections that carry nothing now are closed: a target may have few to serve. */
  closeIdle?(): void;
  stats(): EndpointStats;
}

export interface EndpointStats {
  readonly exchanges: number;
  readonly writes: number;
  readonly throttled: number;
  /** How often it refused because it was asked too fast, and did not say so. */
  readonly overloaded?: number | undefined;
  /** Answers that began and were never whole, or were no HTTP. */
  readonly broken: number;
  /** Requests whose connection ended before one byte of an answer. */
  readonly unheard: number;
  /** Requests that were answered too late, or never. */
  readonly silent: number;
  /** Answers that nobody had asked for. */
  readonly unasked: number;
  /** Limits of the budget for which some request was not sent. */
  readonly overBudget?: readonly BudgetLimit[] | undefined;
  readonly latency: readonly OperationLatency[];
}

/** Makes an exchange fit to be shown: without the key, cut to size. */
export interface Recorder {
  record(exchange: Exchange, rule: string | null): RecordedExchange;
  /** With its bodies, as far as a case of a certificate may have them. */
  recordWhole(exchange: Exchange, rule: string | null): RecordedExchange;
  /** Those before it went over the same connection. */
  curl(exchange: Exchange, before?: readonly Exchange[]): string | null;
  /** Masks the key in any text. */
  redact(text: string): string;
}

export interface Bail {
  readonly after: number;
  /** Aborted when it is enough. */
  readonly signal: AbortSignal;
  /** Told of each failure as soon as it is sure. */
  failed(rule: Pick<RuleResult, 'id' | 'kind' | 'failures'>): void;
}

export interface RunOptions {
  readonly kit: { readonly name: string; readonly version: string; readonly digest: string };
  readonly contract: Contract;
  readonly rules: readonly Rule[];
  /** The experiments whose adds bring more than a full list of animals, whichever rules were chosen. */
  readonly populating: readonly AnyExperiment[];
  /** Which cases tell most. */
  readonly order?: Order | undefined;
  /** Send the most telling cases only, where that is not enough for all. */
  readonly budget?: Budget | undefined;
  /** Superseded by `budget`. */
  readonly withinMs?: number | undefined;
  readonly catalogue: Endpoint;
  readonly quickstart: Endpoint | undefined;
  readonly target: TargetFacts;
  readonly credentials: Credentials;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly seed: number;
  /** Known to who has the report alone: without it, nobody can tell from a name which run or case it is of. */
  readonly salt: string;
  /** The names of its animals do not show that the kit has added them. */
  readonly disguised?: boolean | undefined;
  readonly effort: Effort;
  readonly scope: Scope;
  readonly strict: boolean;
  readonly settleMs: number;
  readonly categoryIds: readonly bigint[];
  /** The day on which the target is judged, YYYY-MM-DD. */
  readonly asOf: string;
  readonly warnings: readonly string[];
  /** How long a target may keep a run waiting; left out, as long as each of its requests may. */
  readonly longest?: {
    /** Until it has given an answer at all. */
    readonly firstAnswerMs: number;
    /** Until it has given its first answer, where it gives others. */
    readonly firstByteMs: number;
    /** From one answer to the next. */
    readonly silenceMs: number;
  };
  readonly signal?: AbortSignal | undefined;
  /** Aborted when somebody ends the run, not when its time is over: who asked for the end gets a report in any case. */
  readonly interrupted?: AbortSignal | undefined;
  /** What can be started again when it has crashed; left out, a target that stops answering stays away. */
  readonly revivable?: Revivable | undefined;
  /** What is not sent, as it crashed the candidate. */
  readonly avoided?: Avoided | undefined;
  /** Ends the run once so many rules have failed: what failed by then is its verdict. */
  readonly bail?: Bail | undefined;
  /** Just this case of one experiment, as a replay sends it. */
  readonly onlyCase?: OnlyCase | undefined;
  /** Bring the animals for full lists also where no chosen experiment asks for them: a whole run has them there. */
  readonly populateAlways?: boolean | undefined;
  /** What `replay` needs beside the id of a failure to find it and to reach the target: ' --report out/report'. */
  readonly replayWith?: string | undefined;
  /** How often a minimal failing case is sent again. */
  readonly confirmations?: number | undefined;
  /** How many times the cases that the effort says, where there can be any number. */
  readonly casesTimes?: number | undefined;
  /** How many exchanges are kept for each rule that did not fail. */
  readonly samplesPerRule?: number | undefined;
  /**
   * Whole cases are kept as well, so that they can be judged again without the target. Those of a run that is not
   * conformant are of use only to tests of what a vendor might do with them.
   */
  readonly keepWitnesses?: boolean | 'of any run' | undefined;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** Told when the target had stopped answering before the run was over. */
  readonly onOutage?: ((outage: Stopped) => void) | undefined;
  /** Told of every case that was carried out and judged. */
  readonly onCase?: ((carriedOut: CarriedOut) => void) | undefined;
  /** Told of every exchange, with the experiment that it is for; none while the run is prepared. */
  readonly onSent?:
    | ((exchange: Exchange, experiment: AnyExperiment | undefined) => void)
    | undefined;
}

/** The target stopped answering. */
export interface Stopped {
  readonly reason: string;
  /** What was under way then, the most unusual request first. */
  readonly suspects: readonly Suspect[];
  /** What was answered just before. */
  readonly recent: readonly Suspect[];
}

/** What answers at the target, for as long as it does: a process, say, of which the engine knows nothing. */
export interface Revivable {
  /** How it ended; undefined while it goes on. */
  lastWords(): Promise<Ending | undefined>;
  /** Starts it again. Does it answer? */
  revive(): Promise<boolean>;
}

/** A case that was carried out, and the rules that it breaks by itself. */
export interface CarriedOut {
  readonly experiment: AnyExperiment;
  readonly at: Chosen;
  /** What all cases of the experiment are known by, in their order, whether they are sent or not. */
  readonly names: readonly string[];
  readonly exchanges: readonly Exchange[];
  readonly breaks: readonly RuleId[];
  /** Those that it is evidence for. */
  readonly holds: readonly RuleId[];
  /** Those of which it shows that they do not apply to it. */
  readonly excused: readonly RuleId[];
}

export type RunEvent =
  | { readonly type: 'started'; readonly rules: number }
  | {
      readonly type: 'rule';
      readonly result: RuleResult;
      readonly done: number;
      readonly of: number;
      readonly exchanges: number;
    };
