// Clause 4.3: get one animal. A petId that is not in canonical form names no animal.
import { unescaped } from '../request.js';
import { notFound } from '../refusal.js';
import type { Getting, Server } from '../server.js';

const canonical = /^(?:0|-?[1-9]\d{0,18})$/;

export const getting = (server: Server): Getting => ({
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
