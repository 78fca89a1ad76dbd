// A run as its report tells it: the cases that its seed gives, and the target as far as its responses are recorded, so that
// a case can be sent again without anybody there to respond. Judges nothing.
import { removalDay } from '../../contract/facts.js';
import { operations } from '../../contract/operations.js';
import type { Ask, Exchange } from '../../http/types.js';
import type {
  RecordedExchange,
  Report,
  ReportedCase,
  ReportedExperiment,
  RunFacts,
} from '../result/report.js';
import type { AnyExperiment } from '../rules/rule.js';
import { AddedAnimals } from '../rules/added-animals.js';
import { perform, type Performed } from '../rules/case.js';
import { Session } from '../rules/session.js';
import type { Credentials, Setup } from '../rules/setup.js';
import { hasReason, type Reason } from '../result/reasons.js';
import { isSignal, NotApplicable } from '../result/signals.js';
import { chosen, fewOf } from '../evidence/chosen.js';
import { getPetIsGone } from '../evidence/needs.js';
import { originsIn } from '../evidence/origins.js';
import type { At } from '../evidence/sort-key.js';
import { EventualConsistency } from '../health/store/eventual-consistency.js';
import { NotRecorded, Cassette, CassetteClock, replayed } from './cassette.js';
import { credentialsOfEachForm } from './forms-of-keys.js';
import { RecordedSetup } from './recorded-setup.js';

/** The cases of an experiment by their places. */
export type Values = ReadonlyMap<string, { readonly value: unknown }>;

export interface Listed {
  readonly missing: number;
  readonly strange: number;
  /** The number of cases that were not sent, because an earlier run had used the store. */
  readonly spared: number;
}

interface Fitting {
  readonly values: Values;
  readonly listed: Listed;
}

/** How long the run waited for the latest animal, and a little longer, because pauses grow. */
const settleMs = ({ visibleAfterMs }: RunFacts): number =>
  Math.min(longestSettleMs, Math.max(2_000, 2 * (visibleAfterMs ?? 0)));
/** The longest time that --settle allows. */
const longestSettleMs = 600_000;

export class RecordedRun {
  readonly #report: Report;
  readonly #exchanges: ReadonlyMap<number, RecordedExchange>;
  readonly #isGetPetGone: boolean;

  constructor(report: Report) {
    this.#report = report;
    this.#isGetPetGone =
      report.run.asOf >= removalDay && report.rules.some((rule) => hasReason(rule, getPetIsGone));
    this.#exchanges = new Map(report.samples.map((one) => [one.number, one]));
  }

  /** Those of its exchanges that are there. */
  exchangesOf({ exchanges }: ReportedCase): readonly RecordedExchange[] {
    return exchanges.flatMap((number) => this.#exchanges.get(number) ?? []);
  }

  /** The adds on which cases rest, and which belong to none. */
  ofSetup(): readonly Exchange[] {
    const { setup, experiments } = this.#report.witnesses ?? {
      setup: nothingFound,
      experiments: [],
    };
    const numbers = [setup.twin?.exchange].concat(
      experiments.flatMap(({ firstAdded }) => firstAdded.map(({ exchange }) => exchange)),
    );
    return [...new Set(numbers)].flatMap((number) =>
      number !== undefined && this.#exchanges.has(number)
        ? this.#exchange(number, 'createPet')
        : [],
    );
  }

  /** Throws NotRecorded if the case sends a request that the report does not contain. */
  play(experiment: AnyExperiment, recordedCase: ReportedCase, value: unknown): Promise<Performed> {
    return perform(experiment, value, this.#session(experiment, recordedCase));
  }

  /**
   * Tries each form of key until the cases match those in the report, and returns these. If no form matches, returns
   * those of the first.
   */
  async fitting(
    experiment: AnyExperiment,
    reported?: ReportedExperiment,
  ): Promise<Fitting | undefined> {
    let usual: Fitting | undefined;
    for (const credentials of credentialsOfEachForm()) {
      const setup = this.#setup(reported, credentials);
      const values = await this.#values(experiment, setup);
      if (values === undefined) return undefined;
      const listed = await this.#compared(experiment, setup, values);
      if (listed.missing + listed.strange === 0) return { values, listed };
      usual ??= { values, listed };
    }
    return usual;
  }

  /** Cases that reveal nothing are never sent, and only some of the others are if an earlier run had used the store. */
  async #compared(experiment: AnyExperiment, setup: Setup, values: Values): Promise<Listed> {
    const { name, reveals } = experiment;
    const revealing = [...values].filter(([, { value }]) => reveals?.(value) !== false);
    const { seed } = this.#report.run;
    const count = setup.fewerOf(experiment.fewer ?? Infinity);
    const sent = (await setup.isKnown()) ? fewOf(experiment, revealing, count, seed) : revealing;
    const given = new Set(sent.map(([place]) => place));
    const committed = this.#report.witnesses?.commitment?.find((one) => one.name === name);
    const lines = committed?.cases ?? [];
    const listed = new Set(lines.map((line) => line.slice(0, line.lastIndexOf(' '))));
    const missing = [...given].filter((place) => !listed.has(place)).length;
    // A case that is listed twice would be drawn more often than others.
    const doubled = lines.length - listed.size;
    const strange = [...listed].filter((place) => !given.has(place)).length + doubled;
    const spared = revealing.length - sent.length;
    return { missing, strange, spared };
  }

