// Faults of clause 4.3: a get returns another animal than the requested one, or shows it differently.
import { after, all, replace, type Change } from '../../changes/change.js';
import { inArray, inMember, rewriting } from '../../changes/replies.js';
import {
  field,
  fixed,
  inGets,
  renamed,
  rounded,
  where,
  withField,
  without,
} from '../../changes/shown.js';
import { finding, statusless } from '../../changes/stored.js';
import { inAscii } from '../../changes/texts.js';
import { quoted } from '../../json.js';
import type { Animal } from '../../types.js';
import { afterAdds, anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, each, eachOf, type Fault } from '../fault.js';

/** Stores something other than what the response to the add shows. */
const storedAs = (alter: (animal: Animal) => Partial<Animal>): Change =>
  replace('save', (save) => (animal, call) => save({ ...animal, ...alter(animal) }, call));
/** Fetches an animal that was added without a status with another literal. */
const fetchedStatusless = ([name, literal]: readonly [name: string, literal: string]): Change =>
  statusless((isOne) => inGets(where((_call, animal) => isOne(animal), fixed(name, literal))));
/** Shows another literal from the second get of an animal onwards. */
const fromSecondTime = (name: string, alter: (literal: string) => string): Change => {
  const fetched = new WeakSet<Animal>();
  return inGets((fields, animal) => {
    if (fetched.has(animal)) return withField(fields, name, alter);
    fetched.add(animal);
    return fields;
  });
};

const phantom: Animal = {
  id: 9_000_001n,
  name: 'Phantom',
  categoryId: 1n,
  status: 'available',
  addedAt: 0,
};

