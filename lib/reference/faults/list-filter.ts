// Faults of clause 4.1: the status filter.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { parameters } from '../request.js';
import type { Server } from '../server.js';
import { statuses } from '../store.js';
import type { Animal, Call, Status } from '../types.js';
import { selecting } from './changes.js';

const filter = 'list-animals.filter';
const few = 'list-animals.filter-few';
const finds = 'list-animals.filter-finds';
const unknown = 'list-animals.unknown-status';
const shows = 'list-animals.finds-created';
const full = 'list-animals.full-pages';
const model = 'sequences.model';

/** Another status is looked for than the one that was sent. */
const seeking = (
  seek: (status: Status | undefined, limit: number, call: Call) => Status | undefined,
): Fault['change'] =>
  replace(
    'select',
    (select) => (status, limit, call) => select(seek(status, limit, call), limit, call),
  );
const passing = (server: Server, limit: number, passes: (animal: Animal) => boolean): Animal[] =>
  server.store.slice(undefined, limit, passes);
/** What a status that the correct server refuses is taken for; null is no filter at all. */
const taking = (take: (text: string) => Status | null | undefined): Fault['change'] =>
  replace('filterOf', (filterOf) => (call) => {
    const [text] = parameters(call, 'status');
    const taken =
      text === undefined || statuses.some((each) => each === text) ? undefined : take(text);
    return taken === undefined ? filterOf(call) : (taken ?? undefined);
  });
const none: (limit: number) => Animal[] = () => [];

