// Asks a target and tells what came back: adds address and key, keeps the pace, sends again what may be sent again.
// It must not judge an answer: whatever a target does ends in an Exchange.

import { ReceivedAnswer } from './answer.js';
import { againOnAnotherConnection, againQuietly } from './asking-again.js';
import { LatencyOf, type Latency } from './pacing/latency.js';
import { Pace } from './pacing/pace.js';
import { requestBuilder, type RequestOptions } from './request.js';
import { asksToSlowDown, retryAfterMs } from './pacing/retry-after.js';
import { seconds } from './sockets/failures.js';
import {
  TransportError,
  type Ask,
  type Clock,
  type Exchange,
  type HttpRequest,
  type Transport,
} from './types.js';

export interface TargetOptions extends RequestOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** How many requests are under way at once; left out, `nearAtOnce`, and more where answers take long because the way is long. */
  readonly concurrency?: number | undefined;
  /** How many at once keep a near target busy. */
  readonly nearAtOnce?: number;
  readonly limits?:
    | {
        readonly maxRequests?: number;
        readonly maxWrites?: number;
        readonly ratePerSecond?: number;
      }
    | undefined;
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
  readonly latency: readonly Latency[];
}

/** The target gave an idle connection up as the request came, and has not processed it: that is said of the connection. */
const saysTooLate = (answer: ReceivedAnswer): boolean =>
  answer.status === 408 && /\bclose\b/i.test(answer.header('connection') ?? '');

export class Target {
  readonly baseUrl: string;
  private readonly request: (ask: Ask) => HttpRequest;
  private readonly pace: Pace;
  private readonly budgetMs: number;
  private readonly spent: { requests: number; writes: number };
  private readonly latencies = new Map<string, LatencyOf>();
  private readonly combined = new WeakMap<AbortSignal, AbortSignal>();
  private number = 0;
  private sent = 0;
  private writes = 0;
  private throttled = 0;
  private resent = 0;
  private broken = 0;
  private unheard = 0;
  private late = 0;

