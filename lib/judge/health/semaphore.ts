// Limits how many cases run at once, over all experiments: enough to keep every connection busy, and no more, so that
// a run of any length needs the same memory. Knows no case.

export class Semaphore {
  #places: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#places = places;
  }

  /** Limits the number of places from now on. */
  narrow(places: number): void {
    this.#places = Math.min(this.#places, places);
  }

  /** Works on each item as soon as there is a place for it; experiments that do so together take turns. */
  async each<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
    const underWay = new Set<Promise<void>>();
    const failures: unknown[] = [];
    for (const item of items) {
      if (!this.#tryEnter()) await this.#place();
      if (failures.length > 0) {
        this.leave();
        break;
      }
      const working: Promise<void> = this.#worked(work, item, failures).then(
        () => void underWay.delete(working),
      );
      underWay.add(working);
    }
    await Promise.all(underWay);
    if (failures.length > 0) throw failures[0];
  }

  /** Takes a place; `leave` must follow. */
  async enter(): Promise<void> {
    if (!this.#tryEnter()) await this.#place();
  }

  async #worked<T>(work: (item: T) => Promise<void>, item: T, failures: unknown[]): Promise<void> {
    try {
      await work(item);
    } catch (thrown) {
      failures.push(thrown);
    }
    this.leave();
  }

  #tryEnter(): boolean {
    if (this.#taken >= this.#places || this.#waiting.length > 0) return false;
    this.#taken++;
    return true;
  }

  #place(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    // The place goes to the next in line, so that nobody can slip in between.
    const next = this.#taken <= this.#places ? this.#waiting.shift() : undefined;
    if (next) next();
    else this.#taken--;
  }
}
