// Holds the state of every rule of a run: the experiments that give its evidence, the evidence so far, and its result
// once it is finished.
import type { AnyExperiment, ExchangeRule, Rule } from '../rules/rule.js';
import type { RunOptions } from './options.js';
import { unmetNeed, type Unmet } from '../evidence/needs.js';
import { Ranking, type Budget } from './cases/order.js';
import { partsOf, type At, type SortKey } from '../evidence/sort-key.js';
import { RuleState } from '../evidence/rule-state.js';

/** A rule over every exchange, with its state. */
interface OverExchanges {
  readonly ruleState: RuleState;
  readonly rule: ExchangeRule;
}

export class RuleStates {
  /** The states in the order of the rules. */
  readonly all: readonly RuleState[];
  readonly overExchanges: readonly OverExchanges[];
  /** Decides the order of the cases, and which of them are sent. */
  readonly ranking: Ranking;
  readonly #options: RunOptions;
  readonly #places = new Map<AnyExperiment, number>();
  #concluded = 0;

  constructor(options: RunOptions, servesGetPet: boolean, budget: Budget) {
    const { rules, onlyCase, clock, scope, quickstart, order = {} } = options;
    const { readOnly } = scope;
    const circumstances = { readOnly, hasQuickstart: quickstart !== undefined, servesGetPet };
    this.#options = options;
    const isPossible = (one: AnyExperiment): boolean => !unmetNeed(one, circumstances);
    const experimentsOf = (rule: Rule): readonly AnyExperiment[] =>
      onlyCase ? [onlyCase.experiment] : rule.experiments;
    const possible = [...new Set(rules.flatMap(experimentsOf).filter(isPossible))];
    this.ranking = new Ranking(order, possible, onlyCase ? undefined : budget);
    this.all = rules.map((rule) => {
      const experiments = experimentsOf(rule);
      const included = experiments.filter((one) => isPossible(one) && this.ranking.includes(one));
      const [first] = experiments;
      const unmet =
        included.length === 0 && first
          ? (unmetNeed(first, circumstances) ?? this.#unmetBudget(first))
          : undefined;
      const ruleState = new RuleState(rule, included, unmet, clock.now());
      for (const one of experiments)
        if (isPossible(one) && !included.includes(one)) this.#leaveOut(one, ruleState);
      return ruleState;
    });
    for (const one of this.experiments) this.#places.set(one, this.#places.size);
    this.overExchanges = this.all.flatMap((ruleState) =>
      ruleState.rule.form === 'exchanges' && !ruleState.unmet
        ? [{ ruleState, rule: ruleState.rule }]
        : [],
    );
  }

  /** Each once, in the order of the rules. */
  get experiments(): readonly AnyExperiment[] {
    return [...new Set(this.all.flatMap(({ experiments }) => experiments))];
  }

  /** The rules that an experiment gives evidence to. */
  of(experiment: AnyExperiment): readonly RuleState[] {
    return this.all.filter(({ experiments }) => experiments.includes(experiment));
  }

  placeOf(experiment: AnyExperiment, { stream, path }: At): SortKey {
    return [this.#places.get(experiment) ?? -1, stream, ...partsOf(path)];
  }

  #unmetBudget(experiment: AnyExperiment): Unmet | undefined {
    const [why] = this.ranking.leftOutOf(experiment);
    return why && { outcome: 'untested', reason: why.reason };
  }

  #leaveOut(experiment: AnyExperiment, { evidence }: RuleState): void {
    for (const why of this.ranking.leftOutOf(experiment)) evidence.leaveOut(why);
  }

  /** Finishes a rule for which no more evidence will come. */
  finish(ruleState: RuleState): void {
    const { clock, recorder, catalogue, onEvent } = this.#options;
    const result = ruleState.finish(clock.now(), recorder.redact);
    this.#concluded++;
    onEvent?.({
      type: 'rule',
      result,
      done: this.#concluded,
      of: this.all.length,
      exchanges: catalogue.stats().exchanges,
    });
  }
}
