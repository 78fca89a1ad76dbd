// Faults of clauses 2 and 4.1: animals that a list shows twice, or not at all.
import { after, replace, type Change } from '../../changes/change.js';
import { cachedLists, hiding } from '../../changes/lists.js';
import { isFiltered, statusIn } from '../../changes/requests.js';
import { field, inLists, where } from '../../changes/shown.js';
import { statusless } from '../../changes/stored.js';
import type { Animal, Call } from '../../types.js';
import { anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, each, type Fault } from '../fault.js';

const withAnimals = (
  alter: (animals: readonly Animal[], call: Call) => readonly Animal[],
): Change =>
  replace('listText', (listText) => (animals, call) => listText(alter(animals, call), call));
const twice = (animals: readonly Animal[]): readonly Animal[] =>
  animals.length < 2 ? animals : [animals[0] as Animal, ...animals.slice(0, -1)];

export const listPresence: readonly Fault[] = [
  ...breaking('list-animals.unique-ids', {
    'first-animal-twice': [
      'Lists the first animal twice and omits the last one.',
      withAnimals(twice),
    ],
    'first-animal-twice-with-filter': [
      'Lists the first animal twice when the list is filtered.',
      withAnimals((animals, call) => (isFiltered(call) ? twice(animals) : animals)),
    ],
    'second-page-overlaps': [
      'Reads the store in pages of 20, each of which starts with the last animal of the previous one.',
      withAnimals((animals) =>
        animals.map((animal, at) =>
          at > 0 && at % 20 === 0 ? (animals[at - 1] as Animal) : animal,
        ),
      ),
    ],
    'indexed-twice': [
      'Lists every animal twice, with the same identifier.',
      replace('save', (_, server) => (animal) => {
        server.store.add(animal);
        server.store.add(animal);
      }),
    ],
  }),
  ...breakingByChance('list-animals.unique-ids', anyAnswer, {
    'duplicate-once-in-10': [
      'Lists an animal twice in one list in ten.',
      after('select', (found, _status, _limit, _call, server) =>
        found.length > 1 && onceIn(10, server) ? [found[1] as Animal, ...found.slice(1)] : found,
      ),
    ],
  }),
  ...breaking('list-animals.shows-added', {
    'list-always-empty': ['Always returns an empty list.', hiding(() => true)],
    'list-empty-without-filter': [
      'Returns an empty list when there is no filter.',
      hiding((_, call) => !isFiltered(call)),
    ],
  }),
  ...breaking('list-animals.finds-created', {
    'list-shows-only-available': [
      'Lists only available animals when there is no filter.',
      hiding((animal, call) => !isFiltered(call) && animal.status !== 'available'),
    ],
    'list-shows-only-statusless': [
      'Lists only animals without a status when there is no filter.',
      statusless((isOne) => hiding((animal, call) => !isFiltered(call) && !isOne(animal))),
    ],
    'list-hides-newest': [
      'Omits the newest animal from unfiltered lists.',
      replace(
        'select',
        (_, server) => (status, limit) =>
          server.store.slice(
            status,
            status === undefined ? Math.min(limit, server.store.count() - 1) : limit,
          ),
      ),
    ],
    'list-without-new-animals': [
      'Omits animals added since the start from unfiltered lists.',
      hiding(
        (animal, call, server) => !isFiltered(call) && animal.id > BigInt(server.store.initial),
      ),
    ],
    'no-status-listed-nowhere': [
      'Omits animals that were added without a status from all lists.',
      statusless((isOne) => hiding(isOne)),
    ],
    'limit-100-id-altered': [
      'Returns identifiers that are too high by a hundred thousand in unfiltered lists.',
      inLists(
        where(
          (call) => statusIn(call) === undefined,
          field('id', (l) => String(BigInt(l) + 100_000n)),
        ),
      ),
    ],
    'list-cached-for-ever': [
      'Caches every list indefinitely.',
      cachedLists((call) => call.query, 'for ever'),
    ],
    'list-hides-first': [
      'Omits the first animal from lists.',
      hiding((animal, _call, server) => animal === server.store.at(0)),
    ],
    ...each('Omits animals with a %s from lists.', hiding, {
      'list-hides-category-0': ['categoryId of 0', ({ categoryId }) => categoryId === 0n],
      'list-hides-negative-categories': [
        'negative categoryId',
        ({ categoryId }) => categoryId < 0n,
      ],
    }),
    'list-hides-namesakes': [
      'Lists only one of several animals with the same name.',
      hiding(
        (animal, _call, { store }) =>
          store.slice(undefined, 1, ({ name }) => name === animal.name)[0] !== animal,
      ),
    ],
  }),
];
