// Finds out whether a target refuses because requests come too fast, although it does not say so. By default, nginx
// (limit_req) answers 503 without Retry-After, and others do the same with 502 or 504. The test: many concurrent
// requests are refused, and slow ones are served, or nothing is any more. Only then is the refusal blamed on the load;
// otherwise it is a response like any other.

import type { Clock } from '../types.js';

interface LoadOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** How many requests may be under way concurrently. */
  readonly atOnce: number | undefined;
  /** How many requests may be sent per second, if the user has set a limit. */
  readonly perSecond: number | undefined;
  /** Sends something harmless at once, whatever the pace, and returns whether that is refused too. */
  readonly isRefused: () => Promise<boolean>;
}

const crowd = 32;
/**
 * A target that is asked too fast refuses at least this many of a crowd at once. One that refuses one in twenty never does.
 */
const atOnceMany = { lanes: crowd, requests: crowd, forMs: Infinity, refused: 8 };
/**
 * Of a target that takes long to answer, the limit recovers while nothing else is sent, so that one crowd is served. It is
 * asked for a second, by as many as are ever under way, and then refuses this many of a crowd.
 */
const aSecondLong = { lanes: 64, requests: 192, forMs: 1_000, refused: 16 };
const longMs = 100;
/** It is asked so only in the first looks, as that takes many requests. */
const mostLong = 2;
const pausesMs = { first: 250, longest: 1000 };
/**
 * A target that is asked slowly serves this many in a row. One that refuses one in three by chance hardly ever does.
 */
const servedInARow = 12;
/** After this many refusals in a row at growing intervals, the target is away altogether. */
const refusedInARow = 8;
/** A few relapses are accepted, because others may be using the target too. */
const mostRelapses = 2;
/** After this many tests that did not blame the load, no further tests are made. */
const mostInVain = 3;
/** While a pace is being learned, the same request may be refused a few times; after that it is tried alone. */
const triedAloneAfter = 5;
const timesAlone = 3;

export class Load {
  readonly #options: LoadOptions;
  #isFound = false;
  #inVain = 0;
  /** How long the responses to the last crowd took. */
  #durationsMs: number[] = [];
  #looking: Promise<boolean> | undefined;
  #pauseMs = pausesMs.first;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  get isFound(): boolean {
    return this.#isFound;
  }

  /**
   * Returns 'load' if the load explains why a request was refused for the given number of times, and otherwise its
   * response, which may be a new one. Nothing else may be sent meanwhile.
   */
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

  /** Runs one test at a time, whose result all concurrent refusals share. */
  async #isLoad(): Promise<boolean> {
    if (this.#isFound) return true;
    if (this.#inVain >= mostInVain) return false;
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(): Promise<boolean> {
    this.#pauseMs = pausesMs.first;
    this.#isFound = (await this.#refusesCrowds()) && (await this.#mayBeForLoad());
    if (!this.#isFound) this.#inVain += 1;
    return this.#isFound;
  }

  async #refusesCrowds(): Promise<boolean> {
    this.#durationsMs = [];
    if (await this.#refuses(atOnceMany)) return true;
    const long = this.#durationsMs.filter((one) => one >= longMs);
    const isSlow = long.length >= this.#durationsMs.length / 2;
    return isSlow && this.#inVain < mostLong && (await this.#refuses(aSecondLong));
  }

  /** Whether enough of as many as a crowd are refused in a row, if so many ask for so long. */
  async #refuses({ lanes, requests, forMs, refused }: typeof aSecondLong): Promise<boolean> {
    const { clock, signal, atOnce = lanes, perSecond = Infinity } = this.#options;
    const width = Math.min(atOnce, lanes);
    const endsAt = clock.now() + forMs;
    const refusals: boolean[] = [];
    let areEnough = false;
    let left = requests;
    const lane = async (_: unknown, index: number): Promise<void> => {
      for (let turn = 0; left-- > 0; turn += 1) {
        const pause = ((turn === 0 ? index : width) * 1000) / perSecond;
        if (areEnough || clock.now() + pause >= endsAt) return;
        if (pause > 0) await clock.sleep(pause, signal);
        refusals.push(await this.#timed());
        areEnough ||= refusals.slice(-crowd).filter(Boolean).length >= refused;
      }
    };
    await Promise.all(Array.from({ length: width }, lane));
    return areEnough;
  }

  async #timed(): Promise<boolean> {
    const { clock, isRefused } = this.#options;
    const startedAt = clock.now();
    const isIt = await isRefused();
    this.#durationsMs.push(clock.now() - startedAt);
    return isIt;
  }

  async #mayBeForLoad(): Promise<boolean> {
    let [served, refused, relapses] = [0, 0, 0];
    while (served < servedInARow) {
      if (!(await this.#isRefusedAfterPause())) {
        served += 1;
        continue;
      }
      refused += 1;
      if (served > 0) relapses += 1;
      if (relapses > mostRelapses) return false;
      // Nothing at all gets through, however slowly, so the single request is not to blame.
      if (relapses === 0 && refused === refusedInARow) return true;
      served = 0;
      this.#pauseMs = Math.min(2 * this.#pauseMs, pausesMs.longest);
    }
    return true;
  }

  /** Sends the request while others are served, to see whether it is refused even then. */
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
