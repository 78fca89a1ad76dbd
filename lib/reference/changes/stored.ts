// Animals that the store treats differently from others.
import type { Server } from '../server.js';
import type { Store } from '../store.js';
import type { Animal } from '../types.js';
import { after, before, replace, type Change } from './change.js';
import { hiding } from './lists.js';

/** A change that recognises animals that were added without a status. */
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

/** Finds another animal than the requested one. */
export const finding = (find: (id: bigint, store: Store) => Animal | undefined): Change =>
  replace('find', (_, server) => (id) => find(id, server.store));

/** Removes an animal once a later one takes its place. */
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

/** Stores something 200 ms after the response, whatever that said. */
export const inTheBackground = (server: Server, store: () => unknown): undefined => {
  void server.clock
    .sleep(200)
    .then(store)
    .catch(() => undefined);
};
