// Faults of clause 4.1: the status filter.
import { after, instead, replace, type Change } from '../../changes/change.js';
import { cachedLists, hiding, isOf, selecting } from '../../changes/lists.js';
import { isFiltered, isLimited, limitIn, statusIn } from '../../changes/requests.js';
import { statusless } from '../../changes/stored.js';
import type { Server } from '../../server.js';
import { statuses } from '../../store.js';
import type { Call, Status } from '../../types.js';
import { afterAdds, anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, each, eachOf, type Fault } from '../fault.js';

/** Filters by another status than the one that was sent. */
const seeking = (
  seek: (status: Status | undefined, call: Call, server: Server) => Status | undefined,
): Change =>
  replace(
    'select',
    (select, server) => (status, limit, call) => select(seek(status, call, server), limit, call),
  );
const ignoring = (when: (call: Call, server: Server) => boolean): Change =>
  seeking((status, call, server) => (when(call, server) ? undefined : status));
/** Accepts a status that the correct server refuses. Null from `take` means no filter at all. */
const taking = (take: (text: string) => Status | null | undefined): Change =>
  replace('filterOf', (filterOf) => (call) => {
    const text = statusIn(call);
    const taken =
      text === undefined || statuses.some((each) => each === text) ? undefined : take(text);
    return taken === undefined ? filterOf(call) : (taken ?? undefined);
  });
const takingFor = (isFor: (text: string, status: Status) => boolean): Change =>
  taking((text) => statuses.find((status) => isFor(text, status)));