export const listFilter: readonly Fault[] = [
  {
    name: 'filter-ignored',
    clause: '4.1',
    sentence: 'Ignores the filter.',
    fails: [filter, few, model],
    change: replace('filterOf', () => () => undefined),
  },
  {
    name: 'filter-ignored-for-available',
    clause: '4.1',
    sentence: 'Ignores the filter available.',
    fails: [filter, few],
    change: seeking((status) => (status === 'available' ? undefined : status)),
  },
  {
    name: 'filter-ignored-for-pending',
    clause: '4.1',
    sentence: 'Ignores the filter pending.',
    fails: [filter, few],
    change: seeking((status) => (status === 'pending' ? undefined : status)),
  },
  {
    name: 'filter-ignored-for-sold',
    clause: '4.1',
    sentence: 'Ignores the filter sold.',
    fails: [filter, few],
    change: seeking((status) => (status === 'sold' ? undefined : status)),
  },
  {
    name: 'filter-ignored-without-limit',
    clause: '4.1',
    sentence: 'Ignores the filter when no limit is sent.',
    fails: [filter],
    change: seeking((status, _, call) => (call.query.includes('limit=') ? status : undefined)),
  },
  {
    name: 'filter-ignored-with-limit',
    clause: '4.1',
    sentence: 'Ignores the filter when a limit is sent.',
    fails: [filter],
    change: seeking((status, _, call) => (call.query.includes('limit=') ? undefined : status)),
  },
  {
    name: 'filter-ignored-when-first-in-query',
    clause: '4.1',
    sentence: 'Finds the filter only when it is not the first parameter of the query.',
    fails: [filter],
    change: seeking((status, _, call) => (call.query.startsWith('status=') ? undefined : status)),
  },
  {
    name: 'filter-ignored-for-limit-100',
    clause: '4.1',
    sentence: 'Ignores the filter for a limit of 100.',
    fails: [filter],
    change: seeking((status, limit) => (limit === 100 ? undefined : status)),
  },
  {
    name: 'filter-swaps-pending-and-sold',
    clause: '4.1',
    sentence: 'Takes pending for sold, and sold for pending.',
    fails: [filter, few, finds, model],
    change: seeking((status) =>
      status === 'pending' ? 'sold' : status === 'sold' ? 'pending' : status,
    ),
  },
  {
    name: 'filter-pending-gives-available',
    clause: '4.1',
    sentence: 'Lists available animals for the filter pending.',
    fails: [filter, few, finds],
    change: seeking((status) => (status === 'pending' ? 'available' : status)),
  },
  {
    name: 'filter-negated',
    clause: '4.1',
    sentence: 'Lists the animals that do not have the status.',
    fails: [filter, few, finds, model],
    change: selecting((status, limit, _, server) =>
      passing(server, limit, (animal) => status === undefined || animal.status !== status),
    ),
  },
  {
    name: 'filter-available-includes-pending',
    clause: '4.1',
    sentence: 'Lists pending animals among the available ones.',
    fails: [filter, few],
    change: selecting((status, limit, _, server) =>
      passing(
        server,
        limit,
        (animal) =>
          status === undefined ||
          animal.status === status ||
          (status === 'available' && animal.status === 'pending'),
      ),
    ),
  },
  {
    name: 'filter-fills-up',
    clause: '4.1',
    sentence: 'Fills a list up with other animals when fewer match than the limit allows.',
    fails: [few],
    change: replace('select', (select, server) => async (status, limit, call) => {
      const found = await select(status, limit, call);
      return [
        ...found,
        ...passing(
          server,
          limit - found.length,
          (animal) => status !== undefined && animal.status !== status,
        ),
      ];
    }),
  },
  {
    name: 'filter-falls-back-to-all',
    clause: '4.1',
    sentence: 'Lists all animals when none has the status.',
    fails: ['list-animals.nothing-matches'],
    change: replace('select', (select) => async (status, limit, call) => {
      const found = await select(status, limit, call);
      return found.length > 0 ? found : select(undefined, limit, call);
    }),
  },
  {
    name: 'filter-after-limit',
    clause: '4.1',
    sentence:
      'Takes the first animals up to the limit, and then leaves out those of another status.',
    fails: [full],
    change: selecting((status, limit, _, server) =>
      passing(server, limit, () => true).filter(
        (animal) => status === undefined || animal.status === status,
      ),
    ),
  },
  {
    name: 'filter-sees-first-hundred',
    clause: '4.1',
    sentence: 'Looks for a status among the first hundred animals only.',
    fails: [full],
    change: selecting((status, limit, _, server) =>
      status === undefined
        ? passing(server, limit, () => true)
        : passing(server, 100, () => true)
            .filter((animal) => animal.status === status)
            .slice(0, limit),
    ),
  },
  {
    name: 'filter-finds-no-sold',
    clause: '4.1',
    sentence: 'Never finds a sold animal.',
    fails: [finds],
    change: selecting((status, limit, _, server) =>
      status === 'sold' ? none(limit) : server.store.slice(status, limit),
    ),
  },
  {
    name: 'filter-finds-nothing',
    clause: '4.1',
    sentence: 'Lists nothing when a filter is sent.',
    fails: [finds, full],
    change: selecting((status, limit, _, server) =>
      status === undefined ? server.store.slice(status, limit) : none(limit),
    ),
  },
  {
    name: 'filter-sees-half-of-pending',
    clause: '4.1',
    sentence: 'Finds only the pending animals with an even identifier.',
    fails: [finds],
    change: selecting((status, limit, _, server) =>
      server.store.slice(status, limit, (animal) => status !== 'pending' || animal.id % 2n === 0n),
    ),
  },
  {
    name: 'filter-misses-last-animal',
    clause: '4.1',
    sentence:
      'Finds an animal by its status only when another one of that status was added after it.',
    fails: [finds],
    change: selecting((status, limit, _, server) =>
      server.store.slice(
        status,
        status === undefined ? limit : Math.min(limit, server.store.count(status) - 1),
      ),
    ),
  },
  {
    name: 'filter-index-stops-at-50',
    clause: '4.1',
    sentence: 'Finds none of the animals that were added after the fiftieth by their status.',
    fails: [full],
    change: selecting((status, limit, _, server) =>
      server.store.slice(status, limit, (animal) => status === undefined || animal.id <= 50n),
    ),
  },
  {
    name: 'list-shows-only-available',
    clause: '4.1',
    sentence: 'Lists only available animals when no filter is sent.',
    fails: [shows],
    change: seeking((status) => status ?? 'available'),
  },
  {
    name: 'list-hides-sold',
    clause: '4.1',
    sentence: 'Leaves sold animals out when no filter is sent.',
    fails: [shows],
    change: selecting((status, limit, _, server) =>
      server.store.slice(
        status,
        limit,
        (animal) => status !== undefined || animal.status !== 'sold',
      ),
    ),
  },
  {
    name: 'list-hides-newest',
    clause: '4.1',
    sentence: 'Leaves the newest animal out when no filter is sent.',
    fails: [shows],
    change: selecting((status, limit, _, server) =>
      server.store.slice(
        status,
        status === undefined ? Math.min(limit, server.store.count() - 1) : limit,
      ),
    ),
  },
  {
    name: 'list-without-new-animals',
    clause: '4.1',
    sentence: 'Lists no added animal when no filter is sent.',
    fails: [shows],
    change: selecting((status, limit, _, server) =>
      server.store.slice(
        status,
        limit,
        (animal) => status !== undefined || animal.id <= BigInt(server.store.initial),
      ),
    ),
  },
  {
    name: 'unknown-status-lists-all',
    clause: '2',
    sentence: 'Ignores a filter whose status it does not know.',
    fails: [unknown],
    change: taking(() => null),
  },
  {
    name: 'unknown-status-lists-available',
    clause: '2',
    sentence: 'Takes a status that it does not know for available.',
    fails: [unknown],
    change: taking(() => 'available'),
  },
  {
    name: 'filter-of-any-case',
    clause: '2',
    sentence: 'Takes SOLD for sold in the filter.',
    fails: [unknown],
    change: taking((text) => statuses.find((status) => status === text.toLowerCase())),
  },
  {
    name: 'filter-by-beginning',
    clause: '2',
    sentence: 'Takes the beginning of a status for the status in the filter.',
    fails: [unknown],
    change: taking((text) =>
      text === '' ? undefined : statuses.find((status) => status.startsWith(text)),
    ),
  },
  {
    name: 'filter-trimmed',
    clause: '2',
    sentence: 'Takes a status with spaces around it for the status in the filter.',
    fails: [unknown],
    change: taking((text) => statuses.find((status) => status === text.trim())),
  },
];
