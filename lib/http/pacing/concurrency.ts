// Finds out how many concurrent requests are useful to a target, by trying: it doubles the number while that yields
// more responses in the same time, and halves it if responses only take longer. It must not know requests or responses.
import { requestsAtOnce } from './at-once.js';

interface ConcurrencyOptions {
  /** The number that the user set; nothing is tried then. */
  readonly fixed?: number | undefined;
  /** The number that keeps a target on the same machine busy. */
  readonly near: number;
}

/** If responses begin within this time, fewer concurrent requests would gain nothing. */
const nearMs = 15;
/** Twice as many concurrent requests should multiply the rate of responses by at least this much. */
const worthwhile = 1.25;
/** Fewer responses than this say little about a rate. */
const leastAnswers = 24;
/** After this many responses at the best width, a wider one is tried again. */
const triedAgainAfter = 600;

export class Concurrency {
  readonly #options: ConcurrencyOptions;
  #most: number = requestsAtOnce.far;
  #atOnce: number;
  /** The number of responses per millisecond, by width. */
  readonly #rates = new Map<number, number>();
  #startedAt: number | undefined;
  #answers = 0;
  #tookMs = 0;
  #settledAt: number | undefined;
  #sinceSettled = 0;

  constructor(options: ConcurrencyOptions) {
    this.#options = options;
    this.#atOnce = options.fixed ?? requestsAtOnce.first;
  }

  get atOnce(): number {
    return Math.min(this.#atOnce, this.#most);
  }

  narrow(most: number): void {
    this.#most = Math.min(this.#most, most);
  }

  /** Notes that a response began after `tookMs`. `isFull` says whether other requests were waiting for their turn. */
  answered(now: number, tookMs: number, isFull: boolean): void {
    if (this.#options.fixed !== undefined) return;
    if (!isFull) return this.#begin(undefined);
    if (this.#startedAt === undefined) return this.#begin(now);
    this.#answers += 1;
    this.#tookMs += tookMs;
    if (this.#answers < Math.max(leastAnswers, 2 * this.atOnce)) return;
    this.#decide(
      this.#answers / Math.max(0.01, now - this.#startedAt),
      this.#tookMs / this.#answers,
    );
    this.#begin(now);
  }

  #decide(rate: number, meanMs: number): void {
    const width = this.atOnce;
    if (meanMs <= nearMs) {
      // Nobody waits long here, and only concurrent requests reveal races.
      if (width < this.#options.near) this.#atOnce = this.#options.near;
      return;
    }
    this.#rates.set(width, rate);
    if (this.#settledAt === width) {
      this.#sinceSettled += this.#answers;
      if (this.#sinceSettled < triedAgainAfter) return;
      this.#settledAt = undefined;
    }
    const narrower = this.#rates.get(width / 2);
    if (narrower !== undefined && rate < narrower * worthwhile) return this.#settle(width / 2);
    if (width < this.#most) {
      this.#atOnce = Math.min(width * 2, this.#most);
      return;
    }
    this.#settle(width);
  }

  /** Stays at this width, because a wider one gains nothing. */
  #settle(width: number): void {
    this.#atOnce = width;
    this.#settledAt = width;
    this.#sinceSettled = 0;
  }

  #begin(now: number | undefined): void {
    this.#startedAt = now;
    this.#answers = 0;
    this.#tookMs = 0;
  }
}
