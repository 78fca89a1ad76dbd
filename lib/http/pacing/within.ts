// What is said of all that was not sent because the time of a run was over.
export const timeIsOver = (withinMs: number): string =>
  `the time limit of --within (${withinMs / 1000} s) was reached`;

/** What is said of a request that was not sent, or given up, because the run was to end. */
export const wasInterrupted = 'the run was interrupted';
