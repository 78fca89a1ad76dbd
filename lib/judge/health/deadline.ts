// The deadline for sending cases in a run with a time budget (--within). It is a little earlier than the budget, so
// that failures can still be confirmed.
import { flagsOf } from '../../http/budget.js';
import type { Clock } from '../../http/types.js';
import { OutsideBudget } from '../result/signals.js';
import { through, type Asks } from './asks.js';

const forCases = 0.8;

export class Deadline {
  readonly #clock: Clock;
  readonly #withinMs: number;
  readonly #ms: number;
  /** Whether a request was not sent because of the deadline. */
  wasReached = false;

  constructor(clock: Clock, withinMs: number) {
    this.#clock = clock;
    this.#withinMs = withinMs;
    this.#ms = clock.now() + withinMs * forCases;
  }

  /** The same address, as long as there is time. */
  before(asks: Asks): Asks {
    return through(asks, async (ask, signal) => {
      if (this.#clock.now() >= this.#ms) {
        this.wasReached = true;
        throw new OutsideBudget({
          what: 'outside budget',
          values: { flags: flagsOf({ withinMs: this.#withinMs }) },
        });
      }
      return asks.send(ask, signal);
    });
  }
}
