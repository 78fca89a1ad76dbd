// The open connections, and the calls that wait for one. It must not know sockets or requests.

import type { Call } from './call.js';
import type { Connection, Home } from './connection.js';

/** Any target tolerates this many connections. */
const borneByAll = 8;

/** Gives each call a connection, preferably the most recently used one. Calls beyond the bound wait in line. */
export class Pool implements Home {
  readonly #bound: () => number;
  readonly #create: (pool: Pool) => Connection;
  readonly #onRelease: () => void;
  readonly #makesRoom: () => boolean;
  readonly #all = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting: Call[] = [];
  #ended = false;

  /** `makesRoom` decides whether a connection is closed after its call, so that the target serves another one. */
  constructor(
    bound: () => number,
    create: (pool: Pool) => Connection,
    onRelease: () => void,
    makesRoom: () => boolean,
  ) {
    this.#bound = bound;
    this.#makesRoom = makesRoom;
    this.#create = create;
    this.#onRelease = onRelease;
  }

  get size(): number {
    return this.#all.size;
  }

  get hasRoom(): boolean {
    return this.#waiting.length === 0 && this.#all.size < Math.min(this.#bound(), borneByAll);
  }

  /** How many connections carry a request, or are waiting for late data after a response. */
  get busy(): number {
    return this.#all.size - this.#idle.length;
  }

  /** How many connections have carried a response. */
  get proven(): number {
    return [...this.#all].filter(({ isProven }) => isProven).length;
  }

  /** Whether a connection may be waiting until another one is closed. */
  get needsRoom(): boolean {
    return [...this.#all].some(({ needsRoom }) => needsRoom);
  }

  take(call: Call): void {
    const connection = this.#idle.pop() ?? this.#another();
    if (connection !== null) connection.carry(call);
    else if (call.request.urgent) this.#waiting.unshift(call);
    else this.#waiting.push(call);
  }

  released(connection: Connection, clean: boolean): void {
    this.#takeBack(connection, clean);
    this.#onRelease();
  }

  #takeBack(connection: Connection, clean: boolean): void {
    if (!clean) {
      this.#discard(connection);
      // If one kept connection turns out to be dead, the other idle ones most likely are too.
      if (connection.wasReused) this.closeIdle();
    }
    if (this.#ended || this.#all.size > this.#bound()) return this.#discard(connection);
    if (clean && this.#makesRoom()) this.#discard(connection);
    else if (clean) {
      const next = this.#next();
      if (next === undefined) this.#idle.push(connection);
      else connection.carry(next);
    }
    this.settle();
  }

  /** Adapts to a changed bound: closes surplus idle connections, and serves waiting calls. */
  settle(): void {
    while (this.#idle.length > 0 && this.#all.size > this.#bound())
      this.#discard(this.#idle.shift() as Connection);
    while (this.#waiting.length > 0 && this.#all.size < this.#bound()) {
      const next = this.#next();
      if (next !== undefined) this.#another()?.carry(next);
    }
  }

  /** Gives no more connections to waiting calls. */
  end(): void {
    this.#ended = true;
  }

  /** Closes idle connections, but lets calls that are under way finish. */
  retire(): void {
    this.end();
    this.closeIdle();
  }

  /** Closes the idle connection that was used least recently, and returns whether there was one. */
  closeOne(): boolean {
    const connection = this.#idle.shift();
    if (connection !== undefined) this.#discard(connection);
    return connection !== undefined;
  }

  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) this.#discard(connection);
  }

  close(): Promise<unknown> {
    return Promise.all([...this.#all].map((connection) => connection.close()));
  }

  /** The first waiting call that has not been given up. */
  #next(): Call | undefined {
    let next = this.#waiting.shift();
    while (next?.settled === true) next = this.#waiting.shift();
    return next;
  }

  #discard(connection: Connection): void {
    this.#all.delete(connection);
    void connection.close();
  }

  #another(): Connection | null {
    if (this.#all.size >= this.#bound()) return null;
    const connection = this.#create(this);
    this.#all.add(connection);
    return connection;
  }
}
