// How many requests at once a target has a use for. Found out by trying: twice as many, for as long as more answers come
// in the same time; half as many again where each only takes longer. It must not know requests or answers.
import { requestsAtOnce } from './at-once.js';

interface WidthOptions {
  /** As many as somebody has asked for, and nothing is tried. */
  readonly fixed?: number | undefined;
  /** How many keep a target on the same machine busy. */
  readonly near: number;
}

/** Answers that begin within this time cost so little that nothing is gained by asking for fewer at once. */
const nearMs = 15;
/** Twice as many at once should bring so many times the answers. */
const worthwhile = 1.25;
/** Fewer answers than this say little of a rate. */
const leastAnswers = 24;
/** After so many answers at a width that has proved best, a wider one is tried again. */
const triedAgainAfter = 600;

export class Width {
  readonly #options: WidthOptions;
  #most: number = requestsAtOnce.far;
  #atOnce: number;
  /** How many answers came in a millisecond, by width. */
  readonly #rates = new Map<number, number>();
  #startedAt: number | undefined;
  #answers = 0;
  #tookMs = 0;
  #settledAt: number | undefined;
  #sinceSettled = 0;

  constructor(options: WidthOptions) {
    this.#options = options;
    this.#atOnce = options.fixed ?? requestsAtOnce.first;
  }

  get atOnce(): number {
    return Math.min(this.#atOnce, this.#most);
  }

  narrow(most: number): void {
    this.#most = Math.min(this.#most, most);
  }

  /** An answer began, so long after its request went out. `isFull`: others waited for their turn meanwhile. */
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
      // Nobody waits long there; and only together do requests show what happens when they meet.
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

  /** Wider brings nothing. */
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
