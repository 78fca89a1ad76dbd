// Faults that the first nine hundred had left out: state that outlives its request, values that read as false, names
// and texts that come twice, checks on one path only.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { quoted } from '../json.js';
import { parameters, unescaped } from '../request.js';
import { invalid, Refusal } from '../refusal.js';
import type { Server } from '../server.js';
import type { Animal, Call, Reply } from '../types.js';
import { inGets, page, refusals, withField } from './changes.js';

const f = (
  name: string,
  clause: string,
  sentence: string,
  fails: readonly string[],
  change: Fault['change'],
): Fault => ({ name, clause, sentence, fails, change });
const is = (call: Call, ...operations: Call['operation'][]): boolean =>
  operations.includes(call.operation);
const refusing = (when: (call: Call, server: Server) => boolean, status: number): Fault['change'] =>
  replace('operate', (operate, server) => (call) => {
    if (when(call, server)) throw new Refusal(status, 'refused', 'This is not allowed.');
    return operate(call);
  });
const beforeKey = (when: (call: Call) => boolean): Fault['change'] =>
  replace('authenticate', (authenticate) => (call) => {
    if (when(call)) throw invalid('The request is invalid.');
    return authenticate(call);
  });
/** Answers lists from a cache until it is emptied. */
const cachedLists =
  (
    keyOf: (call: Call) => string,
    emptiedBy: (call: Call, server: Server) => boolean,
  ): Fault['change'] =>
  (server) => {
    const cache = new Map<string, Reply>();
    replace('listPets', (listPets) => async (call) => {
      const key = keyOf(call);
      const known = cache.get(key);
      if (known) return { ...known };
      const reply = await listPets(call);
      cache.set(key, { ...reply });
      return reply;
    })(server);
    replace('add', (add) => async (body, call) => {
      const animal = await add(body, call);
      if (emptiedBy(call, server)) cache.clear();
      return animal;
    })(server);
  };
const hiding = (
  isHidden: (animal: Animal, call: Call, server: Server) => boolean,
): Fault['change'] =>
  replace(
    'isVisible',
    (isVisible, server) => (animal, call) =>
      isVisible(animal, call) && !isHidden(animal, call, server),
  );
/** Other literals from the second time on that an animal is shown. */
const fromSecondRead = (alter: (literal: string) => string, field: string): Fault['change'] => {
  const read = new WeakSet<Animal>();
  return inGets((fields, animal) => {
    if (read.has(animal)) return withField(fields, field, alter);
    read.add(animal);
    return fields;
  });
};

