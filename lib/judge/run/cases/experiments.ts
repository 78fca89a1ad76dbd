// Carries out experiments: sends every case once, has each of its rules judge the result, and has violations
// explained.
import { ruleNamed } from '../../../contract/ledger.js';
import type { Exchange } from '../../../http/types.js';
import type { Explainer } from '../../failures/explain.js';
import type { Breaches } from '../../failures/failure.js';
import type { AnyExperiment, Cases, OpenRule, Rule } from '../../rules/rule.js';
import type { Setup } from '../../rules/setup.js';
import {
  Breach,
  NotApplicable,
  isSignal,
  NoAnswer,
  Undecided,
  undecided,
} from '../../result/signals.js';
import type { Sessions } from '../sessions.js';
import type { Semaphore } from '../../health/semaphore.js';
import type { RecordedCases } from '../../recorded-cases/recorded-cases.js';
import type { RunOptions } from '../options.js';
import { samplesPerRule } from '../../result/of-a-rule.js';
import type { RecordedExchange } from '../../result/report.js';
import { bySortKey, keepSorted, nowhere, type SortKey } from '../../evidence/sort-key.js';
import { isStated, ownerOf, type RuleState } from '../../evidence/rule-state.js';
import type { RuleStates } from '../rule-states.js';
import { isTimeout } from '../../evidence/evidence.js';
import type { BothAsks } from '../../health/asks.js';
import type { TargetHealth } from '../../health/target-health.js';
import { judge, perform, type Performed } from '../../rules/case.js';
import { chosen, fewOf, type Chosen } from '../../evidence/chosen.js';
import type { Population } from './population.js';
import type { CarriedOut, Excused } from '../../evidence/carried-out.js';
import type { Recorder } from '../../result/recorder.js';

const cheapBytes = 32 * 1024;

interface ExperimentsOptions {
  readonly run: RunOptions;
  readonly setup: Setup;
  readonly sessions: Sessions;
  readonly semaphore: Semaphore;
  readonly health: TargetHealth;
  readonly ruleStates: RuleStates;
  readonly population: Population;
  readonly explainer: Explainer;
  /** The endpoints for the requests of cases, if they differ from the usual ones. */
  readonly asks: BothAsks | undefined;
  /** Whole cases are recorded here. */
  readonly recordedCases: RecordedCases | undefined;
}

/** The result of one case for one rule. */
type Shown = 'held' | 'broken' | 'nothing';

/** An experiment whose cases are known. */
interface Begun {
  readonly experiment: AnyExperiment;
  readonly subscribers: readonly RuleState[];
  readonly cases: Cases<unknown> | undefined;
  /** Their names. */
  readonly names: readonly string[];
}

/** The cases of an experiment that are sent, and the names of all. */
interface Named {
  readonly chosen: readonly Chosen[];
  readonly names: readonly string[];
}

/** One case with its sort key, and its result. */
interface Done {
  readonly experiment: AnyExperiment;
  readonly one: Chosen;
  readonly place: SortKey;
  readonly performed: Performed;
  /** The rules that, as the case shows, do not apply to it. */
  readonly excused: Excused[];
}

export class Experiments {
  readonly #own: ExperimentsOptions;
  /**
   * Violations that did not recur, and timeouts. They are sent once more alone at the end, because a busy target may
   * be slow with everything.
   */
  readonly #leftForLast = new Map<RuleState, Breaches[]>();

  /** Experiments of rules that a case has broken. */
  readonly #broken = new Set<AnyExperiment>();

  constructor(own: ExperimentsOptions) {
    this.#own = own;
  }

