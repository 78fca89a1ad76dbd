// In which order cases are sent, and which of them where a run may send only so many requests: those first that tell the
// most. The order is measured, and handed in; nothing here knows a case.
import { maximumLimit } from '../../../contract/facts.js';
import type { AnyExperiment } from '../../rules/rule.js';
import type { At } from '../standing/place.js';

/** The cases of one experiment by their index: how many requests each takes, how many of them add an animal, and its rank among all cases. */
export interface Ranked {
  readonly costs: readonly number[];
  readonly adds?: readonly number[];
  readonly ranks: readonly number[];
}

/** By the names of the experiments. */
export type Order = Readonly<Record<string, Ranked>>;

/** How many requests there may be, and what is said of a rule whose cases they leave out. */
export interface Budget {
  readonly requests: number;
  readonly reason: string;
  readonly outcome: 'untested' | 'cantTell';
}

/** What prepares a run: the preflight, the lists before, a category, the accepted twin. */
const preparing = 15;
/** Animals that fill the lists are worth their adds only where enough requests are left to look at them. */
const leastForFullLists = 180;

interface Unit {
  readonly name: string;
  readonly index: number;
  readonly rank: number;
  readonly cost: number;
  readonly adds: number;
}

export class Ranking {
  readonly #order: Order;
  readonly budget: Budget | undefined;
  /** The cases that the budget allows; undefined where it allows all. */
  readonly #head: ReadonlyMap<string, ReadonlySet<number>> | undefined;

  constructor(order: Order, experiments: readonly AnyExperiment[], budget?: Budget) {
    this.#order = order;
    const units = unitsOf(order, experiments);
    const whole = units.reduce((sum, { cost }) => sum + cost, preparing);
    this.budget = budget !== undefined && budget.requests < whole ? budget : undefined;
    if (this.budget) this.#head = headOf(units, this.budget.requests);
  }

  /** Are the lists filled? */
  get fillsLists(): boolean {
    return this.budget === undefined || this.budget.requests >= leastForFullLists;
  }

  /** Is there anything of it to be sent? */
  includes({ name }: AnyExperiment): boolean {
    return this.#head === undefined || (this.#head.get(name)?.size ?? 0) > 0;
  }

  allows({ name }: AnyExperiment, { stream, path }: At): boolean {
    return (
      this.#head === undefined || (stream === 0 && this.#head.get(name)?.has(Number(path)) === true)
    );
  }

  /** Cases without a rank come last, and those of each experiment in turns. */
  compare(one: At & { readonly of: AnyExperiment }, other: typeof one): number {
    return (
      this.#rankOf(one.of, one) - this.#rankOf(other.of, other) ||
      one.stream - other.stream ||
      Number(one.path) - Number(other.path)
    );
  }

  #rankOf({ name }: AnyExperiment, { stream, path }: At): number {
    return (stream === 0 ? this.#order[name]?.ranks[Number(path)] : undefined) ?? unranked;
  }
}

/** Beyond every rank; not infinite, as the difference of two such would be no number. */
const unranked = Number.MAX_SAFE_INTEGER;

function unitsOf(order: Order, experiments: readonly AnyExperiment[]): readonly Unit[] {
  const units = experiments.flatMap(({ name }) => {
    const { ranks = [], costs = [], adds = [] } = order[name] ?? {};
    return ranks.map((rank, index): Unit => ({
      name,
      index,
      rank,
      cost: costs[index] ?? 1,
      adds: adds[index] ?? 0,
    }));
  });
  return units.sort((one, other) => one.rank - other.rank);
}

/** As many of the first as fit; what is too large for what is left is passed over. */
function headOf(
  units: readonly Unit[],
  requests: number,
): ReadonlyMap<string, ReadonlySet<number>> {
  const head = new Map<string, Set<number>>();
  // Those that no case adds are added besides.
  let missing = requests >= leastForFullLists ? maximumLimit + 1 : 0;
  let left = requests - preparing - missing;
  for (const { name, index, cost, adds } of units) {
    const instead = Math.min(adds, missing);
    if (cost - instead > left) continue;
    left -= cost - instead;
    missing -= instead;
    let chosen = head.get(name);
    if (!chosen) head.set(name, (chosen = new Set()));
    chosen.add(index);
  }
  return head;
}
