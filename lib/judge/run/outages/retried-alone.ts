// Finds out which request crashed the candidate, if any. The requests that were in flight are sent again one after
// another. The one after which the candidate ends is to blame only if the restarted candidate lives without it for as
// long as it took to die with it, then dies with it again, and once more when it is the first request: otherwise a
// timer, a limit, a number of requests or chance may have ended it.
import { profileOf } from '../../../contract/operations.js';
import { ofGoneTargets } from '../../../http/asking-again.js';
import type { Ask, Exchange } from '../../../http/types.js';
import type { CreatedAnimal } from '../../result/report.js';
import { AddedAnimals } from '../../rules/added-animals.js';
import type { RunOptions } from '../options.js';
import { plain } from '../../health/asks.js';
import { controls } from '../../health/health.js';
import type { Ending } from './ending.js';
import type { LostRequest } from './in-flight.js';

/** A request may crash the candidate only after the answer. */
const graceMs = 50;
/**
 * How much longer the candidate must live without the request, and how many more requests it must answer: one that
 * ends at random rarely does so just after that.
 */
const control = { moreMs: 1_000, moreRequests: 20 };

/** A request that crashed the candidate although nothing else was under way. */
export interface CrashingRequest {
  readonly suspect: LostRequest;
  readonly exchange: Exchange;
  readonly ending: Ending;
}

export interface Tried {
  readonly crashingRequest?: CrashingRequest;
  /** Whether it ended although only a harmless request was sent. */
  readonly endedAlone?: boolean;
  /** Whether the candidate answers after all this. */
  readonly isThere: boolean;
}

/** The candidate ended with a request. `ending` says how, if that is known. */
interface Death {
  readonly exchange: Exchange;
  readonly ending: Ending | undefined;
}

export class AloneRetry {
  readonly #options: RunOptions;
  readonly #restart: () => Promise<boolean>;
  readonly #added: AddedAnimals;
  /** The number of requests to the candidate that was started last. */
  #requests = 0;

  /** `restart` starts the candidate anew. */
  constructor(options: RunOptions, restart: () => Promise<boolean>) {
    this.#options = options;
    this.#restart = restart;
    this.#added = new AddedAnimals(options.recorder.redact);
  }

  get created(): readonly CreatedAnimal[] {
    return this.#added.created;
  }

  /** Retries the suspects alone, with a candidate that was started no earlier than `since`. */
  async of(suspects: readonly LostRequest[], since: number): Promise<Tried> {
    for (const suspect of suspects)
      if (await this.#diesWith(suspect.exchange.ask))
        return this.#confirmed(suspect, this.#options.clock.now() - since);
    return { isThere: true };
  }

  async #confirmed(suspect: LostRequest, tookMs: number): Promise<Tried> {
    const requests = this.#requests + control.moreRequests;
    if (!(await this.#startsAfresh())) return { isThere: false };
    if (!(await this.#livesWithout(requests, tookMs + control.moreMs)))
      return { isThere: false, endedAlone: (await this.#exitMessage()) !== undefined };
    if (!(await this.#diesWith(suspect.exchange.ask))) return { isThere: true };
    if (!(await this.#startsAfresh())) return { isThere: false };
    // Its first request is shown in its ordinary form, if that is enough.
    const { ask } = suspect.exchange;
    const ordinary = plain(ask);
    let death = await this.#diesWith(ordinary);
    if (!death && ordinary !== ask) {
      if (!(await this.#startsAfresh())) return { isThere: false };
      death = await this.#diesWith(ask);
    }
    if (!death) return { isThere: true };
    const { exchange, ending } = death;
    return {
      isThere: false,
      ...(ending && !ending.isClean && { crashingRequest: { suspect, exchange, ending } }),
    };
  }

  #startsAfresh(): Promise<boolean> {
    this.#requests = 0;
    return this.#restart();
  }

  async #livesWithout(requests: number, ms: number): Promise<boolean> {
    const { clock, signal } = this.#options;
    const until = clock.now() + ms;
    while (this.#requests < requests || clock.now() < until) {
      if (signal?.aborted) break;
      await clock.sleep(ms / requests, signal).catch(() => {});
      if (!(await this.isThere())) return false;
    }
    return true;
  }

  /** The ending of the candidate; undefined while it runs. */
  async #diesWith(ask: Ask): Promise<Death | undefined> {
    const { clock } = this.#options;
    const exchange = await this.#send(ask);
    this.#added.note(exchange);
    await clock.sleep(graceMs);
    return (await this.isThere()) ? undefined : { exchange, ending: await this.#exitMessage() };
  }

  async #exitMessage(): Promise<Ending | undefined> {
    return this.#options.restartable?.exitMessage();
  }

  /** The run began with this request: by itself, it crashes nothing. */
  async isThere(): Promise<boolean> {
    const { noAnswer } = await this.#send(controls.catalogue);
    return (
      noAnswer === undefined || noAnswer.isBroken === true || !ofGoneTargets.has(noAnswer.kind)
    );
  }

  #send(ask: Ask): Promise<Exchange> {
    const { catalogue, quickstart } = this.#options;
    const { connection: _own, ahead: _ahead, ...sent } = ask;
    const endpoint = profileOf(ask.operation) === 'quickstart' ? quickstart : catalogue;
    this.#requests += 1;
    return (endpoint ?? catalogue).send({ ...sent, again: 'on a fresh connection' });
  }
}
