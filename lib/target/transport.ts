// The sockets of a target: a pool of keep-alive connections to one origin, and a connection of its own for each
// label. It must not retry, follow a redirect, or know what the requests mean.

import type { Client } from 'undici';
import { Call, type CallLimits, type Carrier } from './call.js';
import { addressOf, connector, speaksTls, type Address, type Connect, type Connecting, type TlsOptions } from './connect.js';
import { tlsExpected } from './failures.js';
import { mostAtOnce } from './pace.js';
import { proxyFor, type Proxy } from './proxy.js';
import { Room } from './room.js';
import { BySignal } from './signals.js';
import { TransportError, type Headers, type HttpRequest, type HttpResponse, type Transport } from './types.js';
import { Wire } from './wire.js';

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

export async function openTransport(options: TransportOptions): Promise<Transport> {
  const address = addressOf(options.baseUrl);
  const proxy = proxyFor(address, options.environment ?? process.env);
  const [{ default: ClientOfUndici }, connect] = await Promise.all([
    import('undici/lib/dispatcher/client.js'),
    connector(address, options.tls ?? {}, options.connectMs ?? 5000, proxy),
  ]);
  const limits: Limits = {
    firstByteMs: options.firstByteMs ?? 10_000,
    wholeMs: options.wholeMs ?? 30_000,
    bodyBytes: options.bodyBytes ?? 8 * 1024 * 1024,
    headerBytes: options.headerBytes ?? 64 * 1024,
    idleBeforeWriteMs: options.idleBeforeWriteMs ?? 1000,
  };
  return new Sockets(ClientOfUndici, address, connect, limits, options.connections ?? mostAtOnce, address.secure ? null : proxy);
}

interface Limits extends CallLimits {
  readonly idleBeforeWriteMs: number;
}

/** What became of kept connections: some targets close them without a word. */
class Keeping {
  private reused = 0;
  private dead = 0;

  note(dead: boolean): void {
    this.reused += 1;
    if (dead) this.dead += 1;
  }

  /** A write on a kept connection would often be lost, and is never sent again. */
  get isRisky(): boolean {
    return this.dead >= 2 && this.dead > 0.1 * this.reused;
  }
}

