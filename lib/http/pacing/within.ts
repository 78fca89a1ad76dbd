// The reason given for everything that was not sent because the time of a run was over.
export const timeIsOver = (withinMs: number): string =>
  `the time limit of --within (${withinMs / 1000} s) was reached`;

/** The reason given for a request that was not sent, or was given up, because the run was interrupted. */
export const wasInterrupted = 'the run was interrupted';
