// Keeps whole cases of a run, so that the rules can judge them again without the target: for each rule the smallest that
// it passed, for each question all cases of its answer where they are small. Judges nothing.
import type { Exchange } from '../../http/types.js';
import type { RecordedExchange, ReportedExperiment } from '../result/report.js';
import type { AnyExperiment, Rule } from '../rules/rule.js';
import type { Filter, Setup } from '../rules/setup.js';
import { ruleNamed } from '../../contract/ledger.js';
import { type Committed, digestOfCase, drawn, isMasked, lineOf, undrawable } from './draw.js';
import { bySortKey, partsOf, type SortKey } from '../evidence/sort-key.js';
import { nameOfExcuse, type CarriedOut, type Excused } from '../evidence/carried-out.js';

/**
 * The number of cases that are recorded for each rule. A single one may have passed by chance; a third is not worth its
 * space.
 */
const casesPerRule = 2;
const mostForASecond = 4 * 1024;
/** A longer body is cut, and its case is not recorded. */
const mostCharacters = 1024 * 1024;
/** The most characters that such a body takes in a report, because each may become an escape of six. */
export const mostWritten = 6 * mostCharacters;
/** The limit for all of them together, the smallest first. */
const mostTogether = 12 * 1024 * 1024;
/** The limit for the cases of one answer. */
const mostForAnAnswer = 32 * 1024;
/**
 * A case with more bytes is listed, but not drawn, and so are all further cases once this many bytes are held for the
 * draw.
 */
const mostForADraw = 32 * 1024;
const mostHeld = 16 * 1024 * 1024;
/** About how many bytes the heads of a request and its response take together. */
const bytesOfHeads = 600;

/** The facts about the store that an experiment asked of the setup. They change as the run continues. */
interface Asked {
  readonly matching: Map<Filter, number>;
  readonly missing: Map<string, number>;
  firstAdded: ReturnType<Setup['firstAdded']> | undefined;
  /** Set if the case asked for something that a report does not keep. */
  beyondRecall: boolean;
}

/** A case that may be recorded. */
interface Candidate {
  readonly carriedOut: CarriedOut;
  readonly cost: number;
  readonly place: SortKey;
}

/** A case of the commitment. */
interface Listed {
  readonly place: SortKey;
  readonly line: string;
  readonly carriedOut: CarriedOut | undefined;
}

interface RecordedCase {
  readonly stream: number;
  readonly path: string;
  readonly exchanges: readonly Exchange[];
  readonly rules: readonly string[];
  readonly excuses: readonly string[];
  readonly drawn?: readonly string[];
}

export interface RecordedExperiment {
  readonly name: string;
  readonly matching: ReportedExperiment['matching'];
  readonly missing: ReportedExperiment['missing'];
  readonly firstAdded: ReturnType<Setup['firstAdded']>;
  readonly cases: readonly RecordedCase[];
}

export class RecordedCases {
  readonly #asked = new Map<AnyExperiment, Asked>();
  readonly #ofRule = new Map<string, Candidate[]>();
  /** The smallest case of each rule that the rule does not apply to, for each reason. */
  readonly #ofInapplicable = new Map<string, Candidate>();
  readonly #committed = new Map<string, Listed[]>();
  #held = 0;
  readonly #record: (exchange: Exchange) => RecordedExchange;
  readonly #ofAnswer = new Map<string, { cost: number; readonly cases: CarriedOut[] }>();

  constructor(record: (exchange: Exchange) => RecordedExchange) {
    this.#record = record;
  }

  /** The same setup, except that changing facts are remembered as this experiment found them. */
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
    const { experiment, at, exchanges, leansOnOthers, holds, inapplicable } = carriedOut;
    const isRecalled = this.#asked.get(experiment)?.beyondRecall === false;
    const cost = isRecalled && !leansOnOthers ? costOf(exchanges) : Infinity;
    const recorded = cost < Infinity ? exchanges.map((one) => this.#record(one)) : [];
    // What is masked cannot be compared with what the seed gives, so that any other case is better.
    const areMasked = recorded.some(isMasked);
    this.#commit(carriedOut, cost, areMasked ? [] : recorded);
    if (!isRecalled) return;
    const place = [areMasked ? 1 : 0, cost, experiment.name, at.stream, ...partsOf(at.path)];
    const candidate: Candidate = { carriedOut, cost, place };
    for (const id of holds)
      if (ruleNamed(id).kind === 'open') this.#gather(id, carriedOut, areMasked ? Infinity : cost);
      else if (cost < Infinity) this.#keep(id, candidate);
    if (cost < Infinity) for (const one of inapplicable) this.#keepInapplicable(one, candidate);
  }

