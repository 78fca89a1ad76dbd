// Remembers texts that were parsed before, because a run gets the same refusals and lists the same animals hundreds of
// times. A cached value is used only for exactly the same text, so nothing is taken on trust.

/** An object in a list. Lists share it, so nobody may change it. */
export interface Item {
  readonly value: unknown;
  /** The digits of its numbers, by pointers that start at the object; undefined if no digits need keeping. */
  readonly numbers: Map<string, string> | undefined;
  /** The duplicate members, by the same kind of pointers; undefined if there are none. */
  readonly doubled: readonly string[] | undefined;
}

const longestItem = 10_000;

/**
 * Finds where the object that begins at `at` seems to end; returns `at` if the object is too long. Braces inside
 * strings may make this wrong, but then the text matches none that was parsed before.
 */
export function endOfItem(text: string, at: number): number {
  let opening = at;
  for (let end = at; ;) {
    end = text.indexOf('}', end) + 1;
    if (end === 0 || end - at > longestItem) return at;
    opening = text.indexOf('{', opening + 1);
    if (opening < 0 || opening >= end) return end;
  }
}

/**
 * A bounded cache of texts and their values. When the young generation is full it replaces the old one, whose unused
 * entries are forgotten.
 */
export class KnownTexts<T> {
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  #length = 0;
  readonly #longest: number;

  /** `longest` is the highest number of characters in one generation. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  get(text: string): T | undefined {
    const known = this.#young.get(text);
    if (known !== undefined) return known;
    const before = this.#old.get(text);
    if (before !== undefined) this.keep(text, before);
    return before;
  }

  keep(text: string, said: T): void {
    this.#length += text.length;
    if (this.#length > this.#longest) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#length = text.length;
    }
    this.#young.set(text, said);
  }
}

/** The digits of a whole list, taken from its items. The map is built only if somebody reads all of it. */
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
