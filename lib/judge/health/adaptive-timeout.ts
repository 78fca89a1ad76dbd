// Shortens the timeout at a target that leaves some requests without a response while it answers others at once, so
// that each further one costs a moment and not the whole time limit. Before such a request counts against the target,
// it is sent again with the whole limit.
import type { Exchange } from '../../http/types.js';

/**
 * After this many requests without a response, although later requests got theirs, the same request is not waited for
 * any longer. A failure is confirmed with the whole time limit nevertheless.
 */
const enough = 2;
/** A request is waited for this many times as long as the slowest response took, and at least this long. */
const limit = { times: 20, leastMs: 300 };

export class AdaptiveTimeout {
  #unanswered = 0;
  #lastUnansweredSince = 0;
  #servesOthers = false;
  #expectsSilence = false;
  #slowestMs = 0;

  /** Called for a target that is known from the start to serve other requests at once. */
  expectSilence(): void {
    this.#unanswered = enough;
    this.#servesOthers = this.#expectsSilence = true;
  }

  get expectsSilence(): boolean {
    return this.#expectsSilence;
  }

  note({ answer, noAnswer, startedAt, durationMs }: Exchange): void {
    if (noAnswer?.kind === 'timeout' && !noAnswer.isUnsent) {
      this.#unanswered += 1;
      this.#lastUnansweredSince = Math.max(this.#lastUnansweredSince, startedAt);
    }
    if (answer === undefined) return;
    this.#slowestMs = Math.max(this.#slowestMs, durationMs);
    if (this.#unanswered > 0 && startedAt >= this.#lastUnansweredSince) this.#servesOthers = true;
  }

  /** The shortened timeout; undefined if only the usual time limit applies. */
  get ms(): number | undefined {
    return this.#unanswered < enough ? undefined : this.msForAnother;
  }

  /** The same for a request that is sent again. */
  get msForAnother(): number | undefined {
    if (this.#unanswered === 0 || !this.#servesOthers) return undefined;
    return Math.max(limit.leastMs, Math.ceil(limit.times * this.#slowestMs));
  }
}
