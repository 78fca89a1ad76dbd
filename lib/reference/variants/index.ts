// All legal variants. A list, nothing else.
import type { Variant } from '../fault.js';

export const variants: readonly Variant[] = [
  {
    name: 'newest-first',
    sentence: 'Lists the newest animals first.',
    change: (server) => {
      server.select = (status, limit, call) => {
        const found = [];
        for (let at = server.store.count(status) - 1; at >= 0 && found.length < limit; at -= 1) {
          const animal = server.store.at(at, status);
          if (animal !== undefined && server.isVisible(animal, call)) found.push(animal);
        }
        return found;
      };
    },
  },
];
