// Has the rules judge the recorded cases of a report again, with the code that judged them first: the requests follow
// from the seed, and the responses come from the report. Nobody can have written its result into the report.
import { removalDay } from '../../contract/facts.js';
import { loadLedger } from '../../contract/ledger.js';
import { operations, profileOf } from '../../contract/operations.js';
import type { Ask, Exchange } from '../../http/types.js';
import type {
  RecordedExchange,
  Report,
  RunFacts,
  ReportedCase,
  ReportedExperiment,
} from '../result/report.js';
import type { AnyExperiment, CaseRule, ExchangeRule, OpenRule, Rule } from '../rules/rule.js';
import { AddedAnimals } from '../rules/added-animals.js';
import { Session } from '../rules/session.js';
import type { Credentials, Setup } from '../rules/setup.js';
import { hasReason, reasonInWords } from '../result/reasons.js';
import { Breach, NoAnswer, NotApplicable, isSignal, type Signal } from '../result/signals.js';
import { judge, perform, type Performed } from '../rules/case.js';
import { unmetNeed } from '../evidence/needs.js';
import { chosen, fewOf } from '../evidence/chosen.js';
import { isOfLiveStore } from '../health/store/changes-by-others.js';
import { EventualConsistency } from '../health/store/eventual-consistency.js';
import { digestOfCase, drawn, type Line } from './draw.js';
import { NotRecorded, Cassette, CassetteClock, replayed } from './cassette.js';
import { RecordedSetup } from './recorded-setup.js';
import { credentialsOfEachForm } from './forms-of-keys.js';
import { originsIn } from '../evidence/origins.js';

/** A contradiction between the report and the new judgement of its cases. */
export interface Contradiction {
  readonly rule: string;
  /** "POST /pets without a name", in the words of the experiment. */
  readonly where: string;
  readonly why: string;
  /** The recorded case that contradicts the report, if it is a single case. */
  readonly recordedCase?: ReportedCase;
}

export interface ReEvaluation {
  /** Rules that a recorded case confirms, and questions that were answered again in full. */
  readonly borneOut: ReadonlySet<string>;
  /** Rules that do not apply, as a recorded case shows. */
  readonly inapplicable: ReadonlySet<string>;
  readonly contradictions: readonly Contradiction[];
  /** The objection to the case that is drawn for a passed rule: it is missing, changed, or breaks the rule. */
  readonly undrawn: ReadonlyMap<string, string>;
  /** The experiments whose listed cases are not those that the seed gives. */
  readonly listed: ReadonlyMap<string, Listed>;
  /** At most this many cases are listed for a rule. */
  readonly most: ReadonlyMap<string, number>;
}

/** The cases of an experiment by their places. */
type Values = ReadonlyMap<string, { readonly value: unknown }>;

interface Listed {
  readonly missing: number;
  readonly strange: number;
  /** The number of cases that were not sent, because an earlier run had used the store. */
  readonly spared: number;
}

/** How long the run waited for the latest animal, and a little longer, because pauses grow. */
const settleMs = ({ visibleAfterMs }: RunFacts): number =>
  Math.min(longestSettleMs, Math.max(2_000, 2 * (visibleAfterMs ?? 0)));
/** The longest time that --settle allows. */
const longestSettleMs = 600_000;

/** `withQuestions: false` does not compare the answers to questions. Their requests are judged all the same. */
export async function reEvaluated(
  report: Report,
  rules: readonly Rule[],
  { withQuestions = true }: { readonly withQuestions?: boolean } = {},
): Promise<ReEvaluation> {
  return new Again(report, rules).all(withQuestions);
}

interface Played {
  readonly experiment: AnyExperiment;
  readonly recordedCase: ReportedCase;
  readonly performed: Performed;
}

class Again {
  readonly #report: Report;
  readonly #rules: ReadonlyMap<string, Rule>;
  readonly #experiments: ReadonlyMap<string, AnyExperiment>;
  readonly #exchanges: ReadonlyMap<number, RecordedExchange>;
  readonly #borneOut = new Set<string>();
  readonly #inapplicable = new Set<string>();
  readonly #contradictions: Contradiction[] = [];
  readonly #played: Played[] = [];
  readonly #listed = new Map<string, Listed>();

