// Sends requests to a target and reports what came back: it adds the address and the key, keeps the pace, and resends
// what may be resent. It must not judge a response: whatever a target does ends in an Exchange.

import { ReceivedAnswer } from './answer.js';
import { againOnAnotherConnection, againQuietly } from './asking-again.js';
import { Counts, type BudgetLimit, type BudgetLimits, type Numbers, type Spent } from './budget.js';
import { endedAfter } from './pacing/ended-after.js';
import { LatencyOf, type Latency } from './pacing/latency.js';
import { Load } from './pacing/load.js';
import { OwnLimits } from './pacing/own-limits.js';
import { Pace } from './pacing/pace.js';
import { hideSecrets, requestBuilder, type RequestOptions, saysChunked } from './request.js';
import { asksToSlowDown, mayMeanLoad, retryAfterMs } from './pacing/retry-after.js';
import { wasInterrupted } from './pacing/by-signal.js';
import { seconds } from './sockets/failures.js';
import {
  TransportError,
  type Ask,
  type Clock,
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  noneUnasked,
  type Transport,
  type Unasked,
} from './types.js';

export interface TargetOptions extends RequestOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /**
   * The number of concurrent requests. Defaults to `nearAtOnce`, and to more if responses take long because of the
   * distance.
   */
  readonly concurrency?: number | undefined;
  /** The number of concurrent requests that keeps a target on the same machine busy. */
  readonly nearAtOnce?: number;
  readonly limits?: (BudgetLimits & { readonly ratePerSecond?: number | undefined }) | undefined;
  /** The part of the limits that has been used. Targets that share this share the limits. */
  readonly spent?: Spent;
  /** The longest time that one exchange waits because the target asks to slow down. */
  readonly throttleBudgetMs?: number | undefined;
  /** A harmless request that tests whether the target is asked too fast. Without it, that is not tested. */
  readonly control?: Ask;
  /** Whether fewer wrong keys could be sent than are: then that is advised where those may have locked out the kit. */
  readonly sendsManyWrongKeys?: boolean;
  /** Another address of the same service, which is tested instead until this one has served something. */
  readonly neighbour?: Target;
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Aborting it ends every exchange. */
  readonly signal?: AbortSignal | undefined;
}

export interface TargetStats extends Numbers {
  readonly unasked: Unasked;
  /** The limits of the budget because of which some request was not sent. */
  readonly overBudget: readonly BudgetLimit[];
  readonly latency: readonly Latency[];
}

/**
 * Whether the target gave up an idle connection just as the request arrived: then this is about the connection, and the
 * request was not processed.
 */
const saysTooLate = (answer: ReceivedAnswer): boolean =>
  answer.status === 408 && /\bclose\b/i.test(answer.header('connection') ?? '');

const interrupted = {
  kind: 'aborted',
  message: wasInterrupted,
} as const satisfies Exchange['noAnswer'];

/** Reports the write as lost, so that another one may take its place. */
const lostByLoad = (status: number): NonNullable<Exchange['noAnswer']> => ({
  kind: 'reset',
  message: `the target is overloaded: it returned ${status}`,
});

export const hasWrongKey = ({ key = 'valid', validity }: Ask): boolean =>
  typeof key === 'object' && validity === 'invalid';
/** A target that locks out who sends wrong keys bears a few. */
const fewWrongKeys = 3;

/** The state of one exchange that is not finished. */
interface Delivery {
  readonly ask: Ask;
  readonly request: HttpRequest;
  readonly signal: AbortSignal | undefined;
  startedAt: number;
  /** The time since which the target has asked to slow down. */
  throttledSince: number | null;
  /** The pace of its kind, if it has been admitted there too. */
  own: Pace | undefined;
  /** The last refusal that may mean load, and the number of such refusals. */
  refused: { readonly status: number; readonly times: number };
  resent: number;
  lost: number;
  needsFresh: boolean;
}

type NoAnswer = NonNullable<Exchange['noAnswer']>;

