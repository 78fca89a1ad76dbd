// How many requests and writes, and how much time, a user allows a run; and what a target was sent so far, and what came of
// it. What is left out because of the budget was the user's choice.
import type { Ask, Clock, Exchange, TransportError } from './types.js';

export interface BudgetLimits {
  readonly maxRequests?: number | undefined;
  readonly maxWrites?: number | undefined;
  /** Counted from the first request. */
  readonly withinMs?: number | undefined;
}

export type BudgetLimit = keyof BudgetLimits;

/** "--max-requests 300, --max-writes 50" */
export const flagsOf = ({ maxRequests, maxWrites, withinMs }: BudgetLimits): string =>
  [
    maxRequests === undefined ? '' : `--max-requests ${maxRequests}`,
    maxWrites === undefined ? '' : `--max-writes ${maxWrites}`,
    withinMs === undefined ? '' : `--within ${withinMs / 1000}`,
  ]
    .filter((flag) => flag !== '')
    .join(', ');

export interface Numbers {
  /** All requests that were sent, including repeated ones. */
  readonly exchanges: number;
  /** The requests that could write. */
  readonly writes: number;
  /** How often the target asked to slow down, or refused because requests came too fast. */
  readonly throttled: number;
  /** How often, of these, the target did not say that it was asked too fast. */
  readonly overloaded: number;
  readonly resent: number;
  /** Responses that were incomplete, or not HTTP. */
  readonly broken: number;
  /** Requests whose connection ended before the first byte of a response. */
  readonly unheard: number;
  /** Those of them that could write. */
  readonly unheardWrites: number;
  /** Requests whose response came too late, or never. */
  readonly silent: number;
}

export interface Spent {
  requests: number;
  writes: number;
}

interface CountsOptions {
  readonly clock: Clock;
  readonly limits?: BudgetLimits | undefined;
  /** The part of the limits that has been used, by all who share them. */
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
    unheardWrites: 0,
    silent: 0,
  };

  constructor(options: CountsOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#spent = options.spent ?? { requests: 0, writes: 0 };
  }

  /** The limits of the budget because of which some request was not sent. */
  get overBudget(): readonly BudgetLimit[] {
    return [...this.#overBudgetOf];
  }

  /** The reason why the request can no longer be sent, if there is one. */
  spentFor(ask: Ask): Exchange['noAnswer'] {
    const used = this.#usedUp(ask);
    if (used === undefined) return undefined;
    this.#overBudgetOf.add(used);
    const flags = flagsOf({ [used]: this.#options.limits?.[used] });
    return { kind: 'budget', message: `outside the budget (${flags})`, flags };
  }

  sent({ writes }: Ask): void {
    this.numbers.exchanges += 1;
    this.#spent.requests += 1;
    if (!writes) return;
    this.numbers.writes += 1;
    this.#spent.writes += 1;
  }

  lost({ kind, beforeAnswer }: TransportError, { writes }: Ask): void {
    if (kind === 'not-http' || kind === 'too-large' || (kind === 'reset' && !beforeAnswer))
      this.numbers.broken += 1;
    else if (kind === 'timeout') this.numbers.silent += 1;
    else if (kind === 'reset') {
      this.numbers.unheard += 1;
      if (writes) this.numbers.unheardWrites += 1;
    }
  }

  #usedUp({ writes }: Ask): BudgetLimit | undefined {
    const { clock, limits } = this.#options;
    const { maxRequests = Infinity, maxWrites = Infinity, withinMs = Infinity } = limits ?? {};
    if (this.#spent.requests >= maxRequests) return 'maxRequests';
    if (writes && this.#spent.writes >= maxWrites) return 'maxWrites';
    return clock.now() - this.#startedAt >= withinMs ? 'withinMs' : undefined;
  }
}
