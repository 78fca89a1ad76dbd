// How long operations take, in bounded space: buckets of growing width, five for each doubling, keep the error of a
// percentile below 15 % however many responses there were. Single responses must not be kept.

/** The form that reports use. */
export interface Latency {
  readonly operation: string;
  readonly count: number;
  readonly min: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
  readonly histogram: readonly { readonly upToMs: number; readonly count: number }[];
}

const perDoubling = 5;
const smallestMs = 0.05;
const buckets = 25 * perDoubling; // covers up to about half an hour
/** The bounds of the buckets in a report; finer ones would help nobody. */
const shownUpTo = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000];

export class LatencyOf {
  readonly #counts = new Float64Array(buckets);
  readonly #shown = new Float64Array(shownUpTo.length + 1);
  #count = 0;
  #min = Infinity;
  #max = 0;
  readonly #operation: string;

  constructor(operation: string) {
    this.#operation = operation;
  }

  add(ms: number): void {
    const at =
      ms <= smallestMs
        ? 0
        : Math.min(buckets - 1, Math.ceil(Math.log2(ms / smallestMs) * perDoubling));
    this.#counts[at]! += 1;
    let bound = 0;
    while (bound < shownUpTo.length && ms > shownUpTo[bound]!) bound += 1;
    this.#shown[bound]! += 1;
    this.#count += 1;
    if (ms < this.#min) this.#min = ms;
    if (ms > this.#max) this.#max = ms;
  }

  summary(): Latency {
    const last = this.#shown.findLastIndex((each) => each > 0);
    const histogram = Array.from(this.#shown.subarray(0, last + 1), (each, index) => ({
      upToMs: shownUpTo[index] ?? rounded(this.#max),
      count: each,
    }));
    return {
      operation: this.#operation,
      count: this.#count,
      min: rounded(this.#count === 0 ? 0 : this.#min),
      p50: this.#percentile(0.5),
      p90: this.#percentile(0.9),
      p99: this.#percentile(0.99),
      max: rounded(this.#max),
      histogram,
    };
  }

  #percentile(part: number): number {
    let left = Math.max(1, Math.ceil(part * this.#count));
    for (let at = 0; at < buckets; at += 1) {
      left -= this.#counts[at]!;
      if (left <= 0)
        return rounded(
          Math.min(this.#max, Math.max(this.#min, smallestMs * 2 ** ((at - 0.5) / perDoubling))),
        );
    }
    return rounded(this.#max);
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
