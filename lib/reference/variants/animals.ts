// Legal variants of animals: identifiers, default statuses, additional properties, refusals, animals that exist from
// the start.
import {
  after,
  all,
  before,
  instead,
  insteadOfRefusal,
  replace,
  type Change,
} from '../changes/change.js';
import { hiding } from '../changes/lists.js';
import { refuse, refusingCategory, refusingName } from '../changes/refusals.js';
import { withHeader } from '../changes/replies.js';
import { isFiltered } from '../changes/requests.js';
import { without } from '../changes/shown.js';
import { quoted } from '../json.js';
import type { Server } from '../server.js';
import { statuses } from '../store.js';
import type { Animal, Fields, Status } from '../types.js';
import { legal, oneOf, type Variant } from './variant.js';

const counting = (nextOf: (count: number, previous: bigint, server: Server) => bigint): Change =>
  replace('assignId', (_, server) => {
    let count = 0;
    let previous = BigInt(server.store.initial);
    return () => (previous = nextOf((count += 1), previous, server));
  });
/** Makes 63 random bits in two draws, because one draw has only 53. */
const random63 = ({ random }: Server): bigint =>
  (BigInt(Math.floor(random() * 2 ** 31)) << 32n) | BigInt(Math.floor(random() * 2 ** 32));

const withFields = (more: (animal: Animal, server: Server) => Fields): Change =>
  after('animalFields', (fields, animal, server) => [...fields, ...more(animal, server)]);
const knownMembers = new Set(['name', 'categoryId', 'status']);

/** Adds animals before the first request, with identifiers that no counting server reaches. */
const existing =
  (count: number, animalOf: (position: number) => Partial<Animal> = () => ({})): Change =>
  (server) => {
    for (let position = 0; position < count; position += 1) {
      server.store.add({
        id: 10_000_000n + BigInt(position),
        name: `Resident ${position}`,
        categoryId: BigInt((position % 3) + 1),
        status: statuses[position % statuses.length] as Status,
        addedAt: server.clock.now() - 86_400_000,
        ...animalOf(position),
      });
    }
  };

const of41To43 = (position: number): Partial<Animal> => ({
  categoryId: BigInt(41 + (position % 3)),
});
const otherResidents = [
  'residents-5000',
  'residents-150-available',
  'residents-12',
  'residents-100-pending',
  'residents-of-odd-ids',
  'residents-leave',
];

/** Removes the first five such animals that are fetched, from responses to gets and from lists. */
const leaving =
  (isLeaving: (id: bigint) => boolean): Change =>
  (server) => {
    const gone = new Set<bigint>();
    all(
      before('find', (id) => {
        if (isLeaving(id) && gone.size < 5) gone.add(id);
      }),
      after('find', (found, id) => (gone.has(id) ? undefined : found)),
      hiding(({ id }) => gone.has(id)),
    )(server);
  };

/** Other clients remove one in so many animals, some time after it was added. */
const removing =
  (oneIn: number, afterMs: number): Change =>
  (server) => {
    const leaving = new Set<bigint>();
    let count = 0;
    const isGone = ({ id, addedAt }: Animal): boolean =>
      leaving.has(id) && addedAt + afterMs <= server.clock.now();
    all(
      after('save', (saved, { id }) => {
        if ((count += 1) % oneIn === 0) leaving.add(id);
        return saved;
      }),
      after('find', (found) => (found && isGone(found) ? undefined : found)),
      hiding(isGone),
    )(server);
  };

/** Other clients, or the service itself, change added animals: `due` says which of them by now. */
const changing =
  (
    of: (status: Status) => boolean,
    due: (animals: Animal[], now: number, server: Server) => readonly Animal[],
    to: (server: Server) => Status,
  ): Change =>
  (server) => {
    const animals: Animal[] = [];
    all(
      after('save', (saved, animal) => {
        if (of(animal.status)) animals.push(animal);
        return saved;
      }),
      before('begin', (_call, { clock, store }) => {
        for (const { id } of due(animals, clock.now(), server)) {
          const stored = store.get(id);
          if (stored) store.change(stored, to(server));
        }
      }),
    )(server);
  };
const lapsing = (afterMs: number): Change =>
  changing(
    (status) => status === 'pending',
    (animals, now) => {
      const left = animals.findIndex(({ addedAt }) => addedAt + afterMs > now);
      return animals.splice(0, left < 0 ? animals.length : left);
    },
    () => 'available',
  );