  /** The cases that the seed gives, by their places. */
  async #values(experiment: AnyExperiment, setup: Setup): Promise<Values | undefined> {
    try {
      const cases = await experiment.cases(setup);
      const { seed } = this.#report.run;
      const all = chosen(experiment, cases, { seed, seeds: setup.seeds }) ?? [];
      return new Map(all.map((one) => [placeOf(one), one]));
    } catch (thrown) {
      if (isSignal(thrown) || thrown instanceof NotRecorded) return undefined;
      throw thrown;
    }
  }

  /** Why the experiment has no cases, whatever the target is; undefined if it has some, or if that depends on the target. */
  async whyNoCases(experiment: AnyExperiment): Promise<Reason | undefined> {
    const [credentials] = credentialsOfEachForm() as [Credentials];
    // A run with --category-ids takes it that others are refused. Where they are, it could have been run with it.
    const { categories, acceptsAnyCategory } = this.#report.witnesses?.setup ?? nothingFound;
    const categoryIds = acceptsAnyCategory === false ? categories.map(BigInt) : [];
    try {
      await experiment.cases(this.#setup(undefined, credentials, categoryIds));
      return undefined;
    } catch (thrown) {
      if (thrown instanceof NotApplicable) return thrown.reason;
      if (isSignal(thrown) || thrown instanceof NotRecorded) return undefined;
      throw thrown;
    }
  }

  #setup(
    reported: ReportedExperiment | undefined,
    credentials: Credentials,
    categoryIds: readonly bigint[] = [],
  ): Setup {
    const { run, target, witnesses } = this.#report;
    return new RecordedSetup(
      {
        effort: run.effort,
        readOnly: run.scope.readOnly,
        asOf: run.asOf,
        categoryIds,
        baseUrl: target.baseUrl,
        credentials,
        servesGetPet: () => !this.#isGetPetGone,
      },
      {
        shared: witnesses?.setup ?? nothingFound,
        experiment: reported,
        exchange: (number, operation) => this.#exchange(number, operation),
      },
    );
  }

  #session({ name }: AnyExperiment, recordedCase: ReportedCase): Session {
    const recorded = this.exchangesOf(recordedCase);
    const { target, run } = this.#report;
    const startedAt = Date.parse(run.startedAt);
    const clock = new CassetteClock(startedAt + (recorded[0]?.startedMs ?? 0));
    const of = (baseUrl: string): Cassette => new Cassette(recorded, { baseUrl, startedAt }, clock);
    const catalogue = of(target.baseUrl);
    const added = new AddedAnimals();
    for (const { id } of run.created) added.remember(id, { startedAt, durationMs: 0 });
    return new Session({
      catalogue,
      // A report without a quickstart address has no exchanges with it.
      quickstart: of(target.quickstartBaseUrl ?? target.baseUrl),
      clock,
      eventualConsistency: new RecordedConsistency(settleMs(run), catalogue),
      added,
      origin: originsIn(run, name, recordedCase),
      readOnly: run.scope.readOnly,
      onExchange: () => {},
    });
  }

  #exchange(number: number, operation: 'createPet' | 'sendMessage'): Exchange {
    const recorded = this.#exchanges.get(number);
    if (recorded === undefined) throw new NotRecorded(`exchange ${number}`);
    const { method, path } = operations[operation];
    const body = recorded.request.body?.text ?? '';
    const ask: Ask = { operation, method, path, validity: 'valid', writes: true, body };
    const { url } = recorded.request;
    return replayed(
      recorded,
      ask,
      { method, path: new URL(url).pathname, headers: [], body },
      Date.parse(this.#report.run.startedAt),
    );
  }
}

/** The run knew more of the target than a single case shows, so it is taken to have waited as long as the recording. */
class RecordedConsistency extends EventualConsistency {
  readonly #cassette: Cassette;

  constructor(settleMs: number, cassette: Cassette) {
    super(settleMs);
    this.#cassette = cassette;
  }

  override bears(...asked: Parameters<EventualConsistency['bears']>): boolean {
    return !this.#cassette.isOver && super.bears(...asked);
  }
}

const nothingFound = { categories: [], acceptsAnyCategory: null, twin: null, messageTwin: null };

export const placeOf = ({ stream, path }: At): string => `${stream} ${path}`;
