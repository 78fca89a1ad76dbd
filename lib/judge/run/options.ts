// The options of a run, and the events that it reports.
import type { Clock, Exchange } from '../../http/types.js';
import type { Reason } from '../result/reasons.js';
import type { Effort, RuleResult, Scope, TargetFacts } from '../result/report.js';
import type { AnyExperiment, Rule } from '../rules/rule.js';
import type { Credentials } from '../rules/setup.js';
import type { CarriedOut } from '../evidence/carried-out.js';
import type { Endpoint } from '../health/asks.js';
import type { Recorder } from '../result/recorder.js';
import type { Order } from '../rules/order.js';
import type { Budget } from './cases/order.js';
import type { EventualConsistency } from '../health/store/eventual-consistency.js';
import type { SkippedRequests } from './outages/skipped.js';
import type { Ending } from './outages/ending.js';
import type { LostRequest } from './outages/in-flight.js';
import type { OnlyCase } from '../evidence/chosen.js';

export interface Bail {
  readonly after: number;
  /** Aborted when it is enough. */
  readonly signal: AbortSignal;
  /** Called with each failure as soon as it is certain. */
  failed(rule: Pick<RuleResult, 'id' | 'kind' | 'failures'>): void;
}

/** What is judged, how thoroughly, and what the report says of the run. */
interface WhatToJudge {
  readonly kit: { readonly name: string; readonly version: string; readonly digest: string };
  readonly rules: readonly Rule[];
  /** The experiments whose adds bring more than a full list of animals, whichever rules were chosen. */
  readonly populating: readonly AnyExperiment[];
  /** The cases in the order of what they show. */
  readonly order?: Order | undefined;
  /** Send the most revealing cases only, where that is not enough for all. */
  readonly budget?: Budget | undefined;
  readonly seed: number;
  readonly effort: Effort;
  readonly scope: Scope;
  readonly strict: boolean;
  /** The day on which the target is judged, YYYY-MM-DD. */
  readonly asOf: string;
  /** The only case to be sent, as in a replay. */
  readonly onlyCase?: OnlyCase | undefined;
  /** Bring the animals for full lists also where no chosen experiment asks for them: a whole run has them there. */
  readonly populateAlways?: boolean | undefined;
  readonly warnings: readonly string[];
  /** The words that `replay` needs beside the id of a failure to find it and to reach the target: ' --report out/report'. */
  readonly replayWith?: string | undefined;
  /**
   * Whole cases are kept as well, so that they can be judged again without the target. Those of a run that is not
   * conformant are of use only to tests of what a vendor might do with them.
   */
  readonly keepCases?: boolean | 'of any run' | undefined;
  /** Turn away a store that has animals of each status: some rules need a list that is empty. */
  readonly needsEmptyList?: boolean | undefined;
}

/** Whom the rules ask: the target, what is known of it, and what ends the run. */
interface WhomToAsk {
  readonly catalogue: Endpoint;
  readonly quickstart: Endpoint | undefined;
  readonly target: TargetFacts;
  /** The target as a report shows it, if an address or the command that starts it contains a key. */
  readonly shownTarget?: TargetFacts | undefined;
  readonly credentials: Credentials;
  readonly recorder: Recorder;
  /** All times that it records, and that of the run's end, count from this one. */
  readonly startedAt: number;
  readonly clock: Clock;
  /**
   * The salt of the marks in names. Only the report contains it, so that nobody without the report can recognise the
   * run or the case by a name.
   */
  readonly salt: string;
  /** Set if the names of added animals must not show that they come from the kit. */
  readonly disguised?: boolean | undefined;
  readonly settleMs: number;
  /** What a run of the same candidate has learned before; left out, everything is still to be learned. */
  readonly eventualConsistency?: EventualConsistency | undefined;
  readonly categoryIds: readonly bigint[];
  /** How long a target may keep a run waiting; left out, as long as each of its requests may. */
  readonly longest?: {
    /** The time limit for the first complete response, to whatever request. */
    readonly firstAnswerMs: number;
    /** The time after which other requests are tried if the first one has no response. */
    readonly firstByteMs: number;
    /** The time limit between two responses. */
    readonly idleMs: number;
  };
  readonly signal?: AbortSignal | undefined;
  /** Aborted if a user ends the run, not if its time is over: a user who ends it gets a report in any case. */
  readonly interrupted?: AbortSignal | undefined;
  /** Aborted when the time of the run is over, for a reason that becomes a warning of its report. */
  readonly outOfTime?: AbortSignal | undefined;
  /** Send one valid message first, to turn away an address where no quickstart is, or one that refuses the key. */
  readonly looksForQuickstart?: boolean | undefined;
  /** Starts the candidate again after a crash; without it, a target that stops answering stays away. */
  readonly restartable?: Restartable | undefined;
  /** The requests that are not sent because they crashed the candidate. */
  readonly skipped?: SkippedRequests | undefined;
  /** Ends the run after this many rules have failed; its verdict rests on these failures. */
  readonly bail?: Bail | undefined;
}

/** What only tests, benchmarks and the proof change. */
interface TestHooks {
  /** How often a minimal failing case is sent again. */
  readonly confirmations?: number | undefined;
  /** The factor by which the number of generated cases exceeds that of the effort. */
  readonly casesTimes?: number | undefined;
}

/** Who hears of the run while it goes on. */
interface RunListeners {
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** Called when the target stops responding before the end of the run. */
  readonly onOutage?: ((outage: Stopped) => void) | undefined;
  /** Called with every case that was executed and judged. */
  readonly onCase?: ((carriedOut: CarriedOut) => void) | undefined;
  /** Called with every exchange and its experiment; without an experiment while the run is prepared. */
  readonly onSent?:
    | ((exchange: Exchange, experiment: AnyExperiment | undefined) => void)
    | undefined;
}

export interface RunOptions extends WhatToJudge, WhomToAsk, TestHooks, RunListeners {}

/** The target stopped answering. */
export interface Stopped {
  readonly reason: Reason;
  /** The rules that the outage left undecided. */
  readonly undecided: readonly string[];
  /** The requests that were in flight then, the most unusual one first. */
  readonly suspects: readonly LostRequest[];
  /** The requests that were answered just before. */
  readonly recent: readonly LostRequest[];
}

/** A target that can be started again, such as a process. The engine knows nothing else of it. */
export interface Restartable {
  /** How the target ended; undefined while it runs. */
  exitMessage(): Promise<Ending | undefined>;
  /** A sentence about how the target ended; undefined while it runs. */
  readonly remark?: { readonly how: string; readonly text: string } | undefined;
  /** Starts the target again. Resolves with whether it responds. */
  restart(why?: string): Promise<boolean>;
}

export type RunEvent =
  | { readonly type: 'started'; readonly rules: number }
  /** New animals do not appear. The run waits for them until this time is over. */
  | { readonly type: 'waiting'; readonly where: 'lists' | 'gets'; readonly mostMs: number }
  | {
      readonly type: 'rule';
      readonly result: RuleResult;
      readonly done: number;
      readonly of: number;
      readonly exchanges: number;
    };
