// Looks, when everything else is done, for animals that were accepted and are not there: lost, gone after a while, or found
// by a second request only. Each is a doubt, because somebody may have removed them.
import type { Clock } from '../../../http/types.js';
import { Undecided } from '../../result/signals.js';
import { mostOfTheShown, someOf } from './seen-by-gets.js';
import type { Shown } from './shown.js';
import type { StoreReader } from './store-reader.js';

interface LostAnimalsOptions {
  readonly clock: Clock;
  /** The animals that this run added. */
  readonly added: { ids(): readonly string[] };
  /** How long one of two responses may be older than the other. */
  readonly settleMs: () => number;
  /** How long it takes until what was added is everywhere, as far as that is known. */
  readonly knownMs: () => number;
}

/** So many of the first animals are looked at. */
const mostOfTheFirst = 4;
/** So many of the animals that no response has shown are asked for. */
const mostNeverShown = 12;
/** So many of those that nothing has asked for are asked for. */
const mostAtFirst = 4;
/** So many that only a second request finds are no chance. */
const fewestLate = 2;
/** Older animals are everywhere, unless the target is known to be slower. */
const leastAgeMs = 1_000;
const pauseMs = 100;

/** A store that keeps only the newest looks the same, and would lose what clients add. */
export const emptied = new Undecided({ what: 'emptied by others' });

export class LostAnimals {
  readonly #reader: StoreReader;
  readonly #shown: Shown;
  readonly #options: LostAnimalsOptions;

  constructor(reader: StoreReader, shown: Shown, options: LostAnimalsOptions) {
    this.#reader = reader;
    this.#shown = shown;
    this.#options = options;
  }

  /** Why nobody can say that animals stay, if the first that were added are gone at the end. */
  async whyFirstAreGone(): Promise<Undecided | undefined> {
    const added = new Set(this.#options.added.ids());
    const first = this.#shown.inOrder(undefined).filter((id) => added.has(id));
    const ids = first.slice(0, mostOfTheFirst);
    if (!this.#reader.servesGetPet() || ids.length < mostOfTheFirst) return undefined;
    const gone = await this.#reader.goneOf(ids);
    return gone.length === ids.length ? emptied : undefined;
  }

  /**
   * Why nobody can say that every accepted animal is stored, if one of those that no response has shown is not there at
   * the end. Where others are gone that were shown, somebody may have removed this one too.
   */
  async whyNeverShown(): Promise<Undecided | undefined> {
    const shown = this.#shown.ids(undefined);
    const added = this.#options.added.ids();
    if (!this.#reader.servesGetPet()) return undefined;
    const { clock, settleMs } = this.#options;
    const endsAt = clock.now() + settleMs();
    let hidden = someOf(
      added.filter((id) => !shown.has(id)),
      mostNeverShown,
    );
    while ((hidden = await this.#reader.goneOf(hidden)).length > 0 && clock.now() < endsAt)
      await clock.sleep(pauseMs);
    const [id] = hidden;
    if (id === undefined) return undefined;
    const others = someOf(
      added.filter((one) => shown.has(one)),
      mostOfTheShown,
    );
    const areRemoved = (await this.#reader.goneOf(others)).length > 0;
    return areRemoved ? undefined : new Undecided({ what: 'never shown', values: { id } });
  }

  /**
   * Why nobody can say that an animal is found at once, if those that were added long ago are found only by a second
   * request: that is no delay after the add.
   */
  async whyFoundLate(): Promise<Undecided | undefined> {
    const { clock, knownMs } = this.#options;
    if (!this.#reader.servesGetPet()) return undefined;
    const missing = await this.#missingAtFirst();
    if (missing.length < fewestLate) return undefined;
    // Some may have been added just now; the next ones have had the time that the target is known to take.
    await clock.sleep(Math.max(leastAgeMs, knownMs()));
    const late = await this.#missingAtFirst();
    const [id] = late;
    if (id === undefined || late.length < fewestLate) return undefined;
    const areFound = (await this.#reader.goneOf(late)).length < late.length / 2;
    return areFound
      ? new Undecided({ what: 'found late', values: { id, count: late.length } })
      : undefined;
  }

  /** Those of some animals, which nothing has asked for, that are not found. */
  async #missingAtFirst(): Promise<readonly string[]> {
    const others = this.#options.added.ids().filter((id) => !this.#reader.hasAskedFor(id));
    return this.#reader.goneOf(someOf(others, mostAtFirst));
  }
}