export const listFilter: readonly Fault[] = [
  ...breaking('list-animals.filter', {
    'filter-ignored': ['Ignores the filter.', replace('filterOf', () => () => undefined)],
    ...eachOf('filter-ignored-for-%s', 'Ignores the filter for %s animals.', statuses, (ignored) =>
      seeking((status) => (status === ignored ? undefined : status)),
    ),
    ...each('Ignores the filter %s.', ignoring, {
      'filter-ignored-without-limit': ['when there is no limit', (call) => !isLimited(call)],
      'filter-ignored-with-limit': ['when there is a limit', (call) => isLimited(call)],
      'filter-ignored-when-first-in-query': [
        'if it is the first parameter of the query',
        ({ query }) => query.startsWith('status='),
      ],
      'filter-ignored-if-percent-encoded': [
        'if a part of it is percent-encoded',
        ({ query }) => /status=%[67]/.test(query),
      ],
      'filter-ignored-before-an-ampersand': [
        'if the query ends with an ampersand',
        ({ query }) => query.endsWith('&'),
      ],
      'filter-ignored-for-limit-100': ['when the limit is 100', (call) => limitIn(call) === '100'],
      'filter-ignored-beside-unknown-parameter': [
        'when there is a parameter that the contract does not know',
        ({ query }) => /(?!limit|status)\b[\w-]+=/.test(query),
      ],
    }),
    'filter-swaps-pending-and-sold': [
      'Lists sold animals for the filter pending, and pending ones for sold.',
      seeking((status) => (status === 'pending' ? 'sold' : status === 'sold' ? 'pending' : status)),
    ],
    'filter-pending-gives-available': [
      'Lists available animals for the filter pending.',
      seeking((status) => (status === 'pending' ? 'available' : status)),
    ],
    'filter-finds-no-sold': [
      'Lists no animals for the filter sold.',
      selecting((animal, status) => status !== 'sold' && isOf(animal, status)),
    ],
    'filter-negated': [
      'Lists the animals that do not have the requested status.',
      selecting((animal, status) => status === undefined || animal.status !== status),
    ],
    'no-status-found-by-every-filter': [
      'Lists an animal that was added without a status under every filter.',
      statusless((isOne) => selecting((animal, status) => isOf(animal, status) || isOne(animal))),
    ],
  }),
  ...breakingByChance('list-animals.filter', anyAnswer, {
    'filter-ignored-once-in-10': [
      'Ignores the filter of one list request in ten.',
      ignoring((_call, server) => onceIn(10, server)),
    ],
    'empty-list-once-in-10': [
      'Returns an empty list for one list request in ten.',
      instead('select', (_status, _limit, _call, server) => (onceIn(10, server) ? [] : undefined)),
    ],
  }),
  ...breakingByChance('list-animals.filter', afterAdds, {
    'filters-mixed-up-under-load': [
      'Keeps the filter of a list in a variable that all requests share.',
      replace('select', (select, server) => {
        let current: Status | undefined;
        return async (status, limit, call) => {
          current = status;
          await server.clock.sleep(1);
          return select(current, limit, call);
        };
      }),
    ],
    'filter-ignored-after-100-animals': [
      'Ignores the filter once there are a hundred animals.',
      ignoring((_call, { store }) => store.count() > 100),
    ],
  }),
  ...breaking('list-animals.no-filter', {
    'filter-kept-as-default': [
      'Keeps the filter of a list without a limit for all later ones that have neither.',
      (server) => {
        let kept: Status | undefined;
        replace('filterOf', (filterOf) => (call) => {
          const filter = filterOf(call);
          if (call.query.includes('limit')) return filter;
          return (kept = filter ?? kept);
        })(server);
      },
    ],
    'filter-remembered-on-a-connection': [
      'Applies the filter of the previous request on the connection when there is none.',
      (server) => {
        const last = new Map<string, Status | undefined>();
        replace('filterOf', (filterOf) => (call) => {
          const { connection } = call.request;
          const filter = filterOf(call);
          const before = connection === undefined ? undefined : last.get(connection);
          if (connection !== undefined) last.set(connection, filter);
          return filter ?? before;
        })(server);
      },
    ],
  }),
  ...breaking('list-animals.filter-few', {
    'filter-fills-up': [
      'Pads a filtered list with other animals when it is shorter than the limit.',
      after('select', (found, status, limit, _call, server) => [
        ...found,
        ...server.store.slice(
          undefined,
          limit - found.length,
          (animal) => status !== undefined && animal.status !== status,
        ),
      ]),
    ],
    'list-cache-without-filter': [
      'Caches lists by their limit, but not by their filter, until an animal is added.',
      cachedLists((call) => String(limitIn(call)), 'an animal is added'),
    ],
  }),
  ...breaking('list-animals.filter-finds', {
    'filter-finds-nothing': [
      'Returns an empty list for every filter.',
      selecting((_animal, status) => status === undefined),
    ],
    'filter-sees-half-of-pending': [
      'Lists only pending animals with an even identifier for the filter pending.',
      selecting(
        (animal, status) => isOf(animal, status) && (status !== 'pending' || animal.id % 2n === 0n),
      ),
    ],
    'filter-misses-last-animal': [
      'Omits the last animal of each status from filtered lists.',
      replace(
        'select',
        (_, server) => (status, limit) =>
          server.store.slice(
            status,
            status === undefined ? limit : Math.min(limit, server.store.count(status) - 1),
          ),
      ),
    ],
    'no-status-not-found-by-filter': [
      'Omits an animal that was added without a status from every filtered list.',
      statusless((isOne) => hiding((animal, call) => isOne(animal) && isFiltered(call))),
    ],
    'filter-hides-first': [
      'Omits the first animal of each status from filtered lists.',
      hiding(
        (animal, call, server) => isFiltered(call) && animal === server.store.at(0, animal.status),
      ),
    ],
  }),
  ...breakingByChance('list-animals.filter-finds', afterAdds, {
    'listed-a-minute-late': [
      'Lists an animal by its status only a minute after it was added.',
      selecting(
        (animal, status, server) =>
          isOf(animal, status) &&
          (status === undefined || animal.addedAt + 60_000 <= server.clock.now()),
      ),
    ],
  }),
  ...breaking('list-animals.unknown-status', {
    'unknown-status-lists-all': [
      'Ignores the filter if it does not know the status.',
      taking(() => null),
    ],
    'status-all-lists-all': [
      'Lists all animals for the status all.',
      taking((text) => (text === 'all' ? null : undefined)),
    ],
    'unknown-status-pasted-into-sql': [
      'Pastes a status into the query, so that a condition in it lists all animals.',
      taking((text) => (/' or '1'='1/i.test(text) ? null : undefined)),
    ],
    'unknown-status-proto-all': [
      'Ignores the filters constructor and __proto__.',
      taking((text) => (text in {} ? null : undefined)),
    ],
    ...each('Accepts %s as a filter.', takingFor, {
      'filter-of-any-case': ['SOLD', (text, status) => text.toLowerCase() === status],
      'filter-by-beginning': [
        'the beginning of a status',
        (text, status) => text !== '' && status.startsWith(text),
      ],
      'filter-trimmed': [
        'a status with spaces around it',
        (text, status) => text.trim() === status,
      ],
      'unknown-status-line-feed': [
        'a status with a line feed after it',
        (text, status) => text === `${status}\n`,
      ],
    }),
  }),
];
