// Legal variants of lists: order, limits that the contract does not know, delays, pages.
import { replace } from '../change.js';
import type { Variant } from './variant.js';
import { Refusal } from '../refusal.js';
import { parameters } from '../request.js';
import type { Server } from '../server.js';
import { statuses } from '../store.js';
import type { Animal, Call, Status } from '../types.js';
import { oneOf } from './variant.js';

/** The animals of a list in another order: positions of the store, one after another. */
const walking = (
  positions: (count: number, server: Server) => Iterable<number>,
): Variant['change'] =>
  replace('select', (_, server) => (status, limit, call) => {
    const found: Animal[] = [];
    for (const position of positions(server.store.count(status), server)) {
      if (found.length >= limit) break;
      const animal = server.store.at(position, status);
      if (animal !== undefined && server.isVisible(animal, call)) found.push(animal);
    }
    return found;
  });

function* backwards(count: number): Iterable<number> {
  for (let position = count - 1; position >= 0; position -= 1) yield position;
}

/** Every position once, beginning anywhere: a step of a large prime meets all of them. */
function* anyhow(count: number, server: Server): Iterable<number> {
  const start = Math.floor(server.random() * count);
  for (let turn = 0; turn < count; turn += 1) yield (start + turn * 1_000_003) % count;
}

/** In the order of a comparison. Animals are sorted in as they come, because sorting all of them each time takes too long. */
const sorted = (before: (one: Animal, other: Animal) => boolean): Variant['change'] =>
  replace('select', (_, server) => {
    const animals: Animal[] = [];
    return (status, limit, call) => {
      for (let position = animals.length; position < server.store.count(); position += 1)
        insert(animals, server.store.at(position), before);
      return animals
        .filter(
          (animal) =>
            (status === undefined || animal.status === status) && server.isVisible(animal, call),
        )
        .slice(0, limit);
    };
  });

function insert(
  animals: Animal[],
  animal: Animal | undefined,
  before: (one: Animal, other: Animal) => boolean,
): void {
  if (animal === undefined) return;
  let low = 0;
  let high = animals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = animals[middle];
    if (other !== undefined && before(animal, other)) high = middle;
    else low = middle + 1;
  }
  animals.splice(low, 0, animal);
}

/** What is done about a limit that is refused otherwise. */
const limited = (instead: (text: string, server: Server) => number): Variant['change'] =>
  replace('limitOf', (limitOf, server) => (call) => {
    try {
      return limitOf(call);
    } catch {
      return instead(parameters(call, 'limit')[0] ?? '', server);
    }
  });
const refused422 = (): never => {
  throw new Refusal(422, 'unprocessable', 'A parameter is out of range.');
};
const isStatus = (text: string): boolean => statuses.some((each) => each === text);
const unknownStatus = (
  instead: () => Status | undefined,
  list: 'empty' | 'as asked',
): Variant['change'] => {
  const unknown = (call: Call): boolean =>
    parameters(call, 'status').some((text) => !isStatus(text));
  return (server) => {
    replace(
      'filterOf',
      (filterOf) => (call) => (unknown(call) ? instead() : filterOf(call)),
    )(server);
    replace(
      'isVisible',
      (isVisible) => (animal, call) =>
        !(list === 'empty' && unknown(call)) && isVisible(animal, call),
    )(server);
  };
};
/** An animal is seen some time after it was added. */
const late = (
  milliseconds: number,
  where: (call: Call) => boolean = () => true,
): Variant['change'] =>
  replace(
    'isVisible',
    (isVisible, server) => (animal, call) =>
      (!where(call) || animal.addedAt + milliseconds <= server.clock.now()) &&
      isVisible(animal, call),
  );
const fetchedLate = (
  milliseconds: number,
  where: (call: Call) => boolean = () => true,
): Variant['change'] =>
  replace('find', (find, server) => async (id, call) => {
    const animal = await find(id, call);
    return animal === undefined ||
      !where(call) ||
      animal.addedAt + milliseconds <= server.clock.now()
      ? animal
      : undefined;
  });
/** Every other list is read from a replica that lags. */
const replicas =
  (milliseconds: number): Variant['change'] =>
  (server) => {
    const lagging = new WeakMap<Call, boolean>();
    let lists = 0;
    late(milliseconds, (call) => {
      const lags = lagging.get(call) ?? (lists += 1) % 2 === 1;
      lagging.set(call, lags);
      return lags;
    })(server);
  };
/** One of so many replicas, which are asked in turn. */
const oneIn =
  (replicas: number) =>
  ({ number }: Call): boolean =>
    number % replicas === 0;
const announcing = (headers: (call: Call) => [string, string][]): Variant['change'] =>
  replace('listPets', (listPets) => async (call) => {
    const reply = await listPets(call);
    return { ...reply, headers: [...reply.headers, ...headers(call)] };
  });

