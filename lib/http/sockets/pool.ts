// The connections to one origin, how many of them the target tolerates, and the calls that wait for one. It must not know
// sockets or requests.

import type { Call } from './call.js';
import { ConnectionLimit } from './connection-limit.js';
import { Connection, type ConnectionOptions, type Home } from './connection.js';

/** Any target tolerates this many connections. */
const borneByAll = 8;
/** A new connection without a response is taken for a waiting one after twice the slowest response, and this time. */
const leastWaitingMs = 250;

/**
 * Gives each call a connection, preferably the most recently used one, and each label a connection of its own. Calls
 * beyond the bound wait in line.
 */
export class Pool implements Home {
  readonly #connections: number;
  readonly #options: ConnectionOptions;
  readonly #limit = new ConnectionLimit();
  readonly #all = new Set<Connection>();
  /** The least recently used one comes first. */
  readonly #idle: Connection[] = [];
  readonly #waiting: Call[] = [];
  readonly #labels = new Set<string>();
  /** The number of connections without a label. */
  #common = 0;
  /** The longest time that a request took that did not have to wait for another connection to be closed. */
  #slowestMs = 0;

  /** `connections` is the highest number of those without a label. */
  constructor(connections: number, options: ConnectionOptions) {
    this.#connections = connections;
    this.#options = options;
  }

  get hasRoom(): boolean {
    return this.#waiting.length === 0 && this.#common < Math.min(this.#bound, borneByAll);
  }

  get waitingAfterMs(): number {
    const { firstByteMs } = this.#options.limits;
    return Math.min(Math.max(leastWaitingMs, 2 * this.#slowestMs), firstByteMs / 2);
  }

  take(call: Call): void {
    if (this.#place(call)) return;
    if (call.request.urgent) this.#waiting.unshift(call);
    else this.#waiting.push(call);
  }

  served({ wasReused, hasWaited }: Connection, tookMs: number): void {
    if (!wasReused && hasWaited) this.#limit.waited(this.#proven);
    else if (!wasReused) this.#limit.held(this.#proven);
    this.#limit.answered();
    // A new connection may have waited for others, except for the very first.
    if (wasReused || this.#slowestMs === 0) this.#slowestMs = Math.max(this.#slowestMs, tookMs);
  }

  dropped(): void {
    this.#limit.dropped(this.#proven);
  }

  waits(connection: Connection): void {
    const other = this.#idle.find(({ label }) => label === undefined) ?? this.#idle[0];
    connection.needsRoom = other === undefined;
    if (other !== undefined) this.#discard(other);
  }

  released(connection: Connection, clean: boolean): void {
    if (clean && !this.#isSurplus(connection) && !this.#makesRoom) this.#idle.push(connection);
    else this.#discard(connection);
    // If one kept connection turns out to be dead, the other idle ones most likely are too.
    if (!clean && connection.wasReused)
      this.#discardIdle(({ label }) => label === connection.label);
    this.#pump();
  }

  /** Closes the connection of the label, after its call if there is one under way. */
  release(label: string): void {
    this.#labels.delete(label);
    this.#discardIdle((connection) => connection.label === label);
    this.#pump();
  }

  closeIdle(): void {
    this.#discardIdle(() => true);
    this.#pump();
  }

  /** Gives no connection to a call that waits. */
  end(): void {
    this.#waiting.length = 0;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((connection) => connection.close()));
  }

  #place(call: Call): boolean {
    const label = this.#labelFor(call.request.connection);
    const at = this.#idle.findLastIndex((one) => one.label === label);
    const connection = at < 0 ? this.#another(label) : this.#idle.splice(at, 1)[0];
    connection?.carry(call);
    return connection !== undefined;
  }

  /** A label gets no connection of its own if the target tolerates so few that none would be left for the others. */
  #labelFor(label: string | undefined): string | undefined {
    if (label === undefined) return undefined;
    const others = this.#labels.size - (this.#labels.has(label) ? 1 : 0);
    if (others + 1 >= this.#limit.most && this.#ownOf(label)?.isProven !== true) return undefined;
    this.#labels.add(label);
    return label;
  }

  #another(label: string | undefined): Connection | undefined {
    if (label !== undefined) this.#discardSurplus();
    const isBeyond = label === undefined ? this.#common >= this.#bound : !this.#hasPlaceFor(label);
    if (isBeyond) return undefined;
    const connection = new Connection(this, label, this.#options);
    this.#all.add(connection);
    if (label === undefined) this.#common += 1;
    return connection;
  }

  /** Connections that carry nothing are not waited for, because those would never make room. */
  #hasPlaceFor(label: string): boolean {
    const isBusy = this.#all.size > this.#idle.length;
    return this.#ownOf(label) === undefined && (this.#all.size < this.#limit.most || !isBusy);
  }

  /** Adapts to a changed bound: closes surplus idle connections, and serves waiting calls. */
  #pump(): void {
    this.#discardSurplus();
    for (const call of this.#waiting.splice(0))
      if (!call.settled && !this.#place(call)) this.#waiting.push(call);
  }

  #discardSurplus(): void {
    if (this.#common > this.#bound) this.#discardIdle((connection) => this.#isSurplus(connection));
  }

  #discardIdle(isMeant: (connection: Connection) => boolean): void {
    for (const connection of this.#idle.slice()) if (isMeant(connection)) this.#discard(connection);
  }

  #discard(connection: Connection): void {
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    if (this.#all.delete(connection) && connection.label === undefined) this.#common -= 1;
    void connection.close();
  }

  #isSurplus({ label }: Connection): boolean {
    return label === undefined ? this.#common > this.#bound : !this.#labels.has(label);
  }

  /** Whether a connection is closed after its call, so that the target serves one that waits. */
  get #makesRoom(): boolean {
    for (const { needsRoom } of this.#all) if (needsRoom) return true;
    return false;
  }

  /** If the target tolerates only some connections, each labelled one takes the place of another. */
  get #bound(): number {
    return Math.min(this.#connections, Math.max(1, this.#limit.most - this.#labels.size));
  }

  /** The number of open connections that have carried a response. */
  get #proven(): number {
    return [...this.#all].filter(({ isProven }) => isProven).length;
  }

  #ownOf(label: string): Connection | undefined {
    return [...this.#all].find((connection) => connection.label === label);
  }
}
