// Refusals that may mean a quota, of which nothing could be found out, because the budget was over.
import type { Exchange } from '../../../http/types.js';
import type { OutsideBudget } from '../../result/signals.js';

export class Unexamined {
  /** The reason, by the status of the refusals. */
  readonly #reasons = new Map<number, OutsideBudget>();
  /** The number of the last valid request that was refused, by the status. */
  readonly #refused = new Map<number, number>();
  #accepted = -1;

  /** Must be called with every request of the kind. */
  note(exchange: Exchange): void {
    const { ask, number } = exchange;
    const status = refusedWith(exchange) ?? 0;
    if (status >= 200 && status < 300) this.#accepted = Math.max(this.#accepted, number);
    else if (ask.validity === 'valid')
      this.#refused.set(status, Math.max(this.#refused.get(status) ?? -1, number));
  }

  add(status: number, why: OutsideBudget): void {
    this.#reasons.set(status, why);
  }

  /**
   * Why this refusal is no evidence. If a request was accepted after it, or no valid one was refused so, no quota was used
   * up, and it is evidence.
   */
  whyCovered(exchange: Exchange): OutsideBudget | undefined {
    const status = refusedWith(exchange) ?? 0;
    const areRefused = (this.#refused.get(status) ?? -1) > this.#accepted;
    return areRefused && exchange.number > this.#accepted ? this.#reasons.get(status) : undefined;
  }
}

/** The status of its response, or that of every response to requests like it while the kit waited. */
export const refusedWith = ({ answer, noAnswer }: Exchange): number | undefined =>
  answer?.status ?? noAnswer?.refusedWith;
