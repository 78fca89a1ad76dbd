// Watches one address while a run goes on: distinguishes a request that gets no answer from a target that is gone, and
// stops asking where asking is of no use, so that a run ends in bounded time whatever is at the other end. Judges nothing.
import { creates, operations } from '../../contract/operations.js';
import { mostTimeouts, ofGoneTargets, pausesBeforeGone } from '../../http/asking-again.js';
import type { Ask, Clock, Exchange } from '../../http/types.js';
import { type NotApplicable, OutsideBudget, Undecided } from '../result/signals.js';
import { reasonInWords, type Reason } from '../result/reasons.js';
import type { Asks } from './asks.js';
import { byDates, ClockDifference } from './clock-difference.js';
import type { AdaptiveTimeout } from './adaptive-timeout.js';
import { Lines } from './lines.js';
import type { IdleTimeout } from './idle-timeout.js';

/** Knows why a request is never to be sent. */
interface Skips {
  ofRequest(ask: Ask): NotApplicable | undefined;
}

interface HealthOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** The idle timeout, which covers all addresses of the target. */
  readonly idleTimeout: IdleTimeout;
  /** The shortened timeout, which covers all addresses too. */
  readonly adaptiveTimeout: AdaptiveTimeout;
  /** The requests that are never sent, because they crash the candidate. */
  readonly skipped?: Skips | undefined;
  /**
   * Set if the kit has started the target. Once nothing listens at its port any more, it has ended, and whatever
   * responds later is another process with an empty store.
   */
  readonly isOurs?: boolean;
}

/** Requests that were under way when the candidate ended fail by themselves within this time, and are suspected only then. */
const losingMs = 250;

export class EndpointHealth implements Asks {
  readonly #asks: Asks;
  #control: Ask;
  /** The last request that was answered and can be repeated without harm: it changes nothing, or is one more message. */
  #lastAnswered: Ask | undefined;
  readonly #options: HealthOptions;
  readonly #idleTimeout: IdleTimeout;
  readonly #lines: Lines;
  readonly #adaptiveTimeout: AdaptiveTimeout;
  #answers = 0;
  /** Whether some responses came only on a retry. */
  #losesSome = false;
  #timeouts = 0;
  #probe: Promise<boolean> | undefined;
  /** Whether the target responds, but leaves too many requests without a response. */
  #leavesTooMuch = false;
  readonly #theirClock = new ClockDifference();
  /** The reason why nothing is sent any more; undefined while something is. */
  endedBecause: Reason | undefined;

  constructor(asks: Asks, control: Ask, options: HealthOptions) {
    const { clock, idleTimeout, adaptiveTimeout } = options;
    this.#asks = asks;
    this.#control = control;
    this.#options = options;
    this.#lines = new Lines(clock);
    this.#adaptiveTimeout = adaptiveTimeout;
    this.#idleTimeout = idleTimeout;
    idleTimeout.signal.addEventListener('abort', () =>
      this.#end(idleTimeout.signal.reason as Reason),
    );
  }

  /**
   * Called if the usual control request, sent alone before everything else, was never answered, but this request was.
   */
  expectSilence(control: Ask): void {
    this.#control = this.#lastAnswered = control;
    this.#adaptiveTimeout.expectSilence();
  }

  get expectsSilence(): boolean {
    return this.#adaptiveTimeout.expectsSilence;
  }

  /** Whether the target answers other requests at once, although some are never answered. */
  get servesOthersAtOnce(): boolean {
    return this.#adaptiveTimeout.ms !== undefined;
  }

