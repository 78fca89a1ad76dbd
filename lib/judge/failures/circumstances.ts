// Finds out when an intermittent violation occurs, by trying: once another animal was added, while several requests are
// in flight, or on a fresh connection alone. If so, the headline names this circumstance. Knows no rule.
import type { Failure } from '../result/report.js';
import { onlyIn } from '../result/finding-in-words.js';

const atOnce = 12;
/**
 * The number of attempts that must show it. Fewer may be chance, if the violation is intermittent; more are not to be had
 * where requests overwrite what they share, since the last one gets its own.
 */
const enough = 4;
const onKept = 4;
/** The number of failures that are retried: one defect shows in many rules, and a few are enough to be sure. */
const mostRetries = 5;

/**
 * Sends a case once, another one each time if there are several: what requests share is only seen to be mixed up where
 * they differ. Resolves with whether the case broke the rule, or undefined if that stays undecided.
 */
type Again = (time: number) => Promise<boolean | undefined>;

export class Circumstances {
  #retries = 0;
  #looks = 0;

  /**
   * Rewords a failure that did not recur alone, if a later add changes what its request returns. It is tried twice, and first
   * of all: where an add breaks the animals before it, it shows beside other requests as well.
   */
  async onceOthersAreAdded(
    failure: Failure,
    changes: () => Promise<boolean>,
  ): Promise<Failure | undefined> {
    if (this.#looks++ >= mostRetries || !(await changes()) || !(await changes())) return undefined;
    return { ...onlyIn('another animal added', failure), confirmed: { held: 2, of: 2 } };
  }

  /** Rewords a failure that did not recur alone, if it recurs while other requests are in flight. */
  async together(failure: Failure, again: Again): Promise<Failure> {
    if (!this.#mayTry()) return failure;
    const together = await Promise.all(Array.from({ length: atOnce }, (_, time) => again(time)));
    const held = together.filter((one) => one === true).length;
    if (held < enough || (await comesIn(atOnce, again))) return failure;
    const confirmed = { held, of: atOnce };
    return { ...onlyIn('several requests under way', failure), confirmed };
  }

  /** A failure that shows each time on fresh connections, and never on connections that are kept open. */
  async whereKept(failure: Failure, again: Again): Promise<Failure> {
    if (!this.#mayTry()) return failure;
    // The first of these opens the connection that the others find.
    await again(0);
    if (await comesIn(onKept, again)) return failure;
    return onlyIn('fresh connection', failure);
  }

  #mayTry(): boolean {
    return this.#retries++ < mostRetries;
  }
}

async function comesIn(times: number, again: Again): Promise<boolean> {
  for (let sent = 0; sent < times; sent += 1) if ((await again(sent)) !== false) return true;
  return false;
}
