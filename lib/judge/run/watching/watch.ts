// Keeps watch over one address while a run goes on: tells a request that gets no answer from a target that is gone, and
// stops asking where asking is of no use, so that a run ends in bounded time whatever is at the other end. Judges nothing.
import { operations } from '../../../contract/operations.js';
import { mostTimeouts, ofGoneTargets, pausesBeforeGone } from '../../../http/asking-again.js';
import type { Ask, Clock, Exchange } from '../../../http/types.js';
import { type Excused, OutsideBudget, Undecided } from '../../rules/signals.js';
import { ClockDifference } from './clock-difference.js';
import { Silence } from './silence.js';

/** Where the questions go. */
export interface Asks {
  send(ask: Ask, signal?: AbortSignal): Promise<Exchange>;
  /** Is anybody there at all? Asks for something harmless; without a watch, somebody is. */
  isThere?(): Promise<boolean>;
  /** Why nothing is asked any more. */
  readonly endedBecause?: string | undefined;
  /** Nothing more will be asked on this connection. */
  release?(connection: string): void;
  /** How often such a request got no answer, where it is for that reason not asked any more. */
  silent?(ask: Ask): number | undefined;
  /** It is asked again because an answer was missing: no more often than it takes to see that it still is. */
  readonly wasMissing?: true;
  /** Requests got lost, and were answered when they were sent again. */
  readonly losesSome?: boolean;
}

/** Knows why a request is never to be sent. */
interface Avoids {
  ofRequest(ask: Ask): Excused | undefined;
}

/** What was under way when the candidate ended gets lost by itself within this time, and is suspected only then. */
const losingMs = 250;

interface Line {
  timeouts: number;
  /** Since the last answer. */
  inARow: number;
  silentSince: number;
  answered: boolean;
  readonly stop: AbortController;
  reason: string;
}

export class Watch implements Asks {
  readonly #asks: Asks;
  readonly #control: Ask;
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  readonly #silence: Silence;
  readonly #avoided: Avoids | undefined;
  readonly #isOurs: boolean;
  readonly #lines = new Map<string, Line>();
  #answers = 0;
  /** There were answers that came only when they were asked for again. */
  #losesSome = false;
  #timeouts = 0;
  #probe: Promise<boolean> | undefined;
  /** It is there, and leaves too many requests without an answer. */
  #leavesTooMuch = false;
  readonly #theirClock = new ClockDifference();
  /** Why nothing is asked any more. */
  endedBecause: string | undefined;

