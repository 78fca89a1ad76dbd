// Which animals gets and lists have shown, with which status, and since when. Only they show what an animal was before
// somebody changed it, not the response to the add.
import { statuses, type Status } from '../../../contract/facts.js';
import type { Animal } from '../../../contract/values/animals.js';
import type { Exchange } from '../../../http/types.js';
import { rememberedText } from '../../result/remembered.js';
import { animalsOf, type Suspicion } from './suspicions.js';

/** Only a hostile target shows more animals in a run. */
const mostShown = 20_000;

export class Shown {
  readonly #byStatus = new Map<Status, Map<string, number>>(
    statuses.map((status) => [status, new Map()]),
  );

  note(
    { id, status = '' }: Pick<Animal, 'id' | 'status'>,
    { startedAt, durationMs }: Pick<Exchange, 'startedAt' | 'durationMs'>,
  ): void {
    const ofStatus = this.#byStatus.get(status);
    if (ofStatus === undefined || ofStatus.has(id) || ofStatus.size >= mostShown) return;
    ofStatus.set(rememberedText(id), startedAt + durationMs);
  }

  /** When the animal was first shown with the status, or with any. */
  at(id: string, from: Status | undefined): number | undefined {
    const at = (from === undefined ? statuses : [from]).flatMap(
      (status) => this.#byStatus.get(status)?.get(id) ?? [],
    );
    return at[0];
  }

  /** The only status with which the animal was shown. */
  onlyStatusOf(id: string): Status | undefined {
    const shown = statuses.filter((status) => this.#byStatus.get(status)?.has(id));
    return shown.length === 1 ? shown[0] : undefined;
  }

  /** The animals that were shown with the status, or with any, and since when. */
  with(from: Status | undefined): readonly (readonly [id: string, at: number])[] {
    return [...this.#byStatus].flatMap(([status, ofStatus]) =>
      from === undefined || from === status ? [...ofStatus] : [],
    );
  }

  /** Those animals, each once, as they were shown. */
  inOrder(from: Status | undefined): readonly string[] {
    const shown = this.with(from).toSorted(([, one], [, other]) => one - other);
    return [...new Set(shown.map(([id]) => id))];
  }

  /** Those that were shown with the status before the list was asked for, and are not in it. */
  missingIn({ from, exchange }: Suspicion): readonly string[] {
    const inList = new Set(animalsOf(exchange).map(({ id }) => id));
    const missing = this.with(from).flatMap(([id, shownAt]) =>
      shownAt <= exchange.startedAt && !inList.has(id) ? [id] : [],
    );
    return [...new Set(missing)];
  }

  /** The same, to look for one of them. */
  ids(from: Status | undefined): ReadonlySet<string> {
    return new Set(this.inOrder(from));
  }
}
