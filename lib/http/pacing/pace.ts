// Decides when the next request may be sent: it bounds how many are under way and how many are sent per second, and
// sends none while the target asks for a pause. Nothing here must know requests or responses.

import { requestsAtOnce } from './at-once.js';
import { Concurrency } from './concurrency.js';
import { BySignal } from './by-signal.js';
import { Rate } from './rate.js';
import type { Clock } from '../types.js';

interface PaceOptions {
  readonly clock: Clock;
  /** The number of concurrent requests; by default as many as are useful to the target. */
  readonly concurrency?: number | undefined;
  /** The number of concurrent requests that keeps a target on the same machine busy. */
  readonly nearAtOnce?: number | undefined;
  readonly ratePerSecond?: number | undefined;
  /** Whether the target has served other requests, so that refusals are about those of this run. */
  readonly isServed?: boolean;
  /** The longest wait because of throttling, for one exchange, and for all of them while none gets through. */
  readonly budgetMs: number;
}

/** 'go' means that the request may be sent, and that `leave` must follow. */
type Admission = 'go' | 'throttled' | 'aborted';

interface Entrant {
  /** When the exchange was first asked to slow down. Such exchanges go first. */
  readonly throttledSince: number | null;
  /** Whether it goes before exchanges that are neither throttled nor ahead. */
  readonly ahead: boolean;
}

interface Waiter extends Entrant {
  readonly signal: AbortSignal | undefined;
  readonly settle: (admission: Admission) => void;
}

/** The first and the longest pause if the target does not say how long to wait. */
const pausesMs = { first: 250, longest: 8000 };

export class Pace {
  readonly #options: PaceOptions;
  readonly #rate: Rate;
  readonly #concurrency: Concurrency;
  readonly #waiting: Waiter[] = [];
  readonly #signals = new BySignal<Waiter>((waiter) => this.#drop(waiter, 'aborted'));
  #timer: AbortController | null = null;

  #active = 0;
  /** How many callers currently hold back all other requests. */
  #holds = 0;

