// What a user allows a run to spend: requests, writes, time. What it leaves out was not to be had: the user chose so.

export interface BudgetLimits {
  readonly maxRequests?: number | undefined;
  readonly maxWrites?: number | undefined;
  /** From the first request on. */
  readonly withinMs?: number | undefined;
}

export type BudgetLimit = keyof BudgetLimits;

/** "outside the budget (--max-requests 300, --max-writes 50)" */
export function outsideBudget({ maxRequests, maxWrites, withinMs }: BudgetLimits): string {
  const flags = [
    maxRequests === undefined ? '' : `--max-requests ${maxRequests}`,
    maxWrites === undefined ? '' : `--max-writes ${maxWrites}`,
    withinMs === undefined ? '' : `--within ${withinMs / 1000}`,
  ].filter((flag) => flag !== '');
  return `outside the budget (${flags.join(', ')})`;
}
