// Texts that were read before: a run gets the same refusals and lists the same animals hundreds of times. What is
// remembered is a text and what it says; one that differs in one character is another, so nothing is taken on trust.

/** One object of a list. Lists share it, so nobody may change it. */
export interface Item {
  readonly value: unknown;
  /** The digits of its numbers, by pointers that begin in the object itself; undefined where it has none to keep. */
  readonly numbers: Map<string, string> | undefined;
  /** The members that stand twice in their object, by such pointers; undefined where there is none. */
  readonly doubled: readonly string[] | undefined;
}

const longestItem = 1000;

/** The end of the object that begins at `at`, provided that it holds no other object and is not long; else its start. */
export function endOfItem(text: string, at: number): number {
  const end = text.indexOf('}', at) + 1;
  return end - at > longestItem ? at : Math.max(end, at);
}

/** What texts say, bounded: when one generation is full it becomes the old one, and what is not asked for again is forgotten. */
export class KnownTexts<T> {
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  readonly #most: number;

  /** A generation holds `most`. */
  constructor(most: number) {
    this.#most = most;
  }

  get(text: string): T | undefined {
    const known = this.#young.get(text);
    if (known !== undefined) return known;
    const before = this.#old.get(text);
    if (before !== undefined) this.keep(text, before);
    return before;
  }

  keep(text: string, said: T): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, said);
  }
}

/** The digits of a whole list, as its items have them: a map that is only written out when somebody reads all of it. */
export class NumbersOfItems implements ReadonlyMap<string, string> {
  readonly size: number;
  readonly #items: readonly (ReadonlyMap<string, string> | undefined)[];
  #all: ReadonlyMap<string, string> | undefined;

  constructor(items: readonly (ReadonlyMap<string, string> | undefined)[]) {
    this.#items = items;
    this.size = items.reduce((sum, one) => sum + (one?.size ?? 0), 0);
  }

  get(pointer: string): string | undefined {
    const second = pointer.indexOf('/', 1);
    const end = second < 0 ? pointer.length : second;
    return this.#items[Number(pointer.slice(1, end))]?.get(pointer.slice(end));
  }

  has(pointer: string): boolean {
    return this.get(pointer) !== undefined;
  }

  entries(): MapIterator<[string, string]> {
    return this.#writtenOut().entries();
  }

  keys(): MapIterator<string> {
    return this.#writtenOut().keys();
  }

  values(): MapIterator<string> {
    return this.#writtenOut().values();
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }

  forEach(call: (value: string, key: string, map: ReadonlyMap<string, string>) => void): void {
    for (const [key, value] of this) call(value, key, this);
  }

  #writtenOut(): ReadonlyMap<string, string> {
    return (this.#all ??= new Map(
      this.#items.flatMap((numbers, index) =>
        [...(numbers ?? [])].map(([pointer, digits]) => [`/${index}${pointer}`, digits] as const),
      ),
    ));
  }
}
