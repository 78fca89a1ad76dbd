// Looks at every exchange of a run, whatever it was sent for: notes the animal that it left behind, and has the rules over
// every exchange judge it.
import { operations, profileOf } from '../../contract/operations.js';
import { animalsIn, type Animal } from '../../contract/values/animals.js';
import type { Exchange } from '../../http/types.js';
import { isOversized } from '../health/oversized-responses.js';
import { animalOf } from '../rules/expect.js';
import { rememberedText } from '../rules/remembered.js';
import type { AnyExperiment } from '../rules/rule.js';
import { Breach, isSignal, Undecided, type NoAnswer } from '../result/signals.js';
import type { AddedAnimals } from '../rules/added-animals.js';
import type { Occasion } from './sessions.js';
import { noAnswerBreach } from '../rules/case.js';
import type { InFlightRequests } from './outages/in-flight.js';
import type { RunOptions } from './options.js';
import { partsOf, type At, type SortKey } from '../evidence/sort-key.js';
import type { RuleStates } from './rule-states.js';
import { describeCase, type Chosen } from '../evidence/chosen.js';
import type { TargetHealth } from '../health/target-health.js';

interface ExchangesOptions {
  readonly run: RunOptions;
  readonly added: AddedAnimals;
  readonly health: TargetHealth;
  readonly inFlight: InFlightRequests;
}

const mostUnanswered = 5;

export class Exchanges {
  /** Undefined while the run is prepared. */
  ruleStates: RuleStates | undefined;
  readonly #options: ExchangesOptions;
  /** Requests without an answer that are charged to a rule already. */
  readonly #charged = new Set<Exchange>();
  /** Cases without an answer that no rule judges. */
  readonly #unanswered = new Set<string>();

  constructor(options: ExchangesOptions) {
    this.#options = options;
  }

  /** Every exchange passes here once. */
  note(exchange: Exchange, occasion: Occasion, asked: number): void {
    const { run, added, health, inFlight } = this.#options;
    const { ask, answer } = exchange;
    inFlight.note(exchange, occasion);
    // The features of answered requests matter only if the candidate can be started again.
    if (answer && run.restartable) run.skipped?.noteAnswered(ask);
    run.onSent?.(exchange, occasion.experiment);
    health.oversizedResponses.note(exchange, occasion.experiment);
    health.brokenLists.note(exchange);
    health.lostResponses.note(exchange);
    if (ask.writes) added.note(exchange, this.#ruleOf(occasion));
    this.#noteShown(exchange);
    if (!answer || profileOf(ask.operation) === 'quickstart') return;
    if (health.quota.whyCovered(exchange)) return;
    for (const { ruleState, rule } of this.ruleStates?.overExchanges ?? []) {
      if (!rule.applies(exchange)) continue;
      try {
        rule.judge(exchange);
        ruleState.evidence.passed(1);
      } catch (thrown) {
        if (!isSignal(thrown)) throw thrown;
        if (thrown instanceof Undecided) ruleState.note(thrown);
        if (!(thrown instanceof Breach)) continue;
        ruleState.evidence.breached({
          place: this.#placeOf(exchange, occasion, asked),
          kind: `${ask.operation} ${answer.status}`,
          experiment: occasion.experiment,
          value: undefined,
          ...occasion.at,
          breach: thrown,
          exchanges: [exchange],
        });
      }
    }
  }

  /**
   * Notes the status in gets and lists: only they show what it was before somebody changed it, not the response to
   * the add.
   */
  #noteShown(exchange: Exchange): void {
    const { changesByOthers } = this.#options.health;
    for (const animal of shownIn(exchange))
      if (!changesByOthers.knows(animal))
        changesByOthers.note({ ...animal, id: rememberedText(animal.id) }, exchange);
  }

  /** Notes missing responses to questions of open rules, which break no rule, but are worth a remark. */
  noteSilence(experiment: AnyExperiment, { value }: Chosen): void {
    this.#unanswered.add(`${experiment.name} (${describeCase(experiment, value)})`);
  }

  get remarks(): readonly string[] {
    const all = [...this.#unanswered].toSorted();
    if (all.length === 0) return [];
    const more = all.length > mostUnanswered ? `, and ${all.length - mostUnanswered} more` : '';
    return [
      `These requests, for which the contract specifies no response, never received a whole one: ${all.slice(0, mostUnanswered).join(', ')}${more}.`,
    ];
  }

  /** A valid request that never gets an answer breaks a stated rule, whatever the experiment was for. */
  chargeSilence(signal: NoAnswer, experiment: AnyExperiment, at: At): void {
    const { exchange } = signal;
    const { operation, validity } = exchange.ask;
    if (validity !== 'valid' || profileOf(operation) === 'quickstart') return;
    if (this.#charged.has(exchange)) return;
    this.#charged.add(exchange);
    for (const { ruleState, rule } of this.ruleStates?.overExchanges ?? []) {
      if (!rule.answered) continue;
      ruleState.evidence.breached({
        place: this.ruleStates?.placeOf(experiment, at) ?? [],
        kind: `${operation} without an answer`,
        experiment,
        value: undefined,
        ...at,
        breach: noAnswerBreach(signal),
        exchanges: [exchange],
      });
    }
  }

  /** The rule under which an animal is listed that was added for this. */
  #ruleOf({ experiment }: Occasion): string | undefined {
    return experiment && this.ruleStates?.of(experiment)[0]?.rule.id;
  }

  /** The smallest request explains best; one that prepared the run cannot be replayed. */
  #placeOf(exchange: Exchange, { name, experiment, at, repeat }: Occasion, asked: number): SortKey {
    const sentFor = experiment
      ? (this.ruleStates?.placeOf(experiment, { ...at, path: '' }) ?? [])
      : [name];
    return [experiment ? 0 : 1, sizeOf(exchange), ...sentFor, repeat, ...partsOf(at.path), asked];
  }
}

function shownIn(exchange: Exchange): readonly Animal[] {
  const { ask, answer } = exchange;
  if (answer?.status !== 200) return [];
  if (ask.operation === operations.getPet.id)
    return [animalOf(exchange)].flatMap((one) => one ?? []);
  // Lists that are larger than any page are not remembered.
  return ask.operation === operations.listPets.id && !isOversized(exchange)
    ? (animalsIn(answer.json) ?? [])
    : [];
}

const sizeOf = ({ ask }: Exchange): number => ask.path.length + (ask.body?.length ?? 0);
