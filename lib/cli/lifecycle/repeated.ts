// Tells what a candidate writes from what people write: nobody changes one file in run after run before they are over.

/** How many runs in a row. */
const most = 5;

export class Repeated {
  readonly #times = new Map<string, number>();

  /** These changed while a run was under way. */
  note(paths: readonly string[]): void {
    for (const path of this.#times.keys()) if (!paths.includes(path)) this.#times.delete(path);
    for (const path of paths) this.#times.set(path, (this.#times.get(path) ?? 0) + 1);
  }

  /** A run was over before anything changed. */
  clear(): void {
    this.#times.clear();
  }

  /** Each is told once. */
  tooOften(): readonly string[] {
    const found = [...this.#times].filter(([, times]) => times >= most).map(([path]) => path);
    for (const path of found) this.#times.delete(path);
    return found;
  }
}
