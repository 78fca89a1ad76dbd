// Animals that the store treats unlike others.
import type { Store } from '../store.js';
import type { Animal } from '../types.js';
import { after, before, replace, type Change } from './change.js';
import { hiding } from './lists.js';

/** A change that tells animals that came without a status from the others. */
export const statusless =
  (make: (isOne: (animal: Animal) => boolean) => Change): Change =>
  (server) => {
    const found = new WeakSet<Animal>();
    after('add', (animal, { status }) => {
      if (status === undefined) found.add(animal);
      return animal;
    })(server);
    make((animal) => found.has(animal))(server);
  };

/** Another animal is found than the one that was asked for. */
export const finding = (find: (id: bigint, store: Store) => Animal | undefined): Change =>
  replace('find', (_, server) => (id) => find(id, server.store));

/** An animal is gone once a later one stands for it. */
export const forgetting =
  (stands: (older: Animal, newer: Animal) => boolean): Change =>
  (server) => {
    const gone = new Set<bigint>();
    const kept: Animal[] = [];
    before('save', (animal) => {
      for (const older of kept) if (stands(older, animal)) gone.add(older.id);
      kept.push(animal);
    })(server);
    hiding((animal) => gone.has(animal.id))(server);
    after('find', (found, id) => (gone.has(id) ? undefined : found))(server);
  };
