// The outcome of explaining violations. It changes nothing until the rule takes it.
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

export interface Explanation {
  /** `try alone at the end`: a failure that did not recur is sent once more before it is reported. */
  readonly outcome: 'failure' | 'taken back' | 'try alone at the end' | 'nothing';
  readonly failures: readonly Located[];
  readonly retractions: readonly Retraction[];
}

/** Gathers the violations that are to be taken back, and leaves them unchanged meanwhile. */
export class Retractions {
  readonly #all: Retraction[] = [];

  add(broken: Broken, why: Undecided | NotApplicable): void {
    this.#all.push({ broken, why });
  }

  /** The ones that still count. */
  left(among: readonly Broken[]): readonly Broken[] {
    return among.filter((one) => !this.#all.some(({ broken }) => broken === one));
  }

  /** The explanation with these failures. */
  with(...failures: readonly Located[]): Explanation {
    const otherwise = this.#all.length > 0 ? 'taken back' : 'nothing';
    return {
      outcome: failures.length > 0 ? 'failure' : otherwise,
      failures,
      retractions: this.#all,
    };
  }

  get tryAlone(): Explanation {
    return { outcome: 'try alone at the end', failures: [], retractions: this.#all };
  }
}