  async send(ask: Ask): Promise<Exchange> {
    this.#expectNotSkipped(ask);
    this.#expectWorthAsking(ask);
    const withinMs = isAnother(ask) ? this.#adaptiveTimeout.msForAnother : this.#adaptiveTimeout.ms;
    const asked = withinMs === undefined ? ask : { ...ask, withinMs };
    const exchange = withinBudget(await this.#ask(asked, this.#lines.signalFor(ask)));
    this.#adaptiveTimeout.note(exchange);
    if (exchange.answer) {
      if (this.#options.isOurs && this.isGone) this.#expectWorthAsking(ask);
      this.#answers += 1;
      if (wasLost(exchange)) this.#losesSome = true;
      this.#lines.noteAnswer(exchange);
      if (isHarmless(ask)) this.#lastAnswered = ask;
      this.#theirClock.note(exchange);
    } else if (exchange.noAnswer?.kind === 'timeout' && !exchange.noAnswer.isUnsent)
      this.#timedOut(exchange, withinMs !== undefined);
    else if (exchange.noAnswer?.kind === 'aborted') return this.#aborted(exchange);
    else if (this.#hasEnded(exchange)) this.#gone(exchange);
    return exchange;
  }

  /** A request that went out before it was given up may have ended the target, so it must be among the suspects. */
  #aborted(exchange: Exchange): Exchange {
    const reason = this.#reasonNotToAsk(exchange.ask);
    if (reason === undefined) return exchange;
    if ((exchange.lost ?? 0) === 0) throw new Undecided(reason);
    const noAnswer = { kind: 'aborted', message: reasonInWords(reason), because: reason } as const;
    return { ...exchange, noAnswer };
  }

  #ask(ask: Ask, signal: AbortSignal): Promise<Exchange> {
    return this.#idleTimeout.during(() => this.#asks.send(ask, signal));
  }

  /** Sends requests even of kinds that are not sent any more, to confirm that a response is missing. */
  get unguarded(): Asks {
    const ended = (): Reason | undefined => this.endedBecause;
    let waitedInVain = false;
    return {
      send: async (ask) => {
        this.#expectNotSkipped(ask);
        // A case of several requests waits for the whole time limit once, and not once for each request.
        const withinMs = waitedInVain ? this.#adaptiveTimeout.msForAnother : undefined;
        const asked = withinMs === undefined ? ask : { ...ask, withinMs };
        const exchange = withinBudget(await this.#ask(asked, this.#idleTimeout.signal));
        waitedInVain ||= exchange.noAnswer?.kind === 'timeout';
        return exchange;
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

  isSilent(ask: Ask): boolean {
    return (
      this.#lines.reasonOf(ask) !== undefined ||
      (this.#leavesTooMuch && this.#lines.timeoutsOf(ask) > 1)
    );
  }

  isSurelySilent(ask: Ask): boolean {
    return this.#lines.isSurelySilent(ask);
  }

  /** Callers at the same time share the answer. */
  isThere(): Promise<boolean> {
    this.#probe ??= this.#look().finally(() => (this.#probe = undefined));
    return this.#probe;
  }

  async #look(): Promise<boolean> {
    if (this.endedBecause !== undefined) return this.#leavesTooMuch;
    const { clock, signal } = this.#options;
    const before = this.#answers;
    let last: Exchange | undefined;
    for (const pause of pausesBeforeGone) {
      if (pause > 0) await clock.sleep(pause, signal).catch(() => {});
      last = await this.#askForControl(this.#control);
      // A target that answers other requests meanwhile is busy, not gone.
      const { answer, noAnswer } = last;
      if (answer || !noAnswer || !ofGoneTargets.has(noAnswer.kind) || this.#answers > before)
        return true;
      if (noAnswer.isBroken) return true;
      if (noAnswer.kind === 'timeout' || this.#hasEnded(last)) break;
    }
    if (last?.noAnswer?.kind === 'timeout' && (await this.#answersStill())) return true;
    this.#gone(last);
    return false;
  }

  /**
   * If the control request gets no response, like others of its kind, a request that was answered before is sent
   * instead.
   */
  async #answersStill(): Promise<boolean> {
    const known = this.#lastAnswered;
    if (known === undefined || (await this.#askForControl(known)).answer === undefined)
      return false;
    this.#control = known;
    return true;
  }

  /**
   * The control request is sent at once, because it would come too late after requests that time out one after
   * another.
   */
  async #askForControl(ask: Ask): Promise<Exchange> {
    const isKnown = this.#lastAnswered !== undefined || this.#adaptiveTimeout.expectsSilence;
    const withinMs = isKnown ? this.#adaptiveTimeout.ms : undefined;
    const exchange = await this.#ask(
      { ...ask, ...(this.#timeouts > 0 && { urgent: true }), ...(withinMs && { withinMs }) },
      this.#idleTimeout.signal,
    );
    if (exchange.answer) this.#adaptiveTimeout.note(exchange);
    return exchange;
  }

  #hasEnded({ noAnswer }: Exchange): boolean {
    const isRefused = noAnswer?.kind === 'refused';
    return this.#options.isOurs === true && this.#answers > 0 && isRefused;
  }

  #gone(last: Exchange | undefined): void {
    const { clock, signal } = this.#options;
    const losing = last && this.#hasEnded(last) ? clock.sleep(losingMs, signal) : undefined;
    this.#end(stoppedResponding(last), losing);
  }

  /** The target responded before, and does not any more. */
  get isGone(): boolean {
    return this.endedBecause !== undefined && !this.#leavesTooMuch;
  }

  /** Remarks for the reader of the report; without the end of the run, if the report has it from the other address. */
  remarks({ withEnd }: { readonly withEnd: boolean }): readonly string[] {
    const end = withEnd ? this.endedBecause : undefined;
    const clock = this.#theirClock.inWords;
    return [
      ...this.#lines.closedGroups.map((reason) => `${reasonInWords(reason)}.`),
      ...(end === undefined
        ? []
        : [`The run ended early: ${reasonInWords(end)}. The remaining rules are undecided.`]),
      ...(clock === undefined
        ? []
        : [
            `${byDates}, the target's clock is ${clock} this machine's: its timestamps were judged by its own clock.`,
          ]),
    ];
  }

  #timedOut(exchange: Exchange, isCutShort: boolean): void {
    this.#timeouts += 1;
    this.#lines.noteTimeout(exchange, isCutShort);
    if (this.#timeouts > mostTimeouts.inARun + mostTimeouts.forEachAnswer * this.#answers)
      void this.#enough();
  }

  /**
   * Too many requests have timed out: finds out whether the target is gone, or leaves only some requests unanswered.
   */
  async #enough(): Promise<void> {
    if (!(await this.isThere())) return;
    this.#leavesTooMuch = true;
    this.#end({ what: 'unanswered', values: { timeouts: this.#timeouts } });
  }

  #end(reason: Reason, losing: Promise<void> = Promise.resolve()): void {
    if (this.endedBecause !== undefined) return;
    this.endedBecause = reason;
    const stop = (): void => this.#lines.stopAll();
    void losing.then(stop, stop);
  }

  #expectNotSkipped(ask: Ask): void {
    const why = this.#options.skipped?.ofRequest(ask);
    if (why) throw why;
  }

  #expectWorthAsking(ask: Ask): void {
    const reason = this.#reasonNotToAsk(ask);
    if (reason !== undefined) throw new Undecided(reason);
  }

  #reasonNotToAsk(ask: Ask): Reason | undefined {
    return this.endedBecause ?? this.#lines.reasonOf(ask);
  }
}

const isAnother = ({ again }: Ask): boolean => again !== undefined && again !== 'with its case';

const wasLost = ({ ask, lost = 0 }: Exchange): boolean => lost > 0 || isAnother(ask);

const isHarmless = ({ operation, validity, writes }: Ask): boolean =>
  validity === 'valid' && (!writes || creates(operation) === 'message');

/** A request that the budget forbids gets no answer and leaves no trace, because it was not lost. */
function withinBudget(exchange: Exchange): Exchange {
  const { kind, flags = '' } = exchange.noAnswer ?? {};
  if (kind === 'budget') throw new OutsideBudget({ what: 'outside budget', values: { flags } });
  return exchange;
}

/** The target was there and is gone: its last response is missing for this reason. */
export function stoppedResponding(last: Exchange | undefined): Reason {
  const { message: problem = 'no response was received', ended } = last?.noAnswer ?? {};
  return { what: 'stopped responding', values: { problem, ...(ended !== undefined && { ended }) } };
}

/** The request that finds out whether anybody is there: it changes nothing, and any answer will do. */
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
