// Measures by Date headers how far the target's clock differs from ours. Nothing is judged by it: times of the target
// are compared with its own clock, and a reader of the report should know.
import type { Exchange } from '../../http/types.js';

/** The beginning of the remark about another clock, by which a verifier knows it in the warnings of a report. */
export const byDates = 'According to its Date headers';

/** Smaller differences are ignored, because dates are in whole seconds and responses take time. */
const unremarkableMs = 10_000;
/**
 * The number of responses that are compared. The smallest difference counts, because a cache may have sent an old
 * response.
 */
const enough = 20;

export class ClockDifference {
  #seen = 0;
  #aheadMs: number | undefined;

  note({ answer, startedAt }: Exchange): void {
    if (this.#seen >= enough) return;
    const date = Date.parse(answer?.header('date') ?? '');
    if (Number.isNaN(date)) return;
    this.#seen += 1;
    const aheadMs = date - startedAt;
    if (this.#aheadMs === undefined || Math.abs(aheadMs) < Math.abs(this.#aheadMs))
      this.#aheadMs = aheadMs;
  }

  /** "about 3 hours behind"; undefined where there is nothing to remark. */
  get inWords(): string | undefined {
    if (this.#aheadMs === undefined || Math.abs(this.#aheadMs) < unremarkableMs) return undefined;
    const seconds = Math.abs(this.#aheadMs) / 1000;
    const [unit, length] =
      seconds < 120
        ? (['seconds', 1] as const)
        : seconds < 7_200
          ? (['minutes', 60] as const)
          : seconds < 172_800
            ? (['hours', 3_600] as const)
            : (['days', 86_400] as const);
    return `about ${Math.round(seconds / length)} ${unit} ${this.#aheadMs < 0 ? 'behind' : 'ahead of'}`;
  }
}
