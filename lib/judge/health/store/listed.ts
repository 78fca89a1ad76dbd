// The lists of a run as they were first. What stood in one between two animals, and later no longer stands between them,
// was taken out of it, however full it is.
import type { Exchange } from '../../../http/types.js';
import { rememberedText } from '../../result/remembered.js';
import { someOf } from './seen-by-gets.js';
import type { StoreReader } from './store-reader.js';
import { animalsOf } from './suspicions.js';

/** There are as many kinds of lists of full length as statuses, and that of all. */
const mostLists = 8;
/** Only a hostile target lists more animals in a run. */
const mostListed = 20_000;
/** At most this many of what was taken out are asked for. */
const mostAskedFor = 8;

/** Some animals that were removed, and the share of the list that was. */
interface Removed {
  readonly ids: readonly string[];
  readonly share: number;
}

const nothing: Removed = { ids: [], share: 0 };

export class Listed {
  readonly #first = new Map<string, readonly string[]>();
  readonly #ids = new Set<string>();

  note(list: Exchange): void {
    const animals = animalsOf(list);
    for (const { id } of animals)
      if (this.#ids.size < mostListed && !this.#ids.has(id)) this.#ids.add(rememberedText(id));
    const { path } = list.ask;
    if (animals.length > 2 && this.#first.size < mostLists && !this.#first.has(path))
      this.#first.set(
        path,
        animals.map(({ id }) => rememberedText(id)),
      );
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** What this list showed between others and no longer shows, if gets do not find it either. */
  async removedFrom(list: Exchange, reader: StoreReader): Promise<Removed> {
    const { ids, of } = this.#takenOutOf(list);
    const some = someOf(ids, mostAskedFor);
    const gone = await reader.goneOf(some);
    return gone.length === 0 || gone.length < some.length
      ? nothing
      : { ids: gone, share: ids.length / of };
  }

  /**
   * What the list lacks between animals that it shows in the order in which it showed them first, and how many it had
   * from the first of those to the last.
   */
  #takenOutOf(list: Exchange): { readonly ids: readonly string[]; readonly of: number } {
    const before = this.#first.get(list.ask.path) ?? [];
    const now = animalsOf(list).map(({ id }) => id);
    const inBoth = new Set(before.filter((id) => now.includes(id)));
    const [inOrder, inOrderNow] = [before, now].map((ids) => ids.filter((id) => inBoth.has(id)));
    if (inOrder?.join() !== inOrderNow?.join()) return { ids: [], of: 0 };
    const first = before.findIndex((id) => inBoth.has(id));
    const last = before.findLastIndex((id) => inBoth.has(id));
    const between = before.slice(first, last);
    return { ids: between.filter((id) => !inBoth.has(id)), of: between.length };
  }
}