  /** Every case is listed; what can be drawn is held until the draw, which comes after all of them. */
  #commit(carriedOut: CarriedOut, cost: number, recorded: readonly RecordedExchange[]): void {
    const { experiment, at } = carriedOut;
    const isDrawable = recorded.length > 0 && cost <= mostForADraw && this.#held + cost <= mostHeld;
    if (isDrawable) this.#held += cost;
    const line = lineOf(at, isDrawable ? digestOfCase(recorded) : undrawable);
    const place = [at.stream, ...partsOf(at.path)];
    const all = this.#committed.get(experiment.name) ?? [];
    all.push({ place, line, carriedOut: isDrawable ? carriedOut : undefined });
    this.#committed.set(experiment.name, all);
  }

  /** By experiment, in the order of their names. */
  get commitment(): Committed {
    return [...this.#committed]
      .map(([name, all]) => ({ name, cases: all.sort(bySortKey).map(({ line }) => line) }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  #drawn(rules: readonly Rule[]): readonly (readonly [id: string, carriedOut: CarriedOut])[] {
    return [...drawn(this.commitment, rules)].flatMap(([id, { experiment, ...at }]) => {
      const { carriedOut } =
        this.#committed.get(experiment)?.find(({ line }) => line === lineOf(at, at.digest)) ?? {};
      return carriedOut === undefined ? [] : [[id, carriedOut] as const];
    });
  }

  #keep(id: string, candidate: Candidate): void {
    this.#ofRule.set(
      id,
      [...(this.#ofRule.get(id) ?? []), candidate]
        .sort(bySortKey)
        .filter(({ cost }, at) => at === 0 || cost <= mostForASecond)
        .slice(0, casesPerRule),
    );
  }

  #keepInapplicable(excused: Excused, candidate: Candidate): void {
    const name = `${excused.id} ${nameOfExcuse(excused)}`;
    const kept = this.#ofInapplicable.get(name);
    if (kept === undefined || bySortKey(candidate, kept) < 0)
      this.#ofInapplicable.set(name, candidate);
  }

  #gather(id: string, carriedOut: CarriedOut, cost: number): void {
    const gathered = this.#ofAnswer.get(id) ?? { cost: 0, cases: [] };
    gathered.cost += cost;
    if (gathered.cost > mostForAnAnswer) gathered.cases.length = 0;
    else gathered.cases.push(carriedOut);
    this.#ofAnswer.set(id, gathered);
  }

  /**
   * The cases by experiment, in the order of the names. A rule is listed as not applicable only if it applies to no
   * case at all.
   */
  chosen(inapplicable: readonly Excused[], toDraw: readonly Rule[]): readonly RecordedExperiment[] {
    const cases = new Map<
      CarriedOut,
      {
        readonly rules: Set<string>;
        readonly excuses: Set<string>;
        readonly drawn: Set<string>;
      }
    >();
    const of = (one: CarriedOut) => {
      const known = cases.get(one) ?? { rules: new Set(), excuses: new Set(), drawn: new Set() };
      cases.set(one, known);
      return known;
    };
    for (const [id, { cases: all }] of this.#ofAnswer) for (const one of all) of(one).rules.add(id);
    let left = mostTogether;
    const isAffordable = ({ carriedOut, cost }: Candidate): boolean => {
      if (cases.has(carriedOut)) return true;
      if (cost > left) return false;
      left -= cost;
      return true;
    };
    // A rule that does not apply has a single case that shows it.
    for (const excused of inapplicable) {
      const one = this.#ofInapplicable.get(`${excused.id} ${nameOfExcuse(excused)}`);
      if (one !== undefined && isAffordable(one)) of(one.carriedOut).excuses.add(excused.id);
    }
    for (const one of [...this.#ofRule.values()].flat().sort(bySortKey))
      if (isAffordable(one))
        for (const id of one.carriedOut.holds)
          if (ruleNamed(id).kind !== 'open') of(one.carriedOut).rules.add(id);
    for (const [id, carriedOut] of this.#drawn(toDraw)) of(carriedOut).drawn.add(id);
    const experiments = new Map<AnyExperiment, RecordedCase[]>();
    for (const [{ experiment, at, exchanges }, { rules, excuses, drawn: byDigest }] of cases) {
      const { stream, path } = at;
      const kept = {
        stream,
        path,
        exchanges,
        rules: [...rules].sort(),
        excuses: [...excuses].sort(),
        ...(byDigest.size === 0 ? {} : { drawn: [...byDigest].sort() }),
      };
      experiments.set(experiment, [...(experiments.get(experiment) ?? []), kept]);
    }
    return [...experiments]
      .map(([experiment, all]) => this.#experiment(experiment, all))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  #experiment(experiment: AnyExperiment, all: readonly RecordedCase[]): RecordedExperiment {
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
      cases: placed.sort(bySortKey).map(({ one }) => one),
    };
  }
}

function noted<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.set(key, value);
  return value;
}

/** How much a report grows by the case; infinite where it would not hold the whole case. */
function costOf(exchanges: readonly Exchange[]): number {
  let cost = 0;
  for (const { ask, answer } of exchanges) {
    const sizes = [ask.body?.length ?? 0, ask.path.length, answer?.size ?? Infinity];
    if (!answer || answer.truncated || sizes.some((size) => size > mostCharacters)) return Infinity;
    cost += bytesOfHeads + sizes.reduce((sum, size) => sum + size, 0);
  }
  return exchanges.length === 0 ? Infinity : cost;
}