export class Target {
  readonly baseUrl: string;
  readonly #options: TargetOptions;
  readonly #request: (ask: Ask) => HttpRequest;
  readonly #pace: Pace;
  /** Its own, and those of its neighbours. */
  readonly #paces: Pace[];
  readonly #ownLimits: OwnLimits;
  readonly #load: Load | undefined;
  /** Whether it has responded, but never as HTTP/1.1. */
  #speaksOnlyHttp10: boolean | undefined;
  /** Whether it has refused a request in chunks, because it wants to know the length. */
  #wantsLengths = false;
  /** Whether the target has ever been there. */
  #hasServed = false;
  readonly #budgetMs: number;
  readonly #latencies = new Map<string, LatencyOf>();
  readonly #combined = new WeakMap<AbortSignal, AbortSignal>();
  #number = 0;
  #wrongKeys = 0;
  readonly #counts: Counts;

  constructor(options: TargetOptions) {
    this.#options = options;
    this.baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '');
    this.#request = requestBuilder(options);
    hideSecrets([], options.redactor, options.transport.secrets);
    this.#budgetMs = options.throttleBudgetMs ?? 60_000;
    this.#counts = new Counts(options);
    const { clock, concurrency, nearAtOnce, limits, control, signal, neighbour } = options;
    const common = { clock, concurrency, nearAtOnce, ratePerSecond: limits?.ratePerSecond };
    this.#pace = new Pace({ ...common, budgetMs: this.#budgetMs });
    this.#paces = [this.#pace, ...(neighbour ? neighbour.#paces : [])];
    if (neighbour) neighbour.#paces.push(this.#pace);
    this.#ownLimits = new OwnLimits({
      clock,
      control,
      isServed: () => this.#pace.whileHeld(() => this.#serves(control)),
      newPace: (mostMs) => {
        this.#pace.forgive();
        return new Pace({
          ...common,
          isServed: true,
          budgetMs: Math.min(mostMs, this.#budgetMs),
        });
      },
    });
    this.#load =
      control &&
      new Load({
        clock,
        signal,
        atOnce: concurrency,
        perSecond: limits?.ratePerSecond,
        isRefused: () => this.#isRefused(control),
      });
  }

  /** Rejects only because of a mistake of the kit, such as a path that cannot be sent. */
  async send(ask: Ask, ownSignal?: AbortSignal): Promise<Exchange> {
    const { clock, onExchange } = this.#options;
    const delivery: Delivery = {
      ask,
      request: this.#requestFor(ask),
      signal: this.#signalFor(ownSignal),
      startedAt: clock.now(),
      throttledSince: null,
      own: undefined,
      refused: { status: 0, times: 0 },
      resent: 0,
      lost: 0,
      needsFresh: ask.again === 'on a fresh connection',
    };
    const number = (this.#number += 1);
    let end: ReceivedAnswer | NoAnswer | 'again' = 'again';
    while (end === 'again') {
      const admission = this.#admission(delivery);
      const refusal = admission instanceof Promise ? await admission : admission;
      end = refusal ?? (await this.#sendOnce(delivery));
    }
    const { request, startedAt, resent, lost } = delivery;
    const durationMs = clock.now() - startedAt;
    if (end instanceof ReceivedAnswer) this.#latencyOf(ask.operation).add(durationMs);
    const exchange: Exchange =
      end instanceof ReceivedAnswer
        ? { number, ask, request, answer: end, startedAt, durationMs, resent, lost }
        : { number, ask, request, noAnswer: end, startedAt, durationMs, resent, lost };
    onExchange?.(exchange);
    return exchange;
  }

  /** Limits the number of concurrent requests from now on. */
  narrow(most: number): void {
    this.#pace.narrow(most);
  }

  /** Announces that nothing more will be sent on this connection. */
  release(connection: string): void {
    this.#options.transport.release?.(connection);
  }

  closeIdle(): void {
    this.#options.transport.closeIdle?.();
  }

  stats(): TargetStats {
    const latencies = [...this.#latencies.values()];
    const { transport, neighbour } = this.#options;
    // What comes on connections that both addresses use is counted once.
    const isCountedThere = neighbour !== undefined && neighbour.#options.transport === transport;
    return {
      ...this.#counts.numbers,
      unasked: (isCountedThere ? undefined : transport.unasked?.()) ?? noneUnasked,
      overBudget: this.#counts.overBudget,
      // Sorting all of them is left to who reads this.
      get latency() {
        return latencies.map((latency) => latency.summary());
      },
    };
  }

  close(): Promise<void> {
    return this.#options.transport.close();
  }

  /**
   * HTTP/1.0 has no chunks, so a client must not send any to a server that speaks nothing else (RFC 9112, 6.1). A server
   * that wants to know the length (411) may close the connection while chunks arrive, and so lose that response.
   */
  #requestFor(ask: Ask): HttpRequest {
    const request = this.#request(ask);
    if (this.#speaksOnlyHttp10 !== true && !this.#wantsLengths) return request;
    return { ...request, headers: request.headers.filter((header) => !saysChunked(header)) };
  }

  /** The reason why the request may not be sent. If there is none, `leave` must follow. */
  #admission(delivery: Delivery): NoAnswer | undefined | Promise<NoAnswer | undefined> {
    const { ask, signal } = delivery;
    const spent = this.#counts.spentFor(ask);
    if (spent !== undefined) return spent;
    if (signal?.aborted) return interrupted;
    if (ask.urgent) return undefined;
    const own = this.#ownLimits.paceOf(ask);
    if (own === undefined && this.#pace.tryEnter()) return undefined;
    return this.#waited(delivery, own);
  }

  async #waited(delivery: Delivery, own: Pace | undefined): Promise<NoAnswer | undefined> {
    const { ask, signal, throttledSince } = delivery;
    const entrant = { throttledSince, ahead: ask.ahead === true };
    for (const pace of own ? [own, this.#pace] : [this.#pace]) {
      const admission = await pace.enter(entrant, signal);
      if (admission === 'go') {
        if (pace === own) delivery.own = own;
        continue;
      }
      this.#leaveOwn(delivery);
      return admission === 'aborted'
        ? interrupted
        : this.#throttledOut(delivery, pace === own ? own : undefined);
    }
    return undefined;
  }

  async #sendOnce(delivery: Delivery): Promise<ReceivedAnswer | NoAnswer | 'again'> {
    const { clock, transport } = this.#options;
    const { ask, request, signal, needsFresh } = delivery;
    // Other requests that were admitted at the same moment may have used up the budget.
    const spent = this.#counts.spentFor(ask);
    if (spent !== undefined) {
      this.#leave(delivery);
      return spent;
    }
    this.#countSent(delivery);
    delivery.startedAt = clock.now();
    let response: HttpResponse;
    try {
      const sent: HttpRequest = needsFresh ? { ...request, fresh: true } : request;
      response = await (ask.withinMs === undefined
        ? transport.send(sent, signal)
        : endedAfter(ask.withinMs, clock, signal, (ended) => transport.send(sent, ended)));
    } catch (error) {
      this.#leave(delivery);
      if (!(error instanceof TransportError)) throw error;
      return this.#unanswered(delivery, error);
    }
    this.#speaksOnlyHttp10 = this.#speaksOnlyHttp10 !== false && response.isHttp10 === true;
    this.#wantsLengths ||= response.status === 411 && request.headers.some(saysChunked);
    const answer = new ReceivedAnswer(response);
    if (response.kept === true && saysTooLate(answer) && againOnAnotherConnection(delivery.lost)) {
      this.#leave(delivery);
      this.closeIdle();
      return this.#again(delivery, true);
    }
    if (!ask.urgent && asksToSlowDown(answer)) return this.#askedToSlowDown(delivery, answer);
    if (mayMeanLoad(answer)) {
      if (!ask.urgent && this.#isThere) return this.#refused(delivery, answer);
    } else this.#hasServed = true;
    return this.#answered(delivery, answer);
  }

  #answered(delivery: Delivery, answer: ReceivedAnswer): ReceivedAnswer {
    const { ask, startedAt, own } = delivery;
    const tookMs = answer.firstByteMs ?? this.#options.clock.now() - startedAt;
    this.#ownLimits.noteServed(ask);
    own?.answered(tookMs);
    this.#pace.answered(tookMs);
    this.#leave(delivery);
    return answer;
  }

  /** Finds out whether the load or the request itself is to blame for a refusal. */
  async #refused(
    delivery: Delivery,
    refusal: ReceivedAnswer,
  ): Promise<ReceivedAnswer | NoAnswer | 'again'> {
    const { status } = refusal;
    const times = delivery.refused.times + 1;
    delivery.refused = { status, times };
    const cause = await this.#whileAllAreHeld(async () =>
      this.#load?.causeOf(refusal, times, async () => {
        const answer = await this.#sentAside(delivery.ask, delivery.request);
        return answer && { answer, isRefusal: mayMeanLoad(answer) };
      }),
    );
    if (cause !== 'load') return this.#answered(delivery, cause ?? refusal);
    this.#counts.numbers.overloaded += 1;
    const again = this.#throttled(delivery, refusal);
    // A server in front that gave up on the service does not know whether the service carried out the request.
    return delivery.ask.once === true && status !== 503 ? lostByLoad(status) : again;
  }

  /** Sends nothing else until the work is done, here and at neighbours: one limit may be for all. */
  #whileAllAreHeld<T>(work: () => Promise<T>): Promise<T> {
    const whileHeld = this.#paces.reduce((held, pace) => () => pace.whileHeld(held), work);
    return whileHeld();
  }

  /** Whether this address, or its neighbour, has served anything. */
  get #isThere(): boolean {
    const { neighbour } = this.#options;
    return this.#hasServed || (neighbour !== undefined && neighbour.#hasServed);
  }

  async #isRefused(control: Ask | undefined): Promise<boolean> {
    const { neighbour } = this.#options;
    if (!this.#hasServed && neighbour) return neighbour.#isRefused(neighbour.#options.control);
    if (control === undefined) return false;
    const answer = await this.#sentAside(control, this.#request(control));
    return answer !== undefined && mayMeanLoad(answer);
  }

  /** Sends the request once, whatever the pace; undefined if there is no response. */
  async #sentAside(ask: Ask, request: HttpRequest): Promise<ReceivedAnswer | undefined> {
    if (this.#counts.spentFor(ask) !== undefined) return undefined;
    this.#counts.sent(ask);
    try {
      return new ReceivedAnswer(await this.#options.transport.send(request, this.#options.signal));
    } catch (error) {
      if (error instanceof TransportError) return undefined;
      throw error;
    }
  }

  #unanswered(delivery: Delivery, error: TransportError): NoAnswer | 'again' {
    const { ask, request, lost } = delivery;
    this.#counts.lost(error, ask);
    const isWrite = request.method !== 'GET' || ask.writes;
    return error.beforeAnswer && !ask.again && againQuietly(isWrite, lost)
      ? this.#again(delivery, error.onKept)
      : this.#noAnswer(error);
  }

  #again(delivery: Delivery, needsFresh: boolean): 'again' {
    delivery.lost += 1;
    delivery.needsFresh = needsFresh;
    return 'again';
  }

  #throttled(delivery: Delivery, answer: ReceivedAnswer, pace = this.#pace): 'again' {
    const now = this.#options.clock.now();
    this.#counts.numbers.throttled += 1;
    delivery.throttledSince ??= now;
    pace.throttled(retryAfterMs(answer, now), delivery.startedAt, answer.status === 503);
    this.#leave(delivery);
    return 'again';
  }

  async #askedToSlowDown(delivery: Delivery, answer: ReceivedAnswer): Promise<'again'> {
    const { ask, startedAt } = delivery;
    const { status } = answer;
    const refusal = { status, askedMs: retryAfterMs(answer, this.#options.clock.now()) };
    const own = this.#isThere ? await this.#ownLimits.refused(ask, refusal, startedAt) : undefined;
    return this.#throttled(delivery, answer, own);
  }

  /** Whether it is served, at once and whatever the pace. */
  async #serves(control: Ask | undefined): Promise<boolean> {
    const answer = control && (await this.#sentAside(control, this.#request(control)));
    return answer !== undefined && !asksToSlowDown(answer) && !mayMeanLoad(answer);
  }

  #leave(delivery: Delivery): void {
    if (delivery.ask.urgent) return;
    this.#leaveOwn(delivery);
    this.#pace.leave();
  }

  #leaveOwn(delivery: Delivery): void {
    delivery.own?.leave();
    delivery.own = undefined;
  }

  #countSent(delivery: Delivery): void {
    this.#counts.sent(delivery.ask);
    if (hasWrongKey(delivery.ask)) this.#wrongKeys += 1;
    if (delivery.throttledSince === null && delivery.lost === 0) return;
    delivery.resent += 1;
    this.#counts.numbers.resent += 1;
  }

  #throttledOut(
    { ask, resent, refused, throttledSince }: Delivery,
    own: Pace | undefined,
  ): NoAnswer {
    const isOverloaded = refused.status > 0 || (own === undefined && this.#load?.isFound === true);
    const times = resent === 0 ? '' : ` ${resent + 1} times`;
    const what = isOverloaded
      ? `the target is overloaded${refused.status === 0 ? '' : `: it returned ${refused.status}${times}`}`
      : resent === 0
        ? 'the target asks to slow down'
        : `the target asked to slow down${times}`;
    const budgetMs = own?.budgetMs ?? this.#budgetMs;
    const flag = budgetMs === this.#budgetMs ? ' (--throttle-wait)' : '';
    const meanwhile = own ? ', although it serves other requests meanwhile' : '';
    const refusedWith =
      own && throttledSince !== null ? this.#ownLimits.refusedWith(ask, throttledSince) : undefined;
    return {
      kind: 'throttled',
      ...(refusedWith !== undefined && { refusedWith }),
      message: `${what}, for longer than the ${seconds(budgetMs)} that the kit waits${flag}${meanwhile}${this.#advice(ask, own, isOverloaded)}`,
    };
  }

  #advice(ask: Ask, own: Pace | undefined, isOverloaded: boolean): string {
    const fewer = this.#options.sendsManyWrongKeys === true ? '; try --wrong-keys few' : '';
    if (own) return hasWrongKey(ask) ? fewer : '';
    if (isOverloaded) return `; try --rate ${this.#pace.gentleRate}`;
    return this.#wrongKeys >= fewWrongKeys && fewer !== ''
      ? `; if wrong keys lock out a client, ${fewer.slice(2)}`
      : '';
  }

  #noAnswer({ kind, message, onKept, isBroken, ended, isUnsent }: TransportError): NoAnswer {
    const masked = { kind, message: this.#options.redactor?.(message) ?? message };
    return {
      ...masked,
      ...(onKept && { onKept }),
      ...(isBroken && { isBroken }),
      ...(isUnsent && { isUnsent }),
      ...(ended !== undefined && { ended }),
    };
  }

  #latencyOf(operation: string): LatencyOf {
    let latency = this.#latencies.get(operation);
    if (latency === undefined) this.#latencies.set(operation, (latency = new LatencyOf(operation)));
    return latency;
  }

  #signalFor(own: AbortSignal | undefined): AbortSignal | undefined {
    const run = this.#options.signal;
    if (own === undefined || run === undefined || own === run) return own ?? run;
    let both = this.#combined.get(own);
    if (both === undefined) this.#combined.set(own, (both = AbortSignal.any([own, run])));
    return both;
  }
}