/**
 * With these, no response may show an animal as it was added before somebody changes it, as one that is stored wrongly; a
 * cache shows the old one afterwards.
 */
const seenLate = [
  'seen-1500-ms-late',
  'seen-4-s-late',
  'listed-3-s-late',
  'listed-30-s-late',
  'a-replica-1400-ms-late',
  'two-replicas-1500-ms-late',
  'slow-to-start',
  'throttled',
  'throttled-without-advice',
  'throttled-by-a-front',
  'unavailable-at-times',
  'unavailable-at-times-with-date',
  'listed-300-ms-late',
  'found-by-status-500-ms-late',
  'seen-300-ms-late',
  'one-replica-300-ms-late',
  'one-replica-fetches-5-s-late',
  'lists-cached-30-s',
  'lists-stale-while-revalidated',
  'lists-revalidated-by-filter',
  'reads-cached-10-s',
];
/** At most one animal is due in this time. It is made anew for each server, as it remembers when the last one was. */
const oneEvery = (milliseconds: number, one: (animals: Animal[], server: Server) => Animal[]) => {
  let last = 0;
  return (animals: Animal[], now: number, server: Server): readonly Animal[] => {
    if (now - last < milliseconds) return [];
    last = now;
    return one(animals, server);
  };
};
/** Others go on while nobody asks, so that several are due after a while. */
const anyEvery = (milliseconds: number) => {
  let last: number | undefined;
  return (animals: Animal[], now: number, server: Server): readonly Animal[] => {
    const due = Math.min(Math.floor((now - (last ?? now)) / milliseconds), animals.length);
    if (due > 0 || last === undefined) last = now;
    return Array.from({ length: due }, () => animals[anyOf(animals.length, server)] as Animal);
  };
};
const anyOf = (count: number, { random }: Server): number => Math.floor(random() * count);

