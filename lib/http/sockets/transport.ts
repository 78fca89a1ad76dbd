// The sockets of a target: a pool of keep-alive connections to one origin, and a connection of its own for each
// label. It must not retry, follow a redirect, or know what the requests mean.

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
import { Connection, Keeping, type Became, type Limits } from './connection.js';
import { tlsExpected } from './failures.js';
import { connectionsAtOnce } from '../pacing/at-once.js';
import { Pool } from './pool.js';
import { proxyFor, type Proxy } from './proxy.js';
import { Room } from './room.js';
import { BySignal } from './signals.js';
import { TransportError, type HttpRequest, type HttpResponse, type Transport } from '../types.js';

export interface TransportOptions {
  /** Its origin is what all requests go to. */
  readonly baseUrl: string;
  /** How many pooled connections there are at most; they are made when they are needed. */
  readonly connections?: number;
  readonly connectMs?: number;
  readonly firstByteMs?: number;
  /** From the request to the last byte of the answer. */
  readonly wholeMs?: number;
  /** A body is kept up to this size. */
  readonly bodyBytes?: number;
  readonly headerBytes?: number;
  /** A write on a connection that was idle for longer might meet a server that is just closing it, and is never sent again. */
  readonly idleBeforeWriteMs?: number;
  readonly tls?: TlsOptions;
  /** Where HTTP_PROXY, HTTPS_PROXY and NO_PROXY are looked up; default the environment of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const listenMs = 25;

export async function openTransport(options: TransportOptions): Promise<Transport> {
  const address = addressOf(options.baseUrl);
  const proxy = proxyFor(address, options.environment ?? process.env);
  const [undici, connect] = await Promise.all([
    import('undici'),
    connector(address, options.tls ?? {}, options.connectMs ?? 5000, proxy),
  ]);
  const limits: Limits = {
    firstByteMs: options.firstByteMs ?? 10_000,
    wholeMs: options.wholeMs ?? 30_000,
    bodyBytes: options.bodyBytes ?? 8 * 1024 * 1024,
    headerBytes: options.headerBytes ?? 64 * 1024,
    idleBeforeWriteMs: options.idleBeforeWriteMs ?? 1000,
  };
  return new Sockets(
    undici.Client,
    address,
    connect,
    limits,
    options.connections ?? connectionsAtOnce,
    address.secure ? null : proxy,
  );
}

class Sockets implements Transport {
  private readonly keeping = new Keeping();
  private readonly room = new Room();
  private readonly pool: Pool;
  private readonly labelled = new Map<string, Pool>();
  private readonly signals = new BySignal<Call>((call) => call.abort('the run was interrupted'));
  private readonly calls = new Set<Call>();
  private closed = false;
  /** Undefined before the first answer, null once it has been listened after it. */
  private quiet: Promise<void> | null | undefined;
  private tlsThere: Promise<boolean> | null = null;
  private readonly over = (call: Call): void => {
    this.calls.delete(call);
    if (call.signal !== undefined) this.signals.remove(call.signal, call);
  };

  constructor(
    private readonly ClientOfUndici: typeof Client,
    private readonly address: Address,
    private readonly connect: Connect,
    private readonly limits: Limits,
    connections: number,
    private readonly proxy: Proxy | null,
  ) {
    // Where the target bears only so many, each connection with a label takes the place of one without.
    this.pool = new Pool(
      () => Math.min(connections, Math.max(1, this.room.most - this.labelled.size)),
      (pool) => this.connection(pool),
    );
  }

  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    return this.quiet === null ? this.exchange(request, signal) : this.firstOnes(request, signal);
  }

  /** After the very first answer it listens for a moment: who sends one too many shows it then. */
  private async firstOnes(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    await this.quiet;
    const response = await this.exchange(request, signal);
    if (this.quiet === undefined)
      this.quiet = new Promise<void>((heard) => setTimeout(heard, listenMs)).then(
        () => void (this.quiet = null),
      );
    return response;
  }

  private exchange(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const failed = (error: Error, call: Call): void => {
        if (!this.mayMeanTls(error, call)) return reject(error);
        this.tlsThere ??= speaksTls(this.address, 500);
        void this.tlsThere.then((yes) => reject(yes ? tlsExpected() : error));
      };
      const call = new Call(
        request,
        signal,
        this.address.origin,
        this.limits,
        resolve,
        failed,
        this.over,
      );
      if (this.closed) return call.abort('the transport is closed');
      if (signal !== undefined) {
        if (signal.aborted) return call.abort('the run was interrupted');
        this.signals.add(signal, call);
      }
      this.calls.add(call);
      this.poolOf(request.connection).take(call);
    });
  }

  release(connection: string): void {
    const pool = this.labelled.get(connection);
    this.labelled.delete(connection);
    pool?.retire();
    this.pool.settle();
  }

  closeIdle(): void {
    for (const pool of this.pools) pool.closeIdle();
  }

  unasked(): number {
    return this.keeping.unasked;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const pool of this.pools) pool.end();
    for (const call of this.calls) call.abort('the transport is closed');
    await Promise.all(this.pools.map((pool) => pool.close()));
  }

  private mayMeanTls(error: Error, call: Call): boolean {
    return (
      !this.address.secure &&
      this.proxy === null &&
      error instanceof TransportError &&
      error.beforeAnswer &&
      call.isFirst
    );
  }

  private poolOf(label: string | undefined): Pool {
    if (label === undefined) return this.pool;
    const known = this.labelled.get(label);
    const hasRoom = this.labelled.size + (known === undefined ? 1 : 0) < this.room.most;
    if (known !== undefined) return hasRoom || known.proven > 0 ? known : this.pool;
    if (!hasRoom) return this.pool;
    const pool: Pool = new Pool(
      () => (pool.size > 0 || this.open < this.room.most ? 1 : 0),
      (own) => this.connection(own),
    );
    this.labelled.set(label, pool);
    this.pool.settle();
    return pool;
  }

  private connection(pool: Pool): Connection {
    const { ClientOfUndici, connect, limits, proxy, keeping } = this;
    return new Connection(pool, {
      ClientOfUndici,
      origin: this.address.origin,
      connect,
      limits,
      proxy,
      keeping,
      told: (became) => this.note(became),
    });
  }

  private note(became: Became): void {
    if (became === 'new and dropped') this.room.dropped(this.proven);
    else {
      if (became === 'new and held') this.room.held(this.proven);
      this.room.answered();
    }
    if (this.room.most !== Infinity)
      queueMicrotask(() => this.pools.forEach((pool) => pool.settle()));
  }

  /** Connections that stand and have carried an answer. */
  private get proven(): number {
    return this.pools.reduce((sum, pool) => sum + pool.proven, 0);
  }

  private get open(): number {
    return this.pools.reduce((sum, pool) => sum + pool.size, 0);
  }

  private get pools(): readonly Pool[] {
    return [this.pool, ...this.labelled.values()];
  }
}
