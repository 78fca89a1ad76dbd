// Decides the order of the cases, and which of them are sent if only so many requests are allowed: those that show most
// come first. The order is measured and passed in; this code knows no case.
import type { Reason } from '../../result/reasons.js';
import { flagsOf, type BudgetLimits } from '../../../http/budget.js';
import { defaultLimit, maximumLimit } from '../../../contract/facts.js';
import type { AnyExperiment, Cases } from '../../rules/rule.js';
import type { ForEach, Order } from '../../rules/order.js';
import { fullStore } from '../../rules/setup.js';
import type { At } from '../../evidence/sort-key.js';
import type { LeftOut } from '../../evidence/evidence.js';
import { namesOf } from './names.js';

const of = (all: ForEach, index: number): number =>
  typeof all === 'number' ? all : (all[index] ?? 0);

/** The limits on what a run may send. */
export interface Budget {
  /** The limits that the user sets. */
  readonly limits?: BudgetLimits;
  /**
   * About this many requests fit into the time. The run notices the end of its time only when it comes, so the last
   * requests are sent for as long as there is time.
   */
  readonly requestsInTime?: number;
  /** The limit that the effort sets. */
  readonly ofEffort?: { readonly requests: number; readonly reason: Reason };
}

/**
 * The requests beside the cases. They prepare a run: the preflight, the first lists, a category, the accepted twin. Some add an animal. Four
 * look at its end whether the first animals are still there.
 */
const besideCases = 13 + 4;
const addedByThen = 4;

/** Animals that fill the lists are worth their adds only where enough requests are left to look at them. */
function animalsFor({ requests, writes }: Spending): number {
  if (requests >= 280 && writes >= 200) return maximumLimit + 1;
  return requests >= 120 && writes >= 90 ? 2 * defaultLimit + 1 : 0;
}

/** The cost of filling the lists if no chosen case does: each animal is added and fetched. */
const filling = (experiments: readonly AnyExperiment[]): number =>
  experiments.some(({ needs = [] }) => needs.includes('population')) &&
  !experiments.some(({ populates }) => populates)
    ? 2 * fullStore
    : 0;

interface Spending {
  readonly requests: number;
  readonly writes: number;
}

interface Unit extends Spending {
  readonly experiment: string;
  readonly name: string;
  readonly rank: number;
  readonly adds: number;
  readonly beyondAPage: boolean;
}

/** The limits that are too small for all cases, and why. */
interface Short {
  readonly most: number;
  readonly limits: BudgetLimits;
  readonly why: LeftOut;
}

/** The rank of each case, by the names of the experiments and of their cases. */
type ByCase<T> = ReadonlyMap<string, ReadonlyMap<string, T>>;

export class Ranking {
  readonly #order: Order;
  readonly #requests: Short | undefined;
  readonly #writes: Short | undefined;
  readonly #ranks = new Map<string, ReadonlyMap<string, number>>();
  /** The reasons why cases are left out; undefined for those that are sent. */
  readonly #cases: ByCase<LeftOut | undefined> | undefined;