  constructor(report: Report, rules: readonly Rule[]) {
    this.#report = report;
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
    this.#experiments = new Map(
      rules.flatMap((rule) => rule.experiments.map((one) => [one.name, one])),
    );
    this.#exchanges = new Map(report.samples.map((one) => [one.number, one]));
  }

  async all(withQuestions: boolean): Promise<ReEvaluation> {
    for (const reported of this.#report.witnesses?.experiments ?? [])
      await this.#experiment(reported);
    // Of an experiment without recorded cases, only those are known that do not depend on the store.
    if (this.#report.witnesses?.commitment !== undefined)
      for (const experiment of this.#notRecorded()) await this.#fitting(experiment);
    for (const rule of this.#rules.values()) {
      if (rule.form === 'exchanges') this.#overExchanges(rule);
      if (rule.form === 'open' && withQuestions) this.#answer(rule);
    }
    return {
      borneOut: this.#borneOut,
      inapplicable: this.#inapplicable,
      contradictions: this.#contradictions,
      undrawn: this.#undrawn(),
      listed: this.#listed,
      most: this.#most(),
    };
  }

  /** The number of cases that are listed. */
  #most(): ReadonlyMap<string, number> {
    const { commitment } = this.#report.witnesses ?? {};
    if (commitment === undefined) return new Map();
    const counts = new Map(commitment.map(({ name, cases }) => [name, cases.length]));
    return new Map(
      [...this.#rules.values()].flatMap(({ id, form, experiments }) => {
        const most = experiments.reduce((sum, { name }) => sum + (counts.get(name) ?? 0), 0);
        return form === 'exchanges' ? [] : [[id, most] as const];
      }),
    );
  }

  async #experiment(reported: ReportedExperiment): Promise<void> {
    const experiment = this.#experiments.get(reported.name);
    const values = experiment && (await this.#fitting(experiment, reported));
    for (const recordedCase of reported.cases) {
      const value = values?.get(placeOf(recordedCase));
      if (experiment === undefined || value === undefined)
        this.#contradict(recordedCase, reported.name, 'the seed gives no such case');
      else await this.#case(experiment, recordedCase, value.value);
    }
  }

  /**
   * The experiments of passed rules of which no case is recorded: whoever leaves out a whole experiment, which failed,
   * leaves the rule to others.
   */
  #notRecorded(): readonly AnyExperiment[] {
    const { run, target, witnesses } = this.#report;
    const circumstances = {
      readOnly: run.scope.readOnly,
      hasQuickstart: target.quickstartBaseUrl !== null,
      servesGetPet: run.asOf < removalDay,
    };
    const seen = new Set(witnesses?.experiments.map(({ name }) => name));
    const passed = [...this.#rules.values()].filter(({ id }) => this.#saysPassed(id));
    const ofPassed = new Set(passed.flatMap(({ experiments }) => experiments));
    return [...ofPassed].filter(
      (one) => !seen.has(one.name) && unmetNeed(one, circumstances) === undefined,
    );
  }

  /**
   * Tries each form of key until the cases match those in the report, and returns these. If no form matches, returns
   * those of the first.
   */
  async #fitting(
    experiment: AnyExperiment,
    reported?: ReportedExperiment,
  ): Promise<Values | undefined> {
    let usual: { readonly values: Values; readonly listed: Listed } | undefined;
    for (const credentials of credentialsOfEachForm()) {
      const setup = this.#setup(reported, credentials);
      const values = await this.#values(experiment, setup);
      if (values === undefined) return undefined;
      const listed = await this.#compared(experiment, setup, values);
      if (listed.missing + listed.strange === 0) {
        if (listed.spared > 0) this.#listed.set(experiment.name, listed);
        return values;
      }
      usual ??= { values, listed };
    }
    if (usual) this.#listed.set(experiment.name, usual.listed);
    return usual?.values;
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

  #undrawn(): ReadonlyMap<string, string> {
    const { rules, witnesses } = this.#report;
    if (witnesses?.commitment === undefined) return new Map();
    const passed = rules.flatMap(({ id, outcome }) => {
      const rule = outcome === 'passed' ? this.#rules.get(id) : undefined;
      return rule?.form === 'cases' ? [rule] : [];
    });
    const lines = drawn(witnesses.commitment, passed);
    return new Map(
      passed.flatMap((rule) => {
        const line = lines.get(rule.id);
        const why = line && this.#whyNotDrawn(rule, line);
        return why === undefined ? [] : [[rule.id, why] as const];
      }),
    );
  }

  /** The drawn case is there, it is the one that the run has listed, and it does not break the rule. */
  #whyNotDrawn(rule: CaseRule, line: Line): string | undefined {
    const where = `${line.experiment}, case ${line.path}`;
    const played = this.#played.find(
      ({ experiment, recordedCase }) =>
        experiment.name === line.experiment && placeOf(recordedCase) === placeOf(line),
    );
    if (played === undefined) return `${where}, which the digest of the run draws, is missing`;
    const { recordedCase, performed } = played;
    const recorded = recordedCase.exchanges.flatMap((number) => this.#exchanges.get(number) ?? []);
    if (digestOfCase(recorded) !== line.digest)
      return `${where}, which the digest of the run draws, is not the one that was listed`;
    const signal = judge(performed, rule.judge(), false);
    return this.#isBroken(signal) ? `${where}: ${inWords(signal)}` : undefined;
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

  #setup(reported: ReportedExperiment | undefined, credentials: Credentials): Setup {
    const { run, target, witnesses } = this.#report;
    return new RecordedSetup(
      {
        effort: run.effort,
        readOnly: run.scope.readOnly,
        asOf: run.asOf,
        categoryIds: [],
        baseUrl: target.baseUrl,
        credentials,
      },
      {
        shared: witnesses?.setup ?? nothingFound,
        experiment: reported,
        exchange: (number, operation) => this.#exchange(number, operation),
      },
    );
  }

  async #case(
    experiment: AnyExperiment,
    recordedCase: ReportedCase,
    value: unknown,
  ): Promise<void> {
    const recorded = recordedCase.exchanges.flatMap((number) => this.#exchanges.get(number) ?? []);
    const describe = experiment.describe?.(value) ?? `case ${recordedCase.path}`;
    const where = `${experiment.name}: ${describe}`;
    if (recorded.length < recordedCase.exchanges.length)
      return this.#contradict(recordedCase, where, 'an exchange of this case is missing');
    let performed: Performed;
    try {
      performed = await perform(
        experiment,
        value,
        this.#session(experiment, recordedCase, recorded),
      );
    } catch (thrown) {
      if (!(thrown instanceof NotRecorded)) throw thrown;
      return this.#contradict(
        recordedCase,
        where,
        `the seed gives \`${thrown.request}\`, and that is not among the exchanges`,
      );
    }
    this.#played.push({ experiment, recordedCase, performed });
    for (const id of recordedCase.rules) this.#judge(id, performed, recordedCase, where);
    for (const rule of this.#alsoAbout(experiment, recordedCase)) {
      const signal = judge(performed, rule.judge(), false);
      if (this.#isBroken(signal) && !mayBeTakenBack(performed))
        this.#contradictions.push({ rule: rule.id, where, why: inWords(signal), recordedCase });
    }
    for (const id of recordedCase.excuses) this.#notApplicable(id, performed, recordedCase, where);
  }

  /** Rules that are said to have passed on every case of the experiment, this one included. */
  #alsoAbout(experiment: AnyExperiment, { rules }: ReportedCase): readonly CaseRule[] {
    return [...this.#rules.values()].filter(
      (rule): rule is CaseRule =>
        rule.form === 'cases' &&
        rule.experiments.some(({ name }) => name === experiment.name) &&
        !rules.includes(rule.id) &&
        this.#saysPassed(rule.id),
    );
  }

  /** Does the case show that the rule does not apply, for the reason that the report gives? */
  #notApplicable(
    id: string,
    performed: Performed,
    recordedCase: ReportedCase,
    where: string,
  ): void {
    const rule = this.#rules.get(id);
    const said = this.#report.rules.find((one) => one.id === id);
    const signal = rule?.form === 'cases' ? judge(performed, rule.judge(), false) : undefined;
    const isSaid =
      signal instanceof NotApplicable &&
      hasReason(said, signal.reason) &&
      signal.because === said?.because;
    if (isSaid) this.#inapplicable.add(id);
    else {
      const why = signal === undefined ? 'it applies, and passes' : inWords(signal);
      this.#contradictions.push({ rule: id, where, why, recordedCase });
    }
  }

  #judge(id: string, performed: Performed, recordedCase: ReportedCase, where: string): void {
    const rule = this.#rules.get(id);
    if (rule?.form === 'open' || (rule === undefined && isQuestion(id))) return;
    if (rule?.form !== 'cases') {
      this.#contradictions.push({ rule: id, where, why: 'there is no such rule', recordedCase });
      return;
    }
    const signal = judge(performed, rule.judge(), false);
    if (signal === undefined) this.#borneOut.add(id);
    else this.#contradictions.push({ rule: id, where, why: inWords(signal), recordedCase });
  }

  #contradict(recordedCase: ReportedCase, where: string, why: string): void {
    for (const rule of [...recordedCase.rules, ...recordedCase.excuses])
      this.#contradictions.push({ rule, where, why, recordedCase });
  }

  #session(
    { name }: AnyExperiment,
    recordedCase: ReportedCase,
    recorded: readonly RecordedExchange[],
  ): Session {
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

  #overExchanges(rule: ExchangeRule): void {
    for (const { performed, recordedCase, experiment } of this.#played)
      for (const exchange of performed.exchanges) {
        if (!exchange.answer || profileOf(exchange.ask.operation) === 'quickstart') continue;
        if (!rule.applies(exchange)) continue;
        const signal = signalOf(() => rule.judge(exchange));
        if (signal === undefined) this.#borneOut.add(rule.id);
        else if (signal instanceof Breach && this.#saysPassed(rule.id))
          this.#contradictions.push({
            rule: rule.id,
            where: experiment.name,
            why: inWords(signal),
            recordedCase,
          });
      }
  }

  /** An answer is compared only if all of its cases are recorded. */
  #answer(rule: OpenRule): void {
    const reported = this.#report.observations.find(({ id }) => id === rule.id)?.answer;
    const result = this.#report.rules.find(({ id }) => id === rule.id);
    const cases = this.#played.filter(({ recordedCase }) => recordedCase.rules.includes(rule.id));
    if (reported === undefined || cases.length === 0) return;
    if (cases.length !== result?.evidence.cases) return;
    const place = (one: Played): number => rule.experiments.indexOf(one.experiment);
    const inOrder = [...cases].sort((one, other) => place(one) - place(other));
    const { keep = (all: unknown) => all } = rule;
    let answer: string | undefined;
    const signal = signalOf(() => {
      const gathered = inOrder.map(({ performed: { value, result, signal: lost } }) => {
        if (lost) throw lost;
        return { value, result: keep(result, value) };
      });
      answer = rule.answer(gathered);
    });
    if (answer === reported) this.#borneOut.add(rule.id);
    else
      this.#contradictions.push({
        rule: rule.id,
        where: 'its answer',
        why: signal ? inWords(signal) : `its exchanges give "${answer}"`,
      });
  }

  #isBroken(signal: Signal | undefined): signal is Breach {
    return signal instanceof Breach && !isOfLiveStore(signal, this.#report.run.warnings);
  }

  #saysPassed(id: string): boolean {
    return this.#report.rules.find((one) => one.id === id)?.outcome === 'passed';
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

/** The request of a single gateway error is sent again, and the error is only a warning. */
const mayBeTakenBack = ({ exchanges }: Performed): boolean =>
  exchanges.some(({ answer, noAnswer }) => noAnswer !== undefined || (answer?.status ?? 0) > 500);

let questions: ReadonlySet<string> | undefined;
const isQuestion = (id: string): boolean =>
  (questions ??= new Set(
    loadLedger().rules.flatMap(({ id: each, kind }) => (kind === 'open' ? [each] : [])),
  )).has(id);

const nothingFound = { categories: [], acceptsAnyCategory: null, twin: null, messageTwin: null };

const placeOf = ({ stream, path }: { readonly stream: number; readonly path: string }): string =>
  `${stream} ${path}`;

function signalOf(judging: () => void): Signal | undefined {
  try {
    judging();
    return undefined;
  } catch (thrown) {
    if (isSignal(thrown)) return thrown;
    throw thrown;
  }
}

function inWords(signal: Signal): string {
  if (signal instanceof Breach) return signal.words.cause;
  if (signal instanceof NoAnswer) return 'no response was recorded';
  return signal.reason ? reasonInWords(signal.reason) : '';
}