  #pausedUntil = 0;
  /** The time of the first throttled response since one got through. */
  #streakSince: number | null = null;
  #streakPauses = 0;
  /** The time since which every request has got through that was sent after the last pause. */
  #servedSince: number | null = null;
  /** Whether nothing has got through for longer than the budget, or will not within it. */
  #starved = false;
  /**
   * Whether the target said that it is away and nothing has got through since: then one request at a time tests whether
   * it is back.
   */
  #away = false;

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#rate = new Rate(options.clock, options.ratePerSecond, options.isServed);
    const { concurrency: fixed, nearAtOnce: near = requestsAtOnce.near } = options;
    this.#concurrency = new Concurrency({ fixed, near });
  }

  get budgetMs(): number {
    return this.#options.budgetMs;
  }

  /** Handles the usual case, in which nothing is in the way, without creating a promise. */
  tryEnter(): boolean {
    if (this.#active >= this.#bound || this.#waiting.length > 0 || this.#starved) return false;
    if ((this.#pausedUntil !== 0 || this.#rate.isBound) && this.#waitMs > 0) return false;
    this.#admit();
    return true;
  }

  enter(entrant: Entrant, signal: AbortSignal | undefined): Promise<Admission> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve('aborted');
      const waiter: Waiter = { ...entrant, signal, settle: resolve };
      if (this.#isHopeless(waiter)) return resolve('throttled');
      if (signal !== undefined) this.#signals.add(signal, waiter);
      this.#waiting.splice(this.#placeOf(entrant), 0, waiter);
      this.#pump();
    });
  }

  /** Limits the number of concurrent requests from now on. */
  narrow(most: number): void {
    this.#concurrency.narrow(most);
  }

  /** Sends nothing else until the work is done. */
  async whileHeld<T>(work: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    try {
      return await work();
    } finally {
      this.#holds -= 1;
      this.#pump();
    }
  }

  /** A number of requests per second that the target certainly tolerates. */
  get gentleRate(): number {
    return Math.max(1, Math.floor(Math.min(this.#rate.perSecond, 20) / 2));
  }

  leave(): void {
    this.#active -= 1;
    if (this.#waiting.length > 0) this.#pump();
  }

  /** Notes a response that does not ask to slow down, and that began after `tookMs`. */
  answered(tookMs: number): void {
    const now = this.#options.clock.now();
    this.#concurrency.answered(
      now,
      tookMs,
      this.#active >= this.#bound && this.#waiting.length > 0,
    );
    if (this.#servedSince === null) {
      if (now - tookMs >= this.#pausedUntil) this.#servedSince = now;
    }
    if (this.#streakSince !== null) {
      this.#streakSince = null;
      this.#streakPauses = 0;
      this.#starved = false;
      this.#away = false;
    }
    this.#rate.answered();
  }

  /**
   * Notes that the target asked to slow down, or says that it is away. `sentAt` is the time at which the request was
   * sent.
   */
  throttled(askedMs: number | null, sentAt: number, saysAway: boolean): void {
    const now = this.#options.clock.now();
    const isNews = sentAt >= this.#pausedUntil; // requests from before the pause bring no news
    this.#streakSince ??= now;
    const ms = askedMs ?? Math.min(pausesMs.longest, pausesMs.first * 2 ** this.#streakPauses);
    if (isNews) this.#away = saysAway && this.#mayBeAway(now, ms);
    if (!this.#away) this.#rate.objected();
    if (isNews) {
      if (!this.#away) this.#rate.slowDown(now + ms);
      this.#streakPauses += 1;
      this.#servedSince = null;
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + ms);
    if (this.#pausedUntil - this.#streakSince > this.#options.budgetMs) this.#starved = true;
    for (const waiter of this.#waiting.filter((each) => this.#isHopeless(each)))
      this.#drop(waiter, 'throttled');
  }

  /** Forgets that the target asked to slow down, because that concerned one kind of request only. */
  forgive(): void {
    this.#pausedUntil = 0;
    this.#streakSince = null;
    this.#streakPauses = 0;
    this.#starved = this.#away = false;
    this.#rate.forget();
    this.#pump();
  }

  /**
   * Whether the target may have been away. One that enforces a rate serves for a shorter time than the pause it asks
   * for.
   */
  #mayBeAway(now: number, pauseMs: number): boolean {
    const servedMs = this.#servedSince === null ? Infinity : now - this.#servedSince;
    return !this.#rate.isLearnt && servedMs >= pauseMs;
  }

  /**
   * Whether waiting is useless. While nothing gets through, one request at a time tests that, and the others do not
   * wait.
   */
  #isHopeless(waiter: Waiter): boolean {
    const now = this.#options.clock.now();
    if (this.#starved)
      return waiter.throttledSince !== null || this.#active > 0 || now < this.#pausedUntil;
    return this.#pausedUntil - (waiter.throttledSince ?? now) > this.#options.budgetMs;
  }

  get #bound(): number {
    if (this.#holds > 0) return 0;
    return this.#starved || this.#away ? 1 : this.#concurrency.atOnce;
  }

  /** The time until the next request may be sent. */
  get #waitMs(): number {
    return Math.max(this.#pausedUntil, this.#rate.nextAt) - this.#options.clock.now();
  }

  #admit(): void {
    this.#active += 1;
    this.#rate.admitted();
  }

  #pump(): void {
    while (this.#waiting.length > 0 && this.#active < this.#bound) {
      const waitMs = this.#waitMs;
      if (waitMs > 0) return this.#wakeAfter(waitMs);
      const waiter = this.#waiting.shift() as Waiter;
      if (waiter.signal !== undefined) this.#signals.remove(waiter.signal, waiter);
      this.#admit();
      waiter.settle('go');
    }
    this.#restIfIdle();
  }

  /** Cancels the timer if nobody waits, because it would keep the process alive. */
  #restIfIdle(): void {
    if (this.#waiting.length > 0) return;
    this.#timer?.abort();
    this.#timer = null;
  }

  #wakeAfter(ms: number): void {
    if (this.#timer !== null) return;
    const timer = new AbortController();
    this.#timer = timer;
    this.#options.clock.sleep(ms, timer.signal).then(
      () => {
        if (this.#timer !== timer) return;
        this.#timer = null;
        this.#pump();
      },
      () => {},
    );
  }

  #drop(waiter: Waiter, admission: Admission): void {
    const index = this.#waiting.indexOf(waiter);
    if (index < 0) return;
    this.#waiting.splice(index, 1);
    if (waiter.signal !== undefined) this.#signals.remove(waiter.signal, waiter);
    waiter.settle(admission);
    this.#restIfIdle();
  }

  /** The place in the queue: after throttled exchanges, and after earlier ones of the same priority. */
  #placeOf({ throttledSince, ahead }: Entrant): number {
    if (throttledSince === null && !ahead) return this.#waiting.length;
    const index = this.#waiting.findIndex(
      (other) =>
        other.throttledSince === null && !(ahead && throttledSince === null && other.ahead),
    );
    return index < 0 ? this.#waiting.length : index;
  }
}