  /** Sends the cases of several experiments together, the most revealing first. */
  async carryOut(experiments: readonly AnyExperiment[]): Promise<void> {
    const { semaphore, ruleStates } = this.#own;
    const begun = await Promise.all(experiments.map((one) => this.#begin(one)));
    const { ranking } = ruleStates;
    const cases = begun.flatMap(({ chosen: all, ...of }) =>
      all.map((one) => ({ of, one, rank: ranking.rankOf(of.experiment, one) })),
    );
    cases.sort((one, other) => one.rank - other.rank);
    const left = new Map(begun.map(({ experiment, chosen: all }) => [experiment, all.length]));
    const concluded = begun.filter(({ chosen: all }) => all.length === 0).map(this.#conclude);
    const inTurn = this.#own.run.bail === undefined ? cases : brokenFirst(cases, this.#broken);
    await semaphore.each(inTurn, async ({ of, one }) => {
      await this.#case(of, one);
      const others = (left.get(of.experiment) ?? 1) - 1;
      left.set(of.experiment, others);
      if (others === 0) concluded.push(this.#conclude(of));
    });
    await Promise.all(concluded);
  }

  async #begin(experiment: AnyExperiment): Promise<Begun & Named> {
    const { run, ruleStates } = this.#own;
    const subscribers = ruleStates.of(experiment);
    for (const ruleState of subscribers)
      if (ruleState.evidence.cases === 0) ruleState.startedAt = run.clock.now();
    const cases = await this.#casesOf(experiment, subscribers);
    const named = cases ? await this.#named(experiment, cases, subscribers) : none;
    return { experiment, subscribers, cases, ...named };
  }

  /** Called when no other request is under way any more. */
  async last(): Promise<void> {
    const { explainer, ruleStates } = this.#own;
    await explainer.askAgain([...this.#leftForLast.values()].flat());
    for (const [ruleState, left] of this.#leftForLast) {
      for (const breaches of left) ruleState.take(await explainer.ofCases(breaches));
      ruleStates.finish(ruleState);
    }
  }

  /**
   * The cases of an experiment. If its setup cannot be brought about, there are none, and each rule notes the reason.
   */
  async #casesOf(
    experiment: AnyExperiment,
    subscribers: readonly RuleState[],
  ): Promise<Cases<unknown> | undefined> {
    const { run, setup, population, sessions, recordedCases } = this.#own;
    try {
      // Once the run is aborted nothing would be sent, so no cases are chosen.
      if (run.signal?.aborted) undecided('interrupted');
      return await experiment.cases(recordedCases?.remembering(experiment, setup) ?? setup);
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown;
      if (experiment.populates) population.noteMissing(thrown);
      for (const ruleState of subscribers) ruleState.note(thrown);
      if (thrown instanceof NoAnswer) sessions.chargeSilence(thrown, experiment, nowhere);
      return undefined;
    }
  }

  async #named(
    experiment: AnyExperiment,
    cases: Cases<unknown>,
    subscribers: readonly RuleState[],
  ): Promise<Named> {
    const { run, setup, ruleStates } = this.#own;
    const found = chosen(experiment, cases, {
      seed: run.seed,
      seeds: setup.seeds,
      onlyCase: run.onlyCase,
    });
    if (!found) {
      const absent = new Undecided({ what: 'case cannot be rebuilt' });
      for (const ruleState of subscribers) ruleState.note(absent);
      return none;
    }
    if (run.onlyCase) return { chosen: found, names: [] };
    const all = ruleStates.ranking.named(experiment, cases, found);
    const names = all.map(({ name }) => name);
    return { chosen: await this.#sent(experiment, all, subscribers), names };
  }

  /** The cases that can reveal something about this target, and that the run may and needs to send. */
  async #sent(
    experiment: AnyExperiment,
    all: readonly Chosen[],
    subscribers: readonly RuleState[],
  ): Promise<readonly Chosen[]> {
    const { run, setup, ruleStates } = this.#own;
    const { ranking } = ruleStates;
    const revealing = all.filter(({ value }) => experiment.reveals?.(value) !== false);
    if (revealing.length < all.length && ranking.usual)
      for (const { evidence } of subscribers) evidence.leaveOut(ranking.usual);
    const allowed = revealing.filter((one) => {
      const why = ranking.leavesOut(experiment, one);
      if (why) for (const { evidence } of subscribers) evidence.leaveOut(why);
      return why === undefined;
    });
    const count = leavesForQuestions(experiment, subscribers, run)
      ? 0
      : setup.fewerOf(experiment.fewer ?? Infinity);
    if (allowed.length <= count || !(await setup.isKnown())) return allowed;
    if (count === 0) for (const { evidence } of subscribers) evidence.leaveOut(answeredBefore);
    return fewOf(experiment, allowed, count, run.seed);
  }

  async #case({ experiment, subscribers, names }: Begun, one: Chosen): Promise<void> {
    const { run, sessions, health, population, ruleStates, recordedCases, asks } = this.#own;
    const why = health.oversizedResponses.of(experiment) ?? run.skipped?.ofCase(experiment, one);
    if (why) return subscribers.forEach((ruleState) => ruleState.note(why));
    const performed = await perform(
      experiment,
      one.value,
      sessions.ofCase(experiment, one, 0, asks),
    );
    if (experiment.populates) population.note(performed);
    const excused: Excused[] = [];
    const place = ruleStates.placeOf(experiment, one);
    const done = { experiment, one, place, performed, excused };
    const owner = ownerOf(subscribers);
    if (performed.signal instanceof NoAnswer && !subscribers.some(judgesCases))
      sessions.noteSilence(experiment, one);
    const verdicts = subscribers.map((ruleState) => ({
      ruleState,
      says: this.#judge(ruleState, done, ruleState === owner),
    }));
    const breaks = verdicts.flatMap(({ ruleState, says }) =>
      says === 'broken' ? [ruleState] : [],
    );
    for (const ruleState of breaks)
      for (const other of ruleState.experiments) this.#broken.add(other);
    const carriedOut: CarriedOut = {
      experiment,
      at: one,
      names,
      exchanges: performed.exchanges,
      breaks: breaks.map(({ rule }) => rule.id),
      holds: verdicts.flatMap(({ ruleState: { rule }, says }) =>
        says === 'held' && (recordedCases === undefined || holdsAlone(rule, performed))
          ? [rule.id]
          : [],
      ),
      inapplicable: excused,
    };
    run.onCase?.(carriedOut);
    recordedCases?.note(carriedOut);
  }

  /** Judges the case by one of its rules. */
  #judge(ruleState: RuleState, done: Done, owns: boolean): Shown {
    const { rule } = ruleState;
    const { signal } = done.performed;
    if (rule.form === 'cases') return this.#judgeCase(ruleState, done, owns);
    if (rule.form === 'open') return gather(ruleState, rule, done);
    // A rule over every exchange needs the exchanges of its own experiments, and this one is missing.
    if (signal instanceof Undecided || signal instanceof NoAnswer) ruleState.note(signal);
    return 'nothing';
  }

  #judgeCase(ruleState: RuleState, done: Done, owns: boolean): Shown {
    const { place, performed, experiment, one } = done;
    const { evidence, judgement } = ruleState;
    if (!judgement) return 'nothing';
    const silence = performed.signal instanceof NoAnswer ? performed.signal : undefined;
    const isPreparation = silence?.exchange.ask.prepares === true;
    const signal = judge(performed, judgement, owns && !isPreparation);
    if (owns && silence && (isPreparation || !isStated(ruleState)))
      this.#own.sessions.chargeSilence(silence, experiment, one);
    if (!signal) {
      evidence.passed(performed.exchanges.length);
      this.#sample(ruleState, place, performed.exchanges);
      return 'held';
    }
    if (!(signal instanceof Breach)) {
      ruleState.note(signal);
      const { id } = ruleState.rule;
      if (signal instanceof NotApplicable && signal.reason !== undefined)
        done.excused.push({ id, reason: signal.reason, because: signal.because });
      return 'nothing';
    }
    // Violations that a changed status may explain are kept apart, so that taking them back takes nothing else back.
    const isOfStatus = signal.wrong?.kind === 'field' && signal.wrong.field === 'status';
    const kind = isOfStatus ? `${experiment.name}, status` : experiment.name;
    const { exchanges } = performed;
    evidence.breached({ ...one, place, kind, experiment, breach: signal, exchanges });
    return 'broken';
  }

