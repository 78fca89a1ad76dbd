// Faults of the list's shape and limits (clauses 4.1 and 8).
import { all, replace } from '../fault.js';
import type { Fault } from '../fault.js';

export const listAnimals: readonly Fault[] = [
  {
    name: 'limit-off-by-one',
    clause: '4.1',
    sentence: 'Returns one animal more than the limit.',
    fails: ['list-animals.limit-is-maximum', 'list-animals.never-above-100'],
    mayFail: ['sequences.model'],
    change: replace('select', (select) => (status, limit, call) => select(status, limit + 1, call)),
  },
  {
    name: 'limit-off-by-one-at-37',
    clause: '4.1',
    sentence: 'Returns 38 animals for a limit of 37.',
    fails: ['list-animals.limit-is-maximum'],
    change: replace('select', (select) => (status, limit, call) => select(status, limit === 37 ? 38 : limit, call)),
  },
  {
    name: 'limit-not-capped',
    clause: '8',
    sentence: 'Accepts a limit above 100 and obeys it.',
    fails: ['list-animals.never-above-100'],
    change: (server) => {
      server.highestLimit = 1_000_000;
    },
  },
  {
    name: 'default-limit-10',
    clause: '8',
    sentence: 'Returns 10 animals when no limit is sent.',
    fails: ['list-animals.default-limit'],
    change: (server) => {
      server.defaultLimit = 10;
    },
  },
  {
    name: 'filter-ignored',
    clause: '4.1',
    sentence: 'Ignores the status filter.',
    fails: ['list-animals.filter', 'list-animals.filter-few', 'sequences.model'],
    change: all(replace('filterOf', () => () => undefined)),
  },
];
