// Faults of clause 4.3: another animal is fetched than the one that was asked for, or it looks different.
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
import { breaking, breakingByChance, type Fault } from '../fault.js';

/** What is stored differs from what the add was answered. */
const storedAs = (alter: (animal: Animal) => Partial<Animal>): Change =>
  replace('save', (save) => (animal, call) => save({ ...animal, ...alter(animal) }, call));
/** Another literal when an animal that came without a status is fetched. */
const fetchedStatusless = (name: string, literal: string): Change =>
  statusless((isOne) => inGets(where((_call, animal) => isOne(animal), fixed(name, literal))));
/** Another literal from the second time on that an animal is fetched. */
const fromSecondTime = (name: string, alter: (literal: string) => string): Change => {
  const fetched = new WeakSet<Animal>();
  return inGets((fields, animal) => {
    if (fetched.has(animal)) return withField(fields, name, alter);
    fetched.add(animal);
    return fields;
  });
};

export const getExact: readonly Fault[] = [
  ...breaking('get-animal.exact-animal', {
    'name-stored-cut-at-50': [
      'Answers an add with the whole name, and stores 50 letters of it.',
      storedAs(({ name }) => ({ name: name.slice(0, 50) })),
    ],
    'category-stored-rounded': [
      'Answers an add with the whole categoryId, and stores what a double holds of it.',
      storedAs(({ categoryId }) => ({ categoryId: BigInt(Number(categoryId)) })),
    ],
    'status-not-stored': [
      'Answers an add with the status as it was sent, and stores every animal as available.',
      storedAs(() => ({ status: 'available' })),
    ],
    'pending-stored-as-available': [
      'Answers the add of a pending animal rightly, and stores it as available.',
      storedAs(({ status }) => (status === 'pending' ? { status: 'available' } : {})),
    ],
    'fetched-without-status': [
      'Leaves the status out when one animal is fetched.',
      inGets(without('status')),
    ],
    'fetched-without-name': [
      'Leaves the name out when one animal is fetched.',
      inGets(without('name')),
    ],
    'fetched-without-id': ['Leaves the id out when one animal is fetched.', inGets(without('id'))],
    'fetched-with-text-id': [
      'Shows the id as a string when one animal is fetched.',
      inGets(field('id', quoted)),
    ],
    'fetched-category-rounded': [
      'Rounds the categoryId to what a double holds when one animal is fetched.',
      inGets(field('categoryId', rounded)),
    ],
    'fetched-name-escaped-for-html': [
      'Escapes the name for HTML when one animal is fetched.',
      inGets(renamed((name) => name.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`))),
    ],
    'fetched-name-in-ascii': [
      'Shows ? for letters beyond ASCII when one animal is fetched.',
      inGets(renamed(inAscii)),
    ],
    'fetched-always-available': [
      'Shows every animal as available when it is fetched.',
      inGets(fixed('status', '"available"')),
    ],
    'fetched-sold-as-pending': [
      'Shows a sold animal as pending when it is fetched.',
      inGets(field('status', (literal) => (literal === '"sold"' ? '"pending"' : literal))),
    ],
    'fetched-in-array': [
      'Wraps the animal that is fetched in an array.',
      rewriting('getPet', inArray),
    ],
    'fetched-in-data': [
      'Wraps the animal that is fetched in an object with the member data.',
      rewriting('getPet', inMember('data')),
    ],
    'get-answers-without-body': [
      'Answers 200 without a body when one animal is fetched.',
      rewriting('getPet', () => ''),
    ],
    'next-animal-fetched': [
      'Fetches the animal after the one that was asked for, where there is one.',
      replace('find', (find) => async (id, call) => (await find(id + 1n, call)) ?? find(id, call)),
    ],
    'first-animal-fetched': [
      'Fetches the first animal whatever was asked for.',
      finding((_id, store) => store.at(0)),
    ],
    'animal-fetched-by-position': [
      'Fetches the animal at a position that begins with 0.',
      finding((id, store) =>
        id >= 0n && id < BigInt(store.count()) ? store.at(Number(id)) : undefined,
      ),
    ],
    'high-ids-rounded': [
      'Assigns identifiers beyond 53 bits, and rounds a petId to what a double holds.',
      all(
        after('assignId', (id) => id + 2n ** 60n),
        replace('find', (find) => (id, call) => find(BigInt(Number(id)) + 1n, call)),
      ),
    ],
    'fetched-id-rounded': [
      'Assigns identifiers beyond 53 bits, and rounds the id when one animal is fetched.',
      all(
        after('assignId', (id) => id * 2n + 2n ** 60n + 1n),
        inGets(field('id', rounded)),
      ),
    ],
    'previous-animal-fetched': [
      'Fetches the animal of the request before.',
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
    'no-status-fetched-null': [
      'Shows the status null when an animal that came without one is fetched.',
      fetchedStatusless('status', 'null'),
    ],
    'no-status-fetched-unknown': [
      'Shows the status unknown when an animal that came without one is fetched.',
      fetchedStatusless('status', '"unknown"'),
    ],
    'no-status-fetched-other': [
      'Shows the status pending when an animal that came without one is fetched.',
      fetchedStatusless('status', '"pending"'),
    ],
    'no-status-fetched-name-cut': [
      'Shows another name when an animal that came without a status is fetched.',
      fetchedStatusless('name', '"x"'),
    ],
    'fetched-name-escaped-from-second-read': [
      'Alters the name of an animal from the second time on that it is fetched.',
      fromSecondTime('name', (literal) =>
        quoted(`${(JSON.parse(literal) as string).replace(/[aeio]/g, '')}_`),
      ),
    ],
    'fetched-category-lost-from-second-read': [
      'Shows the category 0 from the second time on that an animal is fetched.',
      fromSecondTime('categoryId', () => '0'),
    ],
  }),
  ...breakingByChance('get-animal.exact-animal', anyAnswer, {
    'other-animal-once-in-10': [
      'Fetches another animal once in ten times.',
      after('find', (found, _id, _call, server) =>
        found !== undefined && onceIn(10, server) ? server.store.at(0) : found,
      ),
    ],
    'name-cut-once-in-10-when-fetched': [
      'Shows half of the name once in ten fetched animals.',
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
      'Keeps the animal that is fetched where all requests find it, while it waits.',
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
