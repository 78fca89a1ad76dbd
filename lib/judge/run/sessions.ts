// The sessions of a run: one for each case, with marks of its own for what it leaves behind. What is sent on any of them
// is told with the occasion on which it was.
import { removalDay } from '../../contract/facts.js';
import type { Origin } from '../../contract/values/testimony.js';
import { ownConnectionsAtOnce } from '../../http/pacing/at-once.js';
import type { Exchange } from '../../http/types.js';
import type { AddedAnimals } from '../rules/added-animals.js';
import { Session } from '../rules/session.js';
import type { AnyExperiment } from '../rules/rule.js';
import { Semaphore } from '../health/semaphore.js';
import type { RunOptions } from './options.js';
import type { Origins } from '../evidence/origins.js';
import { nowhere, type At } from '../evidence/sort-key.js';
import type { BothAsks } from '../health/asks.js';
import type { TargetHealth } from '../health/target-health.js';

/** The experiment and case for which an exchange was sent. */
export interface Occasion {
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
  /** Limits the cases that are under way at once. */
  readonly semaphore: Semaphore;
  readonly exchanges: { note(exchange: Exchange, occasion: Occasion, asked: number): void };
  readonly origins: Origins;
}

const quietMs = 1_000;

export class Sessions {
  /**
   * Whether GET /pets/{petId} is gone, as far as is known: then it is tested like any path that the contract does not
   * describe.
   */
  isGetPetGone: boolean;
  readonly #options: SessionsOptions;
  readonly #ownConnections = new Semaphore(ownConnectionsAtOnce);
  readonly #underWay = new Set<Promise<unknown>>();
  #visibleAfterMs: number | null = null;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.isGetPetGone = options.run.asOf >= removalDay;
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
    const { run, health, added, semaphore, exchanges } = this.#options;
    const { name, at } = occasion;
    return new Session({
      catalogue: asks.catalogue,
      quickstart: asks.quickstart,
      clock: run.clock,
      eventualConsistency: health.eventualConsistency,
      added,
      isRepeat: occasion.repeat > 0,
      quota: health.quota,
      gatewayErrors: health.gatewayErrors,
      origin: this.#lateOrigins(name, at),
      resting: (wait) => semaphore.resting(wait),
      ownConnections: this.#ownConnections,
      readOnly: run.scope.readOnly,
      isGetPetGone: () => this.isGetPetGone,
      onListed: (afterMs) =>
        (this.#visibleAfterMs = Math.max(this.#visibleAfterMs ?? 0, Math.ceil(afterMs))),
      onExchange: (exchange, asked) => exchanges.note(exchange, occasion, asked),
      onAsked: (asked) => this.#noteAsked(asked),
    });
  }
}