  constructor(order: Order, experiments: readonly AnyExperiment[], budget: Budget = {}) {
    this.#order = order;
    const units = unitsOf(order, experiments);
    const whole = wholeOf(units, filling(experiments));
    const { limits: { maxRequests, maxWrites, withinMs } = {}, ofEffort } = budget;
    this.#requests = shortest(whole.requests, [
      ofEffort && {
        ...shortOf({}, ofEffort.requests),
        why: { reason: ofEffort.reason, othersJudge: true },
      },
      shortOf({ maxRequests }, maxRequests),
      shortOf({ withinMs }, budget.requestsInTime),
    ]);
    this.#writes = shortest(whole.writes, [shortOf({ maxWrites }, maxWrites)]);
    if (this.isShort) this.#cases = this.#chosen(units);
  }

  /** Whether some cases cannot be sent. */
  get isShort(): boolean {
    return this.#requests !== undefined || this.#writes !== undefined;
  }

  /** The limits, chosen by the user, that leave something out. */
  get shortLimits(): BudgetLimits {
    return { ...this.#requests?.limits, ...this.#writes?.limits };
  }

  /** How many animals a run with few requests brings. */
  get animals(): number {
    return animalsFor(this.#spending);
  }

  get #spending(): Spending {
    return { requests: this.#requests?.most ?? Infinity, writes: this.#writes?.most ?? Infinity };
  }

  /** Whether any case of the experiment is sent. */
  includes(experiment: AnyExperiment): boolean {
    if (this.#isFree(experiment)) return true;
    return [...(this.#cases?.get(experiment.name)?.values() ?? [])].includes(undefined);
  }

  /** The reason why a case is left out; undefined if it is sent. */
  leavesOut(experiment: AnyExperiment, { stream, name = '' }: At): LeftOut | undefined {
    if (this.#isFree(experiment)) return undefined;
    const known = this.#cases?.get(experiment.name);
    return stream === 0 && known?.has(name) === true ? known.get(name) : this.usual;
  }

  /** The reasons why cases are left out, one for each case that the experiment had when the order was measured. */
  leftOutOf({ name }: AnyExperiment): readonly LeftOut[] {
    const all = [...(this.#cases?.get(name)?.values() ?? [this.usual])];
    return all.flatMap((why) => why ?? []);
  }

  /** The reason why a case is left out whose cost is unknown, or which a store with few animals cannot show. */
  get usual(): LeftOut | undefined {
    return this.#requests?.why ?? this.#writes?.why;
  }

  /** Whether no budget holds it: if it was never measured or, where only the time is limited, time itself ends it. */
  #isFree({ name, stage }: AnyExperiment): boolean {
    if (this.#cases === undefined || this.#order[name] === undefined) return true;
    return (
      this.#requests?.limits.withinMs !== undefined &&
      this.#writes === undefined &&
      stage === 'populated'
    );
  }

  /** Returns the first ones that fit, and passes over those that are too large for the rest. */
  #chosen(units: readonly Unit[]): ByCase<LeftOut | undefined> {
    const cases = new Map<string, Map<string, LeftOut | undefined>>();
    const { animals } = this;
    // Animals that no case adds are counted as well, because the run adds them.
    let missing = Math.max(0, animals - addedByThen);
    const left = {
      requests: this.#spending.requests - besideCases - missing,
      writes: this.#spending.writes - addedByThen - missing,
    };
    const fewer =
      animalsFor({ ...this.#spending, writes: Infinity }) > animals ? this.#writes : this.#requests;
    for (const unit of units) {
      const instead = Math.min(unit.adds, missing);
      const short =
        unit.requests - instead > left.requests
          ? this.#requests
          : // Of what only reads it is of no interest how much may be written.
            unit.writes > instead && unit.writes - instead > left.writes
            ? this.#writes
            : animals <= maximumLimit && unit.beyondAPage
              ? fewer && { ...fewer, why: { ...fewer.why, isOfWrites: false } }
              : undefined;
      let ofExperiment = cases.get(unit.experiment);
      if (!ofExperiment) cases.set(unit.experiment, (ofExperiment = new Map()));
      ofExperiment.set(unit.name, short?.why);
      if (short) continue;
      left.requests -= unit.requests - instead;
      left.writes -= unit.writes - instead;
      missing -= instead;
    }
    return cases;
  }

  /** All cases of an experiment, in their order, with what they are known by. */
  named<One extends At & { readonly value: unknown }>(
    experiment: AnyExperiment,
    cases: Cases<unknown>,
    all: readonly One[],
  ): readonly (One & { readonly name: string })[] {
    const ranked = this.#order[experiment.name];
    const byNumber =
      'arbitrary' in cases ||
      experiment.picked === true ||
      (ranked !== undefined && ranked.cases === undefined);
    if (byNumber) return all.map((one) => ({ ...one, name: one.path }));
    const values = all.map(({ value }) => value);
    const names = namesOf(experiment, values, ranked?.cases);
    return all.map((one, index) => ({ ...one, name: names[index] ?? one.path }));
  }

  /** By the names of its cases. */
  #ranksOf(experiment: string): ReadonlyMap<string, number> {
    let known = this.#ranks.get(experiment);
    if (known === undefined) {
      const { cases, ranks } = this.#order[experiment] ?? { ranks: [] };
      known = new Map(ranks.map((rank, index) => [cases?.[index] ?? String(index), rank]));
      this.#ranks.set(experiment, known);
    }
    return known;
  }

  /** Cases without a rank come last, a case of each experiment in turn. */
  rankOf(
    { name: experiment, leavesMuch = false }: AnyExperiment,
    { stream, path, name = '' }: At,
  ): number {
    const rank = stream === 0 ? this.#ranksOf(experiment).get(name) : undefined;
    return (rank ?? unranked * (stream + 1) + Number(path)) + (leavesMuch ? last : 0);
  }
}

/** Cases without a rank come after all that have one. */
const unranked = 1_000_000;
const last = 1_000_000_000;

function wholeOf(units: readonly Unit[], filling: number): Spending {
  const writes = units.reduce((sum, unit) => sum + unit.writes, filling / 2);
  return {
    requests: units.reduce((sum, unit) => sum + unit.requests, besideCases + filling),
    // An experiment that only reads needs none of our animals.
    writes: writes === 0 ? 0 : addedByThen + writes,
  };
}

/** A limit that the user chose. */
const shortOf = (limits: BudgetLimits, most = Infinity): Short => ({
  most,
  limits,
  why: {
    reason: { what: 'outside budget', values: { flags: flagsOf(limits) } },
    othersJudge: false,
    isOfWrites: limits.maxWrites !== undefined,
  },
});

/** The lowest of the limits that are too small for all cases. */
function shortest(whole: number, all: readonly (Short | undefined)[]): Short | undefined {
  return all.reduce(
    (least, one) =>
      one !== undefined && one.most < Math.min(whole, least?.most ?? Infinity) ? one : least,
    undefined,
  );
}

function unitsOf(order: Order, experiments: readonly AnyExperiment[]): readonly Unit[] {
  const units = experiments.flatMap(({ name, beyondAPage = false }) => {
    const { ranks = [], cases, costs = 1, adds = 0, writes = 0 } = order[name] ?? {};
    return ranks.map((rank, index): Unit => ({
      experiment: name,
      name: cases?.[index] ?? String(index),
      rank,
      requests: of(costs, index),
      writes: of(writes, index),
      adds: of(adds, index),
      beyondAPage,
    }));
  });
  return units.sort((one, other) => one.rank - other.rank);
}
