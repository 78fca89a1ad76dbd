// Counts the animals that a run has added, by status. It depends on nothing else of the run, so that whoever adds animals
// and whoever asks how many there are need not know each other.
import { statuses, type Status } from '../../contract/facts.js';
import type { Animal } from '../../contract/values/animals.js';
import type { Exchange } from '../../http/types.js';

export class AddedAnimals {
  readonly #counts = new Map<Status, number>();
  readonly #first = new Map<Status, Exchange>();

  note(animal: Animal, exchange: Exchange): void {
    const status = statuses.find((one) => one === animal.status);
    if (!status) return;
    this.#counts.set(status, this.of(status) + 1);
    if (!this.#first.has(status)) this.#first.set(status, exchange);
  }

  of(status: Status): number {
    return this.#counts.get(status) ?? 0;
  }

  /** The first animal of each status, with the response to its add. */
  get first(): readonly { readonly status: Status; readonly added: Exchange }[] {
    return [...this.#first].map(([status, added]) => ({ status, added }));
  }
}
