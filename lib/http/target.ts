// Sends requests to a target and reports what came back: it adds the address and the key, keeps the pace, and resends
// what may be resent. It must not judge a response: whatever a target does ends in an Exchange.

import { ReceivedAnswer } from './answer.js';
import { againOnAnotherConnection, againQuietly } from './asking-again.js';
import type { BudgetLimit, BudgetLimits } from './budget.js';
import { Counts, type Numbers, type Spent } from './counts.js';
import { endedAfter } from './pacing/ended-after.js';
import { LatencyOf, type Latency } from './pacing/latency.js';
import { Load } from './pacing/load.js';
import { Pace } from './pacing/pace.js';
import { requestBuilder, type RequestOptions } from './request.js';
import { asksToSlowDown, mayMeanLoad, retryAfterMs } from './pacing/retry-after.js';
import { wasInterrupted } from './pacing/within.js';
import { seconds } from './sockets/failures.js';
import {
  TransportError,
  type Ask,
  type Clock,
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  type Transport,
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
  /** What has been used of the limits. Targets that share it share the limits. */
  readonly spent?: Spent;
  /** The longest time that one exchange waits because the target asks to slow down. */
  readonly throttleBudgetMs?: number | undefined;
  /** A harmless request that tests whether the target is asked too fast. Without it, that is not tested. */
  readonly control?: Ask;
  /** Another address of the same service, which is tested instead until this one has served something. */
  readonly neighbour?: Target;
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Aborting it ends every exchange. */
  readonly signal?: AbortSignal | undefined;
}

export interface TargetStats extends Numbers {
  /** The number of unrequested responses. */
  readonly unasked: number;
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

/** The state of one exchange that is not finished. */
interface Course {
  readonly ask: Ask;
  readonly request: HttpRequest;
  readonly signal: AbortSignal | undefined;
  startedAt: number;
  /** The time since which the target has asked to slow down. */
  throttledSince: number | null;
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
  readonly #load: Load | undefined;
  /** Whether the target has ever been there. */
  #hasServed = false;
  readonly #budgetMs: number;
  readonly #latencies = new Map<string, LatencyOf>();
  readonly #combined = new WeakMap<AbortSignal, AbortSignal>();
  #number = 0;
  readonly #counts: Counts;

  constructor(options: TargetOptions) {
    this.#options = options;
    this.baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.#request = requestBuilder(options);
    this.#budgetMs = options.throttleBudgetMs ?? 60_000;
    this.#counts = new Counts(options);
    const { clock, concurrency, nearAtOnce, limits, control, signal } = options;
    this.#pace = new Pace({
      clock,
      concurrency,
      nearAtOnce,
      ratePerSecond: limits?.ratePerSecond,
      budgetMs: this.#budgetMs,
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
    const course: Course = {
      ask,
      request: this.#request(ask),
      signal: this.#signalFor(ownSignal),
      startedAt: clock.now(),
      throttledSince: null,
      refused: { status: 0, times: 0 },
      resent: 0,
      lost: 0,
      needsFresh: ask.again === 'on a fresh connection',
    };
    const number = (this.#number += 1);
    let end: ReceivedAnswer | NoAnswer | 'again' = 'again';
    while (end === 'again') {
      const admission = this.#admission(course);
      const refusal = admission instanceof Promise ? await admission : admission;
      end = refusal ?? (await this.#sendOnce(course));
    }
    const { request, startedAt, resent, lost } = course;
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
    return {
      ...this.#counts.numbers,
      unasked: this.#options.transport.unasked?.() ?? 0,
      overBudget: this.#counts.overBudget,
      latency: [...this.#latencies.values()].map((latency) => latency.summary()),
    };
  }

  close(): Promise<void> {
    return this.#options.transport.close();
  }

  /** The reason why the request may not be sent. If there is none, `leave` must follow. */
  #admission(course: Course): NoAnswer | undefined | Promise<NoAnswer | undefined> {
    const { ask, signal } = course;
    const spent = this.#counts.spentFor(ask);
    if (spent !== undefined) return spent;
    if (signal?.aborted) return interrupted;
    if (ask.urgent || this.#pace.tryEnter()) return undefined;
    return this.#waited(course);
  }

  async #waited({
    ask,
    signal,
    throttledSince,
    resent,
    refused,
  }: Course): Promise<NoAnswer | undefined> {
    const admission = await this.#pace.enter({ throttledSince, ahead: ask.ahead === true }, signal);
    if (admission === 'aborted') return interrupted;
    if (admission === 'throttled') return this.#throttledOut(resent, refused.status);
    return undefined;
  }

  async #sendOnce(course: Course): Promise<ReceivedAnswer | NoAnswer | 'again'> {
    const { clock, transport } = this.#options;
    const { ask, request, signal, needsFresh } = course;
    // Other requests that were admitted at the same moment may have used up the budget.
    const spent = this.#counts.spentFor(ask);
    if (spent !== undefined) {
      this.#leave(ask);
      return spent;
    }
    this.#countSent(course);
    course.startedAt = clock.now();
    let response: HttpResponse;
    try {
      const sent: HttpRequest = needsFresh ? { ...request, fresh: true } : request;
      response = await (ask.withinMs === undefined
        ? transport.send(sent, signal)
        : endedAfter(ask.withinMs, clock, signal, (ended) => transport.send(sent, ended)));
    } catch (error) {
      this.#leave(ask);
      if (error instanceof TransportError) return this.#unanswered(course, error);
      throw error;
    }
    const answer = new ReceivedAnswer(response);
    if (response.kept === true && saysTooLate(answer) && againOnAnotherConnection(course.lost)) {
      this.#leave(ask);
      this.closeIdle();
      return this.#again(course, true);
    }
    if (!ask.urgent && asksToSlowDown(answer)) return this.#throttled(course, answer);
    if (mayMeanLoad(answer)) {
      if (!ask.urgent && this.#isThere) return this.#refused(course, answer);
    } else this.#hasServed = true;
    return this.#answered(course, answer);
  }

  #answered({ ask, startedAt }: Course, answer: ReceivedAnswer): ReceivedAnswer {
    const { clock } = this.#options;
    this.#pace.answered(answer.firstByteMs ?? clock.now() - startedAt);
    this.#leave(ask);
    return answer;
  }

