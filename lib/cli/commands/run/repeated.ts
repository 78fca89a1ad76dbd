// Distinguishes files that a candidate writes from those that people write: nobody changes the same file during one
// run after another.

/** The number of runs in a row. */
const most = 5;

export class Repeated {
  readonly #times = new Map<string, number>();

  /** Notes the files that changed during a run. */
  note(paths: readonly string[]): void {
    for (const path of this.#times.keys()) if (!paths.includes(path)) this.#times.delete(path);
    for (const path of paths) this.#times.set(path, (this.#times.get(path) ?? 0) + 1);
  }

  /** Notes that a run ended before anything changed. */
  clear(): void {
    this.#times.clear();
  }

  /** Each file is reported once. */
  tooOften(): readonly string[] {
    const found = [...this.#times].filter(([, times]) => times >= most).map(([path]) => path);
    for (const path of found) this.#times.delete(path);
    return found;
  }
}
