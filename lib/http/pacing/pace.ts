// When the next request may go: at most so many at once, at most so many per second, and not while the target asks
// to be left alone. What rate a throttling target bears is learnt. It must not know requests or answers.

import { BySignal } from './by-signal.js';
import type { Clock } from '../types.js';
import { requestsAtOnce } from './at-once.js';

export interface PaceOptions {
  readonly clock: Clock;
  /** How many at once; left out, as many as suit the way to the target. */
  readonly concurrency?: number | undefined;
  /** How many at once keep a near target busy. */
  readonly nearAtOnce?: number | undefined;
  readonly ratePerSecond?: number | undefined;
  /** The longest wait for throttling, of one exchange, and of all while none gets through. */
  readonly budgetMs: number;
}

/** 'go': the request may be sent; `leave` must follow. */
export type Admission = 'go' | 'throttled' | 'aborted';

interface Waiter {
  readonly since: number | null;
  readonly signal: AbortSignal | undefined;
  readonly settle: (admission: Admission) => void;
}

/** What is aimed at over a long way: this many at once for each millisecond that the fastest answer took. */
const perMsAway = requestsAtOnce.far / 50;

const stepMs = 500;
const firstGrowth = 0.02;
const belowBad = 0.93;
const badLastsMs = 15_000;
const catchUpMs = 10;
/** So often in a row slowing down may be of no use before it is left: some targets object by chance, at any rate. */
const vainSlowings = 6;
/** Objections among answers, above which a target is believed to mean its rate. */
const byChance = 0.1;

export class Pace {
  private active = 0;
  private atOnce: number;
  private most = Infinity;
  private readonly nearAtOnce: number;
  private fastestMs = Infinity;
  private readonly waiting: Waiter[] = [];
  private readonly signals = new BySignal<Waiter>((waiter) => this.drop(waiter, 'aborted'));
  private timer: AbortController | null = null;

  private pausedUntil = 0;
  /** The first throttled answer since one got through. */
  private streakSince: number | null = null;
  private streakPauses = 0;
  /** Since when everything gets through that was sent after the last pause. */
  private servedSince: number | null = null;
  /** Nothing has got through for longer than the budget, or would. */
  private starved = false;
  /** It said so, and nothing has got through since: one request at a time asks whether it is back. */
  private away = false;

  private rate: number;
  private nextAt = 0;
  /** The rate at which the target last objected. */
  private bad = Infinity;
  private badAt = 0;
  private growth = firstGrowth;
  private steppedAt = 0;
  /** What got through since the last time the target objected. */
  private epochAt: number | null = null;
  private through = 0;
  /** Objections that came although the kit had slowed down, one after the other; what came meanwhile. */
  private vain = 0;
  private vainThrough = 0;
  private objections = 0;
  /** The target objects by chance: pausing as it asks is all that can be done. */
  private chance = false;

  constructor(private readonly options: PaceOptions) {
    this.rate = options.ratePerSecond ?? Infinity;
    this.nearAtOnce = options.nearAtOnce ?? requestsAtOnce.near;
    this.atOnce = options.concurrency ?? this.nearAtOnce;
  }

  /** The usual case, without a promise: nothing is in the way. */
  tryEnter(): boolean {
    if (this.active >= this.bound || this.waiting.length > 0 || this.starved) return false;
    if (this.pausedUntil === 0 && this.rate === Infinity) {
      this.admit(0);
      return true;
    }
    const now = this.options.clock.now();
    if (now < this.pausedUntil || now < this.nextAt) return false;
    this.admit(now);
    return true;
  }

