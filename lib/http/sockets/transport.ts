// The sockets of a target: a pool of keep-alive connections to one origin, and a separate connection for each label. It
// must not retry, follow a redirect, or know what the requests mean.

import type { Client } from 'undici';
import { Call } from './call.js';
import {
  addressOf,
  connector,
  speaksTls,
  type Address,
  type Connect,
  type TlsOptions,
} from './connect.js';
import { Connection, KeepAliveStatistics, type Became, type Limits } from './connection.js';
import { tlsExpected } from './failures.js';
import { connectionsAtOnce } from '../pacing/at-once.js';
import { Pool } from './pool.js';
import { proxyFor, type Proxy } from './proxy.js';
import { ConnectionLimit } from './connection-limit.js';
import { BySignal, wasInterrupted } from '../pacing/by-signal.js';
import { TransportError, type HttpRequest, type HttpResponse, type Transport } from '../types.js';

export interface TransportOptions {
  /** All requests go to the origin of this address. */
  readonly baseUrl: string;
  /** The highest number of pooled connections, which are opened when they are needed. */
  readonly connections?: number | undefined;
  readonly connectMs?: number;
  readonly firstByteMs?: number;
  /** The time from the request to the last byte of the response. */
  readonly wholeMs?: number;
  /** The number of bytes up to which a body is kept. */
  readonly bodyBytes?: number;
  readonly headerBytes?: number;
  /**
   * After a longer idle time, a write could meet a server that is just closing the connection, and would never be
   * resent.
   */
  readonly idleBeforeWriteMs?: number;
  readonly tls?: TlsOptions;
  /** HTTP_PROXY, HTTPS_PROXY and NO_PROXY are looked up here. Defaults to the environment of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Only a target that resets a first request and then stays silent takes this long. */
const tlsProbeMs = 5_000;

export async function openTransport(options: TransportOptions): Promise<Transport> {
  const address = addressOf(options.baseUrl);
  const proxy = proxyFor(address, options.environment ?? process.env);
  const [ClientOfUndici, connect] = await Promise.all([
    clientOfUndici(),
    connector(address, options.tls ?? {}, options.connectMs ?? 5000, proxy),
  ]);
  return new Sockets({
    address,
    ClientOfUndici,
    connect,
    connections: options.connections ?? connectionsAtOnce,
    // With TLS, the proxy is only a tunnel.
    proxy: address.secure ? null : proxy,
    limits: {
      firstByteMs: options.firstByteMs ?? 10_000,
      wholeMs: options.wholeMs ?? 30_000,
      bodyBytes: options.bodyBytes ?? 8 * 1024 * 1024,
      headerBytes: options.headerBytes ?? 64 * 1024,
      idleBeforeWriteMs: options.idleBeforeWriteMs ?? 1000,
    },
  });
}

/**
 * Loads only the needed part of undici, because loading all of it takes a tenth of a second. If that part has moved,
 * all of it is loaded.
 */
async function clientOfUndici(): Promise<typeof Client> {
  try {
    return (await import('undici/lib/dispatcher/client.js')).default;
  } catch {
    return (await import('undici')).Client;
  }
}

/** A new connection without a response is taken for a waiting one after twice the slowest response, and this time. */
const leastWaitingMs = 250;

interface SocketsOptions {
  readonly address: Address;
  readonly ClientOfUndici: typeof Client;
  readonly connect: Connect;
  readonly connections: number;
  readonly proxy: Proxy | null;
  readonly limits: Limits;
}

class Sockets implements Transport {
  readonly #options: SocketsOptions;
  readonly #keepAlive = new KeepAliveStatistics();
  readonly #connectionLimit = new ConnectionLimit();
  readonly #pool: Pool;
  readonly #labelled = new Map<string, Pool>();
  readonly #signals = new BySignal<Call>((call) => call.abort(wasInterrupted));
  readonly #calls = new Set<Call>();
  #closed = false;
  /** The longest time that a request took that did not have to wait for another connection to be closed. */
  #slowestMs = 0;
  #tlsThere: Promise<boolean> | null = null;

  constructor(options: SocketsOptions) {
    this.#options = options;
    // If the target tolerates only some connections, each labelled one takes the place of one in the pool.
    this.#pool = new Pool(
      () =>
        Math.min(
          options.connections,
          Math.max(1, this.#connectionLimit.most - this.#labelled.size),
        ),
      (pool) => this.#connection(pool),
      this.#released,
      this.#makesRoom,
    );
  }

  release(connection: string): void {
    const pool = this.#labelled.get(connection);
    this.#labelled.delete(connection);
    pool?.retire();
    this.#settle();
  }

