// How much may be under way at once: every bound that is set beforehand, and why. What is learnt of a target stays below
// them: the rate that it bears (Pace), how many requests at once it has a use for (Width), and how many connections it takes (Room).

/** Requests to one address. --concurrency stands for all three. */
export const requestsAtOnce = {
  /** With so many a run begins: few enough for a server that answers one after another. */
  first: 8,
  /** They keep a target on the same machine busy: more would only wait for one another there. */
  near: 16,
  /** Races show only where more come together: for a run that has time. */
  nearInALongRun: 32,
  /** Over a long way they are mostly on the road, so it takes more; any server bears them. */
  far: 64,
} as const;

/** Connections to one origin, those of labels included: both addresses may be there, each with all of its requests. */
export const connectionsAtOnce = requestsAtOnce.far;

/** Cases, over all experiments: while one answer is judged, the next request is on its way. More would only take memory. */
export const casesAtOnce = 2 * connectionsAtOnce;

/** Cases with connections of their own, besides those that all share: they must not fill up a target that takes few. */
export const ownConnectionsAtOnce = 4;

/** Cases and requests where answers are large, or huge: memory counts more than time there. */
export const largeAtOnce = 2;
export const hugeAtOnce = 1;
