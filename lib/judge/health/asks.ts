// How the engine reaches the two addresses of a target, and how it changes the way in which it does.
import type { Target } from '../../http/target.js';
import type { Ask, Exchange } from '../../http/types.js';
import type { Reason } from '../result/reasons.js';

/** One address of the target. How it is reached and slowed down is not the engine's business. */
export type Endpoint = Pick<Target, 'send' | 'release' | 'narrow' | 'closeIdle' | 'stats'>;

/** Sends requests to one base address. */
export interface Asks {
  send(ask: Ask, signal?: AbortSignal): Promise<Exchange>;
  /**
   * Sends a harmless request to find out whether the target responds at all. Without a health check, it is taken to.
   */
  isThere?(): Promise<boolean>;
  /** The reason why nothing is sent any more. */
  readonly endedBecause?: Reason | undefined;
  /** Called when the connection is not needed any more. */
  release?(connection: string): void;
  /** Whether such a request is no longer sent, because it got no response. */
  isSilent?(ask: Ask): boolean;
  /**
   * Set for a request that is sent again because its response was missing: it is repeated only until it is clear
   * whether it still is.
   */
  readonly wasMissing?: true;
  /** Whether lost requests were answered on a retry. */
  readonly losesSome?: boolean;
}

/** Sends requests to each of the two services. */
export interface BothAsks {
  readonly catalogue: Asks;
  readonly quickstart: Asks | undefined;
}

export const both = (
  { catalogue, quickstart }: BothAsks,
  change: (asks: Asks) => Asks,
): BothAsks => ({ catalogue: change(catalogue), quickstart: quickstart && change(quickstart) });

/** The same address, with another function that sends. */
export const through = (asks: Asks, send: Asks['send'], wasMissing?: true): Asks => ({
  send,
  isThere: async () => (await asks.isThere?.()) ?? true,
  release: (connection) => asks.release?.(connection),
  isSilent: (ask) => asks.isSilent?.(ask) === true,
  get losesSome() {
    return asks.losesSome === true;
  },
  get endedBecause() {
    return asks.endedBecause;
  },
  ...(wasMissing && { wasMissing }),
});

/** The request as an ordinary client sends it. */
export function plain(ask: Ask): Ask {
  if (ask.client === undefined) return ask;
  const { client: _, headers: __, contentType: ___, ...ordinary } = ask;
  return ordinary;
}

/** Sends everything as an ordinary client does. */
export const plainly = (asks: Asks): Asks =>
  through(asks, (ask, signal) => asks.send(plain(ask), signal));

/** For a case whose response was missing. */
export const whatWasMissing = (asks: Asks): Asks =>
  through(asks, (ask, signal) => asks.send(ask, signal), true);

/** Sends requests regardless of the concurrency, because one that is never answered only costs time. */
export const urgently = (asks: Asks): Asks =>
  through(asks, (ask) => asks.send({ ...ask, urgent: true }));
