// How every rule of a run stands: which experiments give its evidence, what it has so far, and its result once it is told.
import type { AnyExperiment, ExchangeRule } from '../../rules/rule.js';
import type { RunOptions } from '../options.js';
import { unmetNeed, type Circumstances } from '../cases/needs.js';
import { partsOf, type At, type Place } from './place.js';
import { Standing } from './standing.js';

/** A rule over every exchange, and how it stands. */
export interface OverExchanges {
  readonly standing: Standing;
  readonly rule: ExchangeRule;
}

export class Standings {
  /** In the order of the rules. */
  readonly all: readonly Standing[];
  readonly overExchanges: readonly OverExchanges[];
  readonly #options: RunOptions;
  readonly #places = new Map<AnyExperiment, number>();
  #told = 0;

  constructor(options: RunOptions, circumstances: Circumstances) {
    const { rules, onlyCase, clock } = options;
    this.#options = options;
    this.all = rules.map((rule) => {
      const experiments = onlyCase ? [onlyCase.experiment] : rule.experiments;
      const possible = experiments.filter((one) => !unmetNeed(one, circumstances));
      const [first] = experiments;
      const unmet = possible.length === 0 && first ? unmetNeed(first, circumstances) : undefined;
      return new Standing(rule, possible, unmet, clock.now());
    });
    for (const one of this.experiments) this.#places.set(one, this.#places.size);
    this.overExchanges = this.all.flatMap((standing) =>
      standing.rule.form === 'exchanges' && !standing.unmet
        ? [{ standing, rule: standing.rule }]
        : [],
    );
  }

  /** Each once, in the order of the rules. */
  get experiments(): readonly AnyExperiment[] {
    return [...new Set(this.all.flatMap(({ experiments }) => experiments))];
  }

  /** Those that an experiment gives evidence to. */
  of(experiment: AnyExperiment): readonly Standing[] {
    return this.all.filter(({ experiments }) => experiments.includes(experiment));
  }

  placeOf(experiment: AnyExperiment, { stream, path }: At): Place {
    return [this.#places.get(experiment) ?? -1, stream, ...partsOf(path)];
  }

  /** Nothing more is to come for this rule. */
  tell(standing: Standing): void {
    const { clock, recorder, catalogue, onEvent } = this.#options;
    const result = standing.finish(clock.now(), recorder.redact);
    this.#told++;
    onEvent?.({
      type: 'rule',
      result,
      done: this.#told,
      of: this.all.length,
      exchanges: catalogue.stats().exchanges,
    });
  }
}
