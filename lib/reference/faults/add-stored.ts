// Faults of clause 4.2: what an add leaves in the store, apart from what it was answered.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { Refusal } from '../refusal.js';
import type { Animal, Call, Status } from '../types.js';

const refused = 'add-animal.refused-adds-nothing';
const one = 'add-animal.adds-one';
const fetched = 'add-animal.can-be-fetched';
const exact = 'get-animal.exact-animal';
const listed = 'list-animals.as-created';
const finds = 'list-animals.filter-finds';
const full = 'list-animals.full-pages';
const model = 'sequences.model';

/** A refused body is added all the same, as far as it can be read. */
const half = (when: (call: Call, refusal: Refusal) => boolean): Fault['change'] =>
  replace('createPet', (createPet, server) => async (call) => {
    try {
      return await createPet(call);
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || !when(call, thrown)) throw thrown;
      await server.add({ name: nameIn(call), categoryId: 1n, status: undefined }, call);
      throw thrown;
    }
  });
/** As much of the name as a careless server has stored by then. */
const nameIn = (call: Call): string =>
  /"name"\s*:\s*"([^"]*)"/.exec(String(call.request.body ?? ''))?.[1] ?? '';
const saving = (
  save: (animal: Animal, store: (animal: Animal) => void, count: number) => void,
): Fault['change'] => {
  return (server) => {
    let count = 0;
    server.save = (animal) => {
      count += 1;
      save(animal, (each) => server.store.add(each), count);
    };
  };
};
const altered = (change: (animal: Animal) => Partial<Animal>): Fault['change'] =>
  saving((animal, store) => store({ ...animal, ...change(animal) }));
const copy = async (
  animal: Animal,
  call: Call,
  server: { assignId: (call: Call, body: Animal) => bigint | Promise<bigint> },
): Promise<Animal> => ({ ...animal, id: await server.assignId(call, animal) });

export const addStored: readonly Fault[] = [
  {
    name: 'refused-body-added',
    clause: '4.2',
    sentence: 'Refuses an invalid body with 400, and adds an animal all the same.',
    fails: [refused],
    change: half(() => true),
  },
  {
    name: 'refused-status-added',
    clause: '4.2',
    sentence: 'Refuses an invalid status with 400 after the animal was added.',
    fails: [refused],
    change: half((_, refusal) => refusal.message.includes('`status`')),
  },
  {
    name: 'refused-category-added',
    clause: '4.2',
    sentence: 'Refuses an invalid categoryId with 400 after the animal was added.',
    fails: [refused],
    change: half((_, refusal) => refusal.message.includes('`categoryId`')),
  },
  {
    name: 'added-twice',
    clause: '4.2',
    sentence: 'Adds every animal twice, with two identifiers.',
    fails: [one],
    change: replace('save', (save, server) => async (animal, call) => {
      await save(animal, call);
      await save(await copy(animal, call, server), call);
    }),
  },
  {
    name: 'sold-added-twice',
    clause: '4.2',
    sentence: 'Adds a sold animal twice.',
    fails: [one],
    change: replace('save', (save, server) => async (animal, call) => {
      await save(animal, call);
      if (animal.status === 'sold') await save(await copy(animal, call, server), call);
    }),
  },
  {
    name: 'indexed-twice',
    clause: '2',
    sentence: 'Lists every animal twice under one identifier.',
    fails: ['list-animals.unique-ids'],
    change: saving((animal, store) => (store(animal), store(animal))),
  },
  {
    name: 'adds-are-lost',
    clause: '4.2',
    sentence: 'Answers an add with 201, and stores nothing.',
    fails: [fetched, model],
    change: saving(() => {}),
  },
  {
    name: 'sold-adds-are-lost',
    clause: '4.2',
    sentence: 'Answers the add of a sold animal with 201, and stores nothing.',
    fails: [fetched, finds],
    change: saving((animal, store) => animal.status === 'sold' || store(animal)),
  },
  {
    name: 'adds-after-50-are-lost',
    clause: '4.2',
    sentence: 'Stores none of the animals after the fiftieth.',
    fails: [fetched],
    change: saving((animal, store, count) => count > 50 || store(animal)),
  },
  {
    name: 'only-last-50-kept',
    clause: '4.2',
    sentence: 'Forgets an animal when fifty more were added.',
    fails: [full],
    change: replace(
      'isVisible',
      (_, server) => (animal) => animal.id > BigInt(server.store.count() - 50),
    ),
  },
  {
    name: 'name-stored-trimmed',
    clause: '4.2',
    sentence:
      'Answers an add with the name as it was sent, and stores it without the spaces around it.',
    fails: ['add-animal.keeps-padding'],
    change: altered(({ name }) => ({ name: name.trim() })),
  },
  {
    name: 'name-stored-cut-at-50',
    clause: '4.2',
    sentence: 'Answers an add with the whole name, and stores 50 letters of it.',
    fails: [exact, listed],
    change: altered(({ name }) => ({ name: name.slice(0, 50) })),
  },
  {
    name: 'category-stored-in-32-bits',
    clause: '4.2',
    sentence: 'Answers an add with the whole categoryId, and stores 32 bits of it.',
    fails: [exact, listed],
    change: altered(({ categoryId }) => ({ categoryId: BigInt.asIntN(32, categoryId) })),
  },
  {
    name: 'category-stored-rounded',
    clause: '4.2',
    sentence: 'Answers an add with the whole categoryId, and stores what a double holds of it.',
    fails: [exact, listed],
    change: altered(({ categoryId }) => ({ categoryId: BigInt(Number(categoryId)) })),
  },
  {
    name: 'status-not-stored',
    clause: '4.2',
    sentence:
      'Answers an add with the status as it was sent, and stores every animal as available.',
    fails: [exact, listed, finds, model],
    change: altered(() => ({ status: 'available' })),
  },
  {
    name: 'pending-stored-as-available',
    clause: '4.2',
    sentence: 'Answers the add of a pending animal rightly, and stores it as available.',
    fails: [exact, finds],
    change: altered(({ status }) => ({
      status: status === 'pending' ? ('available' as Status) : status,
    })),
  },
  {
    name: 'same-name-overwrites',
    clause: '2',
    sentence: 'Overwrites the animal of the same name.',
    fails: ['add-animal.names-may-repeat'],
    change: forgetting((older, newer) => older.name === newer.name),
  },
  {
    name: 'same-category-and-status-overwrites',
    clause: '4.2',
    sentence: 'Forgets an animal when another one of its category and status is added.',
    fails: [fetched, model],
    change: forgetting(
      (older, newer) => older.categoryId === newer.categoryId && older.status === newer.status,
    ),
  },
];

/** An animal is gone once a later one stands for it. */
function forgetting(stands: (older: Animal, newer: Animal) => boolean): Fault['change'] {
  return (server) => {
    const gone = new Set<bigint>();
    const kept: Animal[] = [];
    replace('save', (save) => (animal, call) => {
      for (const older of kept) if (stands(older, animal)) gone.add(older.id);
      kept.push(animal);
      return save(animal, call);
    })(server);
    replace(
      'isVisible',
      (isVisible) => (animal, call) => !gone.has(animal.id) && isVisible(animal, call),
    )(server);
    replace('find', (find) => (id, call) => (gone.has(id) ? undefined : find(id, call)))(server);
  };
}
