// The candidate of a run, and those that are started in its place when it has crashed: at the same address, in the same
// way, one after another. Must not know what is tested.
import { CannotTest } from '../../judge/health/cannot-test.js';
import { type Restartable } from '../../judge/run/options.js';
import { byItself } from '../../judge/run/outages/ending.js';
import { somebodyListens } from '../../http/sockets/listens.js';
import { noneUnasked, type Transport, TransportError } from '../../http/types.js';
import type { Candidate, Ended } from './candidate.js';
import { untilReady, type Waiting } from './wait.js';

/** A process is known to have ended soon after its connections. */
const endingMs = 1_000;

export interface Starting {
  readonly start: () => Candidate;
  readonly baseUrl: string;
  /** How to wait for a restarted candidate. */
  readonly waiting: () => Omit<Waiting, 'candidate'>;
  readonly onPhase: (what: string) => void;
}

export class Started implements Restartable {
  readonly #options: Starting;
  #candidate: Candidate;
  #remark: Restartable['remark'];

  constructor(options: Starting) {
    this.#options = options;
    this.#candidate = this.#begin();
  }

  get remark(): Restartable['remark'] {
    return this.#remark;
  }

  get candidate(): Candidate {
    return this.#candidate;
  }

  /**
   * Sends nothing after the candidate has ended, because another process may listen in its place, which must not get
   * the key.
   */
  whileItLives(transport: Transport): Transport {
    return {
      send: async (request, signal) => {
        const { how } = this.#remark ?? {};
        if (how !== undefined)
          throw new TransportError('refused', `the candidate ${how}`, false, false, false, how);
        return transport.send(request, signal);
      },
      release: (connection) => transport.release?.(connection),
      closeIdle: () => transport.closeIdle?.(),
      unasked: () => transport.unasked?.() ?? noneUnasked,
      close: () => transport.close(),
    };
  }

  async exitMessage(): ReturnType<Restartable['exitMessage']> {
    const ended = await this.#ended();
    return ended && { ...ended, said: await this.#candidate.said() };
  }

  async restart(why?: string): Promise<boolean> {
    const { baseUrl, onPhase, waiting } = this.#options;
    const { how = 'does not respond' } = (await this.#ended()) ?? {};
    await this.#candidate.stop();
    if (await somebodyListens(baseUrl)) return false;
    onPhase(`${why ?? `the candidate ${how}`}: starting it again`);
    this.#candidate = this.#begin();
    this.#remark = undefined;
    try {
      await untilReady({ ...waiting(), candidate: this.#candidate });
      return !waiting().signal.aborted;
    } catch (thrown) {
      if (thrown instanceof CannotTest) return false;
      throw thrown;
    }
  }

  stop(): Promise<void> {
    return this.#candidate.stop();
  }

  /** Undefined while it goes on. */
  async #ended(): Promise<Ended | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const goesOn = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), endingMs);
    });
    const ended = await Promise.race([this.#candidate.ended, goesOn]);
    clearTimeout(timer);
    return ended;
  }

  #begin(): Candidate {
    const candidate = this.#options.start();
    void candidate.ended.then((ended) => {
      const how = ended.isClean ? byItself(ended) : `${ended.how} during the test`;
      if (candidate !== this.#candidate) return;
      this.#remark = { how: ended.how, text: `The candidate ${how}.` };
    });
    return candidate;
  }
}