export const overlooked: readonly Fault[] = [
  f(
    'valid-key-403-with-filter',
    '5',
    'Answers 403 to a valid key when the list is filtered.',
    ['authentication.valid-key'],
    refusing((call) => is(call, 'listPets') && call.query.includes('status='), 403),
  ),
  f(
    'valid-key-403-on-get',
    '5',
    'Answers 403 to a valid key when one animal is fetched.',
    ['authentication.valid-key'],
    refusing((call) => is(call, 'getPet'), 403),
  ),
  f(
    'valid-key-403-for-sold-add',
    '5',
    'Answers 403 to a valid key when a sold animal is added.',
    ['authentication.valid-key'],
    replace('statusOf', (statusOf) => (body, call) => {
      if (body.get('status') === 'sold')
        throw new Refusal(403, 'forbidden', 'This key may not sell.');
      return statusOf(body, call);
    }),
  ),
  f(
    'valid-key-refused-after-1000-requests',
    '5',
    'Refuses a valid key after a thousand requests.',
    ['authentication.valid-key'],
    replace(
      'isAuthorized',
      (isAuthorized) => (call) =>
        isAuthorized(call) && (call.number <= 1_000 || is(call, 'sendMessage')),
    ),
  ),
  f(
    'key-locked-out-by-wrong-ones',
    '5',
    'Refuses every key after ten wrong ones in a row.',
    ['authentication.valid-key'],
    (server) => {
      let wrong = 0;
      replace('isAuthorized', (isAuthorized) => (call) => {
        if (is(call, 'sendMessage')) return isAuthorized(call);
        const authorized = isAuthorized(call) && wrong < 10;
        wrong = authorized ? 0 : wrong + 1;
        return authorized;
      })(server);
    },
  ),
  f(
    'odd-id-before-key',
    '7',
    'Refuses a petId that is no integer before it looks at the key.',
    ['authentication.comes-first'],
    beforeKey((call) => is(call, 'getPet') && !/^-?\d+$/.test(unescaped(call.petId))),
  ),
  f(
    'list-cache-without-filter',
    '4.1',
    'Answers a list from a cache that knows the limit and not the filter, until an animal is added.',
    ['list-animals.filter-few'],
    cachedLists(
      (call) => String(parameters(call, 'limit')),
      () => true,
    ),
  ),
  f(
    'list-cached-for-ever',
    '4.1',
    'Answers a list as it was the first time.',
    ['list-animals.finds-created'],
    cachedLists(
      (call) => call.query,
      () => false,
    ),
  ),
  f(
    'list-hides-first',
    '4.1',
    'Leaves the very first animal out of lists.',
    ['list-animals.finds-created'],
    hiding((animal, _, server) => animal === server.store.at(0)),
  ),
  f(
    'filter-hides-first',
    '4.1',
    'Leaves the first animal of each status out of filtered lists.',
    ['list-animals.filter-finds'],
    hiding(
      (animal, call, server) =>
        call.query.includes('status=') && animal === server.store.at(0, animal.status),
    ),
  ),
  f(
    'list-hides-category-0',
    '4.1',
    'Leaves animals of the category 0 out of lists.',
    ['list-animals.finds-created'],
    hiding((animal) => animal.categoryId === 0n),
  ),
  f(
    'list-hides-negative-categories',
    '4.1',
    'Leaves animals of a negative category out of lists.',
    ['list-animals.finds-created'],
    hiding((animal) => animal.categoryId < 0n),
  ),
  f(
    'list-hides-namesakes',
    '4.1',
    'Lists one animal of each name.',
    ['list-animals.finds-created'],
    hiding((animal, _, { store }) => {
      for (let at = 0; at < store.count(); at += 1) {
        const other = store.at(at);
        if (other === animal) return false;
        if (other?.name === animal.name) return true;
      }
      return false;
    }),
  ),
  f(
    'list-continues-where-the-last-ended',
    '4.1',
    'Begins a list where the list before ended.',
    ['list-animals.full-pages'],
    (server) => {
      let from = 0;
      server.select = (status, limit) => {
        const all = server.store.slice(status, server.store.count());
        if (from >= all.length) from = 0;
        const found = all.slice(from, from + limit);
        from += limit;
        return found;
      };
    },
  ),
  f(
    'half-written-animal-listed',
    '4.2',
    'Lists the newest animals first, and an animal without its name while that is being stored.',
    ['list-animals.bare-array'],
    (server) => {
      server.select = (status, limit) =>
        server.store.slice(status, server.store.count(status)).slice(-limit).reverse();
      replace('add', (add) => async (body, call) => {
        const animal = await add(body, call);
        animal.text = `{"id":${animal.id},"categoryId":${animal.categoryId},"status":${quoted(animal.status)}}`;
        await server.clock.sleep(2);
        delete animal.text;
        return animal;
      })(server);
    },
  ),
  f(
    'list-fails-while-adding',
    '4',
    'Fails with 500 when animals are listed while one is being added.',
    ['errors.valid-requests'],
    (server) => {
      let adding = 0;
      replace('add', (add) => async (body, call) => {
        adding += 1;
        await server.clock.sleep(1);
        adding -= 1;
        return add(body, call);
      })(server);
      refusing((call) => is(call, 'listPets') && adding > 0, 500)(server);
    },
  ),

  f(
    'refusal-gives-id-back',
    '2',
    'Assigns the identifier of the animal before once more after a refusal.',
    ['add-animal.unique-ids'],
    (server) => {
      let last = BigInt(server.store.initial);
      server.assignId = () => (last += 1n);
      replace('readNewAnimal', (readNewAnimal) => (call) => {
        try {
          return readNewAnimal(call);
        } catch (refusal) {
          last -= 1n;
          throw refusal;
        }
      })(server);
    },
  ),
  f(
    'refused-null-name-added',
    '4.2',
    'Refuses the name null with 400, and adds an animal with an empty name all the same.',
    ['add-animal.refused-adds-nothing'],
    replace('nameOf', (nameOf, server) => (body, call) => {
      if (body.get('name') === null)
        void server.add({ name: '', categoryId: 1n, status: undefined }, call);
      return nameOf(body, call);
    }),
  ),
  f(
    'adds-fail-after-255',
    '4',
    'Fails with 500 for every animal after the first 255.',
    ['errors.valid-requests'],
    replace('assignId', (assignId) => async (call, animal) => {
      const id = await assignId(call, animal);
      if (id > 255n) throw new Refusal(500, 'internal', 'Out of range.');
      return id;
    }),
  ),
  f(
    'deep-body-500',
    '7',
    'Fails with 500 for arrays in one another, a thousand deep.',
    ['errors.invalid-requests'],
    replace('decode', (decode) => (call) => {
      const text = decode(call);
      if (/^\[{1000}/.test(text)) throw new Refusal(500, 'internal', 'Recursion.');
      return text;
    }),
  ),
  f(
    'category-beyond-every-double-500',
    '7',
    'Fails with 500 for 1e400.',
    ['add-animal.invalid-category'],
    replace('categoryOf', (categoryOf) => (body, call) => {
      if (typeof body.get('categoryId') === 'number' && !Number.isFinite(body.get('categoryId')))
        throw new Refusal(500, 'internal', 'Overflow.');
      return categoryOf(body, call);
    }),
  ),
  f(
    'category-beyond-every-double-taken',
    '7',
    'Takes 1e400 for the highest categoryId.',
    ['add-animal.invalid-category'],
    replace(
      'categoryOf',
      (categoryOf) => (body, call) =>
        body.get('categoryId') === Infinity ? 2n ** 63n - 1n : categoryOf(body, call),
    ),
  ),

  f(
    'fetched-name-escaped-from-second-read',
    '4.3',
    'Alters the name of an animal from the second time on that it is fetched.',
    ['get-animal.exact-animal'],
    fromSecondRead(
      (literal) => quoted(`${(JSON.parse(literal) as string).replace(/[aeio]/g, '')}_`),
      'name',
    ),
  ),
  f(
    'fetched-category-lost-from-second-read',
    '4.3',
    'Shows the category 0 from the second time on that an animal is fetched.',
    ['get-animal.exact-animal'],
    fromSecondRead(() => '0', 'categoryId'),
  ),
  f(
    'get-remembers-404',
    '4.3',
    'Answers 404 for an animal that was asked for before it was there.',
    ['add-animal.can-be-fetched'],
    (server) => {
      const absent = new Set<bigint>();
      replace('find', (find) => async (id, call) => {
        const found = absent.has(id) ? undefined : await find(id, call);
        if (!found) absent.add(id);
        return found;
      })(server);
    },
  ),
  f(
    'get-misses-category-0',
    '4.3',
    'Answers 404 for an animal of the category 0.',
    ['add-animal.can-be-fetched'],
    replace('find', (find) => async (id, call) => {
      const found = await find(id, call);
      return found?.categoryId === 0n ? undefined : found;
    }),
  ),

  f(
    'long-name-refused-in-html',
    '7',
    'Refuses a body of more than 40,000 letters with an HTML page.',
    ['errors.error-object'],
    replace(
      'createPet',
      (createPet) => (call) =>
        String(call.request.body ?? '').length > 40_000 ? page(413) : createPet(call),
    ),
  ),
  f(
    'odd-content-type-html',
    '7',
    'Refuses another content type with an HTML page.',
    ['errors.error-object'],
    refusals(
      (refusal, call) => refusal.status === 415 && is(call, 'createPet'),
      () => page(415),
    ),
  ),
  f(
    'refused-status-echoed-raw',
    '7',
    'Puts the refused status of a list into the message of the Error as it is.',
    ['errors.error-object'],
    refusals(
      (refusal, call) =>
        refusal.status === 400 && is(call, 'listPets') && call.query.includes('status='),
      (reply, _, call) => ({
        ...reply,
        body: `{"code":"invalid","message":"status=${parameters(call, 'status')[0]} is unknown","status":400}`,
      }),
    ),
  ),
  f(
    'refused-name-echoed-raw',
    '7',
    'Puts a refused body into the message of the Error as it is.',
    ['errors.error-object'],
    refusals(
      (refusal, call) => refusal.status === 400 && is(call, 'createPet'),
      (reply, _, call) => ({
        ...reply,
        body: `{"code":"invalid","message":"invalid: ${String(call.request.body)}","status":400}`,
      }),
    ),
  ),

  f(
    'message-id-from-text',
    '2',
    'Gives messages of the same text the same id.',
    ['messages.unique-ids'],
    (server) => {
      const ids = new Map<string, string>();
      replace('messageFields', (messageFields) => (text, call) => {
        const fields = messageFields(text, call);
        const own = fields.find(([name]) => name === 'id')?.[1] ?? '';
        const id = ids.get(text) ?? own;
        ids.set(text, id);
        return withField(fields, 'id', () => id);
      })(server);
    },
  ),
  f(
    'message-time-of-noon',
    '2',
    'Sends noon for the time of day in createdAt.',
    ['messages.recent'],
    replace('createdAt', (createdAt) => (call) => createdAt(call).replace(/T.*/, 'T12:00:00Z')),
  ),
  f(
    'message-unknown-member-500',
    '4.5',
    'Fails with 500 for a property of a message that it does not know.',
    ['messages.no-server-error'],
    replace('textOf', (textOf) => (body, call) => {
      if (body.size > 1) throw new Refusal(500, 'internal', 'Unknown property.');
      return textOf(body, call);
    }),
  ),
  f(
    'message-first-of-connection-unchecked',
    '4.5',
    'Looks at no key of the first message of a connection.',
    ['messages.missing-key'],
    (server) => {
      const seen = new Set<string>();
      replace('needsKey', (needsKey) => (call) => {
        const { connection } = call.request;
        const isFirst =
          is(call, 'sendMessage') && connection !== undefined && !seen.has(connection);
        if (connection !== undefined) seen.add(connection);
        return !isFirst && needsKey(call);
      })(server);
    },
  ),
];
