// A candidate in memory that ends and can be restarted, for tests of how the kit handles that. Time is virtual.
import { virtualClock } from '../../http/pacing/clock.js';
import type { MemoryAnswer } from '../../http/memory.js';
import { TransportError, type HttpRequest } from '../../http/types.js';
import type { Rule } from '../../judge/rules/index.js';
import { lost, madeUpKey, madeUpRun, type MadeUpStore, type Options } from '../made-up.js';

const said = `Error: out of luck, key ${madeUpKey}\n    at handle (server.js:7:3)`;

export interface Crashing {
  /** Whether it ends with this request. `number` counts requests since its start, and `atOnce` those under way. */
  readonly crashesAt?: (
    request: HttpRequest,
    number: number,
    atOnce: number,
  ) => boolean | 'after the answer';
  /** The longest time that it lives, by the number of its start. */
  readonly livesMs?: (start: number) => number;
  /** The time that each of its responses takes. */
  readonly answersInMs?: number;
  /** The time after which something else restarts it. */
  readonly comesBackAfterMs?: number;
  /** Whether it ends with status 0, by the number of its start. */
  readonly isClean?: (start: number) => boolean;
  readonly rules: readonly Rule[];
  readonly comesBack?: boolean;
  /** Whether its store survives a restart. */
  readonly remembers?: boolean;
  readonly options?: Options;
}

/** A candidate with a store in memory that responds after a moment. */
export async function crashing({
  crashesAt = () => false,
  livesMs = () => Infinity,
  answersInMs = 0,
  comesBackAfterMs = Infinity,
  isClean: endsClean = () => false,
  rules,
  comesBack = true,
  remembers = false,
  options,
}: Crashing) {
  const clock = virtualClock();
  let isDown = false;
  let endedAt = 0;
  let startedAt = clock.now();
  let requests = 0;
  let atOnce = 0;
  let asked = 0;
  let restarts = 0;
  const reached: HttpRequest[] = [];
  let store: MadeUpStore | undefined;
  const end = (at: number): void => {
    isDown = true;
    endedAt = at;
  };
  const begin = (): void => {
    if (!remembers) store?.animals.splice(0);
    requests = 0;
    startedAt = clock.now();
    isDown = false;
  };
  const ended = (): boolean => {
    if (isDown && clock.now() >= endedAt + comesBackAfterMs) begin();
    const most = startedAt + livesMs(restarts);
    if (!isDown && clock.now() >= most) end(most);
    return isDown;
  };
  const handle = async (request: HttpRequest): Promise<MemoryAnswer> => {
    if (ended()) throw new TransportError('refused', `nobody listens, asked ${(asked += 1)} times`);
    requests += 1;
    atOnce += 1;
    reached.push(request);
    const crashes = crashesAt(request, requests, atOnce);
    if (crashes === true) end(clock.now());
    if (answersInMs > 0) await clock.sleep(answersInMs);
    else await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    if (ended()) lost();
    if (crashes !== false) end(clock.now());
    return (store as MadeUpStore).handle(request);
  };
  const { report } = await madeUpRun(rules, {
    virtual: clock,
    script: (request, ofTarget) => {
      store = ofTarget;
      return handle(request);
    },
    restartable: {
      async exitMessage() {
        if (comesBackAfterMs < Infinity) await clock.sleep(1_000);
        if (!ended()) return undefined;
        const isClean = endsClean(restarts);
        const how = `ended with status ${isClean ? 0 : 1}`;
        return { how, afterMs: endedAt - startedAt, isClean, said };
      },
      async restart() {
        restarts += 1;
        if (comesBack) begin();
        return comesBack;
      },
    },
    ...options,
  });
  const outages = report.run.outages ?? [];
  return { report, reached, restarts, outages };
}
