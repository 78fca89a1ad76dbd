// Clauses 4.1 and 8: list animals. Where the contract is silent, this server refuses a bad limit or status, and lists
// the oldest animal first.
import { parameters } from '../request.js';
import { invalid } from '../refusal.js';
import type { Listing, Server } from '../server.js';

export const listing = (server: Server): Listing => ({
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
