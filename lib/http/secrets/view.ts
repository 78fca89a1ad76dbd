// A text as somebody may read it, with the position of each character in the original.
export interface View {
  readonly text: string;
  /** The position in the original of a character of `text`, or of its end. */
  readonly at: (index: number) => number;
  /** The same for a character before which something ends, where more was left out between the two. */
  readonly upTo?: (index: number) => number;
}

/**
 * Maps characters to their positions before a text was changed. Only the positions next to a change are noted.
 */
export class Places {
  readonly #indexes = [0];
  readonly #places = [0];
  readonly #before: View['at'];

  constructor(before: View['at']) {
    this.#before = before;
  }

  note(index: number, place: number): void {
    const last = this.#indexes.length - 1;
    const isKnown = place - (this.#places[last] ?? 0) === index - (this.#indexes[last] ?? 0);
    if (isKnown) return;
    this.#indexes.push(index);
    this.#places.push(place);
  }

  of(index: number): number {
    let low = 0;
    for (let high = this.#indexes.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if ((this.#indexes[middle] as number) <= index) low = middle;
      else high = middle;
    }
    return this.#before((this.#places[low] as number) + index - (this.#indexes[low] as number));
  }
}
