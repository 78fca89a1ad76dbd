// Faults of clause 2: names that are stored as something else than what was sent.
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
    'previous-animal-answered': [
      'Answers an add with the animal that was added before.',
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
    'name-in-capitals': ['Stores names in capital letters.', stored(inCapitals)],
    'name-without-accents': [
      'Drops the accents of a name.',
      stored((name) => name.normalize('NFD').replace(/\p{M}/gu, '')),
    ],
    'name-in-ascii': ['Stores ? for letters beyond ASCII.', stored(inAscii)],
    'name-read-as-latin-1': ['Reads the bytes of a name as Latin-1.', stored(readAsLatin1)],
    'name-without-emoji': ['Drops letters beyond 16 bits from a name.', stored(withoutEmoji)],
    'name-ampersand-escaped': [
      'Stores &amp; for an ampersand in a name.',
      stored((name) => name.replace(/&/g, '&amp;')),
    ],
    'name-without-tags': [
      'Drops what looks like an HTML tag from a name.',
      stored((name) => name.replace(/<[^>]*>/g, '')),
    ],
    'name-percent-decoded': [
      'Decodes percent escapes in a name.',
      stored((name) => name.replace(/%[0-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape))),
    ],
    'name-plus-to-space': [
      'Stores a space for a plus sign in a name.',
      stored((name) => name.replace(/\+/g, ' ')),
    ],
    'no-status-name-lost': [
      'Stores the name of an animal without a status in capital letters.',
      after('readNewAnimal', (animal) =>
        animal.status === undefined ? { ...animal, name: inCapitals(animal.name) } : animal,
      ),
    ],
    'name-without-pipe': ['Drops | from a name.', stored((name) => name.replaceAll('|', ''))],
    'name-without-backtick': ['Drops ` from a name.', stored((name) => name.replaceAll('`', ''))],
    'name-without-caret-tilde': [
      'Drops ^ and ~ from a name.',
      stored((name) => name.replace(/[\^~]/g, '')),
    ],
  }),
  ...breaking('add-animal.keeps-spaces', {
    'name-with-single-spaces': ['Makes one space of several in a name.', stored(withSingleSpaces)],
  }),
  ...breaking('add-animal.keeps-padding', {
    'name-trimmed': ['Cuts the spaces around a name off.', stored(trimmed)],
    'name-trimmed-at-end': ['Cuts the spaces after a name off.', stored((name) => name.trimEnd())],
    'name-trimmed-at-start': [
      'Cuts the spaces before a name off.',
      stored((name) => name.trimStart()),
    ],
    'name-trimmed-in-answer': [
      'Cuts the spaces around a name off in the answer to an add, and nowhere else.',
      inAdds(renamed(trimmed)),
    ],
    'name-stored-trimmed': [
      'Answers an add with the name as it was sent, and stores it without the spaces around it.',
      replace(
        'save',
        (save) => (animal, call) => save({ ...animal, name: trimmed(animal.name) }, call),
      ),
    ],
    'fetched-name-trimmed': [
      'Cuts the spaces around the name off when one animal is fetched.',
      inGets(renamed(trimmed)),
    ],
    'name-chomped': [
      'Cuts a line feed at the end of a name off.',
      stored((name) => name.replace(/\n$/, '')),
    ],
  }),
  ...breaking('add-animal.keeps-unicode-form', {
    'name-with-plain-spaces': [
      'Writes a plain space for an ideographic one in a name.',
      stored((name) => name.replaceAll('\u3000', ' ')),
    ],
    'name-composed': ['Composes the accents of a name (NFC).', stored(composed)],
    'name-decomposed': [
      'Takes the accents of a name apart (NFD).',
      stored((name) => name.normalize('NFD')),
    ],
    'name-compatible': [
      'Replaces letters of a name by compatible ones (NFKC).',
      stored((name) => name.normalize('NFKC')),
    ],
    'fetched-name-composed': [
      'Composes the accents of the name (NFC) when one animal is fetched.',
      inGets(renamed(composed)),
    ],
  }),
];
