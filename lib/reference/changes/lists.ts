// Lists that contain other animals than they should.
import type { Server } from '../server.js';
import type { Animal, Call, Reply, Status } from '../types.js';
import { after, replace, type Change } from './change.js';

/** Chooses the animals of a list in another way. */
export const selecting = (
  passes: (animal: Animal, status: Status | undefined, server: Server) => boolean,
): Change =>
  replace(
    'select',
    (_, server) => (status, limit) =>
      server.store.slice(undefined, limit, (animal) => passes(animal, status, server)),
  );
/** Whether the correct server would choose this animal. */
export const isOf = (animal: Animal, status: Status | undefined): boolean =>
  status === undefined || animal.status === status;

/** Hides some animals from every list. */
export const hiding = (isHidden: (animal: Animal, call: Call, server: Server) => boolean): Change =>
  after('isVisible', (visible, animal, call, server) => visible && !isHidden(animal, call, server));

/** Answers list requests from a cache. */
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
