// The connections that stand, and the calls that wait for one. It must not know sockets nor requests.

import type { Call } from './call.js';
import type { Connection } from './connection.js';

/** Gives each call a connection of its own, the one used last first; calls beyond the bound wait in line. */
export class Pool {
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
    if (connection === null && call.request.urgent) this.waiting.unshift(call);
    else if (connection === null) this.waiting.push(call);
    else connection.carry(call);
  }

  released(connection: Connection, clean: boolean): void {
    if (!clean) {
      this.discard(connection);
      // When one kept connection turns out to be dead, the other idle ones most likely are too.
      if (connection.wasReused) this.closeIdle();
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
    while (this.idle.length > 0 && this.all.size > this.bound())
      this.discard(this.idle.shift() as Connection);
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
    this.closeIdle();
  }

  closeIdle(): void {
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
