// One address of the target, as the engine uses it.
import type { BudgetLimit, Numbers } from '../../http/budget.js';
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

export interface EndpointStats
  extends Omit<Numbers, 'resent' | 'overloaded'>, Partial<Pick<Numbers, 'overloaded'>> {
  /** Responses without a request. */
  readonly unasked: number;
  /** Limits of the budget for which some request was not sent. */
  readonly overBudget?: readonly BudgetLimit[] | undefined;
  readonly latency: readonly OperationLatency[];
}