  /**
   * Called when all cases of an experiment are judged: explains the violations, and finishes rules that have no further
   * cases.
   */
  readonly #conclude = async ({ experiment, subscribers, cases }: Begun): Promise<void> => {
    for (const ruleState of subscribers) await this.#concludeFor(ruleState, experiment, cases);
  };

  async #concludeFor(
    ruleState: RuleState,
    experiment: AnyExperiment,
    cases: Cases<unknown> | undefined,
  ): Promise<void> {
    const { explainer, health, ruleStates } = this.#own;
    const { rule, evidence } = ruleState;
    if (rule.form === 'cases') {
      const owns = ruleState === ownerOf(ruleStates.of(experiment));
      const breaches = { ruleState, rule, experiment, cases, owns };
      const isLate = evidence.kept.some((one) => one.experiment === experiment && isTimeout(one));
      const explanation = isLate
        ? undefined
        : await explainer.ofCases({ ...breaches, alone: false });
      if (explanation) ruleState.take(explanation);
      const tooFew = experiment.needs?.includes('population')
        ? await health.changesByOthers.whyListsShowTooFew()
        : undefined;
      if (tooFew) ruleState.note(tooFew);
      if (explanation === undefined || explanation.isLeftForLast)
        this.#leaveForLast({ ...breaches, alone: true });
      else if (ruleState.failures.length > 0) this.#reportFailed(ruleState);
    }
    const isOver = ruleState.experimentOver();
    if (isOver && rule.form !== 'exchanges' && !this.#leftForLast.has(ruleState))
      ruleStates.finish(ruleState);
  }

  #reportFailed({ rule, failures }: RuleState): void {
    const { id, kind } = ruleNamed(rule.id);
    this.#own.run.bail?.failed({ id, kind, failures: failures.map(({ failure }) => failure) });
  }

  #leaveForLast(breaches: Breaches): void {
    const { ruleState } = breaches;
    this.#leftForLast.set(ruleState, [...(this.#leftForLast.get(ruleState) ?? []), breaches]);
  }

  #sample({ rule, samples }: RuleState, place: SortKey, exchanges: readonly Exchange[]): void {
    const { run } = this.#own;
    const last = exchanges.at(-1);
    const worst = samples[samplesPerRule - 1];
    if (!last || (worst && bySortKey(worst, { place }) <= 0)) return;
    const sample = { place, recorded: recordedLate(last, rule.id, run.recorder) };
    keepSorted(samples, sample, samplesPerRule);
  }
}

