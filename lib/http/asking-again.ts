// Whether a request goes out again that got no answer, or none that counts, and after how long: one table for all who ask.
// The transport sends once what it is given; who asks again counts how often, and looks here. It sends nothing itself.

import type { NoAnswerKind } from './types.js';

/** How often a request goes out. */
interface Times {
  /** For its case, until its answer counts as missing. */
  readonly first: number;
  /** Likewise, where it may write; left out, the same. */
  readonly ofAWrite?: number;
  /** Each further time that its case is tried because the answer was missing: to see whether it still is. */
  readonly later: number;
}

interface Row {
  readonly times: Times;
  /** Where others get lost as well, and come when they are sent again: it may be chance. */
  readonly onABadLine?: Times;
  /** What a missing answer means: it is held against the target, or against nobody. */
  readonly means: 'finding' | 'untold';
  /** Nothing of it can have reached the target: a write goes out again like a read. */
  readonly cannotHaveArrived?: true;
  /** It goes out again only where somebody is there at all: each further time is slow, or of no use while the target is gone. */
  readonly whereSomebodyIs?: true;
}

/** Another time would change nothing. */
const once: Row = { times: { first: 1, later: 1 }, means: 'untold' };

/**
 * A read that is always reset goes out nine times over a whole run: six times for its case, once more as it is a finding,
 * and twice more to confirm that; a write eight times. On a line that loses one in five, six times in a row come about by
 * chance once in a few runs: there it goes out as often as it takes to accuse nobody.
 *
 * Even a write that may have arrived is sent again, where a second one spoils nothing: on a bad line no case with several
 * of them would come about otherwise. Where it would spoil what the case is to show, it goes out once, and another takes
 * its place.
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
  // Each time costs the whole time limit.
  timeout: {
    times: { first: 2, later: 1 },
    means: 'finding',
    whereSomebodyIs: true,
  },
  refused: {
    times: { first: 3, later: 3 },
    means: 'untold',
    cannotHaveArrived: true,
    whereSomebodyIs: true,
  },
  // There are fewer connections from then on.
  'too-many-files': { times: { first: 6, later: 3 }, means: 'untold', cannotHaveArrived: true },
  'unknown-host': once,
  tls: once,
  'too-large': once,
  aborted: once,
  budget: once,
  // It was waited for already, for as long as --throttle-wait allows.
  throttled: once,
};

/** Whether a request may write and, if so, whether a second one would spoil what its case is to show. */
export type Writing = 'no' | 'plain' | 'once';

export interface Missing {
  readonly writing: Writing;
  /** How often it went out by now. */
  readonly sends: number;
  /** Its case is tried again because its answer was missing before. */
  readonly wasMissing: boolean;
  /** Other requests got lost as well, and were answered when they were sent again. */
  readonly onABadLine: boolean;
  /** Somebody can tell whether the target is there at all. */
  readonly isWatched: boolean;
}

export type Next =
  | { readonly next: 'again'; readonly afterMs: number; readonly whereSomebodyIs: boolean }
  /** Another write may take its place. */
  | { readonly next: 'another'; readonly whereSomebodyIs: true }
  | { readonly next: 'finding'; readonly whereSomebodyIs: true }
  | { readonly next: 'untold'; readonly whereSomebodyIs: boolean };

export function afterNoAnswer(
  kind: NoAnswerKind,
  { writing, sends, wasMissing, onABadLine, isWatched }: Missing,
): Next {
  const row = table[kind];
  const { first, ofAWrite = first, later } = (onABadLine && row.onABadLine) || row.times;
  const most = wasMissing ? later : writing === 'no' ? first : ofAWrite;
  const whereSomebodyIs = row.whereSomebodyIs === true;
  if (row.cannotHaveArrived && !isWatched) return { next: 'untold', whereSomebodyIs };
  if (row.means === 'finding' && writing === 'once')
    return { next: 'another', whereSomebodyIs: true };
  if (sends < most) return { next: 'again', afterMs: pauseAfter(sends), whereSomebodyIs };
  // One request that gets no answer is a finding; a target that is gone is none.
  if (row.means === 'finding') return { next: 'finding', whereSomebodyIs: true };
  return { next: 'untold', whereSomebodyIs };
}

/** At once, then later and later: what ails a line or a server for a moment is over by then. */
const pauseAfter = (sends: number): number =>
  sends < 2 ? 0 : Math.min(200, 20 * 2 ** (sends - 2));

/** How many writes at most are tried, one in place of the other, where each must go out once. */
export function mostInPlace(
  kind: NoAnswerKind,
  { wasMissing, onABadLine }: Pick<Missing, 'wasMissing' | 'onABadLine'>,
): number {
  if (wasMissing && !onABadLine) return 1;
  return kind === 'timeout' ? 2 : 10;
}

/** How often what breaks a rule is sent again, to see whether it holds. */
export const confirmations = 3;

/** How often a request may go out again before anybody hears of it, as the connection was to blame. */
const quietly = 2;

/** Not one byte of an answer came. A write may have been carried out all the same. */
export const againQuietly = (isWrite: boolean, lost: number): boolean => !isWrite && lost < quietly;

/** The target gave the connection up as the request came, and says so (408): nothing was carried out, be it a write. */
export const againOnAnotherConnection = (lost: number): boolean => lost < quietly;

/** One of these may be a gateway's, or a server's that is starting: it is asked again before it counts. */
export const ofGateways: ReadonlySet<number> = new Set([502, 503, 504]);

/** Is anybody there? Asked after each of these pauses, as a target that restarts is waited for. */
export const pausesBeforeGone = [0, 250, 500, 1_000];
/** Kinds of no answer that come of a target that is not there. */
export const ofGoneTargets: ReadonlySet<NoAnswerKind> = new Set([
  'refused',
  'unknown-host',
  'reset',
  'timeout',
  'tls',
  'not-http',
]);

/** When a target is left in which answers do not come in time: each of them costs the whole time limit. */
export const mostTimeouts = {
  /** To one operation that has never answered. */
  ofOneOperation: 3,
  /** To one that did: some of its requests may never get one, and each of them costs the limit several times. */
  ofOneThatAnswered: { inARow: 8, forMs: 60_000 },
  /** In a run, and for each answer besides. */
  inARun: 40,
  forEachAnswer: 0.02,
} as const;

/** A target that starts is asked again after twice as long each time, until --start-timeout is over. */
export const starting = {
  pausesMs: { first: 25, longest: 500 },
  /** Waiting does not mend these: the run itself will say what is wrong. */
  hopeless: new Set(['unknown-host', 'tls', 'not-http']) as ReadonlySet<NoAnswerKind>,
};
