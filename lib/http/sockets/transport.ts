// The sockets of a target: a pool of keep-alive connections to one origin, and a separate connection for each label. It
// must not retry, follow a redirect, or know what the requests mean.

import type { Client } from 'undici';
import { Call } from './call.js';
import { addressOf, connector, speaksTls, type Address, type TlsOptions } from './connect.js';
import { KeepAliveStatistics, type ConnectionOptions } from './connection.js';
import { tlsExpected } from './failures.js';
import { connectionsAtOnce } from '../pacing/at-once.js';
import { Pool } from './pool.js';
import { proxyFor, type Proxy } from './proxy.js';
import { BySignal, wasInterrupted } from '../pacing/by-signal.js';
import {
  TransportError,
  type HttpRequest,
  type HttpResponse,
  type Transport,
  type Unasked,
} from '../types.js';

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
    proxy,
    connections: options.connections ?? connectionsAtOnce,
    connection: {
      ClientOfUndici,
      origin: address.origin,
      connect,
      // With TLS, the proxy is only a tunnel.
      proxy: address.secure ? null : proxy,
      keepAlive: new KeepAliveStatistics(),
      limits: {
        firstByteMs: options.firstByteMs ?? 10_000,
        wholeMs: options.wholeMs ?? 30_000,
        bodyBytes: options.bodyBytes ?? 8 * 1024 * 1024,
        idleBeforeWriteMs: options.idleBeforeWriteMs ?? 1000,
      },
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

interface SocketsOptions {
  readonly address: Address;
  readonly proxy: Proxy | null;
  readonly connections: number;
  readonly connection: ConnectionOptions;
}

class Sockets implements Transport {
  readonly #options: SocketsOptions;
  readonly #pool: Pool;
  readonly #signals = new BySignal<Call>((call) => call.abort(wasInterrupted));
  readonly #calls = new Set<Call>();
  #closed = false;
  #tlsThere: Promise<boolean> | null = null;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#pool = new Pool(options.connections, options.connection);
  }

  get secrets(): readonly string[] {
    return this.#options.proxy?.secrets ?? [];
  }

  release(connection: string): void {
    this.#pool.release(connection);
  }

  closeIdle(): void {
    this.#pool.closeIdle();
  }

  unasked(): Unasked {
    return this.#options.connection.keepAlive.unasked;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#pool.end();
    for (const call of this.#calls) call.abort('the transport is closed');
    await this.#pool.close();
  }

  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const { origin, limits } = this.#options.connection;
      const call = new Call(request, signal, {
        origin,
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
      this.#pool.take(call);
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
}
