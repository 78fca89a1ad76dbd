// What gets and lists have shown of the animals that were looked at, whenever that was. An animal that others change all
// the time may have got its status back before anybody looks, and gets and lists are never read at the same moment.
import { statuses, type Status } from '../../../contract/facts.js';
import type { Now } from './suspicions.js';

type Seen<T> = Record<'gets' | 'lists', T>;

export class SeenStatuses {
  readonly #of = new Map<string, Seen<Set<Now>>>();

  note(id: string, { gets, lists }: Seen<readonly (Now | undefined)[]>): void {
    const seen = this.#of.get(id) ?? { gets: new Set(), lists: new Set() };
    this.#of.set(id, seen);
    for (const now of gets) if (now !== undefined) seen.gets.add(now);
    for (const now of lists) if (now !== undefined) seen.lists.add(now);
  }

  /** Whether a get has shown the animal with another status. */
  differs(id: string, from: Status | undefined): boolean {
    return this.otherThan(from, id, true) !== undefined;
  }

  /**
   * Another status with which both gets and lists have shown the animal, although not at the same time. If a list of the
   * first status lacks it, a get is enough.
   */
  otherThan(from: Status | undefined, id: string, isLeftOut: boolean): Status | undefined {
    const seen = this.#of.get(id);
    if (from === undefined || seen === undefined) return undefined;
    return statuses.find(
      (one) => one !== from && seen.gets.has(one) && (isLeftOut || seen.lists.has(one)),
    );
  }
}
