// Asks a target and tells what came back: adds address and key, keeps the pace, sends again what may be sent again.
// It must not judge an answer: whatever a target does ends in an Exchange.

import { ReceivedAnswer } from './answer.js';
import { againOnAnotherConnection, againQuietly } from './asking-again.js';
import { outsideBudget, type BudgetLimit, type BudgetLimits } from './budget.js';
import { LatencyOf, type Latency } from './pacing/latency.js';
import { Pace } from './pacing/pace.js';
import { requestBuilder, type RequestOptions } from './request.js';
import { asksToSlowDown, retryAfterMs } from './pacing/retry-after.js';
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
  /** How many requests are under way at once; left out, `nearAtOnce`, and more where answers take long because the way is long. */
  readonly concurrency?: number | undefined;
  /** How many at once keep a near target busy. */
  readonly nearAtOnce?: number;
  readonly limits?: (BudgetLimits & { readonly ratePerSecond?: number | undefined }) | undefined;
  /** What is used up of the limits; targets that share it share the limits. */
  readonly spent?: { requests: number; writes: number };
  /** The longest time that one exchange waits because the target asks to slow down. */
  readonly throttleBudgetMs?: number | undefined;
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Ends every exchange. */
  readonly signal?: AbortSignal | undefined;
}

export interface TargetStats {
  /** Requests that were sent, those sent again included. */
  readonly exchanges: number;
  /** Those among them that could write. */
  readonly writes: number;
  /** How often the target asked to slow down. */
  readonly throttled: number;
  readonly resent: number;
  /** Answers that began and were never whole, or were no HTTP. */
  readonly broken: number;
  /** Requests whose connection ended before one byte of an answer. */
  readonly unheard: number;
  /** Requests that were answered too late, or never. */
  readonly silent: number;
  /** Answers that nobody had asked for. */
  readonly unasked: number;
  /** Limits of the budget for which some request was not sent. */
  readonly overBudget: readonly BudgetLimit[];
  readonly latency: readonly Latency[];
}

/** The target gave an idle connection up as the request came, and has not processed it: that is said of the connection. */
const saysTooLate = (answer: ReceivedAnswer): boolean =>
  answer.status === 408 && /\bclose\b/i.test(answer.header('connection') ?? '');

const interrupted = {
  kind: 'aborted',
  message: wasInterrupted,
} as const satisfies Exchange['noAnswer'];

