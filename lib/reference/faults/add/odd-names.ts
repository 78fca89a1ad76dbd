// Faults of clause 2: odd names that are stored differently, or not at all.
import { after, type Change } from '../../changes/change.js';
import { refusingName } from '../../changes/refusals.js';
import { everywhere, withField } from '../../changes/shown.js';
import { escapedForHtml } from '../../changes/texts.js';
import { breaking, type Fault } from '../fault.js';

const stored = (alter: (name: string) => string): Change => after('nameOf', (name) => alter(name));
/** Writes the name in every response in another way. */
const shownAs = (write: (name: string, literal: string) => string): Change =>
  everywhere((fields, animal) =>
    withField(fields, 'name', (literal) => write(animal.name, literal)),
  );

export const addOddNames: readonly Fault[] = [
  ...breaking('add-animal.odd-names', {
    'name-tab-to-space': [
      'Replaces a tab in a name with a space.',
      stored((name) => name.replace(/\t/g, ' ')),
    ],
    'name-without-joiners': [
      'Removes invisible joiners and direction marks from a name.',
      stored((name) => name.replace(/\u200b|\u200c|\u200d|\u200e|\u200f|\ufeff/g, '')),
    ],
    'name-without-control-characters': [
      'Removes control characters from a name.',
      stored((name) => name.replace(/\p{Cc}/gu, '')),
    ],
    'name-without-marks-of-direction': [
      'Removes direction marks from a name.',
      stored((name) => name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')),
    ],
    'name-without-non-joiner': [
      'Removes the zero-width non-joiner from a name.',
      stored((name) => name.replaceAll('\u200c', '')),
    ],
    'name-infinity-to-null': [
      'Stores null instead of the name Infinity.',
      stored((name) => (name === 'Infinity' ? 'null' : name)),
    ],
    'name-yes-to-true': [
      'Stores true instead of the name yes, as some YAML parsers do.',
      stored((name) => (name === 'yes' ? 'true' : name)),
    ],
    'name-without-variables': [
      'Removes shell variables from a name.',
      stored((name) => name.replace(/\$[A-Z]+/g, '')),
    ],
    'name-with-one-percent-sign': [
      'Stores one percent sign instead of two in a name.',
      stored((name) => name.replaceAll('%%', '%')),
    ],
    'name-vertical-tab-to-space': [
      'Replaces a vertical tab or form feed in a name with a space.',
      stored((name) => name.replace(/[\v\f]/g, ' ')),
    ],
    'name-without-rude-words': [
      'Masks words in a name that it considers rude.',
      stored((name) => name.replace(/\bhell\b/gi, '****')),
    ],
    'name-ends-at-nul': [
      'Cuts off a name at its first NUL character.',
      stored((name) => name.split('\0')[0] ?? ''),
    ],
    'name-lines-with-crlf': [
      'Stores a carriage return and a line feed instead of a line feed in a name.',
      stored((name) => name.replace(/\r?\n/g, '\r\n')),
    ],
    'name-without-line-ends': [
      'Removes line breaks from a name.',
      stored((name) => name.replace(/[\r\n]/g, '')),
    ],
    'name-escaped-for-html': ['Escapes a name for HTML.', stored(escapedForHtml)],
    'name-with-doubled-quotes': [
      'Doubles an apostrophe in a name.',
      stored((name) => name.replace(/'/g, "''")),
    ],
    'name-without-double-quotes': [
      'Removes double quotes from a name.',
      stored((name) => name.replace(/"/g, '')),
    ],
    'name-without-backslashes': [
      'Removes backslashes from a name.',
      stored((name) => name.replace(/\\/g, '')),
    ],
    'name-cut-at-255': [
      'Truncates a name after 255 characters.',
      stored((name) => name.slice(0, 255)),
    ],
    'name-cut-at-255-bytes': [
      'Truncates a name of up to 255 characters after 255 bytes.',
      stored((name) =>
        name.length > 255
          ? name
          : [...name].reduce(
              (kept, one) => (Buffer.byteLength(kept + one) > 255 ? kept : kept + one),
              '',
            ),
      ),
    ],
    'name-like-a-time-reformatted': [
      'Reads a name that is a time, and writes it in another way.',
      stored((name) => (/^\d{4}-\d\d-\d\dT/.test(name) ? new Date(name).toUTCString() : name)),
    ],
    'name-cut-at-1000': [
      'Truncates a name after 1,000 characters.',
      stored((name) => name.slice(0, 1000)),
    ],
    'empty-name-replaced': [
      'Stores a default name instead of an empty one.',
      stored((name) => (name === '' ? 'Unnamed' : name)),
    ],
    'name-null-replaced': [
      'Stores an empty name instead of the name null.',
      stored((name) => (name === 'null' ? '' : name)),
    ],
    'name-proto-lost': [
      'Stores [object Object] instead of the name __proto__.',
      stored((name) => (name === '__proto__' ? '[object Object]' : name)),
    ],
    'name-like-number-as-number': [
      'Returns a name that looks like a number as a number.',
      shownAs((name, literal) => (/^-?(?:0|[1-9]\d*)$/.test(name) ? name : literal)),
    ],
    'name-like-word-as-word': [
      'Returns the names true, false and null without quotes.',
      shownAs((name, literal) => (/^(true|false|null)$/.test(name) ? name : literal)),
    ],
    'empty-name-fails': [
      'Returns 500 for an empty name.',
      refusingName(500, (name) => name === ''),
    ],
    'long-name-fails': [
      'Returns 500 for a name of more than 255 characters.',
      refusingName(500, (name) => name.length > 255),
    ],
    'quote-in-name-fails': [
      'Returns 500 for a name with an apostrophe.',
      refusingName(500, (name) => name.includes("'")),
    ],
    'name-none-null': [
      'Stores an empty name instead of None, N/A, NULL and nil.',
      stored((name) => (['None', 'N/A', 'NULL', 'nil'].includes(name) ? '' : name)),
    ],
    'name-infinity-number': [
      'Stores the name 1.50 as 1.5, as if it were a number.',
      stored((name) => (/^\d+\.\d+$/.test(name) ? String(Number(name)) : name)),
    ],
  }),
];