  closeIdle(): void {
    for (const pool of this.#pools) pool.closeIdle();
    this.#settle();
  }

  unasked(): number {
    return this.#keepAlive.unasked;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const pool of this.#pools) pool.end();
    for (const call of this.#calls) call.abort('the transport is closed');
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }

  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const { address, limits } = this.#options;
      const call = new Call(request, signal, {
        origin: address.origin,
        limits,
        onAnswer: resolve,
        onFailure: (error, failed) => this.#failed(error, failed, reject),
        onSettled: this.#forget,
      });
      if (this.#closed) return call.abort('the transport is closed');
      if (signal !== undefined) {
        if (signal.aborted) return call.abort(wasInterrupted);
        this.#signals.add(signal, call);
      }
      this.#calls.add(call);
      this.#poolOf(request.connection).take(call);
    });
  }

  readonly #forget = (call: Call): void => {
    this.#calls.delete(call);
    if (call.signal !== undefined) this.#signals.remove(call.signal, call);
  };

  #failed(error: Error, call: Call, reject: (error: Error) => void): void {
    if (!this.#mayMeanTls(error, call)) return reject(error);
    this.#tlsThere ??= speaksTls(this.#options.address, tlsProbeMs);
    void this.#tlsThere.then((isThere) => reject(isThere ? tlsExpected() : error));
  }

  #mayMeanTls(error: Error, { isFirst }: Call): boolean {
    const { address, proxy } = this.#options;
    const isSilent = error instanceof TransportError && error.beforeAnswer;
    return !address.secure && proxy === null && isSilent && isFirst;
  }

  #poolOf(label: string | undefined): Pool {
    if (label === undefined) return this.#pool;
    const known = this.#labelled.get(label);
    const hasRoom =
      this.#labelled.size + (known === undefined ? 1 : 0) < this.#connectionLimit.most;
    if (known !== undefined) return hasRoom || known.proven > 0 ? known : this.#pool;
    if (!hasRoom) return this.#pool;
    const pool: Pool = new Pool(
      // A labelled pool does not wait for connections that carry nothing, because those would never make room.
      () => (pool.size > 0 || this.#open < this.#connectionLimit.most || this.#busy === 0 ? 1 : 0),
      (own) => this.#connection(own),
      this.#released,
      this.#makesRoom,
    );
    this.#labelled.set(label, pool);
    this.#pool.settle();
    return pool;
  }

  #connection(pool: Pool): Connection {
    const { ClientOfUndici, address, connect, limits, proxy } = this.#options;
    return new Connection(pool, {
      ClientOfUndici,
      origin: address.origin,
      connect,
      limits,
      proxy,
      keepAlive: this.#keepAlive,
      onChange: this.#note,
      waitingAfterMs: this.#waitingAfterMs,
      onWaiting: this.#onWaiting,
    });
  }

  readonly #note = (became: Became, durationMs: number): void => {
    if (became === 'dropped') this.#connectionLimit.dropped(this.#proven);
    else if (became === 'unopened') this.#connectionLimit.unopened(this.#proven);
    else {
      if (became === 'new and held') this.#connectionLimit.held(this.#proven);
      if (became === 'waited and held') this.#connectionLimit.waited(this.#proven);
      this.#connectionLimit.answered();
      // A new connection may have waited for others, except for the very first.
      if (became === 'kept and held' || this.#slowestMs === 0)
        this.#slowestMs = Math.max(this.#slowestMs, durationMs);
    }
  };

  readonly #waitingAfterMs = (): number =>
    Math.min(Math.max(leastWaitingMs, 2 * this.#slowestMs), this.#options.limits.firstByteMs / 2);

  /** The target may serve a new connection only when another one is closed, and an idle one can always be. */
  readonly #onWaiting = (connection: Connection): void => {
    connection.needsRoom = !this.#pools.some((pool) => pool.closeOne());
  };

  readonly #makesRoom = (): boolean => this.#pools.some(({ needsRoom }) => needsRoom);

  /** When a connection is released, there may be room for requests that wait in another pool. */
  readonly #released = (): void => {
    if (this.#connectionLimit.most !== Infinity) queueMicrotask(() => this.#settle());
  };

  #settle(): void {
    for (const pool of this.#pools) pool.settle();
  }

  /** The number of open connections that have carried a response. */
  get #proven(): number {
    return this.#pools.reduce((sum, pool) => sum + pool.proven, 0);
  }

  get #open(): number {
    return this.#pools.reduce((sum, pool) => sum + pool.size, 0);
  }

  /** The number of connections that carry a request. */
  get #busy(): number {
    return this.#pools.reduce((sum, pool) => sum + pool.busy, 0);
  }

  get #pools(): readonly Pool[] {
    return [this.#pool, ...this.#labelled.values()];
  }
}