/** What became of one exchange by now. */
interface Course {
  readonly ask: Ask;
  readonly request: HttpRequest;
  readonly signal: AbortSignal | undefined;
  startedAt: number;
  /** Since when the target has asked to slow down. */
  throttledSince: number | null;
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
  readonly #budgetMs: number;
  readonly #startedAt: number;
  readonly #spent: { requests: number; writes: number };
  readonly #latencies = new Map<string, LatencyOf>();
  readonly #combined = new WeakMap<AbortSignal, AbortSignal>();
  readonly #overBudgetOf = new Set<BudgetLimit>();
  #number = 0;
  readonly #counts = {
    exchanges: 0,
    writes: 0,
    throttled: 0,
    resent: 0,
    broken: 0,
    unheard: 0,
    silent: 0,
  };

  constructor(options: TargetOptions) {
    this.#options = options;
    this.baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.#request = requestBuilder(options);
    this.#startedAt = options.clock.now();
    this.#budgetMs = options.throttleBudgetMs ?? 60_000;
    this.#spent = options.spent ?? { requests: 0, writes: 0 };
    const { clock, concurrency, nearAtOnce, limits } = options;
    this.#pace = new Pace({
      clock,
      concurrency,
      nearAtOnce,
      ratePerSecond: limits?.ratePerSecond,
      budgetMs: this.#budgetMs,
    });
  }

  /** Rejects only for a mistake of the kit, such as a path that cannot be sent. */
  async send(ask: Ask, ownSignal?: AbortSignal): Promise<Exchange> {
    const { clock, onExchange } = this.#options;
    const course: Course = {
      ask,
      request: this.#request(ask),
      signal: this.#signalFor(ownSignal),
      startedAt: clock.now(),
      throttledSince: null,
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

  /** From now on at most this many requests are under way at once. */
  narrow(most: number): void {
    this.#pace.narrow(most);
  }

  /** Nothing more will be asked on this connection. */
  release(connection: string): void {
    this.#options.transport.release?.(connection);
  }

  closeIdle(): void {
    this.#options.transport.closeIdle?.();
  }

  stats(): TargetStats {
    return {
      ...this.#counts,
      unasked: this.#options.transport.unasked?.() ?? 0,
      overBudget: [...this.#overBudgetOf],
      latency: [...this.#latencies.values()].map((latency) => latency.summary()),
    };
  }

  close(): Promise<void> {
    return this.#options.transport.close();
  }

  /** Why the request cannot go; `leave` must follow where it can. */
  #admission(course: Course): NoAnswer | undefined | Promise<NoAnswer | undefined> {
    const { ask, signal } = course;
    const spent = this.#overBudget(ask);
    if (spent !== undefined) return spent;
    if (signal?.aborted) return interrupted;
    if (ask.urgent || this.#pace.tryEnter()) return undefined;
    return this.#waited(course);
  }

  async #waited({ ask, signal, throttledSince, resent }: Course): Promise<NoAnswer | undefined> {
    const admission = await this.#pace.enter({ throttledSince, ahead: ask.ahead === true }, signal);
    if (admission === 'aborted') return interrupted;
    if (admission === 'throttled') return this.#throttledOut(resent);
    return undefined;
  }

  async #sendOnce(course: Course): Promise<ReceivedAnswer | NoAnswer | 'again'> {
    const { clock, transport } = this.#options;
    const { ask, request, signal, needsFresh } = course;
    // Others that were let in at the same moment may have used it up.
    const spent = this.#overBudget(ask);
    if (spent !== undefined) {
      this.#leave(ask);
      return spent;
    }
    this.#countSent(course);
    course.startedAt = clock.now();
    let response: HttpResponse;
    try {
      response = await transport.send(needsFresh ? { ...request, fresh: true } : request, signal);
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
    this.#pace.answered(answer.firstByteMs ?? clock.now() - course.startedAt);
    this.#leave(ask);
    return answer;
  }

  #unanswered(course: Course, error: TransportError): NoAnswer | 'again' {
    const { ask, request, lost } = course;
    this.#countLost(error);
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
    this.#counts.throttled += 1;
    course.throttledSince ??= now;
    this.#pace.throttled(retryAfterMs(answer, now), course.startedAt, answer.status === 503);
    this.#pace.leave();
    return 'again';
  }

  #leave({ urgent }: Ask): void {
    if (!urgent) this.#pace.leave();
  }

  #overBudget(ask: Ask): NoAnswer | undefined {
    const used = this.#usedUp(ask);
    if (used === undefined) return undefined;
    this.#overBudgetOf.add(used);
    const limit = this.#options.limits?.[used];
    return { kind: 'budget', message: outsideBudget({ [used]: limit }) };
  }

  #usedUp({ writes }: Ask): BudgetLimit | undefined {
    const { clock, limits } = this.#options;
    const { maxRequests = Infinity, maxWrites = Infinity, withinMs = Infinity } = limits ?? {};
    if (this.#spent.requests >= maxRequests) return 'maxRequests';
    if (writes && this.#spent.writes >= maxWrites) return 'maxWrites';
    return clock.now() - this.#startedAt >= withinMs ? 'withinMs' : undefined;
  }

  #countSent(course: Course): void {
    this.#counts.exchanges += 1;
    this.#spent.requests += 1;
    if (course.ask.writes) {
      this.#counts.writes += 1;
      this.#spent.writes += 1;
    }
    if (course.throttledSince === null && course.lost === 0) return;
    course.resent += 1;
    this.#counts.resent += 1;
  }

  #countLost({ kind, beforeAnswer }: TransportError): void {
    if (kind === 'not-http' || kind === 'too-large' || (kind === 'reset' && !beforeAnswer))
      this.#counts.broken += 1;
    else if (kind === 'timeout') this.#counts.silent += 1;
    else if (kind === 'reset') this.#counts.unheard += 1;
  }

  #throttledOut(resent: number): NoAnswer {
    const what =
      resent === 0
        ? 'the target asks to slow down'
        : `the target asked to slow down ${resent + 1} times`;
    return {
      kind: 'throttled',
      message: `${what}, for longer than the ${seconds(this.#budgetMs)} that the kit waits (--throttle-wait)`,
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
