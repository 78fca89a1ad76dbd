// Finds kinds of request that a target never answers, although it answers others. After three such requests, the rest
// of the kind is not sent. Sends nothing itself.
import { mostTimeouts } from '../../http/asking-again.js';
import type { Ask, Clock, Exchange } from '../../http/types.js';
import type { Reason } from '../result/reasons.js';

interface Line {
  readonly inWords: string;
  /** A group of lines is closed only while others are answered, and closes them. */
  readonly isGroup: boolean;
  readonly members: Set<Line>;
  timeouts: number;
  /** The number of timeouts since the last response. */
  inARow: number;
  silentSince: number;
  /** When the last one was sent that timed out, and how many answers the target had given when it did. */
  lastSilentSince: number;
  answersBefore: number;
  /** Whether one of the timeouts had the whole time limit. */
  waitedInFull: boolean;
  answered: boolean;
  readonly stop: AbortController;
  /** The reason why the line is closed; undefined while it is open. */
  reason: Reason | undefined;
}

/** This many answers to other requests show that the target was not just busy: more than can be under way at once. */
const answersToOthers = 20;

export class Lines {
  readonly #clock: Clock;
  readonly #lines = new Map<string, Line>();
  #answers = 0;
  #lastAnsweredSince = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Aborted when it is closed. */
  signalFor(ask: Ask): AbortSignal {
    return this.#of(ask).stop.signal;
  }

  /** The reason why such a request is no longer sent; undefined while it is. */
  reasonOf(ask: Ask): Reason | undefined {
    return this.#of(ask).reason;
  }

  /** The reasons why whole groups are no longer sent. */
  get closedGroups(): readonly Reason[] {
    return [...this.#lines.values()].flatMap(({ isGroup, reason }) =>
      isGroup && reason ? [reason] : [],
    );
  }

  timeoutsOf(ask: Ask): number {
    return this.#of(ask).timeouts;
  }

  /**
   * Whether such a request was never answered while many others were, so that sending it once more, alone, would show
   * nothing new.
   */
  isSurelySilent(ask: Ask): boolean {
    return this.#allOf(ask).some(
      ({ answered, timeouts, waitedInFull, answersBefore }) =>
        !answered &&
        waitedInFull &&
        timeouts >= mostTimeouts.ofOneOperation &&
        this.#answers - answersBefore >= answersToOthers,
    );
  }

  noteAnswer({ ask, startedAt }: Exchange): void {
    this.#answers += 1;
    this.#lastAnsweredSince = Math.max(this.#lastAnsweredSince, startedAt);
    for (const line of this.#allOf(ask)) {
      line.answered = true;
      line.inARow = 0;
    }
  }

  /** `isCutShort`: the timeout was shorter than the usual time limit. */
  noteTimeout({ ask, startedAt }: Exchange, isCutShort = false): void {
    for (const line of this.#allOf(ask)) {
      line.timeouts += 1;
      line.waitedInFull ||= !isCutShort;
      if (line.inARow === 0) line.silentSince = startedAt;
      line.inARow += 1;
      line.lastSilentSince = Math.max(line.lastSilentSince, startedAt);
      line.answersBefore = this.#answers;
      if (line.reason === undefined && this.#isSilent(line)) this.#close(line);
    }
  }

  stopAll(): void {
    for (const line of this.#lines.values()) line.stop.abort();
  }

  #isSilent(line: Line): boolean {
    const { ofOneOperation, ofOneThatAnswered } = mostTimeouts;
    if (line.answered)
      return (
        !line.isGroup &&
        line.inARow >= ofOneThatAnswered.inARow &&
        this.#clock.now() - line.silentSince >= ofOneThatAnswered.forMs
      );
    return line.timeouts >= ofOneOperation && (!line.isGroup || this.#servesOthers(line));
  }

  #servesOthers({ lastSilentSince }: Line): boolean {
    return this.#answers > 0 && this.#lastAnsweredSince >= lastSilentSince;
  }

  #close(line: Line): void {
    const reason = reasonFor(line);
    for (const one of [line, ...line.members]) {
      if (one.reason !== undefined) continue;
      one.reason = reason;
      one.stop.abort();
    }
  }

  #allOf(ask: Ask): readonly Line[] {
    const line = this.#of(ask);
    return [line, ...[...this.#lines.values()].filter(({ members }) => members.has(line))];
  }

  #of(ask: Ask): Line {
    const name = lineOf(ask);
    const known = this.#lines.get(name);
    if (known) return known;
    const line = this.#add(name, `${ask.method} ${ask.path.replace(/\?.*/, '')}`);
    for (const words of groupsOf(ask)) {
      const group = this.#lines.get(words) ?? this.#add(words, words, true);
      group.members.add(line);
      if (group.reason === undefined) continue;
      line.reason = group.reason;
      line.stop.abort();
    }
    return line;
  }

  #add(name: string, inWords: string, isGroup = false): Line {
    const line = {
      inWords,
      isGroup,
      members: new Set<Line>(),
      timeouts: 0,
      inARow: 0,
      silentSince: 0,
      lastSilentSince: 0,
      answersBefore: 0,
      waitedInFull: false,
      answered: false,
      stop: new AbortController(),
      reason: undefined,
    };
    this.#lines.set(name, line);
    return line;
  }
}

function reasonFor({ inWords, isGroup, answered, inARow }: Line): Reason {
  const what = isGroup ? 'none ever answered' : answered ? 'no longer answered' : 'never answered';
  return { what, values: { line: inWords, times: inARow } };
}

/** Requests in one group are all answered, or none is: one with a wrong key may be answered where one with the right key is not. */
export const lineOf = (ask: Ask): string =>
  [ask.operation, hasValidKey(ask), ask.validity, namesIn(ask.path)].join(' ');

/** Errors form one group, because a defect in error responses affects all of them. */
function groupsOf(ask: Ask): readonly string[] {
  if (ask.validity !== 'invalid') return [];
  const which = hasValidKey(ask)
    ? 'Invalid requests with a valid key'
    : 'Requests without a valid key';
  return [which, 'Requests that should get an error'];
}

const hasValidKey = ({ key = 'valid' }: Ask): boolean => key === 'valid';
const namesIn = (path: string): string =>
  path.includes('?') ? [...new URLSearchParams(path.replace(/^.*?\?/, '')).keys()].join(' ') : '';
