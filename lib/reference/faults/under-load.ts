// Faults that show only under circumstances: several requests at once, late in a run, on a connection.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { Refusal } from '../refusal.js';
import type { Server } from '../server.js';
import type { Animal, Call, Status } from '../types.js';

const every = 'authentication.every-request';
const keys = [
  'authentication.missing-key',
  'authentication.wrong-key',
  'authentication.bearer-form',
  'authentication.comes-first',
  'authentication.writes-nothing',
  'authentication.store-orders',
];
const model = 'sequences.model';
const ids = 'add-animal.unique-ids';
const after = [
  'add-animal.can-be-fetched',
  'get-animal.exact-animal',
  'list-animals.as-created',
  'list-animals.unique-ids',
  'list-animals.filter-finds',
  'add-animal.names-may-repeat',
  'add-animal.adds-one',
  'list-animals.full-pages',
  'get-animal.until-removal',
  'add-animal.odd-names',
  'add-animal.any-spelling',
  'list-animals.finds-created',
  model,
];
const refusals = [
  'add-animal.status-optional',
  'add-animal.charset',
  'add-animal.any-spelling',
  'add-animal.missing-name',
  'add-animal.missing-category',
  'add-animal.invalid-name',
  'add-animal.invalid-category',
  'add-animal.invalid-status',
  'add-animal.not-an-object',
  'add-animal.not-json',
  'add-animal.empty-body',
  'add-animal.nearly-json',
  'add-animal.refused-adds-nothing',
  'errors.unknown-paths',
];
const answers = [
  'add-animal.answers-201',
  'list-animals.answers-200',
  'list-animals.limits-accepted',
  'list-animals.limit-is-maximum',
  'list-animals.filter',
  'list-animals.filter-few',
  'list-animals.default-limit',
  'list-animals.never-above-100',
  'list-animals.nothing-matches',
  'add-animal.keeps-name',
  'add-animal.keeps-spaces',
  'add-animal.keeps-category',
  'add-animal.keeps-status',
  'add-animal.odd-names',
  'add-animal.returns-pet',
  'get-animal.unknown-id',
  'get-animal.no-integer',
  'authentication.valid-key',
  ids,
  ...refusals,
  ...after,
];

const isCatalogue = (call: Call): boolean => call.operation !== 'sendMessage';
const fault = (
  name: string,
  clause: string,
  sentence: string,
  fails: readonly string[],
  mayFail: readonly string[],
  change: Fault['change'],
): Fault => ({ name, clause, sentence, fails, mayFail, flaky: true, change });
const unchecked = (when: (call: Call, server: Server) => boolean): Fault['change'] =>
  replace(
    'needsKey',
    (needsKey, server) => (call) => !(isCatalogue(call) && when(call, server)) && needsKey(call),
  );
const failing = (when: (call: Call, server: Server) => boolean): Fault['change'] =>
  replace('operate', (operate, server) => (call) => {
    if (isCatalogue(call) && when(call, server))
      throw new Refusal(500, 'internal', 'Something went wrong.');
    return operate(call);
  });
