// Faults of clause 2: animals that look different in lists from what was added.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { quoted } from '../json.js';
import { parameters } from '../request.js';
import { inLists, rounded, withField, withName, withoutField } from './changes.js';

const created = 'list-animals.as-created';
const bare = 'list-animals.bare-array';
const model = 'sequences.model';
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** A name is altered in lists alone. */
const named = (name: string, sentence: string, change: (name: string) => string): Fault => ({
  name,
  clause: '2',
  sentence,
  fails: [created],
  change: inLists((fields, animal) => withName(fields, animal, change)),
});

export const listAnimalsShown: readonly Fault[] = [
  {
    name: 'listed-without-status',
    clause: '2',
    sentence: 'Leaves the status out of lists.',
    fails: [created, model],
    change: inLists((fields) => withoutField(fields, 'status')),
  },
  {
    name: 'listed-without-category',
    clause: '2',
    sentence: 'Leaves the categoryId out of lists.',
    fails: [bare],
    change: inLists((fields) => withoutField(fields, 'categoryId')),
  },
  {
    name: 'listed-without-name',
    clause: '2',
    sentence: 'Leaves the name out of lists.',
    fails: [bare],
    change: inLists((fields) => withoutField(fields, 'name')),
  },
  {
    name: 'listed-without-id',
    clause: '2',
    sentence: 'Leaves the id out of lists.',
    fails: [bare],
    change: inLists((fields) => withoutField(fields, 'id')),
  },
  {
    name: 'listed-without-category-with-filter',
    clause: '2',
    sentence: 'Leaves the categoryId out of filtered lists.',
    fails: [bare],
    change: inLists((fields, _, call) =>
      parameters(call, 'status').length > 0 ? withoutField(fields, 'categoryId') : fields,
    ),
  },
  {
    name: 'listed-with-text-id',
    clause: '2',
    sentence: 'Shows the id as a string in lists.',
    fails: [bare],
    change: inLists((fields) => withField(fields, 'id', quoted)),
  },
  {
    name: 'listed-with-text-category',
    clause: '2',
    sentence: 'Shows the categoryId as a string in lists.',
    fails: [bare],
    change: inLists((fields) => withField(fields, 'categoryId', quoted)),
  },
  {
    name: 'listed-with-text-category-beyond-double',
    clause: '2',
    sentence: 'Shows a categoryId that a double does not hold as a string in lists.',
    fails: [bare],
    change: inLists((fields) =>
      withField(fields, 'categoryId', (literal) =>
        rounded(literal) === literal ? literal : quoted(literal),
      ),
    ),
  },
  {
    name: 'listed-category-rounded',
    clause: '2',
    sentence: 'Rounds a categoryId in lists to what a double holds.',
    fails: [created],
    change: inLists((fields) => withField(fields, 'categoryId', rounded)),
  },
  {
    name: 'listed-category-rounded-with-filter',
    clause: '2',
    sentence: 'Rounds a categoryId in filtered lists to what a double holds.',
    fails: [created],
    change: inLists((fields, _, call) =>
      parameters(call, 'status').length > 0 ? withField(fields, 'categoryId', rounded) : fields,
    ),
  },
  {
    name: 'listed-category-in-32-bits',
    clause: '2',
    sentence: 'Keeps 32 bits of a categoryId in lists.',
    fails: [created],
    change: inLists((fields) =>
      withField(fields, 'categoryId', (literal) => String(BigInt.asIntN(32, BigInt(literal)))),
    ),
  },
  {
    name: 'listed-category-positive',
    clause: '2',
    sentence: 'Drops the sign of a negative categoryId in lists.',
    fails: [created],
    change: inLists((fields) =>
      withField(fields, 'categoryId', (literal) => literal.replace('-', '')),
    ),
  },
  {
    name: 'listed-category-null-for-0',
    clause: '2',
    sentence: 'Shows null for a categoryId of 0 in lists.',
    fails: [bare],
    change: inLists((fields) =>
      withField(fields, 'categoryId', (literal) => (literal === '0' ? 'null' : literal)),
    ),
  },
  {
    name: 'listed-status-in-capitals',
    clause: '2',
    sentence: 'Shows the status in capital letters in lists.',
    fails: [bare, created, model],
    change: inLists((fields) => withField(fields, 'status', (literal) => literal.toUpperCase())),
  },
  {
    name: 'listed-always-available',
    clause: '2',
    sentence: 'Shows every animal as available in lists.',
    fails: [created, 'list-animals.filter', 'list-animals.filter-few', model],
    change: inLists((fields) => withField(fields, 'status', () => '"available"')),
  },
  {
    name: 'listed-pending-as-available-without-filter',
    clause: '2',
    sentence: 'Shows pending animals as available in lists without a filter.',
    fails: [created],
    change: inLists((fields, animal, call) =>
      animal.status === 'pending' && parameters(call, 'status').length === 0
        ? withField(fields, 'status', () => '"available"')
        : fields,
    ),
  },
  {
    ...named('listed-name-trimmed', 'Cuts the spaces around a name off in lists.', (name) =>
      name.trim(),
    ),
    fails: ['list-animals.name-form'],
  },
  {
    ...named('listed-name-composed', 'Composes the accents of a name (NFC) in lists.', (name) =>
      name.normalize('NFC'),
    ),
    fails: ['list-animals.name-form'],
  },
  named('listed-name-in-small-letters', 'Shows a name in small letters in lists.', (name) =>
    name.toLowerCase(),
  ),
  named('listed-name-escaped-for-html', 'Escapes a name for HTML in lists.', escaped),
  named('listed-name-cut-at-50', 'Cuts a name off after 50 letters in lists.', (name) =>
    name.slice(0, 50),
  ),
  named('listed-name-in-latin-1', 'Shows ? for letters beyond Latin-1 in lists.', (name) =>
    name.replace(/[\u0100-\u{10ffff}]/gu, '?'),
  ),
  named('listed-name-without-emoji', 'Drops letters beyond 16 bits from a name in lists.', (name) =>
    name.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  ),
  named(
    'listed-name-with-single-spaces',
    'Makes one space of several in a name in lists.',
    (name) => name.replace(/ {2,}/g, ' '),
  ),
  {
    name: 'neighbours-name-listed',
    clause: '2',
    sentence: 'Shows every animal of a list with the name of the one before.',
    fails: [created],
    change: replace(
      'listText',
      (listText, server) => (animals, call) =>
        listText(
          animals.map((animal, at) => ({
            ...animal,
            name: animals[at - 1]?.name ?? animal.name,
            text: server.animalText({
              ...withoutText(animal),
              name: animals[at - 1]?.name ?? animal.name,
            }),
          })),
          call,
        ),
    ),
  },
];

function withoutText<A extends { text?: string }>(animal: A): Omit<A, 'text'> {
  const { text: _, ...rest } = animal;
  return rest;
}
