// Many things that end when a signal aborts, with one listener for each signal instead of one for each thing.

export class BySignal<Thing> {
  private readonly groups = new WeakMap<AbortSignal, Set<Thing>>();

  constructor(private readonly abort: (thing: Thing) => void) {}

  add(signal: AbortSignal, thing: Thing): void {
    let group = this.groups.get(signal);
    if (group === undefined) {
      const own = new Set<Thing>();
      group = own;
      this.groups.set(signal, own);
      signal.addEventListener('abort', () => [...own].forEach((each) => this.abort(each)), {
        once: true,
      });
    }
    group.add(thing);
  }

  remove(signal: AbortSignal, thing: Thing): void {
    this.groups.get(signal)?.delete(thing);
  }
}
