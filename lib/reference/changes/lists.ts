// Lists that hold other animals.
import type { Server } from '../server.js';
import type { Animal, Call, Reply, Status } from '../types.js';
import { after, replace, type Change } from './change.js';

/** The animals that a list holds are chosen otherwise. */
export const selecting = (
  passes: (animal: Animal, status: Status | undefined, server: Server) => boolean,
): Change =>
  replace(
    'select',
    (_, server) => (status, limit) =>
      server.store.slice(undefined, limit, (animal) => passes(animal, status, server)),
  );
/** As the correct server chooses. */
export const isOf = (animal: Animal, status: Status | undefined): boolean =>
  status === undefined || animal.status === status;

/** No list shows some animals. */
export const hiding = (isHidden: (animal: Animal, call: Call, server: Server) => boolean): Change =>
  after('isVisible', (visible, animal, call, server) => visible && !isHidden(animal, call, server));

/** Answers lists from a cache. */
export const cachedLists =
  (keyOf: (call: Call) => string, until: 'an animal is added' | 'for ever'): Change =>
  (server) => {
    const cache = new Map<string, Reply>();
    replace('listPets', (listPets) => async (call) => {
      const reply = cache.get(keyOf(call)) ?? (await listPets(call));
      cache.set(keyOf(call), reply);
      return { ...reply };
    })(server);
    if (until === 'for ever') return;
    after('add', (animal) => {
      cache.clear();
      return animal;
    })(server);
  };
