// Decides whether and when a request is resent that got no response, or none that counts: one table for all callers.
// The transport sends once what it is given; callers count how often they sent and look here. Nothing is sent here.

import type { NoAnswerKind } from './types.js';

/** How often a request is sent at the most. */
interface Times {
  /** The number for its case. After that, its response counts as missing. */
  readonly first: number;
  /** The same for a request that may write; defaults to `first`. */
  readonly ofAWrite?: number;
  /** The number for each repetition of its case, which tests whether the response is still missing. */
  readonly later: number;
}

interface Row {
  readonly times: Times;
  /** Applies if other requests are lost too and get a response when resent, so that the loss may be chance. */
  readonly onABadLine?: Times;
  /** Whether a missing response is held against the target, or against nobody. */
  readonly means: 'finding' | 'undecided';
  /** The request cannot have reached the target, so a write is resent like a read. */
  readonly cannotHaveArrived?: true;
  /**
   * The request is resent only while the target is known to be there, because each attempt is slow, or useless without
   * a target.
   */
  readonly whereSomebodyIs?: true;
}

/** Sent only once, because another attempt would change nothing. */
const once: Row = { times: { first: 1, later: 1 }, means: 'undecided' };

/**
 * A read that is always reset is sent nine times over a whole run: six times for its case, once as a finding, and twice
 * to confirm that. A write is sent eight times. On a line that loses one request in five, six losses in a row occur by
 * chance once in a few runs, so requests are sent as often there as it takes to accuse nobody.
 *
 * Even a write that may have arrived is resent if a second one does no harm: on a bad line, no case with several writes
 * would finish otherwise. If a second one would spoil what the case shows, it is sent once, and another takes its
 * place.
 */
const table: Readonly<Record<NoAnswerKind, Row>> = {
  reset: {
    times: { first: 6, ofAWrite: 5, later: 1 },
    onABadLine: { first: 12, later: 5 },
    means: 'finding',
  },
  'not-http': {
    times: { first: 3, later: 1 },
    onABadLine: { first: 8, later: 4 },
    means: 'finding',
  },
  // Each attempt costs the whole time limit.
  timeout: {
    times: { first: 2, later: 1 },
    means: 'finding',
    whereSomebodyIs: true,
  },
  refused: {
    times: { first: 3, later: 3 },
    means: 'undecided',
    cannotHaveArrived: true,
    whereSomebodyIs: true,
  },
  // From then on, the kit uses fewer connections.
  'too-many-files': { times: { first: 6, later: 3 }, means: 'undecided', cannotHaveArrived: true },
  'unknown-host': once,
  tls: once,
  'too-large': once,
  aborted: once,
  budget: once,
  // The kit has already waited for as long as --throttle-wait allows.
  throttled: once,
};

/** Whether a request may write and, if so, whether a second one would spoil what its case shows. */
export type Writing = 'no' | 'plain' | 'once';

export interface Missing {
  readonly writing: Writing;
  /** How often the request has been sent so far. */
  readonly sends: number;
  /** Whether this repeats its case because the response was missing before. */
  readonly wasMissing: boolean;
  /** Whether other requests were lost too, and got a response when they were resent. */
  readonly onABadLine: boolean;
  /** Whether the caller can find out if the target is there at all. */
  readonly isWatched: boolean;
}

export type Next =
  | { readonly next: 'again'; readonly afterMs: number; readonly whereSomebodyIs: boolean }
  /** A different write may take its place. */
  | { readonly next: 'another'; readonly whereSomebodyIs: true }
  | { readonly next: 'finding'; readonly whereSomebodyIs: true }
  | { readonly next: 'undecided'; readonly whereSomebodyIs: boolean };

export function afterNoAnswer(
  kind: NoAnswerKind,
  { writing, sends, wasMissing, onABadLine, isWatched }: Missing,
): Next {
  const row = table[kind];
  const { first, ofAWrite = first, later } = (onABadLine && row.onABadLine) || row.times;
  const most = wasMissing ? later : writing === 'no' ? first : ofAWrite;
  const whereSomebodyIs = row.whereSomebodyIs === true;
  if (row.cannotHaveArrived && !isWatched) return { next: 'undecided', whereSomebodyIs };
  if (row.means === 'finding' && writing === 'once')
    return { next: 'another', whereSomebodyIs: true };
  if (sends < most) return { next: 'again', afterMs: pauseAfter(sends), whereSomebodyIs };
  // One request without a response is a finding, but a target that is gone is not.
  if (row.means === 'finding') return { next: 'finding', whereSomebodyIs: true };
  return { next: 'undecided', whereSomebodyIs };
}

/** The first retry is immediate, and each further one waits longer, so that a brief disturbance is outlasted. */
const pauseAfter = (sends: number): number =>
  sends < 2 ? 0 : Math.min(200, 20 * 2 ** (sends - 2));

/** The highest number of writes that are tried in place of one another, if each may be sent only once. */
export function mostInPlace(
  kind: NoAnswerKind,
  { wasMissing, onABadLine }: Pick<Missing, 'wasMissing' | 'onABadLine'>,
): number {
  if (wasMissing && !onABadLine) return 1;
  return kind === 'timeout' ? 2 : 10;
}

/** How often a violation is repeated, to see whether it is stable. */
export const confirmations = 3;

/** How often a request may be resent silently, because the connection was to blame. */
const quietly = 2;

/** Applies if not a single byte of a response came. A write may have been carried out nevertheless. */
export const againQuietly = (isWrite: boolean, lost: number): boolean => !isWrite && lost < quietly;

/**
 * Applies if the target gave up the connection just as the request arrived, and says so (408). Nothing was carried out,
 * so even a write may be resent.
 */
export const againOnAnotherConnection = (lost: number): boolean => lost < quietly;

/** A single one of these may come from a gateway or a starting server, so the request is repeated before it counts. */
export const ofGateways: ReadonlySet<number> = new Set([502, 503, 504]);

/** The pauses between checks whether the target is there. They give a restarting target time to return. */
export const pausesBeforeGone = [0, 250, 500, 1_000];
/** The ways of getting no response that a missing target causes. */
export const ofGoneTargets: ReadonlySet<NoAnswerKind> = new Set([
  'refused',
  'unknown-host',
  'reset',
  'timeout',
  'tls',
  'not-http',
]);

/** How many timeouts it takes to give up on a target, because each of them costs the whole time limit. */
export const mostTimeouts = {
  /** For an operation that has never responded. */
  ofOneOperation: 3,
  /**
   * For one that has responded before: some of its requests may never get a response, and each costs several time
   * limits.
   */
  ofOneThatAnswered: { inARow: 8, forMs: 60_000 },
  /** For a whole run, with an allowance for each response that came. */
  inARun: 40,
  forEachAnswer: 0.02,
} as const;

/** The pauses between attempts to reach a starting target. They double each time, until --start-timeout is over. */
export const starting = {
  pausesMs: { first: 25, longest: 500 },
  /** Waiting does not cure these, and the run itself reports what is wrong. */
  hopeless: new Set(['unknown-host', 'tls', 'not-http']) as ReadonlySet<NoAnswerKind>,
};
