// What an experiment and a rule are. An experiment sends; a rule judges what came back, and does nothing else.
// Several rules may judge one experiment, so its requests are sent once. Knows no particular rule.
import type { Arbitrary } from 'fast-check';
import type { RuleId, Statements } from '../../contract/rule-ids.js';
import type { Exchange } from '../../http/types.js';
import type { Nothing } from '../result/of-a-rule.js';
import type { Session } from './session.js';
import type { Setup } from './setup.js';

/**
 * When an experiment runs. `untouched`: before the kit wrote anything. `sparse`: while few animals are there, one
 * experiment after another, so that a list can prove an absence. `populated`: with more than a full list of each
 * status, everything at once.
 */
export const stages = ['untouched', 'sparse', 'populated'] as const;
export type Stage = (typeof stages)[number];

/** What an experiment needs. Without it, the rule is untested and says why. */
export type Need = 'writes' | 'population' | 'quickstart' | 'getPet';

/** A small domain that is tried whole, or a large one that is sampled and shrunk. */
export type Cases<V> = readonly V[] | { readonly arbitrary: Arbitrary<V>; readonly runs: number };

export interface Experiment<V, R> {
  /** The name in plain words. It is unique, since `replay` finds the case by it. */
  readonly name: string;
  readonly stage: Stage;
  readonly needs?: readonly Need[];
  cases(setup: Setup): Cases<V> | Promise<Cases<V>>;
  send(value: V, session: Session): Promise<R>;
  /** How a person would name the case. */
  describe?(value: V): string;
  /** Smaller values that may break the rule as well; for domains without an arbitrary. */
  smaller?(value: V): readonly V[];
  /**
   * The cases are taken from the target's own data, so any one of them shows as much as another: the first suffices.
   */
  readonly picked?: boolean;
  /** Set if its adds bring the animals that fill the lists. */
  readonly populates?: boolean;
  /**
   * How many of its cases are enough where animals of an earlier run testify. The seed chooses them; whatever each adds
   * remains.
   */
  readonly fewer?: number;
  /** How many of those are the first ones, whatever the seed: they show the most. */
  readonly always?: number;
  /** Whether the case can reveal anything in this store. Otherwise it is not sent. */
  reveals?(value: V): boolean;
  /** Set if it reveals nothing while a list with the highest limit holds every animal. */
  readonly beyondAPage?: boolean;
  /** Set if the contract specifies no response to its requests: then a missing one breaks no rule, and is only told. */
  readonly mayBeSilent?: boolean;
  /** Set if it adds an animal so large that lists become slow, so that it is sent last. */
  readonly leavesMuch?: boolean;
}

export type Judge<V, R> = (result: R, value: V) => void;

interface RuleBase {
  readonly id: RuleId;
  /** The experiments that give its evidence. */
  readonly experiments: readonly AnyExperiment[];
  /** Operations that the rule is about but cannot judge. Its result names them. */
  readonly notCovered?: readonly string[];
}

/** Judged case by case. `judge` is made anew for each run, so that it may remember earlier cases. */
export interface CaseRule extends RuleBase {
  readonly form: 'cases';
  readonly judge: () => Judge<unknown, unknown>;
  /** It compares cases with one another: one case alone cannot break it. */
  readonly remembers?: true;
  /** It compares answers in what may rightly vary from time to time: their length, their order. */
  readonly compares?: true;
}

/** Judged over every exchange of the run with the catalogue; its experiments only make sure that there are some. */
export interface ExchangeRule extends RuleBase {
  readonly form: 'exchanges';
  /** Whether this exchange could break the rule. */
  readonly applies: (exchange: Exchange) => boolean;
  readonly judge: (exchange: Exchange) => void;
  /** What the run lacked if no exchange could break the rule. */
  readonly nothing?: Nothing | undefined;
  /** Set if a valid request without a response breaks the rule too. */
  readonly answered?: true;
}

/**
 * Hides the key in a text. The answer of an observation is masked as a whole, but the key in a text that was changed before
 * is not found there.
 */
export type Mask = (text: string) => string;

/** Never judged: says what the target does. */
export interface OpenRule extends RuleBase {
  readonly form: 'open';
  /** Reduces the result of a case to what the answer needs, because the responses may be large and many. */
  readonly keep?: (result: unknown, value: unknown) => unknown;
  readonly answer: (
    cases: readonly { readonly value: unknown; readonly result: unknown }[],
    mask: Mask,
  ) => string;
}

