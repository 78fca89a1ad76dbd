// How many requests per second a target bears, learnt from its objections: slower at once, faster again step by step, and
// carefully near the rate at which it objected. It must not know what is asked, nor wait.

import type { Clock } from '../types.js';

const stepMs = 500;
const firstGrowth = 0.02;
const belowBad = 0.93;
const badLastsMs = 15_000;
const catchUpMs = 10;
/** Faster than this is no bound. */
const mostPerSecond = 10_000;
/** Slowing down that was of no use this often in a row is left: some targets object by chance, at any rate. */
const mostUseless = 6;
/** Objections among answers, above which a target is believed to mean its rate. */
const byChance = 0.1;

export class Rate {
  readonly #clock: Clock;
  /** What was asked for. */
  readonly #given: number;
  #perSecond: number;
  /** When the next request may go. */
  #nextAt = 0;
  /** The rate at which the target last objected. */
  #bad = Infinity;
  #badAt = 0;
  #growth = firstGrowth;
  #steppedAt = 0;
  /** When the first request went out since the target last objected, and how many answers came since. */
  #since: number | null = null;
  #answers = 0;
  /** Objections that came although the kit had slowed down, one after the other, and what came meanwhile. */
  #uselessInARow = 0;
  #objectionsMeanwhile = 0;
  #answersMeanwhile = 0;
  /** The target objects by chance: pausing as it asks is all that can be done. */
  #isByChance = false;

  constructor(clock: Clock, given = Infinity) {
    this.#clock = clock;
    this.#given = given;
    this.#perSecond = given;
  }

  get isBound(): boolean {
    return this.#perSecond !== Infinity;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** It is other than was asked for. */
  get isLearnt(): boolean {
    return this.#perSecond !== this.#given;
  }

  get nextAt(): number {
    return this.#nextAt;
  }

  admitted(): void {
    this.#since ??= this.#clock.now();
    if (!this.isBound) return;
    const from = Math.max(this.#nextAt, this.#clock.now() - catchUpMs);
    this.#nextAt = from + 1000 / this.#perSecond;
  }

  /** An answer came that is no objection. */
  answered(): void {
    this.#answers += 1;
    this.#answersMeanwhile += 1;
    if (this.isBound) this.#grow();
  }

  objected(): void {
    this.#objectionsMeanwhile += 1;
  }

  /** After an objection that says something new; nothing goes out until `until`. */
  slowDown(until: number): void {
    if (!this.#isUseless()) this.#slowDown(this.#clock.now(), until);
  }

  /** Does slowing down help at all? A rate that is borne brings objections to an end; chance does not care. */
  #isUseless(): boolean {
    const isRare = this.#objectionsMeanwhile <= Math.max(4, byChance * this.#answersMeanwhile);
    if (this.#isByChance && isRare) return true;
    const isSlower = this.#bad !== Infinity && this.#perSecond < this.#bad * 0.95;
    this.#uselessInARow = isSlower && !this.#isByChance ? this.#uselessInARow + 1 : 0;
    this.#isByChance = this.#uselessInARow >= mostUseless && isRare;
    if (this.#uselessInARow === 0 || this.#isByChance)
      this.#answersMeanwhile = this.#objectionsMeanwhile = 0;
    if (this.#isByChance) this.#perSecond = this.#given;
    return this.#isByChance;
  }

  #slowDown(now: number, until: number): void {
    const wasBound = this.isBound;
    const sentForMs = Math.max(1, now - (this.#since ?? now));
    // A short while at a steady rate says little; counting the pause as well errs on the gentle side.
    const overMs = wasBound && sentForMs >= 1000 ? sentForMs : until - now + sentForMs;
    const borne = (this.#answers * 1000) / overMs;
    this.#bad = this.#perSecond;
    this.#perSecond = wasBound
      ? Math.max(this.#perSecond / 2, Math.min(this.#perSecond * belowBad, borne))
      : Math.max(1, borne);
    this.#badAt = until;
    // A handful of answers is no measure: find the rate quickly.
    this.#growth = !wasBound && this.#answers < 5 ? 0.5 : firstGrowth;
    this.#steppedAt = until;
    this.#since = null;
    this.#answers = 0;
  }

  #grow(): void {
    const now = this.#clock.now();
    if (now - this.#steppedAt < stepMs) return;
    this.#steppedAt = now;
    if (now - this.#badAt > badLastsMs) {
      this.#bad *= 1.1;
      this.#badAt = now;
    }
    const grown = Math.min(this.#perSecond * (1 + this.#growth), this.#bad * belowBad);
    this.#growth = Math.min(1, this.#growth * 2);
    this.#perSecond = Math.min(Math.max(this.#perSecond, grown), this.#given);
    if (this.#perSecond > mostPerSecond) this.#perSecond = Infinity;
  }
}
