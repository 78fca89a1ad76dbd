// Faults of clause 2: animals that lists show differently from how they were added.
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
import { breaking, breakingByChance, each, eachOf, type Fault } from '../fault.js';

export const listShown: readonly Fault[] = [
  ...breaking('list-animals.as-created', {
    'listed-without-status': ['Omits the status in lists.', inLists(without('status'))],
    ...each('%s in lists.', inLists, {
      'listed-category-rounded': [
        'Rounds a categoryId to the nearest double',
        field('categoryId', rounded),
      ],
      'listed-category-in-32-bits': [
        'Keeps only 32 bits of a categoryId',
        field('categoryId', in32Bits),
      ],
      'listed-category-positive': [
        'Drops the minus sign of a categoryId',
        field('categoryId', (literal) => literal.replace('-', '')),
      ],
      'listed-always-available': [
        'Returns every animal as available',
        fixed('status', '"available"'),
      ],
      'listed-name-escaped-for-html': ['Escapes a name for HTML', renamed(escapedForHtml)],
      'listed-name-on-one-line': [
        'Replaces tabs and line breaks in a name with spaces',
        renamed((name) => name.replace(/[\t\n]/g, ' ')),
      ],
      'listed-formula-quoted': [
        'Puts an apostrophe in front of a name that looks like a formula',
        renamed((name) => name.replace(/^[=+@-]/, "'$&")),
      ],
      'listed-name-filled-in': [
        'Replaces an empty name with a word',
        renamed((name) => name || 'Unnamed'),
      ],
      'listed-name-in-latin-1': [
        'Replaces characters beyond Latin-1 in a name with ?',
        renamed(inLatin1),
      ],
    }),
    ...eachOf(
      'listed-name-cut-at-%s',
      'Truncates a name after %s characters in lists.',
      [50, 254, 255],
      (length) => inLists(renamed((name) => name.slice(0, length))),
    ),
    'listed-category-rounded-with-filter': [
      'Rounds a categoryId to the nearest double in filtered lists.',
      inLists(where(isFiltered, field('categoryId', rounded))),
    ],
    'listed-pending-as-available-without-filter': [
      'Returns pending animals as available in unfiltered lists.',
      inLists(
        where(
          (call, animal) => animal.status === 'pending' && !isFiltered(call),
          fixed('status', '"available"'),
        ),
      ),
    ],
    'neighbours-name-listed': [
      'Returns every animal in a list with the name of the previous one.',
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
      'Changes the name of an animal from the 31st time it is listed.',
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
      'Changes the names in lists with a limit of 37.',
      rewriting('listPets', (text, call) =>
        limitIn(call) === '37' ? text.replace(/"name":"/g, '"name":"x') : text,
      ),
    ],
    'no-parameter-name-altered': [
      'Returns names in upper case in lists without parameters.',
      inLists(where((call) => call.query === '', renamed(inCapitals))),
    ],
    'no-limit-filter-category-lost': [
      'Returns a categoryId of 0 in lists with a filter but no limit.',
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
      'Returns half of the name for one listed animal in five.',
      inLists(
        where(
          (_call, _animal, server) => onceIn(5, server),
          renamed((name) => name.slice(0, name.length / 2)),
        ),
      ),
    ],
  }),
  ...breaking('list-animals.name-form', {
    'listed-name-trimmed': ['Trims the spaces around a name in lists.', inLists(renamed(trimmed))],
    'listed-name-composed': [
      'Returns names in composed form (NFC) in lists.',
      inLists(renamed(composed)),
    ],
  }),
];
