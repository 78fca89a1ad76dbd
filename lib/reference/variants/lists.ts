// Legal variants of lists: order, responses to invalid limits, delays, pages.
import { after, all, before, insteadOfRefusal, replace, type Change } from '../changes/change.js';
import { hiding, isOf } from '../changes/lists.js';
import { refuse } from '../changes/refusals.js';
import { withHeader } from '../changes/replies.js';
import { isFiltered, limitIn } from '../changes/requests.js';
import { Refusal } from '../refusal.js';
import { parameters } from '../request.js';
import type { Server } from '../server.js';
import { statuses } from '../store.js';
import type { Animal, Call, Reply } from '../types.js';
import { legal, oneOf, type Variant } from './variant.js';

/** Lists the animals in another order, given as positions in the store. */
const walking = (positions: (count: number, server: Server) => Iterable<number>): Change =>
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

/** Visits every position once from an arbitrary start: steps of a large prime reach all of them. */
function* anyhow(count: number, server: Server): Iterable<number> {
  const start = Math.floor(server.random() * count);
  for (let turn = 0; turn < count; turn += 1) yield (start + turn * 1_000_003) % count;
}

/**
 * Sorts animals by a comparison. They are inserted as they arrive, because sorting all of them each time takes too
 * long.
 */
const sorted = (before: (one: Animal, other: Animal) => boolean): Change =>
  replace('select', (_, server) => {
    const animals: Animal[] = [];
    return (status, limit, call) => {
      for (let position = animals.length; position < server.store.count(); position += 1)
        insert(animals, server.store.at(position), before);
      return animals
        .filter((animal) => isOf(animal, status) && server.isVisible(animal, call))
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

/** Handles a limit that the correct server refuses. */
const badLimit = (take: (text: string, server: Server) => number): Change =>
  insteadOfRefusal('limitOf', (_refusal, call, server) => take(limitIn(call) ?? '', server));
const isStatus = (text: string): boolean => statuses.some((each) => each === text);
const isUnknown = (call: Call): boolean =>
  parameters(call, 'status').some((text) => !isStatus(text));
const lastOfEach = ({ query }: Call): string =>
  String(new URLSearchParams(Object.fromEntries(new URLSearchParams(query))));
/** Shows an animal only some time after it was added. */
const listedLate = (milliseconds: number, where: (call: Call) => boolean = () => true): Change =>
  hiding((animal, call, { clock }) => where(call) && animal.addedAt + milliseconds > clock.now());
const seenLate = (milliseconds: number, where: (call: Call) => boolean = () => true): Change =>
  all(
    listedLate(milliseconds, where),
    after('find', (animal, _id, call, { clock }) =>
      animal !== undefined && where(call) && animal.addedAt + milliseconds > clock.now()
        ? undefined
        : animal,
    ),
  );
/** Reads every other list from a replica that lags. */
const replicas =
  (milliseconds: number): Change =>
  (server) => {
    const lagging = new WeakMap<Call, boolean>();
    let lists = 0;
    listedLate(milliseconds, (call) => {
      const lags = lagging.get(call) ?? (lists += 1) % 2 === 1;
      lagging.set(call, lags);
      return lags;
    })(server);
  };
/** Repeats a response for some time after it was first given, even if it is a refusal. */
const cachedFor =
  (milliseconds: number, step: 'listPets' | 'getPet'): Change =>
  (server) => {
    const cache = new Map<string, { readonly until: number; readonly reply: Promise<Reply> }>();
    replace(step, (read) => async (call) => {
      const { path } = call.request;
      const kept = cache.get(path);
      const isFresh = kept !== undefined && server.clock.now() < kept.until;
      const reply = isFresh ? kept.reply : Promise.resolve(read(call));
      if (!isFresh) cache.set(path, { until: server.clock.now() + milliseconds, reply });
      return structuredClone(await reply);
    })(server);
  };
/** Repeats an older list while it reads the list anew for the next request. */
const refreshedBehind =
  (freshMs: number, staleMs: number, keyOf = ({ request }: Call): string => request.path): Change =>
  (server) => {
    const cache = new Map<string, { readonly at: number; readonly reply: Promise<Reply> }>();
    replace('listPets', (read) => async (call) => {
      const key = keyOf(call);
      const now = server.clock.now();
      const kept = cache.get(key);
      if (kept === undefined || now >= kept.at + freshMs) {
        const reply = Promise.resolve(read(call));
        // A refusal is not cached.
        reply.catch(() => cache.delete(key));
        cache.set(key, { at: now, reply });
      }
      const isUsed = kept !== undefined && now < kept.at + staleMs;
      return structuredClone(await (isUsed ? kept : cache.get(key))!.reply);
    })(server);
  };
/** Selects one of several replicas, which take turns. */
const oneIn =
  (replicas: number) =>
  ({ number }: Call): boolean =>
    number % replicas === 0;

export const lists: readonly Variant[] = [
  ...oneOf({
    'newest-first': ['Lists the newest animals first.', walking(backwards)],
    'in-any-order': ['Lists animals in a different order each time.', walking(anyhow)],
    'by-name': ['Lists animals by name.', sorted((one, other) => one.name < other.name)],
    'by-identifier': [
      'Lists animals by identifier, compared as text.',
      sorted((one, other) => String(one.id) < String(other.id)),
    ],
    'by-category': [
      'Lists animals by category.',
      sorted((one, other) => one.categoryId < other.categoryId),
    ],
  }),
  ...oneOf({
    'bad-limit-422': [
      'Returns 422 for a limit outside the range 1 to 100.',
      badLimit(() => refuse(422)),
    ],
    'bad-limit-403': [
      'Returns 403 for a limit outside the range 1 to 100.',
      badLimit(() => refuse(403)),
    ],
    'bad-limit-clamped': [
      'Treats a limit below 1 as 1, one above 100 as 100, and one that is not a number as 20.',
      badLimit((text) =>
        Number.isNaN(Number(text)) || text === ''
          ? 20
          : Math.min(100, Math.max(1, Math.trunc(Number(text)))),
      ),
    ],
    'bad-limit-ignored': [
      'Ignores a limit outside the range 1 to 100.',
      badLimit((_, server) => server.defaultLimit),
    ],
    'limit-0-lists-nothing': [
      'Returns an empty list for a limit of 0.',
      badLimit((text) => (text === '0' ? 0 : refuse(422))),
    ],
  }),
  ...oneOf({
    'unknown-status-422': [
      'Returns 422 for an unknown status in the filter.',
      before('filterOf', (call) => {
        if (isUnknown(call)) refuse(422);
      }),
    ],
    'unknown-status-lists-nothing': [
      'Returns an empty list for an unknown status.',
      all(
        replace('filterOf', (filterOf) => (call) => (isUnknown(call) ? undefined : filterOf(call))),
        hiding((_animal, call) => isUnknown(call)),
      ),
    ],
  }),
  ...legal({
    'unknown-parameter-refused': [
      'Refuses a list with an unknown query parameter.',
      before('listPets', (call) => {
        for (const name of new URLSearchParams(call.query).keys()) {
          if (name !== 'limit' && name !== 'status')
            throw new Refusal(400, 'unknown_parameter', `There is no parameter ${name}.`);
        }
      }),
    ],
  }),
  ...oneOf({
    'listed-300-ms-late': ['Lists an animal only 300 ms after it was added.', listedLate(300)],
    'found-by-status-500-ms-late': [
      'Finds an animal by its status only 500 ms after it was added.',
      listedLate(500, isFiltered),
    ],
    'seen-300-ms-late': [
      'Lists and fetches an animal only 300 ms after it was added.',
      seenLate(300),
    ],
    'seen-1500-ms-late': [
      'Lists and fetches an animal only 1,500 ms after it was added.',
      seenLate(1_500),
    ],
    'listed-3-s-late': ['Lists an animal only 3 s after it was added.', listedLate(3_000)],
    'seen-4-s-late': ['Lists and fetches an animal only 4 s after it was added.', seenLate(4_000)],
    'listed-30-s-late': ['Lists an animal only 30 s after it was added.', listedLate(30_000)],
    'lists-cached-30-s': ['Caches lists for 30 s.', cachedFor(30_000, 'listPets')],
    'lists-stale-while-revalidated': [
      'Caches lists for 1 s, and returns them for 30 s more while it reads them again.',
      refreshedBehind(1_000, 31_000),
    ],
    'lists-revalidated-by-filter': [
      'Caches lists by limit and status for 0.2 s, and returns older ones while it reads them again.',
      refreshedBehind(200, Infinity, (call) =>
        JSON.stringify([parameters(call, 'limit'), parameters(call, 'status')]),
      ),
    ],
    'reads-cached-10-s': [
      'Caches lists and fetched animals for 10 s, including 404 responses.',
      all(cachedFor(10_000, 'listPets'), cachedFor(10_000, 'getPet')),
    ],
    'a-replica-1400-ms-late': [
      'Reads every other list from a replica that lags by 1,400 ms.',
      replicas(1_400),
    ],
    'one-replica-300-ms-late': [
      'Alternates between two replicas, one of which lags by 300 ms.',
      seenLate(300, oneIn(2)),
    ],
    'two-replicas-1500-ms-late': [
      'Alternates among three replicas, two of which lag by 1,500 ms.',
      seenLate(1_500, (call) => !oneIn(3)(call)),
    ],
    'one-replica-fetches-5-s-late': [
      'Fetches every third animal from a replica that lags by 5 s.',
      seenLate(5_000, (call) => call.operation === 'getPet' && oneIn(3)(call)),
    ],
  }),
  ...legal({
    'lists-vary-in-length': [
      'Lists up to three animals fewer than the limit allows, at random.',
      after('select', (animals, _status, _limit, _call, server) =>
        animals.length < 5
          ? animals
          : animals.slice(0, animals.length - Math.floor(server.random() * 4)),
      ),
      {
        mayFail: [
          'list-animals.full-pages',
          'list-animals.finds-created',
          'list-animals.filter-finds',
          'add-animal.adds-one',
        ],
        // Combined, they would hide late animals completely.
        conflictsWith: [
          'found-by-status-500-ms-late',
          'seen-4-s-late',
          'listed-3-s-late',
          'listed-30-s-late',
          // The cache would keep a list that varies, each time as it happened to be.
          'lists-cached-30-s',
          'lists-stale-while-revalidated',
          'lists-revalidated-by-filter',
          'reads-cached-10-s',
        ],
      },
    ],
    'last-of-repeated-taken': [
      'Uses the last of repeated limits or statuses in a query.',
      replace('listPets', (listPets) => (call) => listPets({ ...call, query: lastOfEach(call) })),
    ],
    'links-to-pages': [
      'Returns a link to the next page in a Link header.',
      after('listPets', (reply, { path }) =>
        withHeader(reply, 'link', `<${path}?cursor=bGFzdA>; rel="next"`),
      ),
    ],
    'total-in-header': [
      'Returns the number of animals in a header.',
      after('listPets', (reply, _call, { store }) =>
        withHeader(reply, 'x-total-count', String(store.count())),
      ),
    ],
  }),
];
