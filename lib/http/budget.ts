// How many requests and writes, and how much time, a user allows a run. What is left out because of it was the user's
// choice.

export interface BudgetLimits {
  readonly maxRequests?: number | undefined;
  readonly maxWrites?: number | undefined;
  /** Counted from the first request. */
  readonly withinMs?: number | undefined;
}

export type BudgetLimit = keyof BudgetLimits;

/** "--max-requests 300, --max-writes 50" */
export const flagsOf = ({ maxRequests, maxWrites, withinMs }: BudgetLimits): string =>
  [
    maxRequests === undefined ? '' : `--max-requests ${maxRequests}`,
    maxWrites === undefined ? '' : `--max-writes ${maxWrites}`,
    withinMs === undefined ? '' : `--within ${withinMs / 1000}`,
  ]
    .filter((flag) => flag !== '')
    .join(', ');
