// How many connections a target bears at once. Some drop each further one without a word, before it could carry anything:
// then no more are opened than were borne, and one more is tried now and then. It must not know sockets.

/** One drop may be anybody's; this many new connections in a row are dropped because there are too many. */
const inARow = 3;
/** After this many answers one more is tried; after twice as many each time that it was dropped. */
const usualPatience = 16;

export class Room {
  /** At most this many connections may be open. */
  most = Infinity;
  /** This many were borne for a while. */
  #borne = 1;
  #dropsInARow = 0;
  #answers = 0;
  #patience = usualPatience;
  #everHeld = false;

  /** A new connection carried its first answer; `standing` have carried some, with it. */
  held(standing: number): void {
    this.#everHeld = true;
    this.#dropsInARow = 0;
    if (standing <= this.most) return;
    this.most = this.#borne = standing;
    this.#answers = 0;
  }

  answered(): void {
    if (this.most === Infinity) return;
    this.#answers += 1;
    if (this.#answers < this.#patience) return;
    this.#answers = 0;
    this.#borne = this.most;
    this.most += 1;
  }

  /** This machine opens no more, while `others` stand: no trial is needed to know it. */
  unopened(others: number): void {
    this.most = this.#borne = Math.max(1, others);
    this.#patience *= 2;
    this.#answers = 0;
  }

  /** A new connection ended before it carried anything, while `others` stood that had. */
  dropped(others: number): void {
    if (!this.#everHeld) return;
    this.#dropsInARow += 1;
    const isTrial = this.most !== Infinity && this.most > this.#borne;
    if (this.#dropsInARow < inARow && !isTrial) return;
    if (isTrial) this.#patience *= 2;
    else this.#borne = Math.max(1, others);
    this.most = this.#borne;
    this.#dropsInARow = 0;
    this.#answers = 0;
  }
}
