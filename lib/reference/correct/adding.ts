// Clause 4.2: add an animal. Where the contract is silent, this server sets a missing status to available, assigns
// identifiers from 1 upwards, ignores unknown properties, and refuses a content type that is not JSON with 415.
import { quoted, readJson } from '../json.js';
import { header, isJsonType } from '../request.js';
import { invalid, Refusal } from '../refusal.js';
import type { Animal } from '../types.js';
import type { Adding, Server } from '../server.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lowest = -(2n ** 63n);
const highest = 2n ** 63n - 1n;
const isInt64 = (value: bigint): boolean => value >= lowest && value <= highest;

export const adding = (server: Server): Adding => {
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

export const animalMembers = (animal: Animal): [string, string][] => [
  ['id', String(animal.id)],
  ['name', quoted(animal.name)],
  ['categoryId', String(animal.categoryId)],
  ['status', quoted(animal.status)],
];