  constructor(
    asks: Asks,
    control: Ask,
    {
      clock,
      signal,
      silence = new Silence(clock),
      avoided,
      isOurs = false,
    }: {
      readonly clock: Clock;
      readonly signal?: AbortSignal | undefined;
      /** Of all addresses of the target. */
      readonly silence?: Silence;
      /** What is never sent. */
      readonly avoided?: Avoids | undefined;
      /** The kit has started it: once nothing listens any more, it has ended, and who answers next is another, with an empty store. */
      readonly isOurs?: boolean;
    },
  ) {
    this.#asks = asks;
    this.#control = control;
    this.#clock = clock;
    this.#signal = signal;
    this.#silence = silence;
    this.#avoided = avoided;
    this.#isOurs = isOurs;
    silence.signal.addEventListener('abort', () => this.#end(String(silence.signal.reason)));
  }

  async send(ask: Ask): Promise<Exchange> {
    this.#expectNotAvoided(ask);
    const line = this.#lineOf(ask);
    this.#expectWorthAsking(line);
    const exchange = withinBudget(await this.#ask(ask, line.stop.signal));
    if (exchange.answer) {
      if (this.#isOurs && this.isGone) this.#expectWorthAsking(line);
      this.#answers += 1;
      if (ask.again || (exchange.lost ?? 0) > 0) this.#losesSome = true;
      line.answered = true;
      line.inARow = 0;
      this.#theirClock.note(exchange);
    } else if (exchange.noAnswer?.kind === 'timeout') this.#timedOut(exchange, line);
    else if (exchange.noAnswer?.kind === 'aborted') this.#expectWorthAsking(line);
    else if (this.#hasEnded(exchange)) this.#gone(exchange);
    return exchange;
  }

  #ask(ask: Ask, signal: AbortSignal): Promise<Exchange> {
    return this.#silence.during(() => this.#asks.send(ask, signal));
  }

  /** For the last word on an answer that did not come: asks also what is not asked any more. */
  get unguarded(): Asks {
    const ended = (): string | undefined => this.endedBecause;
    return {
      send: async (ask) => {
        this.#expectNotAvoided(ask);
        return withinBudget(await this.#ask(ask, this.#silence.signal));
      },
      isThere: () => this.isThere(),
      release: (connection) => this.release(connection),
      losesSome: this.#losesSome,
      get endedBecause() {
        return ended();
      },
    };
  }

  get losesSome(): boolean {
    return this.#losesSome;
  }

  release(connection: string): void {
    this.#asks.release?.(connection);
  }

  silent(ask: Ask): number | undefined {
    const line = this.#lineOf(ask);
    return line.reason !== '' || (this.#leavesTooMuch && line.timeouts > 1)
      ? line.timeouts
      : undefined;
  }

  /** Those that ask at the same time share the answer. */
  isThere(): Promise<boolean> {
    this.#probe ??= this.#look().finally(() => (this.#probe = undefined));
    return this.#probe;
  }

  async #look(): Promise<boolean> {
    if (this.endedBecause !== undefined) return this.#leavesTooMuch;
    const before = this.#answers;
    let last: Exchange | undefined;
    for (const pause of pausesBeforeGone) {
      if (pause > 0) await this.#clock.sleep(pause, this.#signal).catch(() => {});
      // Behind requests that time out one after another it would come too late.
      last = await this.#ask(
        this.#timeouts > 0 ? { ...this.#control, urgent: true } : this.#control,
        this.#silence.signal,
      );
      // Who answers others meanwhile is busy, and not gone.
      const { answer, noAnswer } = last;
      if (answer || !noAnswer || !ofGoneTargets.has(noAnswer.kind) || this.#answers > before)
        return true;
      if (noAnswer.kind === 'timeout' || this.#hasEnded(last)) break;
    }
    this.#gone(last);
    return false;
  }

  #hasEnded({ noAnswer }: Exchange): boolean {
    return this.#isOurs && this.#answers > 0 && noAnswer?.kind === 'refused';
  }

  #gone(last: Exchange | undefined): void {
    const message = last?.noAnswer?.message ?? 'no response was received';
    const losing =
      last && this.#hasEnded(last) ? this.#clock.sleep(losingMs, this.#signal) : undefined;
    this.#end(`the target stopped responding (${message})`, losing);
  }

  /** It was there, and is not any more. */
  get isGone(): boolean {
    return this.endedBecause !== undefined && !this.#leavesTooMuch;
  }

  /** What a reader of the report should know. */
  get remarks(): readonly string[] {
    const clock = this.#theirClock.inWords;
    return [
      ...(this.endedBecause === undefined
        ? []
        : [`The run ended early: ${this.endedBecause}. The remaining rules are undecided.`]),
      ...(clock === undefined
        ? []
        : [
            `According to its Date headers, the target's clock is ${clock} this machine's: its timestamps were judged by its own clock.`,
          ]),
    ];
  }

  #timedOut({ ask, startedAt }: Exchange, line: Line): void {
    line.timeouts += 1;
    this.#timeouts += 1;
    if (line.inARow === 0) line.silentSince = startedAt;
    line.inARow += 1;
    const { ofOneOperation, ofOneThatAnswered } = mostTimeouts;
    const isGone = line.answered
      ? line.inARow >= ofOneThatAnswered.inARow &&
        this.#clock.now() - line.silentSince >= ofOneThatAnswered.forMs
      : line.timeouts >= ofOneOperation;
    if (isGone && line.reason === '') {
      const ever = line.answered ? 'no longer gets a response' : 'never got a response';
      line.reason = `${ask.method} ${ask.path.replace(/\?.*/, '')} ${ever} (${line.inARow} times in a row) and is no longer sent`;
      line.stop.abort();
    }
    if (this.#timeouts > mostTimeouts.inARun + mostTimeouts.forEachAnswer * this.#answers)
      void this.#enough();
  }

  /** Too much time went by for nothing. Is the target gone, or does it just not answer some requests? */
  async #enough(): Promise<void> {
    if (!(await this.isThere())) return;
    this.#leavesTooMuch = true;
    this.#end(`the target left ${this.#timeouts} requests unanswered and is no longer asked`);
  }

  #end(reason: string, losing: Promise<void> = Promise.resolve()): void {
    if (this.endedBecause !== undefined) return;
    this.endedBecause = reason;
    const stop = (): void => {
      for (const line of this.#lines.values()) line.stop.abort();
    };
    void losing.then(stop, stop);
  }

  #expectNotAvoided(ask: Ask): void {
    const why = this.#avoided?.ofRequest(ask);
    if (why) throw why;
  }

  #expectWorthAsking(line: Line): void {
    if (this.endedBecause !== undefined) throw new Undecided(this.endedBecause);
    if (line.reason !== '') throw new Undecided(line.reason);
  }

  /** A request with a wrong key may be answered where one with the right key is not. */
  #lineOf(ask: Ask): Line {
    const name = lineOf(ask);
    let line = this.#lines.get(name);
    if (!line)
      this.#lines.set(
        name,
        (line = {
          timeouts: 0,
          inARow: 0,
          silentSince: 0,

          answered: false,
          stop: new AbortController(),
          reason: '',
        }),
      );
    return line;
  }
}

/** What the budget keeps from being sent gets no answer, and leaves no trace: nobody lost it. */
function withinBudget(exchange: Exchange): Exchange {
  if (exchange.noAnswer?.kind === 'budget') throw new OutsideBudget(exchange.noAnswer.message);
  return exchange;
}

/** The same, but its requests take another way. */
export const through = (asks: Asks, send: Asks['send'], wasMissing?: true): Asks => ({
  send,
  isThere: async () => (await asks.isThere?.()) ?? true,
  release: (connection) => asks.release?.(connection),
  silent: (ask) => asks.silent?.(ask),
  get losesSome() {
    return asks.losesSome === true;
  },
  get endedBecause() {
    return asks.endedBecause;
  },
  ...(wasMissing && { wasMissing }),
});

/** The same, for a case whose answer was missing. */
export const whatWasMissing = (asks: Asks): Asks =>
  through(asks, (ask, signal) => asks.send(ask, signal), true);

/** What is answered alike, or not at all. */
export const lineOf = ({ operation, key = 'valid' }: Ask): string =>
  `${operation} ${key === 'valid'}`;

/** What is asked to see whether anybody is there: it changes nothing, and any answer will do. */
export const controls = {
  catalogue: {
    operation: operations.listPets.id,
    method: operations.listPets.method,
    path: `${operations.listPets.path}?limit=1`,
    validity: 'valid',
    writes: false,
  },
  quickstart: {
    operation: 'other',
    method: 'GET',
    path: operations.sendMessage.path,
    validity: 'open',
    writes: false,
  },
} as const satisfies Record<string, Ask>;
