// Faults of clause 5: requests whose key nobody looks at.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import type { Server } from '../server.js';
import type { Call } from '../types.js';
import { parameters } from '../request.js';

const unchecked = (when: (call: Call, server: Server) => boolean): Fault['change'] =>
  replace('needsKey', (needsKey, server) => (call) => !when(call, server) && needsKey(call));
const isCatalogue = (call: Call): boolean => call.operation !== 'sendMessage';
const missing = 'authentication.missing-key';
const wrong = 'authentication.wrong-key';
const form = 'authentication.bearer-form';
const first = 'authentication.comes-first';
const every = 'authentication.every-request';
const nothing = 'authentication.writes-nothing';
const orders = 'authentication.store-orders';

/** Some step of the operation comes before the key. */
const before = (early: (call: Call, server: Server) => unknown): Fault['change'] =>
  replace('answer', (answer, server) => async (call) => {
    await early(call, server);
    return answer(call);
  });

export const authenticationUnchecked: readonly Fault[] = [
  {
    name: 'key-not-checked',
    clause: '5',
    sentence: 'Looks at no key anywhere in the catalogue.',
    fails: [missing, wrong, form, first, every, nothing, orders],
    change: unchecked(isCatalogue),
  },
  {
    name: 'key-not-checked-on-list',
    clause: '5',
    sentence: 'Looks at no key when animals are listed.',
    fails: [missing, wrong, form, first, every],
    change: unchecked((call) => call.operation === 'listPets'),
  },
  ...(
    [
      [
        'list-with-slash-open',
        'Lists animals at /pets/ too, and looks at no key there.',
        /\/pets\/$/,
      ],
      [
        'list-in-capitals-open',
        'Lists animals at /PETS too, and looks at no key there.',
        /\/PETS$/,
      ],
      [
        'list-in-other-format-open',
        'Lists animals at /pets.json too, and looks at no key there.',
        /\/pets\.json$/,
      ],
    ] as const
  ).map(([name, sentence, path]): Fault => ({
    name,
    clause: '1',
    sentence,
    fails: [every],
    change: replace(
      'answer',
      (answer, server) => async (call) =>
        call.request.method === 'GET' && path.test(call.request.path)
          ? server.listPets(call)
          : answer(call),
    ),
  })),
  {
    name: 'key-not-checked-on-get',
    clause: '5',
    sentence: 'Looks at no key when one animal is fetched.',
    fails: [missing, wrong, form, first, every],
    change: unchecked((call) => call.operation === 'getPet'),
  },
  {
    name: 'key-not-checked-on-add',
    clause: '5',
    sentence: 'Looks at no key when an animal is added.',
    fails: [missing, wrong, form, first, nothing],
    change: unchecked((call) => call.operation === 'createPet'),
  },
  {
    name: 'key-not-checked-on-store-orders',
    clause: '1',
    sentence: 'Looks at no key at /store/orders.',
    fails: [orders],
    change: unchecked((call) => call.operation === 'storeOrders'),
  },
  {
    name: 'key-not-checked-with-query',
    clause: '5',
    sentence: 'Looks at no key when the address has a query.',
    fails: [every],
    change: unchecked((call) => isCatalogue(call) && call.query !== ''),
  },
  {
    name: 'key-not-checked-with-filter',
    clause: '5',
    sentence: 'Looks at no key when the list is filtered by status.',
    fails: [every],
    change: unchecked(
      (call) => call.operation === 'listPets' && parameters(call, 'status').length > 0,
    ),
  },
  {
    name: 'key-not-checked-when-shown-in-any-form',
    clause: '5',
    sentence: 'Lets every request pass that has an Authorization header.',
    fails: [wrong, form],
    change: unchecked(
      (call, server) => isCatalogue(call) && server.authorization(call) !== undefined,
    ),
  },
  {
    name: 'limit-before-key',
    clause: '7',
    sentence: 'Refuses a bad limit before it looks at the key.',
    fails: [first],
    change: before((call, server) => call.operation === 'listPets' && server.limitOf(call)),
  },
  {
    name: 'filter-before-key',
    clause: '7',
    sentence: 'Refuses an unknown status of the list before it looks at the key.',
    fails: [first],
    change: before((call, server) => call.operation === 'listPets' && server.filterOf(call)),
  },
  {
    name: 'body-before-key',
    clause: '7',
    sentence: 'Refuses an invalid animal before it looks at the key.',
    fails: [first],
    change: before((call, server) => call.operation === 'createPet' && server.readNewAnimal(call)),
  },
  {
    name: 'json-before-key',
    clause: '7',
    sentence: 'Refuses a body that is no JSON before it looks at the key.',
    fails: [first],
    change: before(
      (call, server) => call.operation === 'createPet' && server.parse(server.decode(call), call),
    ),
  },
  {
    name: 'empty-body-before-key',
    clause: '7',
    sentence: 'Refuses an empty body before it looks at the key.',
    fails: [first],
    change: before((call, server) => call.operation === 'createPet' && server.requireBody(call)),
  },
  {
    name: 'unknown-animal-before-key',
    clause: '7',
    sentence: 'Answers 404 for an unknown animal before it looks at the key.',
    fails: [first],
    change: before((call, server) => call.operation === 'getPet' && server.getPet(call)),
  },
  {
    name: 'key-checked-once-per-connection',
    clause: '1',
    sentence: 'Looks at the key of the first request of a connection only.',
    fails: [every],
    change: (server) => {
      const trusted = new Set<string>();
      replace('needsKey', (needsKey) => (call) => {
        const { connection } = call.request;
        if (connection === undefined || call.operation === 'sendMessage') return needsKey(call);
        if (server.isAuthorized(call)) trusted.add(connection);
        return !trusted.has(connection);
      })(server);
    },
  },
  {
    name: 'key-checked-once-per-path',
    clause: '1',
    sentence: 'Looks at no key on a path that a valid key has used before.',
    fails: [every],
    change: rememberedBy((call) => call.path),
  },
  {
    name: 'key-checked-once-per-query',
    clause: '1',
    sentence: 'Looks at no key for a path and query that a valid key has used before.',
    fails: [every],
    change: rememberedBy((call) => (call.request.method === 'GET' ? call.request.path : undefined)),
  },
  {
    name: 'key-checked-once-per-animal',
    clause: '1',
    sentence: 'Looks at no key for an animal that a valid key has fetched before.',
    fails: [every],
    change: rememberedBy((call) => (call.operation === 'getPet' ? call.petId : undefined)),
  },
  {
    name: 'cached-list-without-key',
    clause: '1',
    sentence: 'Answers a list from a cache without a look at the key, until an animal is added.',
    fails: [every],
    change: (server) => {
      const cache = new Map<string, string>();
      replace('save', (save) => (animal, call) => {
        cache.clear();
        return save(animal, call);
      })(server);
      replace('answer', (answer) => async (call) => {
        if (call.operation !== 'listPets') return answer(call);
        const known = cache.get(call.query);
        if (known !== undefined) return server.json(200, known, call);
        const reply = await answer(call);
        cache.set(call.query, String(reply.body));
        return reply;
      })(server);
    },
  },
];

function rememberedBy(labelOf: (call: Call) => string | undefined): Fault['change'] {
  return (server) => {
    const trusted = new Set<string>();
    replace('needsKey', (needsKey) => (call) => {
      const label = isCatalogue(call) ? labelOf(call) : undefined;
      if (label === undefined) return needsKey(call);
      if (server.isAuthorized(call)) trusted.add(label);
      return !trusted.has(label);
    })(server);
  };
}
