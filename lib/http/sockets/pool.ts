// The connections that stand, and the calls that wait for one. It must not know sockets nor requests.

import type { Call } from './call.js';
import type { Connection, Home } from './connection.js';

/** So many connections any target bears. */
const borneByAll = 8;

/** Gives each call a connection of its own, the one used last first; calls beyond the bound wait in line. */
export class Pool implements Home {
  readonly #bound: () => number;
  readonly #create: (pool: Pool) => Connection;
  readonly #onRelease: () => void;
  readonly #all = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting: Call[] = [];
  #ended = false;

  constructor(bound: () => number, create: (pool: Pool) => Connection, onRelease: () => void) {
    this.#bound = bound;
    this.#create = create;
    this.#onRelease = onRelease;
  }

  get size(): number {
    return this.#all.size;
  }

  get hasRoom(): boolean {
    return this.#waiting.length === 0 && this.#all.size < Math.min(this.#bound(), borneByAll);
  }

  /** How many carry a request, or are listened to after an answer. */
  get busy(): number {
    return this.#all.size - this.#idle.length;
  }

  /** How many have carried an answer. */
  get proven(): number {
    return [...this.#all].filter(({ isProven }) => isProven).length;
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
      // When one kept connection turns out to be dead, the other idle ones most likely are too.
      if (connection.wasReused) this.closeIdle();
    }
    if (this.#ended || this.#all.size > this.#bound()) return this.#discard(connection);
    if (clean) {
      const next = this.#next();
      if (next === undefined) this.#idle.push(connection);
      else connection.carry(next);
    }
    this.settle();
  }

  /** The bound may have changed: what is too much goes, and what waits may have its turn. */
  settle(): void {
    while (this.#idle.length > 0 && this.#all.size > this.#bound())
      this.#discard(this.#idle.shift() as Connection);
    while (this.#waiting.length > 0 && this.#all.size < this.#bound()) {
      const next = this.#next();
      if (next !== undefined) this.#another()?.carry(next);
    }
  }

  /** What waits gets no connection any more. */
  end(): void {
    this.#ended = true;
  }

  /** What is on its way still comes. */
  retire(): void {
    this.end();
    this.closeIdle();
  }

  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) this.#discard(connection);
  }

  close(): Promise<unknown> {
    return Promise.all([...this.#all].map((connection) => connection.close()));
  }

  /** Who is first in line and has not given up. */
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
