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

const longestItem = 10_000;

/**
 * Where the object that begins at `at` seems to end, provided that it is not long; else its start. Braces in its strings
 * may deceive: then its text is none that was read before.
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

/** What texts say, bounded: when one generation is full it becomes the old one, and what is not asked for again is forgotten. */
export class KnownTexts<T> {
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  #length = 0;
  readonly #longest: number;

  /** The texts of a generation have `longest` characters at most. */
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
