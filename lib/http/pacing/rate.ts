// Learns how many requests per second a target tolerates from its objections: it slows down at once, speeds up step by
// step, and is careful near the rate that met the last objection. It must not wait, or know what is sent.

import type { Clock } from '../types.js';

const stepMs = 500;
const firstGrowth = 0.02;
const belowBad = 0.93;
const badLastsMs = 15_000;
const catchUpMs = 10;
/** A target that tolerates less asks for a pause each time. */
const leastPerSecond = 0.2;
/** A higher rate is treated as no limit. */
const mostPerSecond = 10_000;
/**
 * After this many useless slowdowns in a row the kit gives up slowing down, because some targets object by chance at
 * any rate.
 */
const mostUseless = 6;
/** The share of objections above which a target is believed to enforce a rate. */
const byChance = 0.25;

export class Rate {
  readonly #clock: Clock;
  /** The rate that the user set. */
  readonly #given: number;
  #perSecond: number;
  /** The time at which the next request may be sent. */
  #nextAt = 0;
  /** The rate at which the target last objected. */
  #bad = Infinity;
  #badAt = 0;
  #growth = firstGrowth;
  #steppedAt = 0;
  /** When the first request was sent after the target's last objection, and how many responses came since. */
  #since: number | null = null;
  #answers = 0;
  /** Whether any request has got through. */
  #isServed: boolean;
  /** How often in a row the target refused for load although the kit had slowed down. */
  #uselessInARow = 0;
  #objectionsMeanwhile = 0;
  #answersMeanwhile = 0;
  /** Whether the target objects by chance. Then the kit only pauses as asked. */
  #isByChance = false;

  constructor(clock: Clock, given = Infinity, isServed = false) {
    this.#clock = clock;
    this.#isServed = isServed;
    this.#given = given;
    this.#perSecond = given;
  }

  get isBound(): boolean {
    return this.#perSecond !== Infinity;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** Whether the rate differs from the one that the user set. */
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

  /** Notes a response that is no objection. */
  answered(): void {
    this.#isServed = true;
    this.#answers += 1;
    this.#answersMeanwhile += 1;
    if (this.isBound) this.#grow();
  }

  /** Forgets what was learned from objections that did not concern the rate. */
  forget(): void {
    this.#perSecond = this.#given;
    this.#bad = Infinity;
    this.#nextAt = 0;
  }

  objected(): void {
    this.#objectionsMeanwhile += 1;
  }

  /** Reacts to an objection that brings news. Nothing is sent until `until`. */
  slowDown(until: number): void {
    if (!this.#isUseless()) this.#slowDown(this.#clock.now(), until);
  }

  /** Whether slowing down is no help: at a tolerated rate objections stop, but random ones continue. */
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
    // What was sent before this run may be too much; nothing is known of its own rate before anything has got through.
    if (wasBound && !this.#isServed) return this.#beginAgain(until);
    const sentForMs = Math.max(1, now - (this.#since ?? now));
    // A short time at a steady rate says little, so the pause is counted too, which errs towards a gentle rate.
    const overMs = wasBound && sentForMs >= 1000 ? sentForMs : until - now + sentForMs;
    const borne = (this.#answers * 1000) / overMs;
    this.#bad = this.#perSecond;
    this.#perSecond = wasBound
      ? Math.max(leastPerSecond, this.#perSecond / 2, Math.min(this.#perSecond * belowBad, borne))
      : Math.max(1, borne);
    this.#badAt = until;
    // A handful of responses is too few to measure a rate, so a fast search follows.
    this.#growth = !wasBound && this.#answers < 5 ? 0.5 : firstGrowth;
    this.#beginAgain(until);
  }

  #beginAgain(at: number): void {
    this.#steppedAt = at;
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
