// Ends many things when a signal aborts, with one listener for each signal instead of one for each thing.

/** The reason given for a request that was not sent, or was given up, because the run was interrupted. */
export const wasInterrupted = 'the run was interrupted';

export class BySignal<Thing> {
  readonly #groups = new WeakMap<AbortSignal, Set<Thing>>();
  readonly #abort: (thing: Thing) => void;

  constructor(abort: (thing: Thing) => void) {
    this.#abort = abort;
  }

  add(signal: AbortSignal, thing: Thing): void {
    this.#groupOf(signal).add(thing);
  }

  remove(signal: AbortSignal, thing: Thing): void {
    this.#groups.get(signal)?.delete(thing);
  }

  #groupOf(signal: AbortSignal): Set<Thing> {
    const known = this.#groups.get(signal);
    if (known !== undefined) return known;
    const group = new Set<Thing>();
    this.#groups.set(signal, group);
    const abortAll = (): void => [...group].forEach((each) => this.#abort(each));
    signal.addEventListener('abort', abortAll, { once: true });
    return group;
  }
}
