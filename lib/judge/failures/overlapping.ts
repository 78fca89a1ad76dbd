// Does a breach that does not come again when its request is sent alone come while several are under way? Then that is
// what is wrong, and the headline says so. Knows no rule.
import type { Failure } from '../result/report.js';

const atOnce = 8;
/** Fewer than half may be chance, where the breach comes now and then. */
const enough = 4;
/** A race of one kind shows in many rules: a few of them are enough to be sure. */
const mostTrials = 5;

/** Sent once; undefined where nothing can be said of it. */
export type Again = () => Promise<boolean | undefined>;

export class Overlapping {
  #trials = 0;

  /** The failure as it is to be told, where it shows only while others are under way; otherwise undefined. */
  async told(failure: Failure, again: Again): Promise<Failure | undefined> {
    if (this.#trials >= mostTrials) return undefined;
    this.#trials += 1;
    const together = await Promise.all(Array.from({ length: atOnce }, again));
    const held = together.filter((one) => one === true).length;
    if (held < enough) return undefined;
    for (let sent = 0; sent < atOnce; sent += 1) if (await again()) return undefined;
    return {
      ...failure,
      cause: `Only while several requests are under way: ${failure.cause}`,
      confirmed: { held, of: atOnce },
    };
  }
}
