// The correct server, clause by clause, each in small steps. Faults and variants each change a fresh one, and nothing is shared.
import { quoted, readJson, written } from './json.js';
import { header, headers, isJsonType, parameters, unescaped } from './request.js';
import { invalid, notFound, Refusal } from './refusal.js';
import type { Animal } from './types.js';
import type {
  Adding,
  Answering,
  Authentication,
  Facts,
  Getting,
  Listing,
  Messaging,
  Server,
} from './server.js';

export const correctServer = (facts: Facts): Server => {
  // The steps refer to the whole server, which is complete only when all of them have been added.
  const server = { ...facts } as Server;
  return Object.assign(
    server,
    authentication(server),
    listing(server),
    adding(server),
    getting(server),
    messaging(server),
    answering(server),
  );
};

/** Clause 5: every request must carry the key, in exactly one form. */
const authentication = (server: Server): Authentication => ({
  needsKey: () => true,
  authorization: (call) => {
    const values = headers(call.request, 'authorization');
    return values.length === 1 ? values[0] : undefined;
  },
  shownKey: (call) => {
    const value = server.authorization(call);
    return value?.startsWith('Bearer ') === true ? value.slice('Bearer '.length) : undefined;
  },
  isKey: (shown, key) => shown === key,
  isAuthorized: (call) => {
    const shown = server.shownKey(call);
    const key = call.operation === 'sendMessage' ? server.quickstartKey : server.key;
    return shown !== undefined && server.isKey(shown, key, call);
  },
  authenticate: (call) => {
    if (!server.isAuthorized(call))
      throw new Refusal(401, 'unauthorized', 'The API key is missing or invalid.');
  },
});

/**
 * Clauses 4.1 and 8: list animals. Where the contract is silent, this server refuses a bad limit or status, and lists
 * the oldest animal first.
 */
const listing = (server: Server): Listing => ({
  defaultLimit: 20,
  highestLimit: 100,
  limitOf: (call) => {
    const values = parameters(call, 'limit');
    if (values.length === 0) return server.defaultLimit;
    const [text = ''] = values;
    const limit = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
    if (values.length > 1 || limit < 1 || limit > server.highestLimit)
      throw invalid(`\`limit\` must be an integer from 1 to ${server.highestLimit}.`);
    return limit;
  },
  filterOf: (call) => {
    const values = parameters(call, 'status');
    if (values.length === 0) return undefined;
    const status = server.store.statuses.find((each) => each === values[0]);
    if (values.length > 1 || status === undefined)
      throw invalid(`\`status\` must be one of ${server.store.statuses.join(', ')}.`);
    return status;
  },
  isVisible: () => true,
  select: (status, limit, call) =>
    server.store.slice(status, limit, (animal) => server.isVisible(animal, call)),
  listedText: (animal) => server.animalText(animal),
  listText: (animals, call) =>
    `[${animals.map((animal) => server.listedText(animal, call)).join(',')}]`,
  listPets: async (call) => {
    const limit = server.limitOf(call);
    const status = server.filterOf(call);
    return server.json(200, server.listText(await server.select(status, limit, call), call), call);
  },
});

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lowest = -(2n ** 63n);
const highest = 2n ** 63n - 1n;
const isInt64 = (value: bigint): boolean => value >= lowest && value <= highest;

/**
 * Clause 4.2: add an animal. Where the contract is silent, this server sets a missing status to available, assigns
 * identifiers from 1 upwards, ignores unknown properties, and refuses a content type that is not JSON with 415.
 */
