// Has the rules judge the recorded cases of a report again, with the code that judged them first: the requests follow
// from the seed, and the responses come from the report. Nobody can have written its result into the report.
import { removalDay } from '../../contract/facts.js';
import { loadLedger } from '../../contract/ledger.js';
import { profileOf } from '../../contract/operations.js';
import type { Exchange } from '../../http/types.js';
import type { Outcome, Report, ReportedCase, ReportedExperiment } from '../result/report.js';
import type { AnyExperiment, CaseRule, ExchangeRule, OpenRule, Rule } from '../rules/rule.js';
import { hasReason, type Reason, reasonInWords } from '../result/reasons.js';
import { Breach, NoAnswer, NotApplicable, isSignal, type Signal } from '../result/signals.js';
import { judge, type Performed } from '../rules/case.js';
import { type Circumstances, unmetNeed } from '../evidence/needs.js';
import { NotRecorded } from './cassette.js';
import { digestOfCase, drawn, isListedOtherwise, type Line, unbroken } from './draw.js';
import { placeOf, RecordedRun, type Listed, type Values } from './recorded-run.js';
import { SaidOfOthers } from './said-of-others.js';

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
  /** The objection to the case that is drawn for a rule that no case is said to break: it is missing, changed, or breaks the rule. */
  readonly undrawn: ReadonlyMap<string, string>;
  /** The experiments whose listed cases are not those that the seed gives. */
  readonly listed: ReadonlyMap<string, Listed>;
  /** At most this many cases are listed for a rule. */
  readonly most: ReadonlyMap<string, number>;
}

/** `withQuestions: false` does not compare the answers to questions. Their requests are judged all the same. */
export async function reEvaluated(
  report: Report,
  rules: readonly Rule[],
  { withQuestions = true }: { readonly withQuestions?: boolean } = {},
): Promise<ReEvaluation> {
  return new Again(report, rules).all(withQuestions);
}

/** Where a contradiction shows. */
type Where = Pick<Contradiction, 'where' | 'recordedCase'>;

interface Played {
  readonly experiment: AnyExperiment;
  readonly recordedCase: ReportedCase;
  readonly where: string;
  readonly performed: Performed;
}

class Again {
  readonly #report: Report;
  readonly #rules: ReadonlyMap<string, Rule>;
  readonly #experiments: ReadonlyMap<string, AnyExperiment>;
  readonly #run: RecordedRun;
  readonly #saidOfOthers: SaidOfOthers;
  readonly #borneOut = new Set<string>();
  readonly #inapplicable = new Set<string>();
  readonly #contradictions: Contradiction[] = [];
  readonly #played: Played[] = [];
  readonly #listed = new Map<string, Listed>();
  #drawn: ReadonlyMap<string, Line> | undefined;

