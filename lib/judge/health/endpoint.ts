// One address of the target, as those see it who ask there.
import type { BudgetLimit } from '../../http/budget.js';
import type { OperationLatency } from '../result/report.js';
import type { Asks } from './health.js';

/** The target as the engine sees it; how it is reached and slowed down is not its business. */
export interface Endpoint extends Asks {
  /** Limits the number of requests that are under way at once from now on. */
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