const adding = (server: Server): Adding => {
  let lastId = BigInt(server.store.initial);
  return {
    defaultStatus: 'available',
    requireBody: (call) => {
      if (call.request.body === undefined || call.request.body.length === 0)
        throw invalid('A body is required.');
    },
    requireJsonType: (call) => {
      if (isJsonType(header(call.request, 'content-type'))) return;
      throw new Refusal(415, 'unsupported_media_type', 'The body must be application/json.');
    },
    decode: (call) => {
      const body = call.request.body ?? '';
      if (typeof body === 'string') return body;
      try {
        return utf8.decode(body);
      } catch {
        throw invalid('The body is not UTF-8.');
      }
    },
    parse: (text) => {
      try {
        return readJson(text);
      } catch {
        throw invalid('The body is not JSON.');
      }
    },
    requireObject: (json) => {
      if (!(json instanceof Map)) throw invalid('The body must be an object.');
      return json;
    },
    readObject: (call) => {
      server.requireBody(call);
      server.requireJsonType(call);
      return server.requireObject(server.parse(server.decode(call), call), call);
    },
    nameOf: (body) => {
      const name = body.get('name');
      if (typeof name !== 'string') throw invalid('`name` must be a string.');
      return name;
    },
    categoryOf: (body) => {
      const category = body.get('categoryId');
      if (typeof category !== 'bigint' || !isInt64(category))
        throw invalid('`categoryId` must be an int64 integer.');
      return category;
    },
    statusOf: (body) => {
      const value = body.get('status');
      const status = server.store.statuses.find((each) => each === value);
      if (body.has('status') && status === undefined)
        throw invalid(`\`status\` must be one of ${server.store.statuses.join(', ')}.`);
      return status;
    },
    readNewAnimal: (call) => {
      const body = server.readObject(call);
      return {
        name: server.nameOf(body, call),
        categoryId: server.categoryOf(body, call),
        status: server.statusOf(body, call),
      };
    },
    assignId: () => (lastId += 1n),
    save: (animal) => server.store.add(animal),
    add: async (body, call) => {
      const id = await server.assignId(call, body);
      const { name, categoryId } = body;
      const animal: Animal = {
        id,
        name,
        categoryId,
        status: body.status ?? server.defaultStatus,
        addedAt: server.clock.now(),
      };
      await server.save(animal, call);
      return animal;
    },
    addedText: (animal) => server.animalText(animal),
    createPet: async (call) => {
      const animal = await server.add(server.readNewAnimal(call), call);
      return server.json(201, server.addedText(animal, call), call);
    },
  };
};

const animalMembers = (animal: Animal): [string, string][] => [
  ['id', String(animal.id)],
  ['name', quoted(animal.name)],
  ['categoryId', String(animal.categoryId)],
  ['status', quoted(animal.status)],
];

const canonical = /^(?:0|-?[1-9]\d{0,18})$/;

/** Clause 4.3: get one animal. A petId that is not in canonical form names no animal. */
const getting = (server: Server): Getting => ({
  idOf: (call) => {
    const text = unescaped(call.petId);
    if (!canonical.test(text))
      throw notFound('No animal has this identifier: it is not an integer.');
    return BigInt(text);
  },
  find: (id) => server.store.get(id),
  fetchedText: (animal) => server.animalText(animal),
  getPet: async (call) => {
    const animal = await server.find(server.idOf(call), call);
    if (animal === undefined) throw notFound('No animal has this identifier.');
    return server.json(200, server.fetchedText(animal, call), call);
  },
});

/** Clause 4.5: the quickstart's messages. This server accepts them with 202 and stores none. */
const messaging = (server: Server): Messaging => ({
  messageStatus: 202,
  requireMessageType: (call) => {
    if (!isJsonType(header(call.request, 'content-type')))
      throw invalid('The content type must be application/json.');
  },
  textOf: (body) => {
    const text = body.get('message');
    if (typeof text !== 'string') throw invalid('`message` must be a string.');
    return text;
  },
  messageId: (call) => `msg_${call.number}_${Math.floor(server.random() * 2 ** 48).toString(16)}`,
  createdAt: () => new Date(server.clock.now()).toISOString(),
  messageFields: (text, call) => [
    ['id', quoted(server.messageId(call))],
    ['message', quoted(text)],
    ['status', quoted('queued')],
    ['createdAt', quoted(server.createdAt(call))],
  ],
  sendMessage: (call) => {
    server.requireMessageType(call);
    const body = server.requireObject(server.parse(server.decode(call), call), call);
    return server.json(
      server.messageStatus,
      written(server.messageFields(server.textOf(body, call), call)),
      call,
    );
  },
});

/** Turns a request into a reply: the order of the checks, the Error object, and what all bodies have in common. */
const answering = (server: Server): Answering => ({
  contentType: 'application/json',
  begin: () => undefined,
  answer: async (call) => {
    if (server.needsKey(call)) await server.authenticate(call);
    return server.operate(call);
  },
  operate: (call) => server[call.operation](call),
  storeOrders: (call) => server.json(200, '[]', call),
  unknownPath: () => {
    throw notFound('There is nothing at this path.');
  },
  unknownMethod: () => {
    throw new Refusal(405, 'method_not_allowed', 'This path does not know this method.');
  },
  animalFields: animalMembers,
  animalText: (animal) => (animal.text ??= written(server.animalFields(animal))),
  json: (status, text) => ({ status, headers: [['content-type', server.contentType]], body: text }),
  errorFields: (refusal) => [
    ['code', quoted(refusal.code)],
    ['message', quoted(refusal.message)],
    ['status', String(refusal.status)],
  ],
  refuse: (refusal, call) => {
    const reply = server.json(refusal.status, written(server.errorFields(refusal, call)), call);
    for (const [name, value] of refusal.headers) reply.headers.push([name, value]);
    return reply;
  },
  finish: (reply) => reply,
});