export const animals: readonly Variant[] = [
  ...oneOf({
    'default-pending': ['Uses the status pending for an animal without one.', byDefault('pending')],
    'default-sold': ['Uses the status sold for an animal without one.', byDefault('sold')],
    'default-without-status': [
      'Returns no status for an animal that was added without one.',
      withoutStatus(),
    ],
  }),
  ...oneOf({
    'ids-random-63-bits': [
      'Assigns random identifiers of up to 63 bits.',
      counting((_count, _previous, server) => random63(server)),
    ],
    'ids-negative': ['Counts identifiers down from -1.', counting((count) => -BigInt(count))],
    'ids-beyond-double': [
      'Counts identifiers up from beyond 53 bits.',
      counting((count) => 2n ** 53n + BigInt(count)),
    ],
    'ids-with-gaps': [
      'Leaves gaps between identifiers.',
      counting((_, previous, { random }) => previous + 1n + BigInt(Math.floor(random() * 1000))),
    ],
    'ids-from-highest': [
      'Counts identifiers down from the highest int64.',
      counting((count) => 2n ** 63n - BigInt(count)),
      // Two animals would have the highest identifier.
      { conflictsWith: ['residents-of-odd-ids'] },
    ],
    'ids-from-lowest': [
      'Counts identifiers up from the lowest int64.',
      counting((count) => -(2n ** 63n) + BigInt(count - 1)),
    ],
    'ids-from-0': [
      'Counts identifiers up from 0.',
      counting((count, _, server) =>
        server.store.initial === 0 ? BigInt(count - 1) : BigInt(server.store.initial + count),
      ),
      // Two animals would have the identifier 0.
      { conflictsWith: ['residents-of-odd-ids'] },
    ],
  }),
  ...legal({
    'more-properties': [
      'Returns properties of an animal that are not in the contract.',
      withFields(({ categoryId, addedAt }) => [
        ['category', `{"id":${categoryId},"name":"Mammals"}`],
        ['photoUrls', '[]'],
        ['tags', '[{"id":1,"name":"new"}]'],
        ['createdAt', quoted(new Date(addedAt).toISOString())],
        ['owner', 'null'],
        ['weight', '12.50'],
      ]),
    ],
  }),
  ...oneOf({
    'properties-600-deep': [
      'Returns an animal with a property that is nested 600 levels deep.',
      withFields(() => [['tree', `${'['.repeat(600)}${']'.repeat(600)}`]]),
      // Combining them would reveal nothing more, and take longer than all other combinations; of full lists, no case
      // is small enough to be kept for a certificate.
      {
        conflictsWith: [
          'spaced',
          'indented',
          'residents-5000',
          'residents-150-available',
          'residents-100-pending',
        ],
      },
    ],
    'properties-doubled-inside': [
      'Returns an animal with a property that contains a duplicate member.',
      withFields(() => [['owner', '{"name":"Ann","name":"Bob"}']]),
    ],
    'properties-doubled': [
      'Returns an animal with a property that is not in the contract, twice.',
      withFields(() => [
        ['tag', '1'],
        ['tag', '2'],
      ]),
    ],
  }),
  ...legal({
    'members-reversed': [
      'Returns the members of an animal in another order.',
      after('animalFields', (fields) => fields.toReversed()),
    ],
    'location-of-animal': [
      'Returns the address of a new animal in a Location header.',
      replace('createPet', (_, server) => async (call) => {
        const animal = await server.add(server.readNewAnimal(call), call);
        const reply = server.json(201, server.addedText(animal, call), call);
        return withHeader(reply, 'location', `${server.basePath}/pets/${animal.id}`);
      }),
    ],
    'unknown-members-refused': [
      'Refuses an animal with properties that are not in the contract.',
      before('readNewAnimal', (call, server) => {
        for (const name of server.readObject(call).keys()) if (!knownMembers.has(name)) refuse(400);
      }),
    ],
    'fine-fractions-rounded': [
      'Reads numbers with a fraction as doubles, and so takes 9007199254740993.5 for an integer.',
      instead('categoryOf', (body) => {
        const value = body.get('categoryId');
        const isRounded = typeof value === 'number' && Math.abs(value) > 2 ** 53;
        return isRounded && Math.abs(value) < 2 ** 63 ? BigInt(value) : undefined;
      }),
    ],
    'client-id-refused': [
      'Refuses an animal that has an id.',
      before('readNewAnimal', (call, server) => {
        if (server.readObject(call).has('id')) refuse(400);
      }),
    ],
    'names-up-to-255': [
      'Refuses names of more than 255 code points.',
      refusingName(400, (name) => [...name].length > 255),
    ],
    'names-from-three-letters': [
      'Refuses names of fewer than three characters.',
      refusingName(400, (name) => name.length < 3),
    ],
    'empty-names-refused': ['Refuses an empty name.', refusingName(400, (name) => name === '')],
    'blank-names-refused': [
      'Refuses a name that consists only of spaces.',
      refusingName(400, (name) => name.trim() === ''),
    ],
    'padded-names-refused': [
      'Refuses a name with spaces around it.',
      refusingName(400, (name) => name !== name.trim()),
    ],
    'control-characters-refused': [
      'Refuses a name with control characters.',
      refusingName(400, (name) => /\p{Cc}/u.test(name)),
    ],
  }),
  ...oneOf({
    'categories-1-to-3': [
      'Has only the categories 1 to 3, and refuses others.',
      refusingCategory(400, (category) => category < 1n || category > 3n),
    ],
    'categories-of-residents': [
      'Has only the categories of the animals that are already there, and refuses others.',
      all(
        existing(30, of41To43),
        refusingCategory(400, (category) => category < 41n || category > 43n),
      ),
      { conflictsWith: otherResidents },
    ],
    'categories-closed': [
      'Has animals in categories 41 to 43 from the start, and accepts new ones only in 42.',
      all(
        existing(30, of41To43),
        refusingCategory(400, (category) => category !== 42n),
      ),
      { conflictsWith: otherResidents },
    ],
    'categories-within-53-bits': [
      'Refuses a categoryId beyond 53 bits.',
      refusingCategory(400, (category) => !Number.isSafeInteger(Number(category))),
      { mayFail: ['add-animal.category-range'] },
    ],
    'categories-up-to-9999': [
      'Has only the categories 1 to 9999, and refuses others.',
      refusingCategory(400, (category) => category < 1n || category > 9_999n),
    ],
    'categories-positive': [
      'Refuses a categoryId below 1.',
      refusingCategory(400, (category) => category < 1n),
      { mayFail: ['add-animal.category-range'] },
    ],
    'categories-of-32-bits': [
      'Refuses a categoryId beyond 32 bits.',
      refusingCategory(400, (category) => BigInt.asIntN(32, category) !== category),
      { mayFail: ['add-animal.category-range'] },
    ],
  }),
  ...oneOf({
    'residents-5000': ['Has 5,000 animals from the start.', existing(5_000)],
    'residents-150-available': [
      'Has 150 available animals from the start.',
      existing(150, () => ({ status: 'available' })),
    ],
    'residents-100-pending': [
      'Has 100 pending animals from the start.',
      existing(100, () => ({ status: 'pending' })),
    ],
    'residents-of-odd-ids': [
      'Has three animals from the start, with the identifiers 0, 999983 and the highest int64.',
      existing(3, (position) => ({ id: [0n, 999_983n, 2n ** 63n - 1n][position] ?? 0n })),
    ],
    'residents-leave': [
      'Has 30 animals from the start, which are deleted while the kit fetches them.',
      all(
        existing(30),
        leaving((id) => id >= 10_000_000n && id < 10_000_030n),
      ),
    ],
    'residents-12': [
      'Has 12 animals from the start, some with odd names.',
      existing(12, (position) => ({
        name: ['', 'Zoë', '\u0000', '"', 'a'.repeat(3_000), '🐕'][position % 6] ?? '',
      })),
    ],
  }),
  ...oneOf({
    'status-lapses': [
      'Makes a pending animal available again a second after it was added.',
      lapsing(1_000),
      { conflictsWith: seenLate },
    ],
    'status-lapses-soon': [
      'Makes a pending animal available again 30 ms after it was added.',
      lapsing(30),
      // As for those that others buy: a slow server never shows most of them as they were stored.
      { conflictsWith: [...seenLate, 'slow'] },
    ],
    'sold-by-others': [
      'Sells an available animal every 10 ms.',
      (server) =>
        changing(
          (status) => status === 'available',
          oneEvery(10, (animals) => animals.splice(0, 1)),
          () => 'sold',
        )(server),
      // A server that needs as long for a response as others for a purchase never shows what it stored.
      { conflictsWith: [...seenLate, 'slow'] },
    ],
    'reserved-and-freed': [
      'Reserves or frees any animal that was not added as sold, every 10 ms.',
      (server) =>
        changing(
          (status) => status !== 'sold',
          anyEvery(10),
          () => (server.random() < 0.5 ? 'pending' : 'available'),
        )(server),
      { conflictsWith: seenLate },
    ],
  }),
  ...legal({
    'removed-by-others': [
      'Has other clients, who remove one in ten animals 50 ms after it was added.',
      removing(10, 50),
      { conflictsWith: seenLate },
    ],
    'whole-decimals-taken': [
      'Accepts a categoryId that is written as 2.0.',
      replace('categoryOf', (categoryOf) => (body, call) => {
        const value = body.get('categoryId');
        return typeof value === 'number' && Number.isSafeInteger(value)
          ? categoryOf(new Map([...body, ['categoryId', BigInt(value)]]), call)
          : categoryOf(body, call);
      }),
    ],
    'doubled-members-refused': [
      'Refuses a body with a duplicate member.',
      after('parse', (json, text) => {
        // In an object without nested objects, every name is a member: if there are fewer members than names, one is
        // duplicated.
        const names = text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/gs) ?? [];
        if (json instanceof Map && !/[{[]/.test(text.trim().slice(1)) && json.size < names.length)
          refuse(400);
        return json;
      }),
    ],
    'byte-order-mark-taken': [
      'Accepts a byte order mark before a body.',
      replace(
        'parse',
        (parse) => (text, call) => parse(text.startsWith('\ufeff') ? text.slice(1) : text, call),
      ),
    ],
    'lone-surrogates-refused': [
      'Refuses a name with an unpaired surrogate.',
      refusingName(400, (name) => /\p{Cs}/u.test(name)),
    ],
  }),
  ...oneOf({
    'any-content-type-taken': [
      'Does not check the content type when an animal is added.',
      replace('requireJsonType', () => () => {}),
    ],
    'other-content-type-400': [
      'Returns 400 for a content type that is not JSON.',
      insteadOfRefusal('requireJsonType', () => refuse(400)),
    ],
  }),
];

function byDefault(status: Status): Change {
  return (server) => {
    server.defaultStatus = status;
  };
}

/** Marks animals before they are stored, so that no list shows them otherwise. */
function withoutStatus(): Change {
  return (server) => {
    const statusless = new Set<bigint>();
    all(
      after('assignId', (id, _call, { status }) => {
        if (status === undefined) statusless.add(id);
        return id;
      }),
      after('animalFields', (fields, { id }) =>
        statusless.has(id) ? without('status')(fields) : fields,
      ),
      hiding(({ id }, call) => statusless.has(id) && isFiltered(call)),
    )(server);
  };
}
