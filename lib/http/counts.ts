// What a target was asked and how that went, in numbers, and whether the budget allows more.
import { outsideBudget, type BudgetLimit, type BudgetLimits } from './budget.js';
import type { Ask, Clock, Exchange, TransportError } from './types.js';

export interface Numbers {
  /** Requests that were sent, those sent again included. */
  readonly exchanges: number;
  /** Those among them that could write. */
  readonly writes: number;
  /** How often the target asked to slow down, or refused because it was asked too fast. */
  readonly throttled: number;
  /** Those among them in which it did not say so. */
  readonly overloaded: number;
  readonly resent: number;
  /** Answers that began and were never whole, or were no HTTP. */
  readonly broken: number;
  /** Requests whose connection ended before one byte of an answer. */
  readonly unheard: number;
  /** Requests that were answered too late, or never. */
  readonly silent: number;
}

export interface Spent {
  requests: number;
  writes: number;
}

interface CountsOptions {
  readonly clock: Clock;
  readonly limits?: BudgetLimits | undefined;
  /** What is used up of the limits by all who share them. */
  readonly spent?: Spent | undefined;
}

export class Counts {
  readonly #options: CountsOptions;
  readonly #startedAt: number;
  readonly #spent: Spent;
  readonly #overBudgetOf = new Set<BudgetLimit>();
  readonly numbers: { -readonly [Key in keyof Numbers]: number } = {
    exchanges: 0,
    writes: 0,
    throttled: 0,
    overloaded: 0,
    resent: 0,
    broken: 0,
    unheard: 0,
    silent: 0,
  };

  constructor(options: CountsOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#spent = options.spent ?? { requests: 0, writes: 0 };
  }

  /** Limits of the budget for which some request was not sent. */
  get overBudget(): readonly BudgetLimit[] {
    return [...this.#overBudgetOf];
  }

  /** Why it cannot be sent any more. */
  spentFor(ask: Ask): Exchange['noAnswer'] {
    const used = this.#usedUp(ask);
    if (used === undefined) return undefined;
    this.#overBudgetOf.add(used);
    const limit = this.#options.limits?.[used];
    return { kind: 'budget', message: outsideBudget({ [used]: limit }) };
  }

  sent({ writes }: Ask): void {
    this.numbers.exchanges += 1;
    this.#spent.requests += 1;
    if (!writes) return;
    this.numbers.writes += 1;
    this.#spent.writes += 1;
  }

  lost({ kind, beforeAnswer }: TransportError): void {
    if (kind === 'not-http' || kind === 'too-large' || (kind === 'reset' && !beforeAnswer))
      this.numbers.broken += 1;
    else if (kind === 'timeout') this.numbers.silent += 1;
    else if (kind === 'reset') this.numbers.unheard += 1;
  }

  #usedUp({ writes }: Ask): BudgetLimit | undefined {
    const { clock, limits } = this.#options;
    const { maxRequests = Infinity, maxWrites = Infinity, withinMs = Infinity } = limits ?? {};
    if (this.#spent.requests >= maxRequests) return 'maxRequests';
    if (writes && this.#spent.writes >= maxWrites) return 'maxWrites';
    return clock.now() - this.#startedAt >= withinMs ? 'withinMs' : undefined;
  }
}
