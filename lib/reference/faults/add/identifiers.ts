// Faults of clause 2: wrong ways to assign the identifier of an animal.
import {
  after,
  before,
  instead,
  insteadOfRefusal,
  replace,
  type Change,
} from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import { fixed, inAdds, withField } from '../../changes/shown.js';
import { forgetting } from '../../changes/stored.js';
import type { Animal } from '../../types.js';
import { afterAdds } from '../chance.js';
import { breaking, breakingByChance, type Fault } from '../fault.js';

/** Uses the id in the request as the animal's identifier. */
const adopting = (when: (id: bigint) => boolean): Change =>
  instead('assignId', (call, _animal, server) => {
    const id = server.readObject(call).get('id');
    return typeof id === 'bigint' && when(id) ? id : undefined;
  });

export const addIdentifiers: readonly Fault[] = [
  ...breaking('add-animal.assigns-id', {
    'id-taken-from-client': [
      'Uses the id in the request if it is an integer.',
      adopting(() => true),
    ],
    'id-above-1000000-taken-from-client': [
      'Uses the id in the request if it is above a million.',
      adopting((id) => id > 1_000_000n),
    ],
    'client-id-echoed': [
      'Returns the id in the request when an animal is added, but stores another one.',
      inAdds((fields, _animal, call, server) => {
        const id = server.readObject(call).get('id');
        return typeof id === 'bigint' ? withField(fields, 'id', () => String(id)) : fields;
      }),
    ],
  }),
  ...breaking('add-animal.unique-ids', {
    'added-id-always-0': [
      'Returns the id 0 for every animal that is added.',
      inAdds(fixed('id', '0')),
    ],
    'ids-wrap-at-100': [
      'Starts again at the first identifier after a hundred animals.',
      after('assignId', (id) => ((id - 1n) % 100n) + 1n),
    ],
    'ids-wrap-at-128': [
      'Keeps only seven bits of an identifier, as in a signed byte.',
      after('assignId', (id) => BigInt.asUintN(7, id)),
    ],
    'ids-from-the-clock': [
      'Uses the current second as the identifier of a new animal.',
      instead('assignId', (_call, _animal, { clock }) => BigInt(Math.floor(clock.now() / 1000))),
    ],
    'same-id-for-each-status': [
      'Counts identifiers separately for each status.',
      instead('assignId', (_call, { status }, { store, defaultStatus }) =>
        BigInt(1 + store.count(status ?? defaultStatus)),
      ),
    ],
    'refusal-gives-id-back': [
      'Reuses the identifier of the previous animal after refusing a request.',
      (server) => {
        let last = BigInt(server.store.initial);
        server.assignId = () => (last += 1n);
        insteadOfRefusal('readNewAnimal', () => {
          last -= 1n;
          return undefined;
        })(server);
      },
    ],
  }),
  ...breakingByChance('add-animal.unique-ids', afterAdds, {
    'ids-by-chance-up-to-1000': [
      'Picks a random identifier from 1 to 1000 without checking whether it is in use.',
      instead('assignId', (_call, _animal, { random }) => BigInt(1 + Math.floor(random() * 1000))),
    ],
    'ids-collide-under-load': [
      'Increments the last identifier without a lock, so that concurrent requests get the same one.',
      replace('assignId', (_, server) => {
        let last = BigInt(server.store.initial);
        return async () => {
          const next = last + 1n;
          await server.clock.sleep(2);
          last = next;
          return next;
        };
      }),
    ],
    'ids-by-millisecond': [
      'Uses the current millisecond as the identifier of a new animal.',
      instead('assignId', (_call, _animal, { clock }) => BigInt(Math.floor(clock.now()))),
    ],
    'added-animals-mixed-up-under-load': [
      'Keeps the animal that is being added in a variable that all requests share.',
      replace('add', (add, server) => {
        let current: Animal;
        return async (body, call) => {
          current = await add(body, call);
          await server.clock.sleep(1);
          return current;
        };
      }),
    ],
    'ids-repeat-after-50': [
      'Assigns the same identifier to every animal after the fiftieth.',
      after('assignId', (id) => (id > 50n ? 50n : id)),
    ],
  }),
  ...breaking('add-animal.names-may-repeat', {
    'ids-from-the-name': [
      'Uses the sum of the character codes of the name as the identifier.',
      instead('assignId', (_call, { name }) =>
        [...name].reduce((sum, letter) => sum + BigInt(letter.codePointAt(0) ?? 0), 1n),
      ),
    ],
    'name-taken-409': [
      'Refuses a name that another animal already has.',
      (server) => {
        const taken = new Set<string>();
        before('add', ({ name }) => {
          if (taken.has(name)) refuse(409);
          taken.add(name);
        })(server);
      },
    ],
    'third-of-a-name-409': [
      'Refuses the third animal of one name.',
      (server) => {
        const times = new Map<string, number>();
        before('add', ({ name }) => {
          const time = (times.get(name) ?? 0) + 1;
          times.set(name, time);
          if (time > 2) refuse(409);
        })(server);
      },
    ],
    'same-body-adds-nothing': [
      'Returns the existing animal of the same name instead of adding one.',
      instead(
        'add',
        (animal, _call, { store }) =>
          store.slice(undefined, 1, ({ name }) => name === animal.name)[0],
      ),
    ],
    'same-body-at-once-adds-nothing': [
      'Adds one animal for two equal requests that arrive at the same time.',
      replace('add', (add, server) => {
        const underWay = new Map<string, ReturnType<typeof add>>();
        return async (body, call) => {
          const key = JSON.stringify(call.request.body);
          const added = underWay.get(key) ?? add(body, call);
          underWay.set(key, added);
          await server.clock.sleep(1);
          underWay.delete(key);
          return added;
        };
      }),
    ],
    'category-taken-409': [
      'Refuses a second animal with the same name and categoryId.',
      before('add', (animal, _call, { store }) => {
        const same = store.slice(
          undefined,
          1,
          ({ name, categoryId }) => name === animal.name && categoryId === animal.categoryId,
        );
        if (same.length > 0) refuse(409);
      }),
    ],
    'same-name-overwrites': [
      'Overwrites the animal that has the same name.',
      forgetting((older, newer) => older.name === newer.name),
    ],
  }),
];
