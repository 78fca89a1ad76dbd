// How long operations take. The time of every response is kept: those of 100,000 take less than a megabyte.

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

/** The bounds of the bars in a report; finer ones would help nobody. */
const shownUpTo = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000];

export class LatencyOf {
  readonly #operation: string;
  readonly #times: number[] = [];

  constructor(operation: string) {
    this.#operation = operation;
  }

  add(ms: number): void {
    this.#times.push(ms);
  }

  summary(): Latency {
    const times = Float64Array.from(this.#times).sort();
    const count = times.length;
    const ofRank = (rank: number): number => rounded(times[Math.max(1, rank) - 1] ?? 0);
    return {
      operation: this.#operation,
      count,
      min: ofRank(1),
      p50: ofRank(Math.ceil(0.5 * count)),
      p90: ofRank(Math.ceil(0.9 * count)),
      p99: ofRank(Math.ceil(0.99 * count)),
      max: ofRank(count),
      histogram: histogramOf(times),
    };
  }
}

/** Up to the last bar that holds anything. */
function histogramOf(sorted: Float64Array): Latency['histogram'] {
  const bars: { readonly upToMs: number; readonly count: number }[] = [];
  let done = 0;
  for (let at = 0; done < sorted.length; at += 1) {
    const bound = shownUpTo[at] ?? Infinity;
    const start = done;
    while (done < sorted.length && (sorted[done] as number) <= bound) done += 1;
    bars.push({ upToMs: shownUpTo[at] ?? rounded(sorted.at(-1) ?? 0), count: done - start });
  }
  return bars;
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