  constructor(report: Report, rules: readonly Rule[]) {
    this.#report = report;
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
    this.#experiments = new Map(
      rules.flatMap((rule) => rule.experiments.map((one) => [one.name, one])),
    );
    this.#run = new RecordedRun(report);
    this.#saidOfOthers = new SaidOfOthers(report);
  }

  async all(withQuestions: boolean): Promise<ReEvaluation> {
    const caseless = await this.#caseless();
    for (const reported of this.#report.witnesses?.experiments ?? [])
      await this.#experiment(reported);
    // Of an experiment without recorded cases, only those are known that do not depend on the store.
    if (this.#report.witnesses?.commitment !== undefined)
      for (const experiment of this.#notRecorded(caseless)) await this.#fitting(experiment);
    for (const { name, cases } of this.#report.witnesses?.commitment ?? [])
      if (!this.#experiments.has(name))
        this.#listed.set(name, { missing: 0, strange: cases.length, spared: 0 });
    for (const rule of this.#rules.values()) {
      if (rule.form === 'exchanges') this.#overExchanges(rule);
      if (rule.form === 'cases' && rule.remembers === true) this.#together(rule);
      if (rule.form === 'open' && withQuestions) this.#answer(rule);
    }
    return {
      borneOut: this.#borneOut,
      inapplicable: new Set([...this.#inapplicable, ...caseless]),
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
        this.#isNone({ where: reported.name, recordedCase }, 'the seed gives no such case');
      else await this.#case(experiment, recordedCase, value.value);
    }
  }

  /** The cases that the seed gives. Notes how they differ from those that the run has listed. */
  async #fitting(
    experiment: AnyExperiment,
    reported?: ReportedExperiment,
  ): Promise<Values | undefined> {
    const { values, listed } = (await this.#run.fitting(experiment, reported)) ?? {};
    if (listed && listed.missing + listed.strange + listed.spared > 0)
      this.#listed.set(experiment.name, listed);
    return values;
  }

  /**
   * The experiments of unbroken rules of which no case is recorded: whoever leaves out a whole experiment, which failed,
   * leaves the rule to others.
   */
  #notRecorded(caseless: ReadonlySet<string>): readonly AnyExperiment[] {
    const seen = new Set(this.#report.witnesses?.experiments.map(({ name }) => name));
    const said = [...this.#rules.values()].filter(
      ({ id }) => this.#saysUnbroken(id) && !caseless.has(id),
    );
    const experiments = new Set(said.flatMap((rule) => rule.experiments));
    return [...experiments].filter(
      (one) => !seen.has(one.name) && unmetNeed(one, this.#circumstances) === undefined,
    );
  }

  get #circumstances(): Circumstances {
    const { run, target } = this.#report;
    return {
      readOnly: run.scope.readOnly,
      hasQuickstart: target.quickstartBaseUrl !== null,
      servesGetPet: run.asOf < removalDay,
    };
  }

  /** Rules that do not apply and have no case at all: an operation is gone, or the user named the categories. */
  async #caseless(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const { id, experiments } of this.#rules.values()) {
      const said = this.#report.rules.find((one) => one.id === id);
      if (said?.outcome !== 'inapplicable') continue;
      const reasons = await Promise.all(experiments.map((one) => this.#whyNoCases(one)));
      if (reasons.length > 0 && reasons.every((reason) => hasReason(said, reason))) found.add(id);
    }
    return found;
  }

  async #whyNoCases(experiment: AnyExperiment): Promise<Reason | undefined> {
    const unmet = unmetNeed(experiment, this.#circumstances);
    return unmet?.reason ?? (await this.#run.whyNoCases(experiment));
  }

  /** The case that the digest of the run draws for each rule. */
  #lines(): ReadonlyMap<string, Line> {
    const { commitment = [] } = this.#report.witnesses ?? {};
    return (this.#drawn ??= drawn(commitment, [...this.#rules.values()]));
  }

  #undrawn(): ReadonlyMap<string, string> {
    const { rules, witnesses } = this.#report;
    if (witnesses?.commitment === undefined) return new Map();
    const all = rules.flatMap(({ id, outcome }) => {
      const rule = unbroken.has(outcome) ? this.#rules.get(id) : undefined;
      return rule?.form === 'cases' ? [rule] : [];
    });
    const lines = this.#lines();
    return new Map(
      all.flatMap((rule) => {
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
    if (digestOfCase(this.#run.exchangesOf(recordedCase)) !== line.digest)
      return `${where}, which the digest of the run draws, is not the one that was listed`;
    const signal = judge(performed, rule.judge(), false);
    if (signal === undefined && !this.#saysPassed(rule.id))
      return `${where}: it applies, and passes`;
    return this.#isBroken(signal) ? `${where}: ${inWords(signal)}` : undefined;
  }

  async #case(
    experiment: AnyExperiment,
    recordedCase: ReportedCase,
    value: unknown,
  ): Promise<void> {
    const where = `${experiment.name}: ${experiment.describe?.(value) ?? `case ${recordedCase.path}`}`;
    const at = { where, recordedCase };
    const exchanges = this.#run.exchangesOf(recordedCase);
    if (exchanges.length < recordedCase.exchanges.length)
      return this.#isNone(at, 'an exchange of this case is missing');
    // No run keeps such a case: whoever takes a response away would make of a failure what decides nothing.
    if (exchanges.some(({ response }) => response === null))
      return this.#isNone(at, 'an exchange of this case has no response');
    let performed: Performed;
    try {
      performed = await this.#run.play(experiment, recordedCase, value);
    } catch (thrown) {
      if (!(thrown instanceof NotRecorded)) throw thrown;
      const { request } = thrown;
      return this.#isNone(at, `the seed gives \`${request}\`, and that is not among the exchanges`);
    }
    const played = { experiment, performed, ...at };
    this.#played.push(played);
    for (const id of recordedCase.rules) this.#judge(id, played);
    for (const rule of this.#alsoAbout(experiment, recordedCase)) {
      const signal = judge(performed, rule.judge(), false);
      if (this.#isBroken(signal) && !mayBeTakenBack(performed))
        this.#contradict(rule.id, at, inWords(signal));
      if (signal === undefined && !this.#saysPassed(rule.id))
        this.#contradict(rule.id, at, 'it applies, and passes');
    }
    for (const id of recordedCase.excuses) this.#notApplicable(id, played);
    for (const id of recordedCase.drawn ?? []) {
      const line = this.#lines().get(id);
      const isIt = line?.experiment === experiment.name && placeOf(line) === placeOf(recordedCase);
      if (!isIt) this.#contradict(id, at, 'the digest of the run draws another case');
    }
    if (this.#isListedOtherwise(experiment, recordedCase))
      this.#isNone(at, 'it is not the case that was listed');
  }

  #isListedOtherwise({ name }: AnyExperiment, recordedCase: ReportedCase): boolean {
    const { commitment = [] } = this.#report.witnesses ?? {};
    return isListedOtherwise(commitment, name, recordedCase, this.#run.exchangesOf(recordedCase));
  }

  /** Rules that are said to be broken by no case of the experiment, this one included. */
  #alsoAbout(experiment: AnyExperiment, { rules }: ReportedCase): readonly CaseRule[] {
    return [...this.#rules.values()].filter(
      (rule): rule is CaseRule =>
        rule.form === 'cases' &&
        rule.experiments.some(({ name }) => name === experiment.name) &&
        !rules.includes(rule.id) &&
        this.#saysUnbroken(rule.id),
    );
  }

  /** Does the case show that the rule does not apply, for the reason that the report gives? */
  #notApplicable(id: string, played: Played): void {
    const rule = this.#rules.get(id);
    const said = this.#report.rules.find((one) => one.id === id);
    const signal =
      rule?.form === 'cases' ? judge(played.performed, rule.judge(), false) : undefined;
    const isSaid =
      signal instanceof NotApplicable &&
      hasReason(said, signal.reason) &&
      signal.because === said?.because;
    if (isSaid) this.#inapplicable.add(id);
    else this.#contradict(id, played, signal ? inWords(signal) : 'it applies, and passes');
  }

  #judge(id: string, played: Played): void {
    const rule = this.#rules.get(id);
    if (rule?.form === 'open' || (rule === undefined && isQuestion(id))) return;
    if (rule?.form !== 'cases') return this.#contradict(id, played, 'there is no such rule');
    const signal = judge(played.performed, rule.judge(), false);
    if (signal === undefined) this.#borneOut.add(id);
    else this.#contradict(id, played, inWords(signal));
  }

  /** A rule that compares cases has seen all of them in turn: one alone cannot repeat an identifier. */
  #together(rule: CaseRule): void {
    if (!this.#saysPassed(rule.id)) return;
    const judgement = rule.judge();
    const startOf = ({ performed: { exchanges } }: Played): number => exchanges[0]?.startedAt ?? 0;
    const own = this.#played.filter(({ experiment }) =>
      rule.experiments.some(({ name }) => name === experiment.name),
    );
    for (const { performed, where, recordedCase } of own.toSorted(
      (one, other) => startOf(one) - startOf(other),
    )) {
      const signal = judge(performed, judgement, false);
      if (this.#isBroken(signal))
        this.#contradict(rule.id, { where, recordedCase }, inWords(signal));
    }
  }

  /** The case can be evidence for nothing. */
  #isNone(at: Where & { readonly recordedCase: ReportedCase }, why: string): void {
    const { rules, excuses } = at.recordedCase;
    for (const rule of [...rules, ...excuses]) this.#contradict(rule, at, why);
  }

  #contradict(rule: string, { where, recordedCase }: Where, why: string): void {
    this.#contradictions.push({ rule, where, why, ...(recordedCase && { recordedCase }) });
  }

  #overExchanges(rule: ExchangeRule): void {
    for (const { performed, recordedCase, experiment } of this.#played)
      for (const exchange of performed.exchanges)
        this.#judgeExchange(rule, exchange, { where: experiment.name, recordedCase });
    for (const exchange of this.#run.ofSetup())
      this.#judgeExchange(rule, exchange, { where: 'the adds on which other cases rest' });
  }

  #judgeExchange(rule: ExchangeRule, exchange: Exchange, where: Where): void {
    if (!exchange.answer || profileOf(exchange.ask.operation) === 'quickstart') return;
    if (!rule.applies(exchange)) return;
    const signal = signalOf(() => rule.judge(exchange));
    if (signal === undefined) this.#borneOut.add(rule.id);
    else if (signal instanceof Breach && this.#saysPassed(rule.id))
      this.#contradict(rule.id, where, inWords(signal));
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
      answer = rule.answer(gathered, (text) => text);
    });
    if (answer === reported) this.#borneOut.add(rule.id);
    else {
      const why = signal ? inWords(signal) : `its exchanges give "${answer}"`;
      this.#contradict(rule.id, { where: 'its answer' }, why);
    }
  }

  #isBroken(signal: Signal | undefined): signal is Breach {
    return signal instanceof Breach && !this.#saidOfOthers.mayExplain(signal);
  }

  #saysPassed(id: string): boolean {
    return this.#outcomeOf(id) === 'passed';
  }

  #saysUnbroken(id: string): boolean {
    const outcome = this.#outcomeOf(id);
    return outcome !== undefined && unbroken.has(outcome);
  }

  #outcomeOf(id: string): Outcome | undefined {
    return this.#report.rules.find((one) => one.id === id)?.outcome;
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
