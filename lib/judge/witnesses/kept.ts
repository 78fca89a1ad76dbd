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
  readonly #experiments = new Map<AnyExperiment, number>();
  readonly #ofRule = new Map<string, Candidate[]>();
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
    const { experiment, at, exchanges, holds } = carriedOut;
    if (holds.length === 0 || this.#asked.get(experiment)?.beyondRecall !== false) return;
    const cost = costOf(exchanges);
    const answers = holds.filter((id) => ruleNamed(id).kind === 'open');
    for (const id of answers) this.#gather(id, carriedOut, cost);
    if (cost === Infinity || answers.length === holds.length) return;
    if (!this.#experiments.has(experiment))
      this.#experiments.set(experiment, this.#experiments.size);
    const place = [cost, experiment.name, at.stream, ...partsOf(at.path)];
    for (const id of holds) {
      if (answers.includes(id)) continue;
      const kept = this.#ofRule.get(id) ?? [];
      this.#ofRule.set(
        id,
        [...kept, { carriedOut, cost, place }]
          .sort(byPlace)
          .filter(({ cost: each }, at) => at === 0 || each <= mostForASecond)
          .slice(0, casesPerRule),
      );
    }
  }

  #gather(id: string, carriedOut: CarriedOut, cost: number): void {
    const gathered = this.#ofAnswer.get(id) ?? { cost: 0, cases: [] };
    gathered.cost += cost;
    if (gathered.cost > mostForAnAnswer) gathered.cases.length = 0;
    else gathered.cases.push(carriedOut);
    this.#ofAnswer.set(id, gathered);
  }

  /** By experiment, in the order of their names. */
  get chosen(): readonly KeptExperiment[] {
    const cases = new Map<CarriedOut, Set<string>>();
    const keep = (one: CarriedOut, id: string): unknown =>
      cases.set(one, (cases.get(one) ?? new Set()).add(id));
    for (const [id, { cases: all }] of this.#ofAnswer) for (const one of all) keep(one, id);
    for (const kept of this.#ofRule.values())
      for (const { carriedOut } of kept)
        for (const id of carriedOut.holds) if (ruleNamed(id).kind !== 'open') keep(carriedOut, id);
    const experiments = new Map<AnyExperiment, CarriedOut[]>();
    for (const one of cases.keys())
      experiments.set(one.experiment, [...(experiments.get(one.experiment) ?? []), one]);
    return [...experiments]
      .map(([experiment, all]) => this.#experiment(experiment, all, cases))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  #experiment(
    experiment: AnyExperiment,
    all: readonly CarriedOut[],
    rules: ReadonlyMap<CarriedOut, ReadonlySet<string>>,
  ): KeptExperiment {
    const asked = this.#asked.get(experiment);
    const named = (
      map: ReadonlyMap<Filter, number> | undefined,
    ): Readonly<Record<string, number>> =>
      Object.fromEntries([...(map ?? [])].map(([status, count]) => [status ?? 'any', count]));
    return {
      name: experiment.name,
      matching: named(asked?.matching),
      missing: named(asked?.missing as ReadonlyMap<Filter, number> | undefined),
      firstAdded: asked?.firstAdded ?? [],
      cases: all
        .map((one) => ({
          place: [one.at.stream, ...partsOf(one.at.path)],
          stream: one.at.stream,
          path: one.at.path,
          exchanges: one.exchanges,
          rules: [...(rules.get(one) ?? [])].sort(),
        }))
        .sort(byPlace)
        .map(({ place: _place, ...one }) => one),
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
