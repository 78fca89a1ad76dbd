// Faults of clause 2: names that are stored differently from what was sent.
import { after, replace, type Change } from '../../changes/change.js';
import { inAdds, inGets, renamed } from '../../changes/shown.js';
import {
  composed,
  inAscii,
  inCapitals,
  readAsLatin1,
  trimmed,
  withSingleSpaces,
  withoutEmoji,
} from '../../changes/texts.js';
import { breaking, type Fault } from '../fault.js';

const stored = (alter: (name: string) => string): Change => after('nameOf', (name) => alter(name));

export const addNames: readonly Fault[] = [
  ...breaking('add-animal.keeps-name', {
    'name-lost-beside-unknown-property': [
      'Returns another name if the body has a property that the contract does not know.',
      after('readNewAnimal', (animal, { request }) =>
        String(request.body).includes('"nickname"') ? { ...animal, name: 'Bo' } : animal,
      ),
    ],
    'previous-animal-answered': [
      'Returns the animal that was added before, not the new one, when an animal is added.',
      replace('addedText', (addedText) => {
        let previous: string | undefined;
        return (animal, call) => {
          const text = addedText(animal, call);
          const answered = previous ?? text;
          previous = text;
          return answered;
        };
      }),
    ],
    'name-in-capitals': ['Stores names in upper case.', stored(inCapitals)],
    'name-without-accents': [
      'Removes the accents from a name.',
      stored((name) => name.normalize('NFD').replace(/\p{M}/gu, '')),
    ],
    'name-in-ascii': ['Stores ? instead of each non-ASCII character in a name.', stored(inAscii)],
    'name-read-as-latin-1': ['Decodes the bytes of a name as Latin-1.', stored(readAsLatin1)],
    'name-without-emoji': [
      'Removes characters beyond U+FFFF, such as emoji, from a name.',
      stored(withoutEmoji),
    ],
    'name-ampersand-escaped': [
      'Stores &amp; instead of an ampersand in a name.',
      stored((name) => name.replace(/&/g, '&amp;')),
    ],
    'name-without-tags': [
      'Removes what looks like an HTML tag from a name.',
      stored((name) => name.replace(/<[^>]*>/g, '')),
    ],
    'name-percent-decoded': [
      'Decodes percent-encoding in a name.',
      stored((name) => name.replace(/%[0-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape))),
    ],
    'name-plus-to-space': [
      'Stores a space instead of a plus sign in a name.',
      stored((name) => name.replace(/\+/g, ' ')),
    ],
    'no-status-name-lost': [
      'Stores the name of an animal without a status in upper case.',
      after('readNewAnimal', (animal) =>
        animal.status === undefined ? { ...animal, name: inCapitals(animal.name) } : animal,
      ),
    ],
    'name-without-pipe': [
      'Removes vertical bars from a name.',
      stored((name) => name.replaceAll('|', '')),
    ],
    'name-without-backtick': [
      'Removes backticks from a name.',
      stored((name) => name.replaceAll('`', '')),
    ],
    'name-without-caret-tilde': [
      'Removes ^ and ~ from a name.',
      stored((name) => name.replace(/[\^~]/g, '')),
    ],
  }),
  ...breaking('add-animal.keeps-spaces', {
    'name-with-single-spaces': [
      'Collapses several spaces in a name into one.',
      stored(withSingleSpaces),
    ],
  }),
  ...breaking('add-animal.keeps-padding', {
    'name-trimmed': ['Trims the spaces around a name.', stored(trimmed)],
    'name-trimmed-at-end': [
      'Trims the spaces at the end of a name.',
      stored((name) => name.trimEnd()),
    ],
    'name-trimmed-at-start': [
      'Trims the spaces at the start of a name.',
      stored((name) => name.trimStart()),
    ],
    'name-trimmed-in-answer': [
      'Trims the spaces around a name in the response to POST, and nowhere else.',
      inAdds(renamed(trimmed)),
    ],
    'name-stored-trimmed': [
      'Returns the name as it was sent when an animal is added, but stores it trimmed.',
      replace(
        'save',
        (save) => (animal, call) => save({ ...animal, name: trimmed(animal.name) }, call),
      ),
    ],
    'fetched-name-trimmed': [
      'Trims the spaces around the name when an animal is fetched.',
      inGets(renamed(trimmed)),
    ],
    'name-chomped': [
      'Removes a line feed at the end of a name.',
      stored((name) => name.replace(/\n$/, '')),
    ],
  }),
  ...breaking('add-animal.keeps-unicode-form', {
    'name-with-plain-spaces': [
      'Replaces an ideographic space in a name with an ordinary one.',
      stored((name) => name.replaceAll('\u3000', ' ')),
    ],
    'name-composed': ['Stores a name in composed form (NFC).', stored(composed)],
    'name-decomposed': [
      'Stores a name in decomposed form (NFD).',
      stored((name) => name.normalize('NFD')),
    ],
    'name-compatible': [
      'Stores a name in compatibility form (NFKC).',
      stored((name) => name.normalize('NFKC')),
    ],
    'fetched-name-composed': [
      'Returns the name in composed form (NFC) when an animal is fetched.',
      inGets(renamed(composed)),
    ],
  }),
];
