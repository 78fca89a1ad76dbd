// The sessions of a run: one for each case, with marks of its own for what it leaves behind. Every exchange of any of them
// passes here: the animal that it left behind is noted, and the rules over every exchange judge it.
import { flagsOf } from '../../http/budget.js';
import { operations, profileOf } from '../../contract/operations.js';
import { animalsIn, type Animal } from '../../contract/values/animals.js';
import type { Origin } from '../../contract/values/testimony.js';
import { ownConnectionsAtOnce } from '../../http/pacing/at-once.js';
import type { Exchange } from '../../http/types.js';
import type { AddedAnimals } from '../rules/added-animals.js';
import { noAnswerBreach } from '../rules/case.js';
import { animalOf } from '../rules/expect.js';
import { Session } from '../rules/session.js';
import type { AnyExperiment } from '../rules/rule.js';
import { isOversized } from '../health/oversized-responses.js';
import { Semaphore } from '../health/semaphore.js';
import { Breach, isSignal, Undecided, type NoAnswer } from '../result/signals.js';
import type { RunOptions } from './options.js';
import { InFlightRequests } from './outages/in-flight.js';
import type { RuleStates } from './rule-states.js';
import { describeCase, type Chosen } from '../evidence/chosen.js';
import type { Origins } from '../evidence/origins.js';
import { nowhere, partsOf, type At, type SortKey } from '../evidence/sort-key.js';
import type { BothAsks } from '../health/asks.js';
import type { TargetHealth } from '../health/target-health.js';

/** The experiment and case for which an exchange was sent. */
interface Occasion {
  /** The experiment's, or of what prepares the run. */
  readonly name: string;
  readonly experiment?: AnyExperiment | undefined;
  readonly at: At;
  /** More than 0 for a case that is sent again. */
  readonly repeat: number;
}

interface SessionsOptions {
  readonly run: RunOptions;
  readonly health: TargetHealth;
  readonly added: AddedAnimals;
  readonly origins: Origins;
}

const quietMs = 1_000;
const mostUnanswered = 5;
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

export class Sessions {
  /** Undefined while the run is prepared. */
  ruleStates: RuleStates | undefined;
  readonly inFlight = new InFlightRequests();
  readonly #options: SessionsOptions;
  readonly #ownConnections = new Semaphore(ownConnectionsAtOnce);
  readonly #underWay = new Set<Promise<unknown>>();
  /** Requests without an answer that are charged to a rule already. */
  readonly #charged = new Set<Exchange>();
  /** Cases without an answer that no rule judges. */
  readonly #unanswered = new Map<string, Set<string>>();
  #visibleAfterMs: number | null = null;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** How long it took until something that was added was listed. */
  get visibleAfterMs(): number | null {
    return this.#visibleAfterMs;
  }

  /**
   * Resolves when no request is under way: a case may be over while some of its requests are not. A request that takes
   * longer than this was not lost because the target ended.
   */
  async untilQuiet(): Promise<void> {
    const asked = Promise.allSettled(this.#underWay);
    await Promise.race([asked, this.#options.run.clock.sleep(quietMs)]);
  }

  /** A session that prepares the run, and belongs to no case. */
  preparing(name: string, asks?: BothAsks): Session {
    return this.#session({ name, at: nowhere, repeat: 0 }, asks);
  }

  ofCase(experiment: AnyExperiment, at: At, repeat = 0, asks?: BothAsks): Session {
    return this.#session({ name: experiment.name, experiment, at, repeat }, asks);
  }

  /** Few cases add anything: only an attempt that does is counted. */
  #lateOrigins(name: string, at: At): () => Origin {
    let next: (() => Origin) | undefined;
    return () => (next ??= this.#options.origins.of(name, at))();
  }

  #noteAsked(asked: Promise<unknown>): void {
    const done = (): void => void this.#underWay.delete(asked);
    this.#underWay.add(asked);
    asked.then(done, done);
  }

  #session(occasion: Occasion, asks: BothAsks = this.#options.health.endpoints): Session {
    const { run, health, added } = this.#options;
    const { name, at } = occasion;
    return new Session({
      catalogue: asks.catalogue,
      quickstart: asks.quickstart,
      clock: run.clock,
      eventualConsistency: health.eventualConsistency,
      added,
      isRepeat: occasion.repeat > 0,
      quotas: health.quotas,
      gatewayErrors: health.gatewayErrors,
      staleLists: health.staleLists,
      origin: this.#lateOrigins(name, at),
      ownConnections: this.#ownConnections,
      readOnly: run.scope.readOnly,
      seesLittle: run.scope.readOnly || flagsOf(run.budget?.limits ?? {}) !== '',
      isGetPetGone: () => !health.servesGetPet,
      onListed: (afterMs) =>
        (this.#visibleAfterMs = Math.max(this.#visibleAfterMs ?? 0, Math.ceil(afterMs))),
      onExchange: (exchange, asked) => this.#note(exchange, occasion, asked),
      onAsked: (asked) => this.#noteAsked(asked),
    });
  }
  /** Every exchange passes here once. */
  #note(exchange: Exchange, occasion: Occasion, asked: number): void {
    const { run, added, health } = this.#options;
    const { ask, answer } = exchange;
    this.inFlight.note(exchange, occasion);
    // The features of answered requests matter only if the candidate can be started again.
    if (answer && run.restartable) run.skipped?.noteAnswered(ask);
    run.onSent?.(exchange, occasion.experiment);
    health.oversizedResponses.note(exchange, occasion.experiment);
    health.brokenLists.note(exchange);
    health.lostResponses.note(exchange);
    health.refusedKey.note(exchange);
    if (ask.writes) added.note(exchange, this.#ruleOf(occasion));
    this.#options.health.changesByOthers.noteShown(exchange, shownIn(exchange));
    if (!answer || profileOf(ask.operation) === 'quickstart') return;
    if (health.quotas.whyCovered(exchange)) return;
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

  /** Notes missing responses to questions of open rules, which break no rule, but are worth a remark. */
  noteSilence(experiment: AnyExperiment, { value }: Chosen): void {
    const cases = this.#unanswered.get(experiment.name) ?? new Set();
    this.#unanswered.set(experiment.name, cases.add(describeCase(experiment, value)));
  }

  get remarks(): readonly string[] {
    return [...this.#unanswered].toSorted(byName).map(([name, cases]) => {
      const all = [...cases].toSorted();
      const more = all.length > mostUnanswered ? `, and ${all.length - mostUnanswered} more` : '';
      return `The contract specifies no response to these requests, and they never received a whole one: ${name} (${all.slice(0, mostUnanswered).join(', ')}${more}).`;
    });
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