export const lists: readonly Variant[] = [
  ...oneOf(
    {
      name: 'newest-first',
      sentence: 'Lists the newest animals first.',
      change: walking(backwards),
    },
    {
      name: 'in-any-order',
      sentence: 'Lists animals in another order each time.',
      change: walking(anyhow),
    },
    {
      name: 'by-name',
      sentence: 'Lists animals by their names.',
      change: sorted((one, other) => one.name < other.name),
    },
    {
      name: 'by-identifier',
      sentence: 'Lists animals by their identifiers, compared as text.',
      change: sorted((one, other) => String(one.id) < String(other.id)),
    },
    {
      name: 'by-category',
      sentence: 'Lists animals by their categories.',
      change: sorted((one, other) => one.categoryId < other.categoryId),
    },
  ),
  ...oneOf(
    {
      name: 'bad-limit-422',
      sentence: 'Refuses a limit outside of 1 to 100 with 422.',
      change: limited(refused422),
    },
    {
      name: 'bad-limit-clamped',
      sentence: 'Takes a limit below 1 for 1, one above 100 for 100, and what is no number for 20.',
      change: limited((text) =>
        Number.isNaN(Number(text)) || text === ''
          ? 20
          : Math.min(100, Math.max(1, Math.trunc(Number(text)))),
      ),
    },
    {
      name: 'bad-limit-ignored',
      sentence: 'Takes a limit outside of 1 to 100 for none.',
      change: limited((_, server) => server.defaultLimit),
    },
    {
      name: 'limit-0-lists-nothing',
      sentence: 'Lists nothing for a limit of 0.',
      change: limited((text) => (text === '0' ? 0 : refused422())),
    },
  ),
  ...oneOf(
    {
      name: 'unknown-status-422',
      sentence: 'Refuses an unknown status of the list with 422.',
      change: unknownStatus(refused422, 'as asked'),
    },
    {
      name: 'unknown-status-lists-nothing',
      sentence: 'Lists nothing for an unknown status.',
      change: unknownStatus(() => undefined, 'empty'),
    },
  ),
  {
    name: 'unknown-parameter-refused',
    sentence: 'Refuses a list with a parameter that it does not know.',
    change: replace('listPets', (listPets) => (call) => {
      for (const name of new URLSearchParams(call.query).keys()) {
        if (name !== 'limit' && name !== 'status')
          throw new Refusal(400, 'unknown_parameter', `There is no parameter ${name}.`);
      }
      return listPets(call);
    }),
  },
  ...oneOf(
    {
      name: 'listed-300-ms-late',
      sentence: 'Lists an animal 300 ms after it was added.',
      change: late(300),
    },
    {
      name: 'found-by-status-500-ms-late',
      sentence: 'Finds an animal by its status 500 ms after it was added.',
      change: late(500, (call) => parameters(call, 'status').length > 0),
    },
    {
      name: 'seen-300-ms-late',
      sentence: 'Lists and fetches an animal 300 ms after it was added.',
      change: (server) => {
        late(300)(server);
        fetchedLate(300)(server);
      },
    },
    {
      name: 'seen-1500-ms-late',
      sentence: 'Lists and fetches an animal 1,500 ms after it was added.',
      change: (server) => {
        late(1_500)(server);
        fetchedLate(1_500)(server);
      },
    },
    {
      name: 'listed-3-s-late',
      sentence: 'Lists an animal 3 s after it was added.',
      change: late(3_000),
    },
    {
      name: 'seen-4-s-late',
      sentence: 'Lists and fetches an animal 4 s after it was added.',
      change: (server) => {
        late(4_000)(server);
        fetchedLate(4_000)(server);
      },
    },
    {
      name: 'a-replica-1400-ms-late',
      sentence: 'Reads every other list from a replica that is 1,400 ms late.',
      change: replicas(1_400),
    },
    {
      name: 'one-replica-300-ms-late',
      sentence: 'Asks two replicas in turn, one of which has an animal 300 ms late.',
      change: (server) => {
        late(300, oneIn(2))(server);
        fetchedLate(300, oneIn(2))(server);
      },
    },
    {
      name: 'two-replicas-1500-ms-late',
      sentence: 'Asks three replicas in turn, two of which have an animal 1,500 ms late.',
      change: (server) => {
        const isLate = (call: Call): boolean => !oneIn(3)(call);
        late(1_500, isLate)(server);
        fetchedLate(1_500, isLate)(server);
      },
    },
  ),
  {
    name: 'lists-vary-in-length',
    sentence: 'Lists up to three animals fewer than the limit allows, as it happens.',
    mayFail: ['list-animals.full-pages', 'list-animals.finds-created', 'list-animals.filter-finds'],
    // Together nothing could be seen of late animals.
    conflictsWith: ['found-by-status-500-ms-late', 'seen-4-s-late', 'listed-3-s-late'],
    change: replace('select', (select, server) => async (status, limit, call) => {
      const animals = await select(status, limit, call);
      return animals.length < 5
        ? animals
        : animals.slice(0, animals.length - Math.floor(server.random() * 4));
    }),
  },
  {
    name: 'links-to-pages',
    sentence: 'Offers a next page in a Link header.',
    change: announcing(({ path }) => [['link', `<${path}?cursor=bGFzdA>; rel="next"`]]),
  },
  {
    name: 'total-in-header',
    sentence: 'Tells the number of animals in a header.',
    change: replace('listPets', (listPets, server) => async (call) => {
      const reply = await listPets(call);
      return {
        ...reply,
        headers: [...reply.headers, ['x-total-count', String(server.store.count())]],
      };
    }),
  },
];