  /** `throttledSince`: when the exchange was first told to slow down; such an exchange goes first. */
  enter(throttledSince: number | null, signal: AbortSignal | undefined): Promise<Admission> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve('aborted');
      const waiter: Waiter = { since: throttledSince, signal, settle: resolve };
      if (this.isHopeless(waiter)) return resolve('throttled');
      if (signal !== undefined) this.signals.add(signal, waiter);
      if (throttledSince === null) this.waiting.push(waiter);
      else this.waiting.splice(this.firstFresh(), 0, waiter);
      this.pump();
    });
  }

  /** From now on no more than so many at once. */
  narrow(most: number): void {
    this.most = most;
    this.atOnce = Math.min(this.atOnce, most);
  }

  leave(): void {
    this.active -= 1;
    if (this.waiting.length > 0) this.pump();
  }

  /** An answer came that is no request to slow down; `tookMs` passed until it began. */
  answered(tookMs: number): void {
    this.through += 1;
    // The fastest answer is the way there and back. A server that is slow because it is busy is not far away.
    if (tookMs < this.fastestMs) {
      this.fastestMs = tookMs;
      this.atOnce = Math.min(
        this.most,
        this.options.concurrency ??
          Math.min(requestsAtOnce.far, Math.max(this.nearAtOnce, Math.round(tookMs * perMsAway))),
      );
    }
    this.vainThrough += 1;
    if (this.servedSince === null) {
      const now = this.options.clock.now();
      if (now - tookMs >= this.pausedUntil) this.servedSince = now;
    }
    if (this.streakSince !== null) {
      this.streakSince = null;
      this.streakPauses = 0;
      this.starved = false;
      this.away = false;
    }
    if (this.rate !== Infinity) this.grow();
  }

  /** The target asked to slow down, or says that it is away; `sentAt` is when the request had gone out. */
  throttled(askedMs: number | null, sentAt: number, saysAway = false): void {
    const now = this.options.clock.now();
    const isNews = sentAt >= this.pausedUntil; // what was under way when the pause began says nothing more
    this.streakSince ??= now;
    const ms = askedMs ?? Math.min(8000, 250 * 2 ** this.streakPauses);
    // A target that objects to a rate serves for a shorter time than it asks for; one that was away is as fast as before.
    if (isNews)
      this.away =
        saysAway &&
        this.rate === (this.options.ratePerSecond ?? Infinity) &&
        (this.servedSince === null || now - this.servedSince >= ms);
    if (!this.away) this.objections += 1;
    if (isNews) {
      if (!this.away && !this.isByChance()) this.slowDown(now, now + ms);
      this.streakPauses += 1;
      this.servedSince = null;
    }
    this.pausedUntil = Math.max(this.pausedUntil, now + ms);
    if (this.pausedUntil - this.streakSince > this.options.budgetMs) this.starved = true;
    for (const waiter of this.waiting.filter((each) => this.isHopeless(each)))
      this.drop(waiter, 'throttled');
  }

  /** While nothing gets through, one request at a time asks whether that still holds; the others do not even wait. */
  private isHopeless(waiter: Waiter): boolean {
    const now = this.options.clock.now();
    if (this.starved) return waiter.since !== null || this.active > 0 || now < this.pausedUntil;
    return this.pausedUntil - (waiter.since ?? now) > this.options.budgetMs;
  }

  private get bound(): number {
    return this.starved || this.away ? 1 : this.atOnce;
  }

  private pump(): void {
    while (this.waiting.length > 0 && this.active < this.bound) {
      const now = this.options.clock.now();
      const at = Math.max(this.pausedUntil, this.nextAt);
      if (now < at) return this.wakeAt(at - now);
      const waiter = this.waiting.shift() as Waiter;
      if (waiter.signal !== undefined) this.signals.remove(waiter.signal, waiter);
      this.admit(now);
      waiter.settle('go');
    }
    this.restIfIdle();
  }

  /** A timer that nobody needs would keep the process alive. */
  private restIfIdle(): void {
    if (this.waiting.length > 0) return;
    this.timer?.abort();
    this.timer = null;
  }

  private wakeAt(ms: number): void {
    if (this.timer !== null) return;
    const timer = new AbortController();
    this.timer = timer;
    this.options.clock.sleep(ms, timer.signal).then(
      () => {
        if (this.timer !== timer) return;
        this.timer = null;
        this.pump();
      },
      () => {},
    );
  }

  private drop(waiter: Waiter, admission: Admission): void {
    const index = this.waiting.indexOf(waiter);
    if (index < 0) return;
    this.waiting.splice(index, 1);
    if (waiter.signal !== undefined) this.signals.remove(waiter.signal, waiter);
    waiter.settle(admission);
    this.restIfIdle();
  }

  private firstFresh(): number {
    const index = this.waiting.findIndex(({ since }) => since === null);
    return index < 0 ? this.waiting.length : index;
  }

  private admit(now: number): void {
    this.active += 1;
    if (this.epochAt === null) this.epochAt = now === 0 ? this.options.clock.now() : now;
    if (this.rate !== Infinity)
      this.nextAt = Math.max(this.nextAt, now - catchUpMs) + 1000 / this.rate;
  }

  /** Does slowing down help at all? A rate that is borne brings objections to an end; chance does not care. */
  private isByChance(): boolean {
    const rare = this.objections <= Math.max(4, byChance * this.vainThrough);
    if (this.chance && rare) return true;
    const slower = this.bad !== Infinity && this.rate < this.bad * 0.95;
    this.vain = slower && !this.chance ? this.vain + 1 : 0;
    this.chance = this.vain >= vainSlowings && rare;
    if (this.vain === 0 || this.chance) this.vainThrough = this.objections = 0;
    if (this.chance) this.rate = this.options.ratePerSecond ?? Infinity;
    return this.chance;
  }

  private slowDown(now: number, until: number): void {
    const paced = this.rate !== Infinity;
    const sentForMs = Math.max(1, now - (this.epochAt ?? now));
    // A short while at a steady rate says little; counting the pause as well errs on the gentle side.
    const perSecond =
      (this.through * 1000) / (paced && sentForMs >= 1000 ? sentForMs : until - now + sentForMs);
    this.bad = this.rate;
    this.rate = paced
      ? Math.max(this.rate / 2, Math.min(this.rate * belowBad, perSecond))
      : Math.max(1, perSecond);
    this.badAt = until;
    // A handful of answers is no measure: find the rate quickly.
    this.growth = !paced && this.through < 5 ? 0.5 : firstGrowth;
    this.steppedAt = until;
    this.epochAt = null;
    this.through = 0;
  }

  /** Faster and faster for as long as the target bears it, but carefully near the rate to which it objected. */
  private grow(): void {
    const now = this.options.clock.now();
    if (now - this.steppedAt < stepMs) return;
    this.steppedAt = now;
    if (now - this.badAt > badLastsMs) {
      this.bad *= 1.1;
      this.badAt = now;
    }
    const faster = Math.max(
      this.rate,
      Math.min(this.rate * (1 + this.growth), this.bad * belowBad),
    );
    this.growth = Math.min(1, this.growth * 2);
    this.rate = Math.min(faster, this.options.ratePerSecond ?? Infinity);
    if (this.rate > 10_000) this.rate = Infinity;
  }
}
