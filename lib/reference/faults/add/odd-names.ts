// Faults of clause 2: odd names that are stored as something else, or not at all.
import { after, type Change } from '../../changes/change.js';
import { refusingName } from '../../changes/refusals.js';
import { everywhere, withField } from '../../changes/shown.js';
import { escapedForHtml } from '../../changes/texts.js';
import { breaking, type Fault } from '../fault.js';

const stored = (alter: (name: string) => string): Change => after('nameOf', (name) => alter(name));
/** The literal of the name in every answer. */
const shownAs = (write: (name: string, literal: string) => string): Change =>
  everywhere((fields, animal) =>
    withField(fields, 'name', (literal) => write(animal.name, literal)),
  );

export const addOddNames: readonly Fault[] = [
  ...breaking('add-animal.odd-names', {
    'name-tab-to-space': [
      'Makes a space of a tab in a name.',
      stored((name) => name.replace(/\t/g, ' ')),
    ],
    'name-without-joiners': [
      'Drops invisible joiners and marks of direction from a name.',
      stored((name) => name.replace(/\u200b|\u200c|\u200d|\u200e|\u200f|\ufeff/g, '')),
    ],
    'name-without-control-characters': [
      'Drops control characters from a name.',
      stored((name) => name.replace(/\p{Cc}/gu, '')),
    ],
    'name-without-marks-of-direction': [
      'Drops marks of direction from a name.',
      stored((name) => name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')),
    ],
    'name-without-non-joiner': [
      'Drops the zero-width non-joiner from a name.',
      stored((name) => name.replaceAll('\u200c', '')),
    ],
    'name-infinity-to-null': [
      'Stores null for the name Infinity.',
      stored((name) => (name === 'Infinity' ? 'null' : name)),
    ],
    'name-yes-to-true': [
      'Stores true for the name yes, as some readers of YAML do.',
      stored((name) => (name === 'yes' ? 'true' : name)),
    ],
    'name-without-variables': [
      'Drops variables of a shell from a name.',
      stored((name) => name.replace(/\$[A-Z]+/g, '')),
    ],
    'name-with-one-percent-sign': [
      'Stores one percent sign for two in a name.',
      stored((name) => name.replaceAll('%%', '%')),
    ],
    'name-vertical-tab-to-space': [
      'Stores a space for a vertical tab or a form feed in a name.',
      stored((name) => name.replace(/[\v\f]/g, ' ')),
    ],
    'name-without-rude-words': [
      'Masks words that it takes for rude ones in a name.',
      stored((name) => name.replace(/\bhell\b/gi, '****')),
    ],
    'name-ends-at-nul': [
      'Stores a name up to its first NUL character.',
      stored((name) => name.split('\0')[0] ?? ''),
    ],
    'name-lines-with-crlf': [
      'Stores a line feed in a name as two characters.',
      stored((name) => name.replace(/\r?\n/g, '\r\n')),
    ],
    'name-without-line-ends': [
      'Drops line ends from a name.',
      stored((name) => name.replace(/[\r\n]/g, '')),
    ],
    'name-escaped-for-html': ['Escapes a name for HTML.', stored(escapedForHtml)],
    'name-with-doubled-quotes': [
      'Stores two apostrophes for one in a name.',
      stored((name) => name.replace(/'/g, "''")),
    ],
    'name-without-double-quotes': [
      'Drops double quotes from a name.',
      stored((name) => name.replace(/"/g, '')),
    ],
    'name-without-backslashes': [
      'Drops backslashes from a name.',
      stored((name) => name.replace(/\\/g, '')),
    ],
    'name-cut-at-255': ['Cuts a name off after 255 letters.', stored((name) => name.slice(0, 255))],
    'name-cut-at-1000': [
      'Cuts a name off after 1,000 letters.',
      stored((name) => name.slice(0, 1000)),
    ],
    'empty-name-replaced': [
      'Stores a name of its own for an empty one.',
      stored((name) => (name === '' ? 'Unnamed' : name)),
    ],
    'name-null-replaced': [
      'Stores an empty name for one that reads null.',
      stored((name) => (name === 'null' ? '' : name)),
    ],
    'name-proto-lost': [
      'Stores [object Object] for a name that reads __proto__.',
      stored((name) => (name === '__proto__' ? '[object Object]' : name)),
    ],
    'name-like-number-as-number': [
      'Shows a name that looks like a number as a number.',
      shownAs((name, literal) => (/^-?(?:0|[1-9]\d*)$/.test(name) ? name : literal)),
    ],
    'name-like-word-as-word': [
      'Shows a name that reads true, false or null without its quotes.',
      shownAs((name, literal) => (/^(true|false|null)$/.test(name) ? name : literal)),
    ],
    'empty-name-fails': [
      'Fails with 500 for an empty name.',
      refusingName(500, (name) => name === ''),
    ],
    'long-name-fails': [
      'Fails with 500 for a name of more than 255 letters.',
      refusingName(500, (name) => name.length > 255),
    ],
    'quote-in-name-fails': [
      'Fails with 500 for an apostrophe in a name.',
      refusingName(500, (name) => name.includes("'")),
    ],
    'name-none-null': [
      'Stores an empty name for None, N/A, NULL and nil.',
      stored((name) => (['None', 'N/A', 'NULL', 'nil'].includes(name) ? '' : name)),
    ],
    'name-infinity-number': [
      'Stores a name that reads 1.50 as the number that it looks like.',
      stored((name) => (/^\d+\.\d+$/.test(name) ? String(Number(name)) : name)),
    ],
  }),
];
