// Keeps whole cases of a run, so that the rules can judge them again without the target: for each rule the smallest that
// it passed, for each question all cases of its answer where they are small. Judges nothing.
import type { Exchange } from '../../http/types.js';
import type { WitnessedSetup } from '../result/report.js';
import type { AnyExperiment } from '../rules/rule.js';
import type { Filter, Setup } from '../rules/setup.js';
import { ruleNamed } from '../../contract/ledger.js';
import type { CarriedOut } from '../run/options.js';
import { byPlace, partsOf, type Place } from '../run/standing/place.js';

/** Cases for each rule: one may be a chance, but a second one is not worth much room. */
const casesPerRule = 2;
const mostForASecond = 4 * 1024;
/** Beyond this a body is cut, and its case is not kept. */
export const mostCharacters = 1024 * 1024;
/** What the cases of one answer may come to. */
const mostForAnAnswer = 32 * 1024;
/** Head of a request and its answer, about. */
const bytesOfHeads = 600;

/** What an experiment asked of the setup that changes as the run goes on. */
interface Asked {
  readonly matching: Map<Filter, number>;
  readonly missing: Map<string, number>;
  firstAdded: ReturnType<Setup['firstAdded']> | undefined;
  /** It asked for more than is kept. */
  beyondRecall: boolean;
}

/** A case that may be kept. */
interface Candidate {
  readonly carriedOut: CarriedOut;
  readonly cost: number;
  readonly place: Place;
}

export interface KeptCase {
  readonly stream: number;
  readonly path: string;
  readonly exchanges: readonly Exchange[];
  readonly rules: readonly string[];
  readonly excuses: readonly string[];
}

export interface KeptExperiment {
  readonly name: string;
  readonly matching: WitnessedSetup['matching'];
  readonly missing: WitnessedSetup['missing'];
  readonly firstAdded: ReturnType<Setup['firstAdded']>;
  readonly cases: readonly KeptCase[];
}

export class KeptCases {
  readonly #asked = new Map<AnyExperiment, Asked>();
  readonly #ofRule = new Map<string, Candidate[]>();
  /** For each rule the smallest case that it does not apply to. */
  readonly #ofExcuse = new Map<string, Candidate>();
  readonly #ofAnswer = new Map<string, { cost: number; readonly cases: CarriedOut[] }>();

  /** The setup as it is, but that what changes is remembered as this experiment found it. */
  remembering(experiment: AnyExperiment, setup: Setup): Setup {
    const asked: Asked = {
      matching: new Map(),
      missing: new Map(),
      firstAdded: undefined,
      beyondRecall: false,
    };
    this.#asked.set(experiment, asked);
    const overrides: Partial<Setup> = {
      matching: async (status) => noted(asked.matching, status, await setup.matching(status)),
      missing: async (status) => noted(asked.missing, status, await setup.missing(status)),
      firstAdded: () => (asked.firstAdded = setup.firstAdded()),
      before: () => {
        asked.beyondRecall = true;
        return setup.before();
      },
    };
    return new Proxy(setup, {
      get: (target, name) => {
        const own = overrides[name as keyof Setup];
        if (own !== undefined) return own;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  note(carriedOut: CarriedOut): void {
    const { experiment, at, exchanges, holds, excused } = carriedOut;
    if (this.#asked.get(experiment)?.beyondRecall !== false) return;
    const cost = costOf(exchanges);
    const place = [cost, experiment.name, at.stream, ...partsOf(at.path)];
    const candidate: Candidate = { carriedOut, cost, place };
    for (const id of holds)
      if (ruleNamed(id).kind === 'open') this.#gather(id, carriedOut, cost);
      else if (cost < Infinity) this.#keep(id, candidate);
    if (cost < Infinity) for (const id of excused) this.#keepExcuse(id, candidate);
  }

  #keep(id: string, candidate: Candidate): void {
    this.#ofRule.set(
      id,
      [...(this.#ofRule.get(id) ?? []), candidate]
        .sort(byPlace)
        .filter(({ cost }, at) => at === 0 || cost <= mostForASecond)
        .slice(0, casesPerRule),
    );
  }

  #keepExcuse(id: string, candidate: Candidate): void {
    const kept = this.#ofExcuse.get(id);
    if (kept === undefined || byPlace(candidate, kept) < 0) this.#ofExcuse.set(id, candidate);
  }

  #gather(id: string, carriedOut: CarriedOut, cost: number): void {
    const gathered = this.#ofAnswer.get(id) ?? { cost: 0, cases: [] };
    gathered.cost += cost;
    if (gathered.cost > mostForAnAnswer) gathered.cases.length = 0;
    else gathered.cases.push(carriedOut);
    this.#ofAnswer.set(id, gathered);
  }

  /** By experiment, in the order of their names. Excuses only of rules that apply to no case at all. */
  chosen(isExcused: (id: string) => boolean): readonly KeptExperiment[] {
    const cases = new Map<
      CarriedOut,
      { readonly rules: Set<string>; readonly excuses: Set<string> }
    >();
    const of = (one: CarriedOut) => {
      const known = cases.get(one) ?? { rules: new Set(), excuses: new Set() };
      cases.set(one, known);
      return known;
    };
    for (const [id, { cases: all }] of this.#ofAnswer) for (const one of all) of(one).rules.add(id);
    for (const kept of this.#ofRule.values())
      for (const { carriedOut } of kept)
        for (const id of carriedOut.holds)
          if (ruleNamed(id).kind !== 'open') of(carriedOut).rules.add(id);
    for (const [id, { carriedOut }] of this.#ofExcuse)
      if (isExcused(id)) of(carriedOut).excuses.add(id);
    const experiments = new Map<AnyExperiment, KeptCase[]>();
    for (const [{ experiment, at, exchanges }, { rules, excuses }] of cases) {
      const { stream, path } = at;
      const kept = {
        stream,
        path,
        exchanges,
        rules: [...rules].sort(),
        excuses: [...excuses].sort(),
      };
      experiments.set(experiment, [...(experiments.get(experiment) ?? []), kept]);
    }
    return [...experiments]
      .map(([experiment, all]) => this.#experiment(experiment, all))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  #experiment(experiment: AnyExperiment, all: readonly KeptCase[]): KeptExperiment {
    const asked = this.#asked.get(experiment);
    const named = (
      map: ReadonlyMap<Filter, number> | undefined,
    ): Readonly<Record<string, number>> =>
      Object.fromEntries([...(map ?? [])].map(([status, count]) => [status ?? 'any', count]));
    const placed = all.map((one) => ({ one, place: [one.stream, ...partsOf(one.path)] }));
    return {
      name: experiment.name,
      matching: named(asked?.matching),
      missing: named(asked?.missing as ReadonlyMap<Filter, number> | undefined),
      firstAdded: asked?.firstAdded ?? [],
      cases: placed.sort(byPlace).map(({ one }) => one),
    };
  }
}

function noted<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.set(key, value);
  return value;
}

/** What a report grows by; without end where it would not hold the whole case. */
function costOf(exchanges: readonly Exchange[]): number {
  let cost = 0;
  for (const { ask, answer } of exchanges) {
    const sizes = [ask.body?.length ?? 0, ask.path.length, answer?.size ?? Infinity];
    if (!answer || answer.truncated || sizes.some((size) => size > mostCharacters)) return Infinity;
    cost += bytesOfHeads + sizes.reduce((sum, size) => sum + size, 0);
  }
  return exchanges.length === 0 ? Infinity : cost;
}