  constructor(private readonly options: TargetOptions) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.request = requestBuilder(options);
    this.budgetMs = options.throttleBudgetMs ?? 60_000;
    this.spent = options.spent ?? { requests: 0, writes: 0 };
    const { clock, concurrency, nearAtOnce, limits } = options;
    this.pace = new Pace({
      clock,
      concurrency,
      nearAtOnce,
      ratePerSecond: limits?.ratePerSecond,
      budgetMs: this.budgetMs,
    });
  }

  /** Rejects only for a mistake of the kit, such as a path that cannot be sent. */
  async send(ask: Ask, ownSignal?: AbortSignal): Promise<Exchange> {
    const { clock, transport, onExchange } = this.options;
    const signal = this.signalFor(ownSignal);
    const request = this.request(ask);
    const number = (this.number += 1);
    let startedAt = clock.now();
    let throttledSince: number | null = null;
    let lost = 0;
    let needsFresh = ask.again === 'on a fresh connection';
    let resent = 0;
    let answer: ReceivedAnswer | undefined;
    let noAnswer: Exchange['noAnswer'];

    for (;;) {
      noAnswer = this.overBudget(ask);
      if (noAnswer !== undefined) break;
      const admission = signal?.aborted
        ? 'aborted'
        : ask.urgent || this.pace.tryEnter()
          ? 'go'
          : await this.pace.enter(throttledSince, signal);
      if (admission !== 'go') {
        noAnswer =
          admission === 'throttled'
            ? this.throttledOut(resent)
            : { kind: 'aborted', message: 'the run was interrupted' };
        break;
      }
      noAnswer = this.overBudget(ask);
      if (noAnswer !== undefined) {
        this.leave(ask);
        break;
      }
      this.sent += 1;
      this.spent.requests += 1;
      if (ask.writes) {
        this.writes += 1;
        this.spent.writes += 1;
      }
      if (throttledSince !== null || lost > 0) {
        resent += 1;
        this.resent += 1;
      }
      startedAt = clock.now();
      try {
        const response = await transport.send(
          needsFresh ? { ...request, fresh: true } : request,
          signal,
        );
        answer = new ReceivedAnswer(response);
        if (response.kept === true && saysTooLate(answer) && againOnAnotherConnection(lost)) {
          lost += 1;
          needsFresh = true;
          answer = undefined;
          this.leave(ask);
          this.closeIdle();
          continue;
        }
      } catch (error) {
        if (!(error instanceof TransportError)) {
          this.leave(ask);
          throw error;
        }
        noAnswer = this.told(error);
        this.countLost(error);
        const isWrite = request.method !== 'GET' || ask.writes;
        if (error.beforeAnswer && !ask.again && againQuietly(isWrite, lost)) {
          lost += 1;
          needsFresh = error.onKept;
          this.leave(ask);
          continue;
        }
      }
      if (
        answer !== undefined &&
        !ask.urgent &&
        asksToSlowDown(answer.status, (name) => (answer as ReceivedAnswer).header(name))
      ) {
        this.throttled += 1;
        throttledSince ??= clock.now();
        this.pace.throttled(retryAfterMs(answer, clock.now()), startedAt, answer.status === 503);
        this.pace.leave();
        answer = undefined;
        continue;
      }
      if (answer !== undefined) this.pace.answered(answer.firstByteMs ?? clock.now() - startedAt);
      this.leave(ask);
      break;
    }

    const durationMs = clock.now() - startedAt;
    if (answer !== undefined) this.latencyOf(ask.operation).add(durationMs);
    const exchange: Exchange =
      answer !== undefined
        ? { number, ask, request, answer, startedAt, durationMs, resent, lost }
        : {
            number,
            ask,
            request,
            noAnswer: noAnswer ?? { kind: 'aborted', message: 'the run was interrupted' },
            startedAt,
            durationMs,
            resent,
            lost,
          };
    onExchange?.(exchange);
    return exchange;
  }

  /** From now on no more than so many requests are under way at once. */
  narrow(most: number): void {
    this.pace.narrow(most);
  }

  /** Nothing more will be asked on this connection. */
  release(connection: string): void {
    this.options.transport.release?.(connection);
  }

  closeIdle(): void {
    this.options.transport.closeIdle?.();
  }

  stats(): TargetStats {
    const { sent: exchanges, writes, throttled, resent, broken, unheard, late } = this;
    return {
      exchanges,
      writes,
      throttled,
      resent,
      broken,
      unheard,
      silent: late,
      unasked: this.options.transport.unasked?.() ?? 0,
      latency: [...this.latencies.values()].map((latency) => latency.summary()),
    };
  }

  close(): Promise<void> {
    return this.options.transport.close();
  }

  private leave({ urgent }: Ask): void {
    if (!urgent) this.pace.leave();
  }

  private overBudget(ask: Ask): Exchange['noAnswer'] {
    const { maxRequests = Infinity, maxWrites = Infinity } = this.options.limits ?? {};
    if (this.spent.requests >= maxRequests)
      return {
        kind: 'budget',
        message: `nothing was sent: all ${maxRequests} requests of --max-requests are used up`,
      };
    if (ask.writes && this.spent.writes >= maxWrites)
      return {
        kind: 'budget',
        message: `nothing was sent: all ${maxWrites} writes of --max-writes are used up`,
      };
    return undefined;
  }

  private countLost({ kind, beforeAnswer }: TransportError): void {
    if (kind === 'not-http' || kind === 'too-large' || (kind === 'reset' && !beforeAnswer))
      this.broken += 1;
    else if (kind === 'timeout') this.late += 1;
    else if (kind === 'reset') this.unheard += 1;
  }

  private throttledOut(resent: number): Exchange['noAnswer'] {
    const what =
      resent === 0
        ? 'the target asks to slow down'
        : `the target asked to slow down ${resent + 1} times`;
    return {
      kind: 'throttled',
      message: `${what}, for longer than the ${seconds(this.budgetMs)} that the kit waits (--throttle-wait)`,
    };
  }

  private told({ kind, message, onKept }: TransportError): Exchange['noAnswer'] {
    const told = { kind, message: this.options.redactor?.(message) ?? message };
    return onKept ? { ...told, onKept } : told;
  }

  private latencyOf(operation: string): LatencyOf {
    let latency = this.latencies.get(operation);
    if (latency === undefined) this.latencies.set(operation, (latency = new LatencyOf(operation)));
    return latency;
  }

  private signalFor(own: AbortSignal | undefined): AbortSignal | undefined {
    const run = this.options.signal;
    if (own === undefined || run === undefined || own === run) return own ?? run;
    let both = this.combined.get(own);
    if (both === undefined) this.combined.set(own, (both = AbortSignal.any([own, run])));
    return both;
  }
}
