// Limits the time in which a target responds to nothing, at both its addresses, although requests are in flight:
// however it delays its responses, a run waits no longer. Judges nothing.
import type { Clock, Exchange } from '../../http/types.js';
import type { Reason } from '../result/reasons.js';

export class IdleTimeout {
  readonly #clock: Clock;
  readonly #broken = new AbortController();
  #underWay = 0;
  /** The time of the last response, moved on by the time in which nothing was in flight. */
  #heardAt = 0;
  #idleSince = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Aborted when it has lasted too long. */
  get signal(): AbortSignal {
    return this.#broken.signal;
  }

  async during(asking: () => Promise<Exchange>): Promise<Exchange> {
    if (this.#underWay === 0) this.#heardAt += this.#clock.now() - this.#idleSince;
    this.#underWay += 1;
    try {
      const result = await asking();
      // Who asks to slow down again and again does respond.
      const isThrottled = result.noAnswer?.kind === 'throttled' && result.resent > 0;
      if (result.answer !== undefined || isThrottled) this.#heardAt = this.#clock.now();
      return result;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#idleSince = this.#clock.now();
    }
  }

  /** Aborts the signal after `ms` without a response, until `over` is aborted. */
  async endAfter(ms: number, over: AbortSignal): Promise<void> {
    for (;;) {
      const until = this.#underWay === 0 ? this.#idleSince : this.#clock.now();
      const left = ms - (until - this.#heardAt);
      if (left <= 0) break;
      await this.#clock.sleep(left, over).catch(() => {});
      if (over.aborted) return;
    }
    const reason: Reason = { what: 'frozen', values: { seconds: Math.round(ms / 1000) } };
    this.#broken.abort(reason);
  }
}
