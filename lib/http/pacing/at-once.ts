// How much may happen concurrently: every fixed bound, and the reason for it. What is learned about a target stays
// below them: the rate that it tolerates (Pace), how many concurrent requests are useful (Concurrency), and how many
// connections it accepts (ConnectionLimit).

/** The number of concurrent requests to one address. --concurrency replaces all of these. */
export const requestsAtOnce = {
  /** A run begins with this many, few enough for a server that handles one request after another. */
  first: 8,
  /** Enough to keep a target on the same machine busy; more requests would only wait for one another. */
  near: 16,
  /** Enough to provoke races that show only under more load, in a run that has the time. */
  nearInALongRun: 32,
  /**
   * More requests are needed over a long distance, where they spend most of their time on the way. Any server tolerates
   * them.
   */
  far: 64,
} as const;

/** The highest number of connections to one origin, labelled ones included. Both addresses may be at that origin. */
export const connectionsAtOnce = requestsAtOnce.far;

/**
 * The number of concurrent cases over all experiments: while one response is judged, the next request is on its way.
 * More would only take memory.
 */
export const casesAtOnce = 2 * connectionsAtOnce;

/**
 * The number of concurrent cases that have connections of their own. They must not use up a target that accepts few.
 */
export const ownConnectionsAtOnce = 4;

/**
 * Large responses that are under way at once may take this much together, because memory matters more than time then. The
 * largest that the contract allows still come two at a time; one that it does not allow comes alone.
 */
export const bytesAtOnce = 8 * 1024 * 1024;
export const fewestLargeAtOnce = 2;
export const hugeAtOnce = 1;
