// When the next request may go: only some at once, only some per second, and none while the target asks to be left alone.
// It must not know requests or answers.

import { requestsAtOnce } from './at-once.js';
import { Width } from './width.js';
import { BySignal } from './by-signal.js';
import { Rate } from './rate.js';
import type { Clock } from '../types.js';

interface PaceOptions {
  readonly clock: Clock;
  /** How many at once; left out, as many as the target has a use for. */
  readonly concurrency?: number | undefined;
  /** How many at once keep a near target busy. */
  readonly nearAtOnce?: number | undefined;
  readonly ratePerSecond?: number | undefined;
  /** The longest wait for throttling, of one exchange, and of all while none gets through. */
  readonly budgetMs: number;
}

/** 'go': the request may be sent; `leave` must follow. */
type Admission = 'go' | 'throttled' | 'aborted';

interface Entrant {
  /** When the exchange was first told to slow down; such an exchange goes first. */
  readonly throttledSince: number | null;
  /** It goes before those that are neither. */
  readonly ahead: boolean;
}

interface Waiter extends Entrant {
  readonly signal: AbortSignal | undefined;
  readonly settle: (admission: Admission) => void;
}

/** Where the target does not say for how long: at first, and at the longest. */
const pausesMs = { first: 250, longest: 8000 };

export class Pace {
  readonly #options: PaceOptions;
  readonly #rate: Rate;
  readonly #width: Width;
  readonly #waiting: Waiter[] = [];
  readonly #signals = new BySignal<Waiter>((waiter) => this.#drop(waiter, 'aborted'));
  #timer: AbortController | null = null;

  #active = 0;
  /** Nothing is let in for now, by so many. */
  #holds = 0;

  #pausedUntil = 0;
  /** The first throttled answer since one got through. */
  #streakSince: number | null = null;
  #streakPauses = 0;
  /** Since when everything gets through that was sent after the last pause. */
  #servedSince: number | null = null;
  /** Nothing has got through for longer than the budget, or would. */
  #starved = false;
  /** It said so, and nothing has got through since: one request at a time asks whether it is back. */
  #away = false;

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#rate = new Rate(options.clock, options.ratePerSecond);
    const { concurrency: fixed, nearAtOnce: near = requestsAtOnce.near } = options;
    this.#width = new Width({ fixed, near });
  }

  /** The usual case, without a promise: nothing is in the way. */
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

  /** From now on at most this many at once. */
  narrow(most: number): void {
    this.#width.narrow(most);
  }

  /** Nothing else goes out until that is done. */
  async whileHeld<T>(work: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    try {
      return await work();
    } finally {
      this.#holds -= 1;
      this.#pump();
    }
  }

  /** So many requests a second that the target surely bears. */
  get gentleRate(): number {
    return Math.max(1, Math.floor(Math.min(this.#rate.perSecond, 20) / 2));
  }

  leave(): void {
    this.#active -= 1;
    if (this.#waiting.length > 0) this.#pump();
  }

  /** An answer came that is no request to slow down; `tookMs` passed until it began. */
  answered(tookMs: number): void {
    const now = this.#options.clock.now();
    this.#width.answered(now, tookMs, this.#active >= this.#bound && this.#waiting.length > 0);
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

  /** The target asked to slow down, or says that it is away; `sentAt` is when the request had gone out. */
  throttled(askedMs: number | null, sentAt: number, saysAway = false): void {
    const now = this.#options.clock.now();
    const isNews = sentAt >= this.#pausedUntil; // what was under way when the pause began says nothing more
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

  /** A target that objects to a rate serves for a shorter time than it asks for; one that was away is as fast as before. */
  #mayBeAway(now: number, pauseMs: number): boolean {
    const servedMs = this.#servedSince === null ? Infinity : now - this.#servedSince;
    return !this.#rate.isLearnt && servedMs >= pauseMs;
  }

  /** While nothing gets through, one request at a time asks whether that still holds; the others do not even wait. */
  #isHopeless(waiter: Waiter): boolean {
    const now = this.#options.clock.now();
    if (this.#starved)
      return waiter.throttledSince !== null || this.#active > 0 || now < this.#pausedUntil;
    return this.#pausedUntil - (waiter.throttledSince ?? now) > this.#options.budgetMs;
  }

  get #bound(): number {
    if (this.#holds > 0) return 0;
    return this.#starved || this.#away ? 1 : this.#width.atOnce;
  }

  /** Until the next one may go. */
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

  /** A timer that nobody needs would keep the process alive. */
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

  /** Behind those that were throttled, and those like it. */
  #placeOf({ throttledSince, ahead }: Entrant): number {
    if (throttledSince === null && !ahead) return this.#waiting.length;
    const index = this.#waiting.findIndex(
      (other) =>
        other.throttledSince === null && !(ahead && throttledSince === null && other.ahead),
    );
    return index < 0 ? this.#waiting.length : index;
  }
}
