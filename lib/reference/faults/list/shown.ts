// Faults of clause 2: animals that look different in lists from what was added.
import { replace } from '../../changes/change.js';
import { rewriting } from '../../changes/replies.js';
import { isFiltered, limitIn, statusIn } from '../../changes/requests.js';
import {
  field,
  fixed,
  in32Bits,
  inLists,
  renamed,
  rounded,
  where,
  withField,
  without,
} from '../../changes/shown.js';
import { composed, escapedForHtml, inCapitals, inLatin1, trimmed } from '../../changes/texts.js';
import { written } from '../../json.js';
import type { Animal } from '../../types.js';
import { anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, type Fault } from '../fault.js';

export const listShown: readonly Fault[] = [
  ...breaking('list-animals.as-created', {
    'listed-without-status': ['Leaves the status out of lists.', inLists(without('status'))],
    'listed-category-rounded': [
      'Rounds a categoryId in lists to what a double holds.',
      inLists(field('categoryId', rounded)),
    ],
    'listed-category-rounded-with-filter': [
      'Rounds a categoryId in filtered lists to what a double holds.',
      inLists(where(isFiltered, field('categoryId', rounded))),
    ],
    'listed-category-in-32-bits': [
      'Keeps 32 bits of a categoryId in lists.',
      inLists(field('categoryId', in32Bits)),
    ],
    'listed-category-positive': [
      'Drops the sign of a negative categoryId in lists.',
      inLists(field('categoryId', (literal) => literal.replace('-', ''))),
    ],
    'listed-always-available': [
      'Shows every animal as available in lists.',
      inLists(fixed('status', '"available"')),
    ],
    'listed-pending-as-available-without-filter': [
      'Shows pending animals as available in lists without a filter.',
      inLists(
        where(
          (call, animal) => animal.status === 'pending' && !isFiltered(call),
          fixed('status', '"available"'),
        ),
      ),
    ],
    'listed-name-escaped-for-html': [
      'Escapes a name for HTML in lists.',
      inLists(renamed(escapedForHtml)),
    ],
    'listed-name-cut-at-50': [
      'Cuts a name off after 50 letters in lists.',
      inLists(renamed((name) => name.slice(0, 50))),
    ],
    'listed-name-in-latin-1': [
      'Shows ? for letters beyond Latin-1 in lists.',
      inLists(renamed(inLatin1)),
    ],
    'neighbours-name-listed': [
      'Shows every animal of a list with the name of the one before.',
      replace(
        'listText',
        (listText) => (animals, call) =>
          listText(
            animals.map((animal, at) => {
              const named: Animal = { ...animal, name: animals[at - 1]?.name ?? animal.name };
              delete named.text;
              return named;
            }),
            call,
          ),
      ),
    ],
    'status-changes-when-listed': [
      'Shows another name from the 31st time on that an animal is listed.',
      replace('listedText', (listedText, server) => {
        const shown = new Map<bigint, number>();
        return (animal, call) => {
          const times = (shown.get(animal.id) ?? 0) + 1;
          shown.set(animal.id, times);
          return times > 30
            ? written(withField(server.animalFields(animal), 'name', () => '"x"'))
            : listedText(animal, call);
        };
      }),
    ],
    'limit-37-name-altered': [
      'Alters the names in lists with a limit of 37.',
      rewriting('listPets', (text, call) =>
        limitIn(call) === '37' ? text.replace(/"name":"/g, '"name":"x') : text,
      ),
    ],
    'no-parameter-name-altered': [
      'Shows names in capital letters in lists without parameters.',
      inLists(where((call) => call.query === '', renamed(inCapitals))),
    ],
    'no-limit-filter-category-lost': [
      'Shows the categoryId 0 in lists with a filter and no limit.',
      inLists(
        where(
          (call) => limitIn(call) === undefined && statusIn(call) !== undefined,
          fixed('categoryId', '0'),
        ),
      ),
    ],
  }),
  ...breakingByChance('list-animals.as-created', anyAnswer, {
    'name-cut-once-in-5-when-listed': [
      'Shows half of the name of one listed animal in five.',
      inLists(
        where(
          (_call, _animal, server) => onceIn(5, server),
          renamed((name) => name.slice(0, name.length / 2)),
        ),
      ),
    ],
  }),
  ...breaking('list-animals.name-form', {
    'listed-name-trimmed': [
      'Cuts the spaces around a name off in lists.',
      inLists(renamed(trimmed)),
    ],
    'listed-name-composed': [
      'Composes the accents of a name (NFC) in lists.',
      inLists(renamed(composed)),
    ],
  }),
];
