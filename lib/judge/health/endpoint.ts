// One address of the target, as the engine uses it.
import type { BudgetLimit } from '../../http/budget.js';
import type { OperationLatency } from '../result/report.js';
import type { Asks } from './health.js';

/** The target as the engine sees it; how it is reached and slowed down is not its business. */
export interface Endpoint extends Asks {
  /** Limits the number of requests that are under way at once from now on. */
  narrow?(most: number): void;
  /** Closes idle connections, because a target may allow only few. */
  closeIdle?(): void;
  stats(): EndpointStats;
}

export interface EndpointStats {
  readonly exchanges: number;
  readonly writes: number;
  readonly throttled: number;
  /** How often the target refused requests because they came too fast, without saying so. */
  readonly overloaded?: number | undefined;
  /** Responses that were never complete, or were not HTTP. */
  readonly broken: number;
  /** Requests whose connection ended before the first byte of a response. */
  readonly unheard: number;
  /** Those of them that could write. */
  readonly unheardWrites: number;
  /** Requests that were answered too late, or never. */
  readonly silent: number;
  /** Responses without a request. */
  readonly unasked: number;
  /** Limits of the budget for which some request was not sent. */
  readonly overBudget?: readonly BudgetLimit[] | undefined;
  readonly latency: readonly OperationLatency[];
}
