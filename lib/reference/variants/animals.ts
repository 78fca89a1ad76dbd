// Legal variants of animals: identifiers, default statuses, more properties, what is refused, what is there at the start.
import { all, replace } from '../change.js';
import type { Variant } from './variant.js';
import { quoted } from '../json.js';
import { invalid } from '../refusal.js';
import { parameters } from '../request.js';
import type { Server } from '../server.js';
import { statuses } from '../store.js';
import type { Animal, Call, Fields, Status } from '../types.js';
import { oneOf } from './variant.js';

const counting = (
  nextOf: (count: number, previous: bigint, server: Server) => bigint,
): Variant['change'] =>
  replace('assignId', (_, server) => {
    let count = 0;
    let previous = BigInt(server.store.initial);
    return () => (previous = nextOf((count += 1), previous, server));
  });
/** 63 random bits, in two draws because one has only 53. */
const random63 = ({ random }: Server): bigint =>
  (BigInt(Math.floor(random() * 2 ** 31)) << 32n) | BigInt(Math.floor(random() * 2 ** 32));

const refusingName = (when: (name: string) => boolean, message: string): Variant['change'] =>
  replace('nameOf', (nameOf) => (body, call) => {
    const name = nameOf(body, call);
    if (when(name)) throw invalid(message);
    return name;
  });
const refusingCategory = (when: (category: bigint) => boolean): Variant['change'] =>
  replace('categoryOf', (categoryOf) => (body, call) => {
    const category = categoryOf(body, call);
    if (when(category)) throw invalid('There is no such category.');
    return category;
  });
const withFields = (more: (animal: Animal, server: Server) => Fields): Variant['change'] =>
  replace('animalFields', (animalFields, server) => (animal) => [
    ...animalFields(animal),
    ...more(animal, server),
  ]);
const knownMembers = new Set(['name', 'categoryId', 'status']);

/** Animals that are there before the first request, with identifiers that no counting server reaches. */
const existing =
  (
    count: number,
    animalOf: (position: number) => Partial<Animal> = () => ({}),
  ): Variant['change'] =>
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

/** The first five such animals that are fetched are gone from then on, and the lists show none of them. */
const leaving =
  (isLeaving: (id: bigint) => boolean): Variant['change'] =>
  (server) => {
    const gone = new Set<bigint>();
    replace('find', (find) => (id, call) => {
      if (isLeaving(id) && gone.size < 5) gone.add(id);
      return gone.has(id) ? undefined : find(id, call);
    })(server);
    replace(
      'isVisible',
      (isVisible) => (animal, call) => !gone.has(animal.id) && isVisible(animal, call),
    )(server);
  };