  /** Finds out whether the load or the request itself is to blame for a refusal. */
  async #refused(
    course: Course,
    refusal: ReceivedAnswer,
  ): Promise<ReceivedAnswer | NoAnswer | 'again'> {
    const { status } = refusal;
    const times = course.refused.times + 1;
    course.refused = { status, times };
    const cause = await this.#pace.whileHeld(async () =>
      this.#load?.causeOf(refusal, times, async () => {
        const answer = await this.#sentAside(course.ask, course.request);
        return answer && { answer, isRefusal: mayMeanLoad(answer) };
      }),
    );
    if (cause !== 'load') return this.#answered(course, cause ?? refusal);
    this.#counts.numbers.overloaded += 1;
    const again = this.#throttled(course, refusal);
    // A server in front that gave up on the service does not know whether the service carried out the request.
    return course.ask.once === true && status !== 503 ? lostByLoad(status) : again;
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

  #unanswered(course: Course, error: TransportError): NoAnswer | 'again' {
    const { ask, request, lost } = course;
    this.#counts.lost(error);
    const isWrite = request.method !== 'GET' || ask.writes;
    return error.beforeAnswer && !ask.again && againQuietly(isWrite, lost)
      ? this.#again(course, error.onKept)
      : this.#told(error);
  }

  #again(course: Course, needsFresh: boolean): 'again' {
    course.lost += 1;
    course.needsFresh = needsFresh;
    return 'again';
  }

  #throttled(course: Course, answer: ReceivedAnswer): 'again' {
    const now = this.#options.clock.now();
    this.#counts.numbers.throttled += 1;
    course.throttledSince ??= now;
    this.#pace.throttled(retryAfterMs(answer, now), course.startedAt, answer.status === 503);
    this.#pace.leave();
    return 'again';
  }

  #leave({ urgent }: Ask): void {
    if (!urgent) this.#pace.leave();
  }

  #countSent(course: Course): void {
    this.#counts.sent(course.ask);
    if (course.throttledSince === null && course.lost === 0) return;
    course.resent += 1;
    this.#counts.numbers.resent += 1;
  }

  #throttledOut(resent: number, refusedWith: number): NoAnswer {
    const isOverloaded = refusedWith > 0 || this.#load?.isFound === true;
    const times = resent === 0 ? '' : ` ${resent + 1} times`;
    const what = isOverloaded
      ? `the target is overloaded${refusedWith === 0 ? '' : `: it returned ${refusedWith}${times}`}`
      : resent === 0
        ? 'the target asks to slow down'
        : `the target asked to slow down${times}`;
    const tip = isOverloaded ? `; try --rate ${this.#pace.gentleRate}` : '';
    return {
      kind: 'throttled',
      message: `${what}, for longer than the ${seconds(this.#budgetMs)} that the kit waits (--throttle-wait)${tip}`,
    };
  }

  #told({ kind, message, onKept }: TransportError): NoAnswer {
    const told = { kind, message: this.#options.redactor?.(message) ?? message };
    return onKept ? { ...told, onKept } : told;
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
