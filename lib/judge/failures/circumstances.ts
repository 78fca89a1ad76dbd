// When does a breach come that does not come each time? Found out by trying: while several requests are under way, or on
// a fresh connection alone. Then that is what is wrong, and the headline says so. Knows no rule.
import type { Failure } from '../result/report.js';
import { onlyIn } from '../result/finding-in-words.js';

const atOnce = 8;
/** Fewer than half may be chance, where the breach comes now and then. */
const enough = 4;
const onKept = 4;
/** One defect shows in many rules: a few of them are enough to be sure. */
const mostRetries = 5;

/** Sent once; undefined where nothing can be said of it. */
type Again = () => Promise<boolean | undefined>;

export class Circumstances {
  #retries = 0;

  /** Returns a failure that did not show alone in the words for one that shows while others are under way. */
  async together(failure: Failure, again: Again): Promise<Failure> {
    if (!this.#mayTry()) return failure;
    const together = await Promise.all(Array.from({ length: atOnce }, again));
    const held = together.filter((one) => one === true).length;
    if (held < enough || (await comesIn(atOnce, again))) return failure;
    const confirmed = { held, of: atOnce };
    return { ...onlyIn('several requests under way', failure), confirmed };
  }

  /** A failure that shows each time on fresh connections, and never on connections that are kept open. */
  async whereKept(failure: Failure, again: Again): Promise<Failure> {
    if (!this.#mayTry()) return failure;
    // The first of these opens the connection that the others find.
    await again();
    if (await comesIn(onKept, again)) return failure;
    return onlyIn('fresh connection', failure);
  }

  #mayTry(): boolean {
    return this.#retries++ < mostRetries;
  }
}

async function comesIn(times: number, again: Again): Promise<boolean> {
  for (let sent = 0; sent < times; sent += 1) if ((await again()) !== false) return true;
  return false;
}
