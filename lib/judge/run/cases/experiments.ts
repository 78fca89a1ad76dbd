// Carries out experiments: sends every case once, has each of its rules judge the result, and has violations
// explained.
import { ruleNamed } from '../../../contract/ledger.js';
import type { Exchange } from '../../../http/types.js';
import type { Explainer } from '../../failures/explain.js';
import type { Breaches } from '../../failures/failure.js';
import type { AnyExperiment, Cases, ExchangeRule, OpenRule, Rule } from '../../rules/rule.js';
import { Breach, NotApplicable, isSignal, NoAnswer, Undecided } from '../../result/signals.js';
import { tooLargeToKeep } from '../../health/oversized-responses.js';
import type { Semaphore } from '../../health/semaphore.js';
import { samplesPerRule } from '../../result/of-a-rule.js';
import type { RecordedExchange } from '../../result/report.js';
import { bySortKey, keepSorted, type SortKey } from '../../evidence/sort-key.js';
import { isStated, ownerOf, type RuleState } from '../../evidence/rule-state.js';
import { isTimeout } from '../../evidence/evidence.js';
import type { BothAsks } from '../../health/asks.js';
import type { TargetHealth } from '../../health/target-health.js';
import { judge, perform, type Performed } from '../../rules/case.js';
import type { Chosen } from '../../evidence/chosen.js';
import { planned, type Planned, type PlannedOptions } from './planned.js';
import type { CarriedOut, Excused } from '../../evidence/carried-out.js';
import type { Recorder } from '../../result/recorder.js';

/** A longer body is worth recording at once, so that the whole of it need not be kept until the end. */
const cheapBytes = 32 * 1024;

interface ExperimentsOptions extends PlannedOptions {
  readonly semaphore: Semaphore;
  readonly health: TargetHealth;
  readonly explainer: Explainer;
  /** The endpoints for the requests of cases, if they differ from the usual ones. */
  readonly asks: BothAsks | undefined;
}