export const animals: readonly Variant[] = [
  ...oneOf(
    {
      name: 'default-pending',
      sentence: 'Takes an animal without a status for pending.',
      change: byDefault('pending'),
    },
    {
      name: 'default-sold',
      sentence: 'Takes an animal without a status for sold.',
      change: byDefault('sold'),
    },
    {
      name: 'default-without-status',
      sentence: 'Shows no status of an animal that was added without one.',
      change: withoutStatus(),
    },
  ),
  ...oneOf(
    {
      name: 'ids-random-63-bits',
      sentence: 'Draws identifiers of up to 63 bits.',
      change: counting((_count, _previous, server) => random63(server)),
    },
    {
      name: 'ids-negative',
      sentence: 'Counts identifiers from -1 downwards.',
      change: counting((count) => -BigInt(count)),
    },
    {
      name: 'ids-beyond-double',
      sentence: 'Counts identifiers upwards from beyond 53 bits.',
      change: counting((count) => 2n ** 53n + BigInt(count)),
    },
    {
      name: 'ids-with-gaps',
      sentence: 'Leaves gaps between identifiers.',
      change: counting(
        (_, previous, { random }) => previous + 1n + BigInt(Math.floor(random() * 1000)),
      ),
    },
    {
      name: 'ids-from-highest',
      sentence: 'Counts identifiers from the highest int64 downwards.',
      change: counting((count) => 2n ** 63n - BigInt(count)),
    },
    {
      name: 'ids-from-lowest',
      sentence: 'Counts identifiers from the lowest int64 upwards.',
      change: counting((count) => -(2n ** 63n) + BigInt(count - 1)),
    },
    {
      name: 'ids-from-0',
      sentence: 'Counts identifiers from 0 upwards.',
      change: counting((count, _, server) =>
        server.store.initial === 0 ? BigInt(count - 1) : BigInt(server.store.initial + count),
      ),
    },
  ),
  {
    name: 'more-properties',
    sentence: 'Shows more properties of an animal than the contract knows.',
    change: withFields(({ categoryId, addedAt }) => [
      ['category', `{"id":${categoryId},"name":"Mammals"}`],
      ['photoUrls', '[]'],
      ['tags', '[{"id":1,"name":"new"}]'],
      ['createdAt', quoted(new Date(addedAt).toISOString())],
      ['owner', 'null'],
      ['weight', '12.50'],
    ]),
  },
  ...oneOf(
    {
      name: 'properties-600-deep',
      sentence: 'Shows a property of an animal that is nested 600 levels deep.',
      change: withFields(() => [['tree', `${'[{"a":'.repeat(300)}1${'}]'.repeat(300)}`]]),
    },
    {
      name: 'properties-doubled-inside',
      sentence: 'Shows a property of an animal that holds a member twice.',
      change: withFields(() => [['owner', '{"name":"Ann","name":"Bob"}']]),
    },
    {
      name: 'properties-doubled',
      sentence: 'Shows a property of an animal that the contract does not know twice.',
      change: withFields(() => [
        ['tag', '1'],
        ['tag', '2'],
      ]),
    },
  ),
  {
    name: 'members-reversed',
    sentence: 'Writes the members of an animal in another order.',
    change: replace(
      'animalFields',
      (animalFields) => (animal) => animalFields(animal).toReversed(),
    ),
  },
  {
    name: 'location-of-animal',
    sentence: 'Names the address of a new animal in a Location header.',
    change: replace('createPet', (_, server) => async (call) => {
      const animal = await server.add(server.readNewAnimal(call), call);
      const reply = server.json(201, server.addedText(animal, call), call);
      return {
        ...reply,
        headers: [...reply.headers, ['location', `${server.basePath}/pets/${animal.id}`]],
      };
    }),
  },
  {
    name: 'unknown-members-refused',
    sentence: 'Refuses an animal with properties that the contract does not know.',
    change: replace('readNewAnimal', (readNewAnimal, server) => (call) => {
      for (const name of server.readObject(call).keys())
        if (!knownMembers.has(name)) throw invalid(`There is no property ${name}.`);
      return readNewAnimal(call);
    }),
  },
  {
    name: 'names-up-to-255',
    sentence: 'Refuses names of more than 255 code points.',
    change: refusingName((name) => [...name].length > 255, '`name` is too long.'),
  },
  {
    name: 'empty-names-refused',
    sentence: 'Refuses an empty name.',
    change: refusingName((name) => name === '', '`name` is empty.'),
  },
  {
    name: 'blank-names-refused',
    sentence: 'Refuses a name that is nothing but space.',
    change: refusingName((name) => name.trim() === '', '`name` is blank.'),
  },
  {
    name: 'padded-names-refused',
    sentence: 'Refuses spaces around a name.',
    change: refusingName((name) => name !== name.trim(), '`name` begins or ends with a space.'),
  },
  {
    name: 'control-characters-refused',
    sentence: 'Refuses control characters in a name.',
    change: refusingName((name) => /\p{Cc}/u.test(name), '`name` holds control characters.'),
  },
  ...oneOf(
    {
      name: 'categories-1-to-3',
      sentence: 'Knows only the categories 1 to 3, and refuses the others.',
      change: refusingCategory((category) => category < 1n || category > 3n),
    },
    {
      name: 'categories-of-residents',
      sentence: 'Knows only the categories of the animals that are there.',
      conflictsWith: [
        'residents-5000',
        'residents-150-available',
        'residents-12',
        'residents-100-pending',
      ],
      change: (server) => {
        existing(30, (position) => ({ categoryId: BigInt(41 + (position % 3)) }))(server);
        refusingCategory((category) => category < 41n || category > 43n)(server);
      },
    },
    {
      name: 'categories-closed',
      sentence:
        'Has animals in the categories 41 to 43 from the start, and takes new ones only in 42.',
      conflictsWith: [
        'residents-5000',
        'residents-150-available',
        'residents-12',
        'residents-100-pending',
      ],
      change: (server) => {
        existing(30, (position) => ({ categoryId: BigInt(41 + (position % 3)) }))(server);
        refusingCategory((category) => category !== 42n)(server);
      },
    },
    {
      name: 'categories-within-53-bits',
      sentence: 'Refuses categories that JavaScript does not hold.',
      mayFail: ['add-animal.category-range'],
      change: refusingCategory((category) => !Number.isSafeInteger(Number(category))),
    },
    {
      name: 'categories-up-to-9999',
      sentence: 'Knows the categories 1 to 9999.',
      change: refusingCategory((category) => category < 1n || category > 9_999n),
    },
    {
      name: 'categories-positive',
      sentence: 'Refuses categories below 1.',
      change: refusingCategory((category) => category < 1n),
    },
    {
      name: 'categories-of-32-bits',
      sentence: 'Refuses categories beyond 32 bits.',
      mayFail: ['add-animal.category-range'],
      change: refusingCategory((category) => BigInt.asIntN(32, category) !== category),
    },
  ),
  ...oneOf(
    {
      name: 'residents-5000',
      sentence: 'Has 5,000 animals from the start.',
      change: existing(5_000),
    },
    {
      name: 'residents-150-available',
      sentence: 'Has 150 available animals from the start.',
      change: existing(150, () => ({ status: 'available' })),
    },
    {
      name: 'residents-100-pending',
      sentence: 'Has 100 pending animals from the start.',
      change: existing(100, () => ({ status: 'pending' })),
    },
    {
      name: 'residents-of-odd-ids',
      sentence:
        'Has three animals from the start, of the identifiers 0 and 999983 and the highest of all.',
      change: existing(3, (position) => ({ id: [0n, 999_983n, 2n ** 63n - 1n][position] ?? 0n })),
    },
    {
      name: 'residents-leave',
      sentence:
        'Has 30 animals from the start, which somebody takes away while the kit fetches them.',
      change: all(
        existing(30),
        leaving((id) => id >= 10_000_000n && id < 10_000_030n),
      ),
    },
    {
      name: 'residents-12',
      sentence: 'Has 12 animals from the start, some with odd names.',
      change: existing(12, (position) => ({
        name: ['', 'Zoë', '\u0000', '"', 'a'.repeat(3_000), '🐕'][position % 6] ?? '',
      })),
    },
  ),
  {
    name: 'whole-decimals-taken',
    sentence: 'Takes a categoryId written as 2.0 for an integer.',
    mayFail: ['add-animal.fine-fraction'],
    change: replace('categoryOf', (categoryOf) => (body, call) => {
      const value = body.get('categoryId');
      return typeof value === 'number' && Number.isSafeInteger(value)
        ? categoryOf(new Map([...body, ['categoryId', BigInt(value)]]), call)
        : categoryOf(body, call);
    }),
  },
  {
    name: 'doubled-members-refused',
    sentence: 'Refuses a body that has a member twice.',
    change: replace('parse', (parse) => (text, call) => {
      const json = parse(text, call);
      // Of an object without inner ones, every name is a member of its own: fewer members than names are doubled ones.
      const names = text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/gs) ?? [];
      if (json instanceof Map && !/[{[]/.test(text.trim().slice(1)) && json.size < names.length)
        throw invalid('A member is there twice.');
      return json;
    }),
  },
  {
    name: 'byte-order-mark-taken',
    sentence: 'Takes a byte order mark before a body.',
    change: replace(
      'parse',
      (parse) => (text, call) => parse(text.startsWith('\ufeff') ? text.slice(1) : text, call),
    ),
  },
  {
    name: 'lone-surrogates-refused',
    sentence: 'Refuses a name with half of a surrogate pair.',
    change: refusingName((name) => /\p{Cs}/u.test(name), '`name` is not well-formed.'),
  },
  ...oneOf(
    {
      name: 'any-content-type-taken',
      sentence: 'Looks at no content type when an animal is added.',
      change: replace('requireJsonType', () => () => {}),
    },
    {
      name: 'other-content-type-400',
      sentence: 'Refuses another content type with 400.',
      change: replace('requireJsonType', (requireJsonType) => (call) => {
        try {
          requireJsonType(call);
        } catch {
          throw invalid('The content type must be application/json.');
        }
      }),
    },
  ),
];

function byDefault(status: Status): Variant['change'] {
  return (server) => {
    server.defaultStatus = status;
  };
}

function withoutStatus(): Variant['change'] {
  return (server) => {
    const without = new Set<bigint>();
    const filtered = (call: Call): boolean => parameters(call, 'status').length > 0;
    replace('add', (_, each) => async (body, call) => {
      const id = await each.assignId(call, body);
      if (body.status === undefined) without.add(id);
      const animal: Animal = {
        id,
        name: body.name,
        categoryId: body.categoryId,
        status: body.status ?? each.defaultStatus,
        addedAt: each.clock.now(),
      };
      await each.save(animal, call);
      return animal;
    })(server);
    replace(
      'animalFields',
      (animalFields) => (animal) =>
        animalFields(animal).filter(([name]) => name !== 'status' || !without.has(animal.id)),
    )(server);
    replace(
      'isVisible',
      (isVisible) => (animal, call) =>
        !(filtered(call) && without.has(animal.id)) && isVisible(animal, call),
    )(server);
  };
}