export type Rule = CaseRule | ExchangeRule | OpenRule;

/** An experiment with any values and results: the engine only passes them on. */
export type AnyExperiment = Experiment<any, any>;

/** One experiment or several: the rule judges what any of them may show. */
type OneOrMore<E extends AnyExperiment> = E | readonly E[];
type ValueOf<E> = E extends Experiment<infer V, any> ? V : never;
type ResultOf<E> = E extends Experiment<any, infer R> ? R : never;
type JudgeOf<E> = Judge<ValueOf<E>, ResultOf<E>>;

/** Removes duplicates, because groups of experiments overlap. */
const listOf = (experiments: OneOrMore<AnyExperiment>): readonly AnyExperiment[] => [
  ...new Set(Array.isArray(experiments) ? experiments : [experiments as AnyExperiment]),
];

export function experiment<V, R>(described: Experiment<V, R>): Experiment<V, R> {
  return described;
}

// `says` exists for editors alone, which show the sentence of a rule at its id. It has no value at run time.

/** A rule that judges each case of an experiment by itself. */
export function rule<Id extends RuleId, E extends AnyExperiment>(
  id: Id,
  experiments: OneOrMore<E>,
  judge: JudgeOf<E>,
): CaseRule & { readonly says?: Statements[Id] } {
  return {
    form: 'cases',
    id,
    experiments: listOf(experiments),
    judge: () => judge as Judge<unknown, unknown>,
  };
}

/** A rule that compares answers with one another in what may rightly vary from time to time. */
export function comparing<Id extends RuleId, E extends AnyExperiment>(
  id: Id,
  experiments: OneOrMore<E>,
  judge: JudgeOf<E>,
): CaseRule & { readonly says?: Statements[Id] } {
  return { ...rule(id, experiments, judge), compares: true };
}

/** A rule that compares a case with those before it: `judge` makes the judgement of one run. */
export function remembering<Id extends RuleId, E extends AnyExperiment>(
  id: Id,
  experiments: OneOrMore<E>,
  judge: () => JudgeOf<E>,
): CaseRule & { readonly says?: Statements[Id] } {
  return {
    form: 'cases',
    id,
    experiments: listOf(experiments),
    judge: judge as () => Judge<unknown, unknown>,
    remembers: true,
  };
}

/**
 * A rule over every exchange, whichever rule caused it. The experiments are what it sends when it runs alone; `nothing`
 * says what it lacks if no exchange could break it.
 */
export function everyExchange<Id extends RuleId>(
  id: Id,
  experiments: readonly AnyExperiment[],
  applies: (exchange: Exchange) => boolean,
  judge: (exchange: Exchange) => void,
  nothing?: Nothing,
): ExchangeRule & { readonly says?: Statements[Id] } {
  return { form: 'exchanges', id, experiments: listOf(experiments), applies, judge, nothing };
}

/** A rule over every exchange that a valid request without an answer breaks as well. */
export function everyAnswer<Id extends RuleId>(
  id: Id,
  experiments: readonly AnyExperiment[],
  applies: (exchange: Exchange) => boolean,
  judge: (exchange: Exchange) => void,
): ExchangeRule & { readonly says?: Statements[Id] } {
  return { ...everyExchange(id, experiments, applies, judge), answered: true };
}

/** An observation where the contract is silent. */
export function observe<Id extends RuleId, E extends AnyExperiment>(
  id: Id,
  experiments: OneOrMore<E>,
  answer: (
    cases: readonly { readonly value: ValueOf<E>; readonly result: ResultOf<E> }[],
    mask: Mask,
  ) => string,
): OpenRule & { readonly says?: Statements[Id] } {
  return {
    form: 'open',
    id,
    experiments: listOf(experiments),
    answer: answer as OpenRule['answer'],
  };
}

/** An observation over many cases, which keeps little of each. */
export function observeEach<Id extends RuleId, E extends AnyExperiment, K>(
  id: Id,
  experiments: OneOrMore<E>,
  keep: (result: ResultOf<E>, value: ValueOf<E>) => K,
  answer: (kept: readonly K[], mask: Mask) => string,
): OpenRule & { readonly says?: Statements[Id] } {
  return {
    form: 'open',
    id,
    experiments: listOf(experiments),
    keep: keep as NonNullable<OpenRule['keep']>,
    answer: (cases, mask) =>
      answer(
        cases.map(({ result }) => result as K),
        mask,
      ),
  };
}
