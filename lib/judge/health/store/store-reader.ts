// What gets and lists show of the store right now, read without being judged.
import { maximumLimit, statuses, type Status } from '../../../contract/facts.js';
import { operations } from '../../../contract/operations.js';
import { animalAt } from '../../../contract/values/animals.js';
import type { Exchange } from '../../../http/types.js';
import { rememberedText } from '../../result/remembered.js';
import { orElse } from '../../result/signals.js';
import type { Asks } from '../asks.js';
import type { Now } from './suspicions.js';

export class StoreReader {
  readonly #asks: Asks;
  /** Whether the target still has GET /pets/{petId}. */
  readonly servesGetPet: () => boolean;

  /** The identifiers that gets were sent for, here or by a case. */
  readonly #askedFor = new Set<string>();

  constructor(asks: Asks, servesGetPet: () => boolean) {
    this.#asks = asks;
    this.servesGetPet = servesGetPet;
  }

  /** Notes a request of a case. */
  note({ ask }: Exchange): void {
    if (ask.operation === operations.getPet.id)
      this.#askedFor.add(rememberedText(ask.path.split('/').at(-1) ?? ''));
  }

  hasAskedFor(id: string): boolean {
    return this.#askedFor.has(id);
  }

  async statusesOf(ids: readonly string[]): Promise<readonly (Now | undefined)[]> {
    if (!this.servesGetPet()) return ids.map(() => undefined);
    const { id: operation, method, path } = operations.getPet;
    for (const id of ids) this.#askedFor.add(id);
    const fetched = await Promise.all(
      ids.map((id) =>
        this.#asks.send({
          operation,
          method,
          path: path.replace('{petId}', () => id),
          validity: 'valid',
          writes: false,
        }),
      ),
    );
    return fetched.map(({ answer }, index) => {
      const { json, status } = answer ?? {};
      if (status === 404) return 'gone';
      const animal = status === 200 && json?.ok ? animalAt(json, '', json.value) : undefined;
      return animal?.id === ids[index] ? statuses.find((one) => one === animal?.status) : undefined;
    });
  }

  /** The status of each animal of which the target shows one. */
  async statusById(ids: readonly string[]): Promise<ReadonlyMap<string, Now>> {
    const now = await orElse(this.statusesOf(ids), []);
    return new Map(
      ids.flatMap((id, index) => (now[index] === undefined ? [] : [[id, now[index]]])),
    );
  }

  async goneOf(ids: readonly string[]): Promise<readonly string[]> {
    const now = await this.statusById(ids);
    return ids.filter((id) => now.get(id) === 'gone');
  }

  /** The longest list of all animals, and of each status. */
  lists(): Promise<readonly Exchange[]> {
    return Promise.all([undefined, ...statuses].map((status) => this.#list(status)));
  }

  #list(status: Status | undefined): Promise<Exchange> {
    const { id: operation, method, path } = operations.listPets;
    const filter = status === undefined ? '' : `&status=${encodeURIComponent(status)}`;
    return this.#asks.send({
      operation,
      method,
      path: `${path}?limit=${maximumLimit}${filter}`,
      validity: 'valid',
      writes: false,
    });
  }
}