export const getExact: readonly Fault[] = [
  ...breaking('get-animal.exact-animal', {
    'listed-animal-not-found': [
      'Begins every list with an animal that is not found when it is fetched.',
      after('select', (animals, status, limit) =>
        status === undefined || status === phantom.status
          ? [phantom, ...animals].slice(0, limit)
          : animals,
      ),
    ],
    'name-stored-cut-at-50': [
      'Returns the whole name when an animal is added, but stores only 50 characters of it.',
      storedAs(({ name }) => ({ name: name.slice(0, 50) })),
    ],
    'category-stored-rounded': [
      'Returns the exact categoryId when an animal is added, but stores it rounded to a double.',
      storedAs(({ categoryId }) => ({ categoryId: BigInt(Number(categoryId)) })),
    ],
    'status-not-stored': [
      'Returns the status as it was sent when an animal is added, but stores available.',
      storedAs(() => ({ status: 'available' })),
    ],
    'pending-stored-as-available': [
      'Returns the right status when a pending animal is added, but stores available.',
      storedAs(({ status }) => (status === 'pending' ? { status: 'available' } : {})),
    ],
    ...eachOf(
      'fetched-without-%s',
      'Omits the %s when an animal is fetched.',
      ['status', 'name', 'id'],
      (name) => inGets(without(name)),
    ),
    'fetched-with-text-id': [
      'Returns the id as a string when an animal is fetched.',
      inGets(field('id', quoted)),
    ],
    'fetched-category-rounded': [
      'Rounds the categoryId to the nearest double when an animal is fetched.',
      inGets(field('categoryId', rounded)),
    ],
    'fetched-name-escaped-for-html': [
      'Escapes the name for HTML when an animal is fetched.',
      inGets(renamed((name) => name.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`))),
    ],
    'fetched-name-in-ascii': [
      'Replaces non-ASCII characters with ? when an animal is fetched.',
      inGets(renamed(inAscii)),
    ],
    'fetched-always-available': [
      'Returns every animal as available when it is fetched.',
      inGets(fixed('status', '"available"')),
    ],
    'fetched-sold-as-pending': [
      'Returns a sold animal as pending when it is fetched.',
      inGets(field('status', (literal) => (literal === '"sold"' ? '"pending"' : literal))),
    ],
    'fetched-sold-as-available-once-old': [
      'Returns a sold animal as available when it is fetched once forty newer ones are there.',
      inGets(
        where(
          (_call, { id, status }, { store }) =>
            status === 'sold' && BigInt(store.count()) - id > 40n,
          fixed('status', '"available"'),
        ),
      ),
    ],
    'fetched-in-array': ['Wraps a fetched animal in an array.', rewriting('getPet', inArray)],
    'fetched-in-data': [
      'Wraps a fetched animal in an object.',
      rewriting('getPet', inMember('data')),
    ],
    'get-answers-without-body': [
      'Returns 200 without a body when an animal is fetched.',
      rewriting('getPet', () => ''),
    ],
    'next-animal-fetched': [
      'Returns the animal after the requested one, where there is one.',
      replace('find', (find) => async (id, call) => (await find(id + 1n, call)) ?? find(id, call)),
    ],
    'first-animal-fetched': [
      'Returns the first animal, whatever was requested.',
      finding((_id, store) => store.at(0)),
    ],
    'animal-fetched-by-position': [
      'Treats a petId as a position that starts at 0.',
      finding((id, store) =>
        id >= 0n && id < BigInt(store.count()) ? store.at(Number(id)) : undefined,
      ),
    ],
    'high-ids-rounded': [
      'Assigns identifiers beyond 53 bits, and rounds a petId to the nearest double.',
      all(
        after('assignId', (id) => id + 2n ** 60n),
        replace('find', (find) => (id, call) => find(BigInt(Number(id)) + 1n, call)),
      ),
    ],
    'fetched-id-rounded': [
      'Assigns identifiers beyond 53 bits, and rounds the id to the nearest double when an animal is fetched.',
      all(
        after('assignId', (id) => id * 2n + 2n ** 60n + 1n),
        inGets(field('id', rounded)),
      ),
    ],
    'previous-animal-fetched': [
      'Returns the animal of the previous request.',
      replace('find', (find) => {
        let previous: Animal | undefined;
        return async (id, call) => {
          const found = await find(id, call);
          const answered = previous ?? found;
          if (found !== undefined) previous = found;
          return found && answered;
        };
      }),
    ],
    ...each('Returns %s when an animal that was added without one is fetched.', fetchedStatusless, {
      'no-status-fetched-null': ['null as the status', ['status', 'null']],
      'no-status-fetched-unknown': ['the status unknown', ['status', '"unknown"']],
      'no-status-fetched-other': ['the status pending', ['status', '"pending"']],
    }),
    'no-status-fetched-name-cut': [
      'Returns another name when an animal that was added without a status is fetched.',
      fetchedStatusless(['name', '"x"']),
    ],
    'fetched-name-escaped-from-second-read': [
      'Changes the name of an animal from the second time it is fetched.',
      fromSecondTime('name', (literal) =>
        quoted(`${(JSON.parse(literal) as string).replace(/[aeio]/g, '')}_`),
      ),
    ],
    'fetched-category-lost-from-second-read': [
      'Returns a categoryId of 0 from the second time an animal is fetched.',
      fromSecondTime('categoryId', () => '0'),
    ],
  }),
  ...breakingByChance('get-animal.exact-animal', anyAnswer, {
    'other-animal-once-in-10': [
      'Returns another animal for one fetch in ten.',
      after('find', (found, _id, _call, server) =>
        found !== undefined && onceIn(10, server) ? server.store.at(0) : found,
      ),
    ],
    'name-cut-once-in-10-when-fetched': [
      'Returns half of the name for one fetched animal in ten.',
      inGets(
        where(
          (_call, _animal, server) => onceIn(10, server),
          renamed((name) => name.slice(0, name.length / 2)),
        ),
      ),
    ],
  }),
  ...breakingByChance('get-animal.exact-animal', afterAdds, {
    'animals-mixed-up-under-load': [
      'Keeps the animal that is being fetched in a variable that all requests share.',
      replace('find', (find, server) => {
        let current: Animal | undefined;
        return async (id, call) => {
          current = await find(id, call);
          await server.clock.sleep(1);
          return current;
        };
      }),
    ],
  }),
];
