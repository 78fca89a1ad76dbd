// The animals in the order in which they were added, with an index by status. Initial animals are made when they are
// first read, so that a million of them cost nothing. Nothing here knows HTTP or JSON.
import type { Animal, Status } from './types.js';

/** The statuses of the server's own contract. */
export const statuses: readonly Status[] = ['available', 'pending', 'sold'];

export class Store {
  /** The statuses that this server knows. */
  readonly statuses: readonly Status[];
  readonly #startedAt: number;
  readonly #added: Animal[] = [];
  readonly #addedBy: ReadonlyMap<Status, Animal[]>;
  readonly #byId = new Map<bigint, Animal>();
  readonly #made = new Map<number, Animal>();

  /** `initial` is the number of animals with identifiers from 1 upwards, whose statuses alternate. */
  constructor(
    readonly initial: number,
    startedAt: number,
    served: readonly Status[] = statuses,
  ) {
    this.statuses = served;
    this.#addedBy = new Map(served.map((status) => [status, []]));
    this.#startedAt = startedAt;
  }

  /** How many animals exist, in total or with one status. */
  count(status?: Status): number {
    if (status === undefined) return this.initial + this.#added.length;
    return this.#initialCount(status) + this.#of(status).length;
  }

  /** The animal at a position, oldest first, among all or among those with one status. */
  at(position: number, status?: Status): Animal | undefined {
    if (status === undefined)
      return position < this.initial ? this.#make(position) : this.#added[position - this.initial];
    const before = this.#initialCount(status);
    if (position < before)
      return this.#make(position * this.statuses.length + this.statuses.indexOf(status));
    return this.#of(status)[position - before];
  }

  get(id: bigint): Animal | undefined {
    if (id >= 1n && id <= BigInt(this.initial)) return this.#make(Number(id) - 1);
    return this.#byId.get(id);
  }

  add(animal: Animal): void {
    this.#added.push(animal);
    // A faulty server may store a status that is not in the index.
    this.#addedBy.get(animal.status)?.push(animal);
    this.#byId.set(animal.id, animal);
  }

  /** Gives an added animal another status, under which it takes its place by its age. */
  change(animal: Animal, status: Status): void {
    const before = this.#addedBy.get(animal.status) ?? [];
    const at = before.indexOf(animal);
    if (at >= 0) before.splice(at, 1);
    animal.status = status;
    delete animal.text;
    const now = this.#addedBy.get(status);
    const later = now?.findIndex(({ addedAt }) => addedAt > animal.addedAt) ?? -1;
    now?.splice(later < 0 ? now.length : later, 0, animal);
  }

  /** The first `limit` animals that pass a test, with one status or with any. */
  slice(
    status: Status | undefined,
    limit: number,
    passes: (animal: Animal) => boolean = () => true,
  ): Animal[] {
    const found: Animal[] = [];
    const count = this.count(status);
    for (let position = 0; position < count && found.length < limit; position += 1) {
      const animal = this.at(position, status);
      if (animal !== undefined && passes(animal)) found.push(animal);
    }
    return found;
  }

  #of(status: Status): readonly Animal[] {
    return this.#addedBy.get(status) ?? [];
  }

  #initialCount(status: Status): number {
    if (!this.statuses.includes(status)) return 0;
    return Math.floor(
      (this.initial + this.statuses.length - 1 - this.statuses.indexOf(status)) /
        this.statuses.length,
    );
  }

  #make(position: number): Animal {
    const known = this.#made.get(position);
    if (known !== undefined) return known;
    const turn = position % this.statuses.length;
    const animal: Animal = {
      id: BigInt(position + 1),
      name: `Animal ${position + 1}`,
      categoryId: BigInt(turn + 1),
      status: this.statuses[turn] as Status,
      addedAt: this.#startedAt,
    };
    this.#made.set(position, animal);
    return animal;
  }
}
