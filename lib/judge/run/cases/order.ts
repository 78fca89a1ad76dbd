// In which order cases are sent, and which of them where a run may send only so many requests: those first that tell the
// most. The order is measured, and handed in; nothing here knows a case.
import { defaultLimit, maximumLimit, statuses } from '../../../contract/facts.js';
import type { AnyExperiment } from '../../rules/rule.js';
import type { At } from '../standing/place.js';

/** The cases of one experiment: how many requests each takes, how many of them add an animal, and its rank among all. */
export interface Ranked {
  readonly costs: ForEach;
  readonly adds?: ForEach;
  readonly ranks: readonly number[];
}

/** Of each case; one number where all have the same. */
export type ForEach = number | readonly number[];
const of = (all: ForEach, index: number): number =>
  typeof all === 'number' ? all : (all[index] ?? 0);

/** By the names of the experiments. */
export type Order = Readonly<Record<string, Ranked>>;

/** How many requests there may be, and what is said of a rule whose cases they leave out. */
export interface Budget {
  readonly requests: number;
  readonly reason: string;
  readonly outcome: 'untested' | 'cantTell';
  /** Time is only known to be over when it is: what comes last is then sent for as long as there is any. */
  readonly bound?: 'time';
}

/** What prepares a run: the preflight, the lists before, a category, the accepted twin. Some of it adds an animal. */
const preparing = 17;
const addedByThen = 8;

/** Animals that fill the lists are worth their adds only where enough requests are left to look at them. */
function animalsFor(requests: number): number {
  if (requests >= 280) return maximumLimit + 1;
  return requests >= 120 ? 2 * defaultLimit + 1 : 0;
}

/** Full lists of each status, where no case that was chosen brings them: each animal is added and fetched. */
const filling = (experiments: readonly AnyExperiment[]): number =>
  experiments.some(({ needs = [] }) => needs.includes('population')) &&
  !experiments.some(({ populates }) => populates)
    ? 2 * statuses.length * (maximumLimit + 1)
    : 0;

interface Unit {
  readonly name: string;
  readonly index: number;
  readonly rank: number;
  readonly cost: number;
  readonly adds: number;
  readonly beyondAPage: boolean;
}

export class Ranking {
  readonly #order: Order;
  readonly budget: Budget | undefined;
  /** The cases that the budget allows; undefined where it allows all. */
  readonly #head: ReadonlyMap<string, ReadonlySet<number>> | undefined;

  constructor(order: Order, experiments: readonly AnyExperiment[], budget?: Budget) {
    this.#order = order;
    const units = unitsOf(order, experiments);
    const whole = units.reduce((sum, { cost }) => sum + cost, preparing + filling(experiments));
    this.budget = budget !== undefined && budget.requests < whole ? budget : undefined;
    if (this.budget) this.#head = headOf(units, this.budget.requests);
  }

  /** How many animals a run with few requests brings. */
  get animals(): number {
    return animalsFor(this.budget?.requests ?? Infinity);
  }

  /** How many it had when the order was measured. */
  casesOf({ name }: AnyExperiment): number {
    return this.#order[name]?.ranks.length ?? 1;
  }

  /** Is there anything of it to be sent? */
  includes(experiment: AnyExperiment): boolean {
    return this.#isFree(experiment) || (this.#head?.get(experiment.name)?.size ?? 0) > 0;
  }

  allows(experiment: AnyExperiment, { stream, path }: At): boolean {
    if (this.#isFree(experiment)) return true;
    return stream === 0 && this.#head?.get(experiment.name)?.has(Number(path)) === true;
  }

  /** All of it may be sent: also what has no rank and, where time is the bound, what comes last in any case. */
  #isFree({ name, stage }: AnyExperiment): boolean {
    if (this.#head === undefined || this.#order[name] === undefined) return true;
    return this.budget?.bound === 'time' && stage === 'populated';
  }

  /** Cases without a rank come last, and those of each experiment in turns. */
  rankOf({ name, leavesMuch = false }: AnyExperiment, { stream, path }: At): number {
    const rank = stream === 0 ? this.#order[name]?.ranks[Number(path)] : undefined;
    return (rank ?? unranked * (stream + 1) + Number(path)) + (leavesMuch ? last : 0);
  }
}

/** Beyond every rank. */
const unranked = 1_000_000;
const last = 1_000_000_000;

function unitsOf(order: Order, experiments: readonly AnyExperiment[]): readonly Unit[] {
  const units = experiments.flatMap(({ name, beyondAPage = false }) => {
    const { ranks = [], costs = 1, adds = 0 } = order[name] ?? {};
    return ranks.map((rank, index): Unit => ({
      name,
      index,
      rank,
      cost: of(costs, index),
      adds: of(adds, index),
      beyondAPage,
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
  const animals = animalsFor(requests);
  let missing = Math.max(0, animals - addedByThen);
  let left = requests - preparing - missing;
  for (const { name, index, cost, adds, beyondAPage } of units) {
    const instead = Math.min(adds, missing);
    if (cost - instead > left) continue;
    if (animals <= maximumLimit && beyondAPage) continue;
    left -= cost - instead;
    missing -= instead;
    let chosen = head.get(name);
    if (!chosen) head.set(name, (chosen = new Set()));
    chosen.add(index);
  }
  return head;
}
