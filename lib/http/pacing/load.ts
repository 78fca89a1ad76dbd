// Whether a target refuses because it is asked too fast, although it does not say so: nginx (limit_req) answers 503 without
// Retry-After by default, as others do 502 or 504. It is tried: many at once are refused, and one after another are served.
// Only if so is a refusal laid to the pace; else it is an answer like any other.

import type { Clock } from '../types.js';

interface LoadOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** How many requests may be under way at once. */
  readonly atOnce: number | undefined;
  /** How many may go out in a second, where somebody has said so. */
  readonly perSecond: number | undefined;
  /** Something harmless goes out now, whatever the pace: is it refused as well? */
  readonly isRefused: () => Promise<boolean>;
}

const crowd = 32;
/** So many of a crowd are refused by a target that is asked too fast; of one that refuses one in twenty, they never are. */
const refusedOfCrowd = 8;
const pausesMs = { first: 250, longest: 1000 };
/** So many are served in a row when they come slowly; where chance refuses one in three, they hardly ever are. */
const servedInARow = 12;
/** So often in a row, and later and later, nothing at all gets through of a target that is away. */
const refusedInARow = 8;
/** Others may ask the target meanwhile. */
const mostRelapses = 2;
/** A target that is not asked too fast was found to be so this often: it is not tried any more. */
const mostInVain = 3;
/** A pace that is being learnt refuses one and the same request a few times; after that it is tried alone. */
const triedAloneAfter = 5;
const timesAlone = 3;

export class Load {
  readonly #options: LoadOptions;
  #isFound = false;
  #inVain = 0;
  #looking: Promise<boolean> | undefined;
  #pauseMs = pausesMs.first;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  get isFound(): boolean {
    return this.#isFound;
  }

  /** What refuses a request for so many times; its answer, be it another one, where it is not the load. Nothing else may go out meanwhile. */
  async causeOf<Answer>(
    refusal: Answer,
    times: number,
    again: () => Promise<{ readonly answer: Answer; readonly isRefusal: boolean } | undefined>,
  ): Promise<Answer | 'load'> {
    try {
      if (!(await this.#isLoad())) return refusal;
      return times % triedAloneAfter === 0 ? await this.#alone(again) : 'load';
    } catch (thrown) {
      if (this.#options.signal?.aborted !== true) throw thrown;
      return refusal;
    }
  }

  /** Those that are refused together look together. */
  async #isLoad(): Promise<boolean> {
    if (this.#isFound) return true;
    if (this.#inVain >= mostInVain) return false;
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(): Promise<boolean> {
    this.#pauseMs = pausesMs.first;
    this.#isFound = (await this.#ofCrowd()) >= refusedOfCrowd && (await this.#areServedSlowly());
    if (!this.#isFound) this.#inVain += 1;
    return this.#isFound;
  }

  async #ofCrowd(): Promise<number> {
    const { clock, signal, atOnce = crowd, perSecond = Infinity, isRefused } = this.#options;
    const lanes = Math.min(atOnce, crowd);
    let left = crowd;
    let refused = 0;
    const lane = async (_: unknown, index: number): Promise<void> => {
      for (let pause = (index * 1000) / perSecond; left-- > 0; pause = (lanes * 1000) / perSecond) {
        if (pause > 0) await clock.sleep(pause, signal);
        if (await isRefused()) refused += 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return refused;
  }

  async #areServedSlowly(): Promise<boolean> {
    let [served, refused, relapses] = [0, 0, 0];
    while (served < servedInARow) {
      if (!(await this.#isRefusedAfterPause())) {
        served += 1;
        continue;
      }
      refused += 1;
      if (served > 0) relapses += 1;
      if (relapses > mostRelapses) return false;
      // Nothing at all gets through, however slowly: that is no matter of one request.
      if (relapses === 0 && refused === refusedInARow) return true;
      served = 0;
      this.#pauseMs = Math.min(2 * this.#pauseMs, pausesMs.longest);
    }
    return true;
  }

  /** Is it refused even then, while others are served? */
  async #alone<Answer>(
    again: () => Promise<{ readonly answer: Answer; readonly isRefusal: boolean } | undefined>,
  ): Promise<Answer | 'load'> {
    let last: Answer | 'load' = 'load';
    for (let time = 1; time <= timesAlone; time += 1) {
      if (await this.#isRefusedAfterPause()) return 'load';
      await this.#pause();
      const tried = await again();
      if (tried === undefined) return 'load';
      last = tried.answer;
      if (!tried.isRefusal) return last;
    }
    return last;
  }

  async #isRefusedAfterPause(): Promise<boolean> {
    await this.#pause();
    return this.#options.isRefused();
  }

  #pause(): Promise<void> {
    return this.#options.clock.sleep(this.#pauseMs, this.#options.signal);
  }
}