/** The result of one case for one rule. */
type Shown = 'held' | 'broken' | 'nothing';

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
  readonly #options: ExperimentsOptions;
  /**
   * Violations that did not recur, and timeouts. They are sent once more alone at the end, because a busy target may
   * be slow with everything.
   */
  readonly #leftForLast = new Map<RuleState, Breaches[]>();
  readonly #toldEarly = new Set<RuleState>();

  constructor(options: ExperimentsOptions) {
    this.#options = options;
  }

  /** Sends the cases of several experiments together, the most revealing first. */
  async carryOut(experiments: readonly AnyExperiment[]): Promise<void> {
    const { semaphore, ruleStates } = this.#options;
    const all = await Promise.all(experiments.map((one) => planned(one, this.#options)));
    const { ranking } = ruleStates;
    const cases = all.flatMap((of) =>
      of.chosen.map((one) => ({ of, one, rank: ranking.rankOf(of.experiment, one) })),
    );
    cases.sort((one, other) => one.rank - other.rank);
    const left = new Map(all.map(({ experiment, chosen }) => [experiment, chosen.length]));
    const concluded = all.filter(({ chosen }) => chosen.length === 0).map(this.#conclude);
    await semaphore.each(cases, async ({ of, one }) => {
      await this.#case(of, one);
      const others = (left.get(of.experiment) ?? 1) - 1;
      left.set(of.experiment, others);
      if (others === 0) concluded.push(this.#conclude(of));
    });
    await Promise.all(concluded);
  }

  /** Called when no other request is under way any more. */
  async last(): Promise<void> {
    const { explainer, health, ruleStates } = this.#options;
    health.changesByOthers.lookOnceMore();
    await explainer.askAgain([...this.#leftForLast.values()].flat());
    for (const [ruleState, left] of this.#leftForLast) {
      for (const breaches of left) ruleState.take(await explainer.ofCases(breaches));
      ruleStates.finish(ruleState);
    }
  }

  async #case({ experiment, subscribers, names }: Planned, one: Chosen): Promise<void> {
    const { run, sessions, health, population, ruleStates, recordedCases, asks } = this.#options;
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
    const isOwned = !experiment.mayBeSilent && subscribers.some(judgesCases);
    if (performed.signal instanceof NoAnswer && !isOwned) sessions.noteSilence(experiment, one);
    const verdicts = subscribers.map((ruleState) => ({
      ruleState,
      says: this.#judge(ruleState, done, ruleState === owner),
    }));
    const carriedOut: CarriedOut = {
      experiment,
      at: one,
      names,
      exchanges: performed.exchanges,
      leansOnOthers: performed.leansOnOthers,
      breaks: verdicts.flatMap(({ ruleState: { rule }, says }) =>
        says === 'broken' ? [rule.id] : [],
      ),
      holds: verdicts.flatMap(({ ruleState: { rule }, says }) =>
        says === 'held' && (recordedCases === undefined || holdsAlone(rule, performed))
          ? [rule.id]
          : [],
      ),
      inapplicable: excused,
    };
    run.onCase?.(carriedOut);
    recordedCases?.note(carriedOut);
    for (const { answer } of performed.exchanges) answer?.shorten?.();
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
    const isOpen = silence !== undefined && experiment.mayBeSilent === true;
    const signal = isOpen
      ? new NotApplicable({ what: 'no response' })
      : judge(performed, judgement, owns && !isPreparation);
    if (owns && silence && !isOpen && (isPreparation || !isStated(ruleState)))
      this.#options.sessions.chargeSilence(silence, experiment, one);
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
  readonly #conclude = async ({ experiment, subscribers, cases }: Planned): Promise<void> => {
    for (const ruleState of subscribers) await this.#concludeFor(ruleState, experiment, cases);
  };

  async #concludeFor(
    ruleState: RuleState,
    experiment: AnyExperiment,
    cases: Cases<unknown> | undefined,
  ): Promise<void> {
    const { explainer, health, ruleStates } = this.#options;
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
      else this.#reportFailed(rule.id, ruleState.failures);
    }
    if (rule.form === 'exchanges') await this.#tellEarly(ruleState, rule);
    const isOver = ruleState.experimentOver();
    if (isOver && rule.form !== 'exchanges' && !this.#leftForLast.has(ruleState))
      ruleStates.finish(ruleState);
  }

  /** A rule over every exchange is judged at the end. Whoever wants no more than a failure need not wait for that. */
  async #tellEarly(ruleState: RuleState, rule: ExchangeRule): Promise<void> {
    const { run, explainer } = this.#options;
    const isAsked = run.bail !== undefined && !run.bail.signal.aborted;
    if (!isAsked || ruleState.evidence.broken === 0 || this.#toldEarly.has(ruleState)) return;
    this.#toldEarly.add(ruleState);
    this.#reportFailed(rule.id, (await explainer.ofExchanges(ruleState, rule)).failures);
  }

  #reportFailed(ruleId: string, failures: RuleState['failures']): void {
    if (failures.length === 0) return;
    const { id, kind } = ruleNamed(ruleId);
    this.#options.run.bail?.failed({ id, kind, failures: failures.map(({ failure }) => failure) });
  }

  #leaveForLast(breaches: Breaches): void {
    const { ruleState } = breaches;
    this.#leftForLast.set(ruleState, [...(this.#leftForLast.get(ruleState) ?? []), breaches]);
  }

  #sample({ rule, samples }: RuleState, place: SortKey, exchanges: readonly Exchange[]): void {
    const { run } = this.#options;
    const last = exchanges.at(-1);
    const worst = samples[samplesPerRule - 1];
    if (!last || (worst && bySortKey(worst, { place }) <= 0)) return;
    const sample = { place, recorded: recordedLate(last, rule.id, run.recorder) };
    keepSorted(samples, sample, samplesPerRule);
  }
}

/** Most samples are replaced by others before the end, so only those that stay are recorded. */
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

/** Observations judge no single case. */
const judgesCases = ({ rule }: RuleState): boolean => rule.form === 'cases';

function gather(
  ruleState: RuleState,
  { keep }: OpenRule,
  { performed, one: { value }, place }: Done,
): Shown {
  const { signal, result, exchanges } = performed;
  try {
    const why = signal ?? (keep ? undefined : tooLargeToKeep(exchanges));
    if (why) throw why;
    ruleState.gathered.push({ value, result: keep ? keep(result, value) : result, place });
    ruleState.evidence.passed(exchanges.length);
    return 'held';
  } catch (thrown) {
    if (!isSignal(thrown)) throw thrown;
    ruleState.note(thrown);
    return 'nothing';
  }
}
