// Faults of clause 4.2: adds that leave something in the store that their response does not say.
import { after, insteadOfRefusal, replace, type Change } from '../../changes/change.js';
import { textIn } from '../../changes/requests.js';
import { forgetting, inTheBackground } from '../../changes/stored.js';
import type { Refusal } from '../../refusal.js';
import type { Server } from '../../server.js';
import type { Animal, Call } from '../../types.js';
import { afterAdds, anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, eachOf, type Fault } from '../fault.js';

/** Adds as much of a refused body as can be read. */
const addedAnyway = (when: (refusal: Refusal) => boolean): Change =>
  insteadOfRefusal('createPet', async (refusal, call, server) => {
    if (when(refusal)) await addReadable(call, server);
    return undefined;
  });
const addReadable = (call: Call, server: Server) =>
  server.add({ name: nameIn(call), categoryId: 1n, status: undefined }, call);
/** The part of the name that a careless server has stored before it refuses. */
const nameIn = (call: Call): string => /"name"\s*:\s*"([^"]*)"/.exec(textIn(call))?.[1] ?? '';
/** Never stores some animals. */
const losing = (when: (animal: Animal, server: Server, count: number) => boolean): Change =>
  replace('save', (save, server) => {
    let count = 0;
    return (animal, call) => (when(animal, server, (count += 1)) ? undefined : save(animal, call));
  });
const addedTwice = (when: (count: number) => boolean): Change =>
  replace('save', (save, server) => {
    let count = 0;
    return async (animal, call) => {
      await save(animal, call);
      if (when((count += 1)))
        await save({ ...animal, id: await server.assignId(call, animal) }, call);
    };
  });

export const addStored: readonly Fault[] = [
  ...breaking('add-animal.can-be-fetched', {
    'adds-are-lost': ['Returns 201 but does not store the animal.', losing(() => true)],
    'sold-adds-are-lost': [
      'Returns 201 for a sold animal but does not store it.',
      losing(({ status }) => status === 'sold'),
    ],
    'adds-after-50-are-lost': [
      'Stores no animal after the fiftieth.',
      losing((_animal, _server, count) => count > 50),
    ],
    'same-category-and-status-overwrites': [
      'Overwrites the animal that has the same categoryId and status.',
      forgetting(
        (older, newer) => older.categoryId === newer.categoryId && older.status === newer.status,
      ),
    ],
    'get-remembers-404': [
      'Keeps returning 404 for an identifier that was requested before its animal existed.',
      replace('find', (find) => {
        const absent = new Set<bigint>();
        return async (id, call) => {
          const found = absent.has(id) ? undefined : await find(id, call);
          if (found === undefined) absent.add(id);
          return found;
        };
      }),
    ],
    'one-of-two-replicas-lacks-every-seventh': [
      'Fetches from two replicas in turn, one of which lacks every seventh animal.',
      replace('find', (find) => {
        let reads = 0;
        return async (id, call) =>
          id % 7n === 0n && (reads += 1) % 2 === 1 ? undefined : find(id, call);
      }),
    ],
    'get-misses-category-0': [
      'Returns 404 for an animal with a categoryId of 0.',
      after('find', (found) => (found?.categoryId === 0n ? undefined : found)),
    ],
  }),
  ...breakingByChance('add-animal.can-be-fetched', anyAnswer, {
    'add-lost-once-in-10': [
      'Does not store one new animal in ten.',
      losing((_animal, server) => onceIn(10, server)),
    ],
    'add-lost-every-20th': [
      'Does not store every twentieth animal.',
      losing((_animal, _server, count) => count % 20 === 0),
    ],
  }),
  ...breakingByChance('add-animal.can-be-fetched', afterAdds, {
    'adds-lost-under-load': [
      'Stores nothing while four or more animals are being added.',
      replace('save', (save, server) => async (animal, call) => {
        const crowd = server.inFlight;
        await server.clock.sleep(1);
        if (crowd < 4) await save(animal, call);
      }),
    ],
    'fetched-a-minute-late': [
      'Finds an animal by its identifier only a minute after it was added.',
      after('find', (found, _id, _call, { clock }) =>
        found !== undefined && found.addedAt + 60_000 <= clock.now() ? found : undefined,
      ),
    ],
  }),
  ...breaking('add-animal.refused-adds-nothing', {
    'refused-body-added': [
      'Returns 400 for an invalid body, but adds an animal anyway.',
      addedAnyway(() => true),
    ],
    'refused-body-added-later': [
      'Returns 400 for an invalid body, but adds an animal 200 ms later.',
      insteadOfRefusal('createPet', (_refusal, call, server) =>
        inTheBackground(server, () => addReadable(call, server)),
      ),
    ],
    'refused-status-added': [
      'Returns 400 for an invalid status, but only after storing the animal.',
      addedAnyway(({ message }) => message.includes('`status`')),
    ],
  }),
  ...breaking('add-animal.adds-one', {
    'added-twice': ['Adds every animal twice, with two identifiers.', addedTwice(() => true)],
    'added-twice-later': [
      'Adds every animal a second time, 200 ms later.',
      replace('save', (save, server) => async (animal, call) => {
        await save(animal, call);
        inTheBackground(server, async () => {
          const { text: _, ...twin } = animal;
          return save({ ...twin, id: await server.assignId(call, twin) }, call);
        });
      }),
    ],
    ...eachOf('added-twice-once-in-%s', 'Adds one animal in %s twice.', [2, 10], (times) =>
      addedTwice((count) => count % times === 0),
    ),
  }),
];
