// What explaining violations has shown: failures, and what is no violation after all.
import type { Failure } from '../result/report.js';
import type { NotApplicable, Undecided } from '../result/signals.js';
import type { SortKey } from './sort-key.js';
import type { Broken } from './evidence.js';

export interface Located {
  readonly place: SortKey;
  readonly failure: Failure;
}

/** A violation that is taken back, and the signal that replaces it. */
interface Retraction {
  readonly broken: Broken;
  readonly why: Undecided | NotApplicable;
}

/** Changes no count until the rule takes it: the violations are left as they are meanwhile. */
export class Explanation {
  readonly failures: Located[] = [];
  readonly retractions: Retraction[] = [];
  /** A failure that did not recur is sent once more, alone at the end, before it is reported. */
  isLeftForLast = false;

  retract(broken: Broken, why: Undecided | NotApplicable): void {
    this.retractions.push({ broken, why });
  }

  /** The ones that still count. */
  left(among: readonly Broken[]): readonly Broken[] {
    return among.filter((one) => !this.retractions.some(({ broken }) => broken === one));
  }
}