const none: Named = { chosen: [], names: [] };

const answeredBefore = {
  reason: { what: 'quick effort, known store' },
  othersJudge: true,
} as const;

/** Whether a quick run would leave animals behind only for questions, which no rule judges. */
const leavesForQuestions = (
  { needs = [] }: AnyExperiment,
  subscribers: readonly RuleState[],
  { effort }: RunOptions,
): boolean =>
  effort === 'quick' &&
  needs.includes('writes') &&
  !needs.includes('quickstart') &&
  subscribers.every(({ rule }) => rule.form === 'open');

/** Moves the cases of broken experiments to the front, so that the first failures are reported sooner. */
function* brokenFirst<One extends { readonly of: { readonly experiment: AnyExperiment } }>(
  cases: readonly One[],
  broken: ReadonlySet<AnyExperiment>,
): Generator<One> {
  const left = [...cases];
  while (left.length > 0) {
    const at = broken.size === 0 ? 0 : left.findIndex(({ of }) => broken.has(of.experiment));
    yield* left.splice(Math.max(0, at), 1);
  }
}

/** Samples are recorded only at the end, because most are replaced by others before. */
function recordedLate(
  exchange: Exchange,
  rule: string,
  recorder: Recorder,
): () => RecordedExchange {
  if ((exchange.answer?.size ?? 0) <= cheapBytes) return () => recorder.record(exchange, rule);
  const recorded = recorder.record(exchange, rule);
  return () => recorded;
}

/** A rule that compares cases may not judge this case alike without the earlier ones. */
const holdsAlone = (rule: Rule, performed: Performed): boolean =>
  rule.form !== 'cases' ||
  rule.remembers !== true ||
  judge(performed, rule.judge(), false) === undefined;

/** An observation says something of all its cases together. */
const judgesCases = ({ rule }: RuleState): boolean => rule.form === 'cases';

function gather(
  ruleState: RuleState,
  { keep = (result) => result }: OpenRule,
  { performed, one: { value }, place }: Done,
): Shown {
  const { signal, result, exchanges } = performed;
  try {
    if (signal) throw signal;
    ruleState.gathered.push({ value, result: keep(result, value), place });
    ruleState.evidence.passed(exchanges.length);
    return 'held';
  } catch (thrown) {
    if (!isSignal(thrown)) throw thrown;
    ruleState.note(thrown);
    return 'nothing';
  }
}
