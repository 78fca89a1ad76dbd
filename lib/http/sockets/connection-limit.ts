// How many concurrent connections a target tolerates. Some targets drop any further one without a word, before it
// carries anything; others let it wait until another is closed. Then no more are opened than were tolerated, and one
// more is tried now and then. It must not know sockets.

/**
 * A single connection that is dropped or waits proves nothing; this many new ones show that there are too many. One that
 * holds makes up for half of one that does not: others are closed meanwhile, so that every second one may hold.
 */
const mostBeyond = 3;
const ofOneThatHolds = 1 / 2;
/** One more connection is tried after this many responses, and after twice as many each time that it was dropped. */
const usualInterval = 16;

export class ConnectionLimit {
  /** The highest number of connections that may be open. */
  most = Infinity;
  /** The number of connections that the target tolerated for a while. */
  #borne = 1;
  #beyond = 0;
  /** The highest number of open connections that had carried a response. */
  #peak = 1;
  #answers = 0;
  #answersUntilNext = usualInterval;
  #everHeld = false;

  /** Notes that a new connection carried its first response. `open` counts all open ones that have carried one. */
  held(open: number): void {
    this.#everHeld = true;
    this.#beyond = open > this.#peak ? 0 : Math.max(0, this.#beyond - ofOneThatHolds);
    this.#peak = Math.max(this.#peak, open);
    if (open <= this.most) return;
    this.most = this.#borne = open;
    this.#answers = 0;
  }

  answered(): void {
    if (this.most === Infinity) return;
    this.#answers += 1;
    if (this.#answers < this.#answersUntilNext) return;
    this.#answers = 0;
    this.#borne = this.most;
    this.most += 1;
  }

  /** Notes that a new connection was dropped before it carried anything, while `others` were open that had. */
  dropped(others: number): void {
    if (this.#everHeld) this.#tooMany(others);
  }

  /** Notes that a new connection carried its first response late: only after others were closed, or the target is slow. */
  waited(open: number): void {
    if (open > this.#peak) this.held(open);
    else if (this.#everHeld) this.#tooMany(this.#peak);
  }

  #tooMany(others: number): void {
    this.#beyond += 1;
    const isAttempt = this.most !== Infinity && this.most > this.#borne;
    if (this.#beyond < mostBeyond && !isAttempt) return;
    if (isAttempt) this.#answersUntilNext *= 2;
    else this.#borne = Math.max(1, others);
    this.most = this.#borne;
    this.#beyond = 0;
    this.#answers = 0;
  }
}