export const underLoad: readonly Fault[] = [
  fault(
    'ids-collide-under-load',
    '2',
    'Reads the last identifier, waits, and writes the next one.',
    [ids],
    after,
    (server) => {
      let last = BigInt(server.store.initial);
      server.assignId = async () => {
        const next = last + 1n;
        await server.clock.sleep(2);
        last = next;
        return next;
      };
    },
  ),
  fault(
    'ids-from-count-under-load',
    '2',
    'Counts the animals for an identifier before it stores the new one.',
    [ids],
    after,
    (server) => {
      server.assignId = async () => {
        const next = BigInt(server.store.count() + 1);
        await server.clock.sleep(1);
        return next;
      };
    },
  ),
  fault(
    'ids-by-millisecond',
    '2',
    'Takes the millisecond of the clock for an identifier.',
    [ids],
    ['add-animal.assigns-id', ...after],
    replace('assignId', (_, server) => () => BigInt(Math.floor(server.clock.now()))),
  ),
  fault(
    'adds-lost-under-load',
    '4.2',
    'Stores nothing while four or more animals are being added.',
    ['add-animal.can-be-fetched'],
    [...after, ids],
    replace('save', (save, server) => async (animal, call) => {
      const crowd = server.inFlight;
      await server.clock.sleep(1);
      if (crowd < 4) await save(animal, call);
    }),
  ),
  fault(
    'animals-mixed-up-under-load',
    '4.3',
    'Keeps the animal that is fetched where all requests find it, while it waits.',
    ['get-animal.exact-animal'],
    ['get-animal.unknown-id', 'get-animal.no-integer', ...after],
    (server) => {
      let current: Animal | undefined;
      replace('find', (find) => async (id, call) => {
        current = await find(id, call);
        await server.clock.sleep(1);
        return current;
      })(server);
    },
  ),
  fault(
    'added-animals-mixed-up-under-load',
    '4.2',
    'Keeps the animal that is added where all requests find it, while it waits.',
    [ids],
    [
      'add-animal.keeps-name',
      'add-animal.keeps-category',
      'add-animal.keeps-status',
      'add-animal.keeps-spaces',
      'add-animal.odd-names',
      'add-animal.status-optional',
      ...after,
    ],
    (server) => {
      let current: Animal | undefined;
      replace('add', (add) => async (body, call) => {
        current = await add(body, call);
        await server.clock.sleep(1);
        return current;
      })(server);
    },
  ),
  fault(
    'limits-mixed-up-under-load',
    '4.1',
    'Keeps the limit of a list where all requests find it, while it waits.',
    ['list-animals.limit-is-maximum'],
    ['list-animals.default-limit', 'list-animals.full-pages', ...after],
    (server) => {
      let current = 0;
      replace('select', (select) => async (status, limit, call) => {
        current = limit;
        await server.clock.sleep(1);
        return select(status, current, call);
      })(server);
    },
  ),
  fault(
    'filters-mixed-up-under-load',
    '4.1',
    'Keeps the filter of a list where all requests find it, while it waits.',
    ['list-animals.filter'],
    ['list-animals.filter-few', 'list-animals.nothing-matches', ...after],
    (server) => {
      let current: Status | undefined;
      replace('select', (select) => async (status, limit, call) => {
        current = status;
        await server.clock.sleep(1);
        return select(current, limit, call);
      })(server);
    },
  ),
  fault(
    'keys-mixed-up-under-load',
    '1',
    'Keeps the key of a request where all requests find it, while it waits.',
    [every],
    [...keys, ...answers],
    (server) => {
      let current: string | undefined;
      replace('authenticate', (authenticate) => async (call) => {
        if (!isCatalogue(call)) return authenticate(call);
        current = server.shownKey(call);
        await server.clock.sleep(1);
        if (current !== server.key)
          throw new Refusal(401, 'unauthorized', 'The API key is missing or invalid.');
      })(server);
    },
  ),
  fault(
    'key-unchecked-under-load',
    '1',
    'Looks at no key while eight or more requests are being answered.',
    [every],
    keys,
    unchecked((_, server) => server.inFlight >= 8),
  ),
  fault(
    'fails-under-load',
    '4',
    'Fails with 500 while eight or more requests are being answered.',
    ['errors.valid-requests'],
    [...answers, 'errors.invalid-requests', every, ...keys],
    failing((_, server) => server.inFlight >= 8),
  ),
  fault(
    'adds-fail-under-load',
    '4',
    'Fails with 500 while several animals are being added at once.',
    ['errors.valid-requests'],
    [...answers, 'errors.invalid-requests'],
    (server) => {
      let adding = 0;
      replace('add', (add) => async (body, call) => {
        if (adding >= 3) throw new Refusal(500, 'internal', 'The store is locked.');
        adding += 1;
        await server.clock.sleep(1);
        adding -= 1;
        return add(body, call);
      })(server);
    },
  ),

  fault(
    'key-unchecked-after-200-requests',
    '1',
    'Looks at no key after two hundred requests.',
    [every],
    keys,
    unchecked((call) => call.number > 200),
  ),
  fault(
    'fails-after-200-requests',
    '4',
    'Fails with 500 for every tenth request after the two hundredth.',
    ['errors.valid-requests'],
    [...answers, 'errors.invalid-requests', every, ...keys],
    failing((call) => call.number > 200 && call.number % 10 === 0),
  ),
  fault(
    'filter-ignored-after-100-animals',
    '4.1',
    'Ignores the filter once there are a hundred animals.',
    ['list-animals.filter'],
    ['list-animals.filter-few', 'list-animals.unknown-status', ...after],
    replace(
      'select',
      (select, server) => (status, limit, call) =>
        select(server.store.count() > 100 ? undefined : status, limit, call),
    ),
  ),
  fault(
    'limit-ignored-after-100-animals',
    '4.1',
    'Returns one animal more than the limit once there are a hundred animals.',
    ['list-animals.limit-is-maximum', 'list-animals.never-above-100'],
    after,
    replace(
      'select',
      (select, server) => (status, limit, call) =>
        select(status, server.store.count() > 100 ? limit + 1 : limit, call),
    ),
  ),
  fault(
    'ids-repeat-after-50',
    '2',
    'Gives every animal after the fiftieth the same identifier.',
    [ids],
    after,
    replace('assignId', (assignId) => async (call, animal) => {
      const id = await assignId(call, animal);
      return id > 50n ? 50n : id;
    }),
  ),
  fault(
    'listed-a-minute-late',
    '4.1',
    'Lists an animal by its status a minute after it was added.',
    ['list-animals.filter-finds'],
    after,
    replace(
      'select',
      (_, server) => (status, limit) =>
        server.store.slice(
          status,
          limit,
          (animal) => status === undefined || animal.addedAt + 60_000 <= server.clock.now(),
        ),
    ),
  ),
  fault(
    'fetched-a-minute-late',
    '4.2',
    'Finds an animal by its identifier a minute after it was added.',
    ['add-animal.can-be-fetched'],
    ['authentication.valid-key', ...after],
    replace('find', (find, server) => async (id, call) => {
      const found = await find(id, call);
      return found !== undefined && found.addedAt + 60_000 <= server.clock.now()
        ? found
        : undefined;
    }),
  ),
  fault(
    'first-request-of-connection-unchecked',
    '1',
    'Looks at no key of the first request of a connection.',
    [every],
    keys,
    (server) => {
      const seen = new Set<string>();
      replace('needsKey', (needsKey) => (call) => {
        const { connection } = call.request;
        const isFirst = connection !== undefined && isCatalogue(call) && !seen.has(connection);
        if (connection !== undefined) seen.add(connection);
        return !isFirst && needsKey(call);
      })(server);
    },
  ),
];
