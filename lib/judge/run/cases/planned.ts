// Decides at the beginning of an experiment which of its cases are sent, and notes for its rules why others are not.
import type { AnyExperiment, Cases } from '../../rules/rule.js';
import type { Setup } from '../../rules/setup.js';
import { isSignal, NoAnswer, Undecided, undecided } from '../../result/signals.js';
import type { Sessions } from '../sessions.js';
import type { RunOptions } from '../options.js';
import type { RuleStates } from '../rule-states.js';
import type { RecordedCases } from '../../recorded-cases/recorded-cases.js';
import { chosen, fewOf, type Chosen } from '../../evidence/chosen.js';
import type { LeftOut } from '../../evidence/evidence.js';
import type { RuleState } from '../../evidence/rule-state.js';
import { nowhere } from '../../evidence/sort-key.js';
import type { Population } from './population.js';

export interface PlannedOptions {
  readonly run: RunOptions;
  readonly setup: Setup;
  readonly sessions: Sessions;
  readonly ruleStates: RuleStates;
  readonly population: Population;
  /** Whole cases are recorded here. */
  readonly recordedCases: RecordedCases | undefined;
}

export interface Planned {
  readonly experiment: AnyExperiment;
  readonly subscribers: readonly RuleState[];
  /** Undefined if its setup cannot be brought about. */
  readonly cases: Cases<unknown> | undefined;
  /** Those that are sent. */
  readonly chosen: readonly Chosen[];
  /** The names of all of them. */
  readonly names: readonly string[];
}

export async function planned(experiment: AnyExperiment, own: PlannedOptions): Promise<Planned> {
  const { run, setup, ruleStates } = own;
  const subscribers = ruleStates.of(experiment);
  for (const ruleState of subscribers)
    if (ruleState.evidence.cases === 0) ruleState.startedAt = run.clock.now();
  const cases = await casesOf(experiment, subscribers, own);
  const none = { experiment, subscribers, cases, chosen: [], names: [] };
  if (cases === undefined) return none;
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
  if (run.onlyCase) return { ...none, chosen: found };
  const all = ruleStates.ranking.named(experiment, cases, found);
  return {
    ...none,
    chosen: await sent(experiment, all, subscribers, own),
    names: all.map(({ name }) => name),
  };
}

/** If its setup cannot be brought about, there are none, and each rule notes the reason. */
async function casesOf(
  experiment: AnyExperiment,
  subscribers: readonly RuleState[],
  { run, setup, population, sessions, recordedCases }: PlannedOptions,
): Promise<Cases<unknown> | undefined> {
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

/** The cases that can reveal something about this target, and that the run may and needs to send. */
async function sent(
  experiment: AnyExperiment,
  all: readonly Chosen[],
  subscribers: readonly RuleState[],
  { run, setup, ruleStates: { ranking } }: PlannedOptions,
): Promise<readonly Chosen[]> {
  const leaveOut = (why: LeftOut): void => {
    for (const { evidence } of subscribers) evidence.leaveOut(why);
  };
  const revealing = all.filter(({ value }) => experiment.reveals?.(value) !== false);
  if (revealing.length < all.length && ranking.usual) leaveOut(ranking.usual);
  const allowed = revealing.filter((one) => {
    const why = ranking.leavesOut(experiment, one);
    if (why) leaveOut(why);
    return why === undefined;
  });
  const count = leavesForLittle(experiment, subscribers, run)
    ? 0
    : setup.fewerOf(experiment.fewer ?? Infinity);
  if (allowed.length <= count || !(await setup.isKnown())) return allowed;
  if (count === 0) leaveOut(answeredBefore);
  return fewOf(experiment, allowed, count, run.seed);
}

const answeredBefore = {
  reason: { what: 'quick effort, known store' },
  othersJudge: true,
} as const;

/** Whether a quick run would leave animals behind only for questions, which no rule judges, or ones that are huge. */
const leavesForLittle = (
  { needs = [], leavesMuch = false }: AnyExperiment,
  subscribers: readonly RuleState[],
  { effort }: RunOptions,
): boolean =>
  effort === 'quick' &&
  needs.includes('writes') &&
  !needs.includes('quickstart') &&
  (leavesMuch || subscribers.every(({ rule }) => rule.form === 'open'));
