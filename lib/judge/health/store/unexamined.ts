// Refusals that may mean a quota, of which nothing could be found out, because the budget or the time was over.
import type { Exchange } from '../../../http/types.js';
import type { Undecided } from '../../result/signals.js';

export class Unexamined {
  readonly #statuses = new Map<number, Undecided>();
  #acceptedAt = -Infinity;

  /** Must be called with every accepted request of the kind. */
  noteAccepted({ startedAt }: Exchange): void {
    this.#acceptedAt = Math.max(this.#acceptedAt, startedAt);
  }

  add(status: number, why: Undecided): void {
    this.#statuses.set(status, why);
  }

  /** Why this refusal is no evidence. If a request was accepted after it, no quota was used up. */
  whyCovered({ startedAt, answer, noAnswer }: Exchange): Undecided | undefined {
    const status = answer?.status ?? noAnswer?.refusedWith ?? 0;
    return startedAt < this.#acceptedAt ? undefined : this.#statuses.get(status);
  }
}
