// Faults of clauses 4.1 and 8: limits from 1 to 100.
import { after, instead, replace, type Change } from '../../changes/change.js';
import { hiding } from '../../changes/lists.js';
import { refuse, refusing } from '../../changes/refusals.js';
import { isFiltered, isLimited, limitIn, statusIn } from '../../changes/requests.js';
import type { Server } from '../../server.js';
import type { Call, Status } from '../../types.js';
import { afterAdds, anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, each, eachOf, type Fault } from '../fault.js';

const refusingLimit = (when: (limit: number, call: Call) => boolean): Change =>
  after('limitOf', (limit, call) => (when(limit, call) ? refuse(400) : limit));
/** Obeys another limit than the one that was sent. */
const obeying = (
  obey: (limit: number, status: Status | undefined, call: Call, server: Server) => number,
): Change =>
  replace(
    'select',
    (select, server) => (status, limit, call) =>
      select(status, obey(limit, status, call, server), call),
  );
const oneMoreFor = (affected: number): Change =>
  obeying((limit) => (limit === affected ? limit + 1 : limit));

export const listLimits: readonly Fault[] = [
  ...breaking('list-animals.limits-accepted', {
    'limit-100-fails': [
      'Returns 500 for a limit of 100.',
      refusing(500, (call) => limitIn(call) === '100'),
    ],
    'sold-with-limit-1-fails': [
      'Returns 500 for a limit of 1 when sold animals are listed.',
      refusing(500, (call) => limitIn(call) === '1' && statusIn(call) === 'sold'),
    ],
    ...eachOf('limit-%s-refused', 'Refuses a limit of %s.', [1, 100, 73], (refused) =>
      refusingLimit((limit) => limit === refused),
    ),
    'limit-refused-with-filter': [
      'Refuses a request that has both a limit and a filter.',
      refusingLimit((_, call) => isLimited(call) && isFiltered(call)),
    ],
    'limit-100-refused-for-sold': [
      'Refuses a limit of 100 when sold animals are listed.',
      refusingLimit((limit, call) => limit === 100 && statusIn(call) === 'sold'),
    ],
  }),
  ...breaking('list-animals.limit-is-maximum', {
    'no-limit-first-on-a-connection': [
      'Returns all animals when the first request on a connection has no limit.',
      (server) => {
        const known = new Set<string>();
        instead('limitOf', (call) => {
          const { connection } = call.request;
          if (connection === undefined || known.has(connection)) return undefined;
          known.add(connection);
          return isLimited(call) ? undefined : 1_000_000;
        })(server);
      },
    ],
    'limit-remembered-on-a-connection': [
      'Applies the limit of the previous request on the connection when there is none.',
      (server) => {
        const last = new Map<string, number>();
        replace('limitOf', (limitOf) => (call) => {
          const { connection } = call.request;
          const limit = limitOf(call);
          const before = connection === undefined ? undefined : last.get(connection);
          if (connection !== undefined) last.set(connection, limit);
          return isLimited(call) ? limit : (before ?? limit);
        })(server);
      },
    ],
    'limit-ignored-beside-offset': [
      'Returns up to 100 animals when there is an offset.',
      obeying((limit, _, call) => (call.query.includes('offset=') ? 100 : limit)),
    ],
    'limit-off-by-one': ['Returns one animal more than the limit.', obeying((limit) => limit + 1)],
    'limit-ignored': ['Returns 20 animals, whatever the limit.', obeying(() => 20)],
    'limit-ignored-with-filter': [
      'Returns up to 100 animals, whatever the limit, when the list is filtered.',
      obeying((limit, status) => (status === undefined ? limit : 100)),
    ],
    'limit-off-by-one-with-filter': [
      'Returns one animal more than the limit when the list is filtered.',
      obeying((limit, status) => (status === undefined ? limit : limit + 1)),
    ],
    'limit-37-gives-38-for-pending': [
      'Returns 38 pending animals for a limit of 37.',
      obeying((limit, status) => (limit === 37 && status === 'pending' ? 38 : limit)),
    ],
    ...each('Returns %s.', oneMoreFor, {
      'limit-37-gives-38': ['38 animals for a limit of 37', 37],
      'limit-100-gives-101': ['101 animals for a limit of 100', 100],
      'limit-1-gives-2': ['two animals for a limit of 1', 1],
    }),
    'limit-below-20-ignored': [
      'Returns at least 20 animals, even if the limit is lower.',
      obeying((limit) => Math.max(20, limit)),
    ],
    'limit-in-hexadecimal': [
      'Reads a limit as hexadecimal.',
      obeying((limit, _, call) => (isLimited(call) ? Number.parseInt(String(limit), 16) : limit)),
    ],
    'limit-for-each-status': [
      'Applies the limit to each status separately, so that an unfiltered list is up to three times as long.',
      replace(
        'select',
        (select) => async (status, limit, call) =>
          status === undefined
            ? [
                ...(await select('available', limit, call)),
                ...(await select('pending', limit, call)),
                ...(await select('sold', limit, call)),
              ]
            : select(status, limit, call),
      ),
    ],
    'limit-ignored-when-after-status': [
      'Ignores a limit that comes after the filter in the query.',
      after('limitOf', (limit, call) =>
        /status=.*limit=/.test(call.query) ? Math.max(100, limit) : limit,
      ),
    ],
  }),
  ...breakingByChance('list-animals.limit-is-maximum', anyAnswer, {
    'limit-ignored-once-in-10': [
      'Returns one animal more than the limit for one list request in ten.',
      obeying((limit, _status, _call, server) => (onceIn(10, server) ? limit + 1 : limit)),
    ],
  }),
  ...breakingByChance('list-animals.limit-is-maximum', afterAdds, {
    'limits-mixed-up-under-load': [
      'Keeps the limit of a list in a variable that all requests share.',
      replace('select', (select, server) => {
        let current = 0;
        return async (status, limit, call) => {
          current = limit;
          await server.clock.sleep(1);
          return select(status, current, call);
        };
      }),
    ],
    'limit-ignored-after-100-animals': [
      'Returns one animal more than the limit once there are a hundred animals.',
      obeying((limit, _status, _call, server) => (server.store.count() > 100 ? limit + 1 : limit)),
    ],
  }),
  ...breaking('list-animals.full-pages', {
    'limit-one-short': ['Returns one animal fewer than the limit.', obeying((limit) => limit - 1)],
    'limit-in-octal': [
      'Reads a limit without the digits 8 and 9 as octal.',
      obeying((limit, _, call) =>
        isLimited(call) && /^[0-7]+$/.test(String(limit))
          ? Number.parseInt(String(limit), 8)
          : limit,
      ),
    ],
    'at-most-99': ['Never returns more than 99 animals.', obeying((limit) => Math.min(limit, 99))],
    'at-most-20-with-filter': [
      'Never returns more than 20 animals when the list is filtered.',
      obeying((limit, status) => (status === undefined ? limit : Math.min(limit, 20))),
    ],
    'filter-after-limit': [
      'Applies the limit before the filter.',
      replace(
        'select',
        (_, server) => (status, limit) =>
          server.store
            .slice(undefined, limit)
            .filter((animal) => status === undefined || animal.status === status),
      ),
    ],
    'filter-sees-first-hundred': [
      'Searches only the first hundred animals for a status.',
      replace(
        'select',
        (_, server) => (status, limit) =>
          status === undefined
            ? server.store.slice(undefined, limit)
            : server.store
                .slice(undefined, 100)
                .filter((animal) => animal.status === status)
                .slice(0, limit),
      ),
    ],
    'only-last-50-kept': [
      'Omits all but the newest 50 animals from lists.',
      hiding((animal, _call, server) => animal.id <= BigInt(server.store.count() - 50)),
    ],
    'list-continues-where-the-last-ended': [
      'Starts a list where the previous one ended.',
      replace('select', (_, server) => {
        let from = 0;
        return (status, limit) => {
          const all = server.store.slice(status, server.store.count());
          if (from >= all.length) from = 0;
          const found = all.slice(from, from + limit);
          from += limit;
          return found;
        };
      }),
    ],
  }),
];