class Sockets implements Transport {
  private readonly keeping = new Keeping();
  private readonly room = new Room();
  private readonly pool: Pool;
  private readonly labelled = new Map<string, Pool>();
  private readonly signals = new BySignal<Call>((call) => call.abort('the run was interrupted'));
  private readonly calls = new Set<Call>();
  private closed = false;
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
    this.pool = new Pool(() => Math.min(connections, Math.max(1, this.room.most - this.labelled.size)), (pool) => this.connection(pool));
  }

  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const failed = (error: Error, call: Call): void => {
        if (!this.mayMeanTls(error, call)) return reject(error);
        this.tlsThere ??= speaksTls(this.address, 500);
        void this.tlsThere.then((yes) => reject(yes ? tlsExpected() : error));
      };
      const call = new Call(request, signal, this.address.origin, this.limits, resolve, failed, this.over);
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

  async close(): Promise<void> {
    this.closed = true;
    for (const pool of this.pools) pool.end();
    for (const call of this.calls) call.abort('the transport is closed');
    await Promise.all(this.pools.map((pool) => pool.close()));
  }

  private mayMeanTls(error: Error, call: Call): boolean {
    return !this.address.secure && this.proxy === null && error instanceof TransportError && error.beforeAnswer && call.isFirst;
  }

  private poolOf(label: string | undefined): Pool {
    if (label === undefined) return this.pool;
    const known = this.labelled.get(label);
    const hasRoom = this.labelled.size + (known === undefined ? 1 : 0) < this.room.most;
    if (known !== undefined) return hasRoom || known.proven > 0 ? known : this.pool;
    if (!hasRoom) return this.pool;
    const pool: Pool = new Pool(() => (pool.size > 0 || this.open < this.room.most ? 1 : 0), (own) => this.connection(own));
    this.labelled.set(label, pool);
    this.pool.settle();
    return pool;
  }

  private connection(pool: Pool): Connection {
    const carried = (clean: boolean, wasReused: boolean, dropped: boolean): void => {
      if (clean && !wasReused) this.room.held(this.proven);
      if (clean) this.room.answered();
      if (dropped && !wasReused) this.room.dropped(this.proven);
      if (this.room.most !== Infinity) queueMicrotask(() => this.pools.forEach((one) => one.settle()));
    };
    return new Connection(pool, this.ClientOfUndici, this.address.origin, this.connect, this.limits, this.proxy, this.keeping, carried);
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

/** Gives each call a connection of its own, the one used last first; calls beyond the bound wait in line. */
class Pool {
  private readonly all = new Set<Connection>();
  private readonly idle: Connection[] = [];
  private readonly waiting: Call[] = [];
  private ended = false;

  constructor(
    private readonly bound: () => number,
    private readonly create: (pool: Pool) => Connection,
  ) {}

  get size(): number {
    return this.all.size;
  }

  get proven(): number {
    return [...this.all].filter(({ isProven }) => isProven).length;
  }

  take(call: Call): void {
    const connection = this.idle.pop() ?? this.another();
    if (connection === null) this.waiting.push(call);
    else connection.carry(call);
  }

  released(connection: Connection, clean: boolean): void {
    if (!clean) {
      this.discard(connection);
      // When one kept connection turns out to be dead, the other idle ones most likely are too.
      if (connection.wasReused) for (const other of this.idle.splice(0)) this.discard(other);
    }
    if (this.ended || this.all.size > this.bound()) return this.discard(connection);
    if (clean) {
      const next = this.next();
      if (next === undefined) this.idle.push(connection);
      else connection.carry(next);
    }
    this.settle();
  }

  /** The bound may have changed: what is too much goes, and what waits may have its turn. */
  settle(): void {
    while (this.idle.length > 0 && this.all.size > this.bound()) this.discard(this.idle.shift() as Connection);
    while (this.waiting.length > 0 && this.all.size < this.bound()) {
      const next = this.next();
      if (next !== undefined) this.another()?.carry(next);
    }
  }

  /** Who is first in line and has not given up. */
  private next(): Call | undefined {
    let next = this.waiting.shift();
    while (next?.settled === true) next = this.waiting.shift();
    return next;
  }

  /** What waits gets no connection any more. */
  end(): void {
    this.ended = true;
  }

  /** What is on its way still comes. */
  retire(): void {
    this.end();
    for (const connection of this.idle.splice(0)) this.discard(connection);
  }

  close(): Promise<unknown> {
    return Promise.all([...this.all].map((connection) => connection.close()));
  }

  private discard(connection: Connection): void {
    this.all.delete(connection);
    void connection.close();
  }

  private another(): Connection | null {
    if (this.all.size >= this.bound()) return null;
    const connection = this.create(this);
    this.all.add(connection);
    return connection;
  }
}

/** One connection at a time, made again when the target has closed it. */
class Connection implements Carrier {
  wire: Wire | null = null;
  wasReused = false;
  private readonly client: Client;
  private connecting: Connecting | null = null;
  private call: Call | null = null;
  private idleSince = 0;

  constructor(
    private readonly pool: Pool,
    ClientOfUndici: typeof Client,
    private readonly origin: string,
    connect: Connect,
    private readonly limits: Limits,
    private readonly proxy: Proxy | null,
    private readonly keeping: Keeping,
    private readonly carried: (clean: boolean, wasReused: boolean, dropped: boolean) => void,
  ) {
    this.client = new ClientOfUndici(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: limits.headerBytes,
      strictContentLength: true,
      connect: (_options: unknown, opened: (...result: [null, NonNullable<unknown>] | [Error, null]) => void) => {
        this.wire = null;
        this.connecting = connect((error, socket) => {
          this.connecting = null;
          if (error !== null || socket === null) {
            opened(error ?? new Error('no connection'), null);
            return;
          }
          this.wire = new Wire(socket);
          opened(null, socket);
        });
      },
    } as ConstructorParameters<typeof Client>[1]);
    // A failed connection is told to the call; undici also emits it, and an unheard 'error' would end the process.
    this.client.on('connectionError', () => {});
  }

  carry(call: Call): void {
    const { request } = call;
    this.call = call;
    call.carrier = this;
    const wire = this.wire;
    this.wasReused = wire !== null && this.isProven;
    if (this.wasReused && wire !== null && isWrite(request.method) && (this.keeping.isRisky || performance.now() - this.idleSince > this.limits.idleBeforeWriteMs)) {
      this.wasReused = false;
      wire.socket.destroy();
    }
    this.client.dispatch(
      {
        method: request.method,
        path: this.proxy === null ? request.path : this.origin + request.path,
        headers: this.proxy === null ? flat(request.headers) : flat(throughProxy(request.headers, this.proxy)),
        ...(request.body === undefined ? {} : { body: request.body }),
      },
      call as unknown as Parameters<Client['dispatch']>[1],
    );
  }

  get isProven(): boolean {
    return this.wire !== null && this.wire.answers > 0 && !this.wire.socket.destroyed;
  }

  done(call: Call, clean: boolean, dropped: boolean): void {
    if (this.call !== call) return;
    this.call = null;
    this.idleSince = performance.now();
    if (this.wasReused) this.keeping.note(!clean && this.wire?.heard === 0);
    this.carried(clean, this.wasReused, dropped);
    this.pool.released(this, clean);
  }

  async close(): Promise<void> {
    this.connecting?.cancel();
    if (!this.client.destroyed) await this.client.destroy();
  }
}

/** What is meant for a proxy would not reach the target: it is for ours alone, and says what ours needs to hear. */
function throughProxy(headers: Headers, { authorization }: Proxy): Headers {
  const others = headers.filter(([name]) => name.toLowerCase() !== 'proxy-authorization');
  return authorization === null ? others : [...others, ['proxy-authorization', authorization]];
}

const flatLists = new WeakMap<Headers, string[]>();

/** undici wants names and values in one list. The same few lists are sent again and again. */
function flat(headers: Headers): string[] {
  let list = flatLists.get(headers);
  if (list === undefined) {
    list = headers.flat();
    flatLists.set(headers, list);
  }
  return list;
}

function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}
