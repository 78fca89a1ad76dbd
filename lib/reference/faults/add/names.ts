// Faults of clause 2: names that are stored differently from what was sent, or not at all.
import { after, replace, type Change } from '../../changes/change.js';
import { refusingName } from '../../changes/refusals.js';
import { everywhere, inAdds, inGets, renamed, withField } from '../../changes/shown.js';
import {
  composed,
  escapedForHtml,
  inAscii,
  inCapitals,
  readAsLatin1,
  trimmed,
  withSingleSpaces,
} from '../../changes/texts.js';
import { breaking, each, type Fault } from '../fault.js';

const stored = (alter: (name: string) => string): Change => after('nameOf', (name) => alter(name));
const removing = (pattern: RegExp): Change => stored((name) => name.replace(pattern, ''));
const replacing = ([pattern, by]: readonly [pattern: RegExp, by: string]): Change =>
  stored((name) => name.replace(pattern, by));
const cutAt = (length: number): Change => stored((name) => name.slice(0, length));
/** Writes the name without quotes in every response. */
const unquoted = (form: RegExp): Change =>
  everywhere((fields, { name }) =>
    withField(fields, 'name', (literal) => (form.test(name) ? name : literal)),
  );

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
    'name-percent-decoded': [
      'Decodes percent-encoding in a name.',
      stored((name) => name.replace(/%[0-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape))),
    ],
    'no-status-name-lost': [
      'Stores the name of an animal without a status in upper case.',
      after('readNewAnimal', (animal) =>
        animal.status === undefined ? { ...animal, name: inCapitals(animal.name) } : animal,
      ),
    ],
    ...each('Stores %s in a name.', replacing, {
      'name-ampersand-escaped': ['&amp; instead of an ampersand', [/&/g, '&amp;']],
      'name-plus-to-space': ['a space instead of a plus sign', [/\+/g, ' ']],
    }),
    ...each('Removes %s from a name.', removing, {
      'name-without-emoji': [
        'characters beyond U+FFFF, such as emoji,',
        /[\u{10000}-\u{10ffff}]/gu,
      ],
      'name-without-tags': ['what looks like an HTML tag', /<[^>]*>/g],
      'name-without-pipe': ['vertical bars', /\|/g],
      'name-without-backtick': ['backticks', /`/g],
      'name-without-caret-tilde': ['^ and ~', /[\^~]/g],
    }),
  }),
  ...breaking('add-animal.keeps-spaces', {
    'name-with-single-spaces': [
      'Collapses several spaces in a name into one.',
      stored(withSingleSpaces),
    ],
  }),
  ...breaking('add-animal.keeps-padding', {
    'name-trimmed': ['Trims the spaces around a name.', stored(trimmed)],
    ...each('Trims the spaces at the %s of a name.', removing, {
      'name-trimmed-at-end': ['end', /\s+$/],
      'name-trimmed-at-start': ['start', /^\s+/],
    }),
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
    'name-chomped': ['Removes a line feed at the end of a name.', removing(/\n$/)],
  }),
  ...breaking('add-animal.keeps-unicode-form', {
    'name-with-plain-spaces': [
      'Replaces an ideographic space in a name with an ordinary one.',
      replacing([/\u3000/g, ' ']),
    ],
    ...each('Stores a name in %s.', (form) => stored((name) => name.normalize(form)), {
      'name-composed': ['composed form (NFC)', 'NFC'],
      'name-decomposed': ['decomposed form (NFD)', 'NFD'],
      'name-compatible': ['compatibility form (NFKC)', 'NFKC'],
    }),
    'fetched-name-composed': [
      'Returns the name in composed form (NFC) when an animal is fetched.',
      inGets(renamed(composed)),
    ],
  }),
  ...breaking('add-animal.odd-names', {
    'name-dashes-to-hyphens': [
      'Stores a hyphen instead of a dash in a name.',
      replacing([/[–—]/g, '-']),
    ],
    ...each('Removes %s from a name.', removing, {
      'name-without-joiners': [
        'invisible joiners and direction marks',
        /\u200b|\u200c|\u200d|\u200e|\u200f|\ufeff/g,
      ],
      'name-without-control-characters': ['control characters', /\p{Cc}/gu],
      'name-without-marks-of-direction': [
        'direction marks',
        /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      ],
      'name-without-non-joiner': ['the zero-width non-joiner', /\u200c/g],
      'name-without-variables': ['shell variables', /\$[A-Z]+/g],
      'name-without-line-ends': ['line breaks', /[\r\n]/g],
      'name-without-double-quotes': ['double quotes', /"/g],
      'name-without-backslashes': ['backslashes', /\\/g],
    }),
    ...each('Replaces %s in a name with a space.', replacing, {
      'name-tab-to-space': ['a tab', [/\t/g, ' ']],
      'name-vertical-tab-to-space': ['a vertical tab or form feed', [/[\v\f]/g, ' ']],
    }),
    ...each('Stores %s.', replacing, {
      'name-infinity-to-null': ['null instead of the name Infinity', [/^Infinity$/, 'null']],
      'name-yes-to-true': [
        'true instead of the name yes, as some YAML parsers do',
        [/^yes$/, 'true'],
      ],
      'name-with-one-percent-sign': ['one percent sign instead of two in a name', [/%%/g, '%']],
      'name-lines-with-crlf': [
        'a carriage return and a line feed instead of a line feed in a name',
        [/\r?\n/g, '\r\n'],
      ],
      'empty-name-replaced': ['a default name instead of an empty one', [/^$/, 'Unnamed']],
      'name-null-replaced': ['an empty name instead of the name null', [/^null$/, '']],
      'name-none-null': [
        'an empty name instead of None, N/A, NULL and nil',
        [/^(None|N\/A|NULL|nil)$/, ''],
      ],
      'name-proto-lost': [
        '[object Object] instead of the name __proto__',
        [/^__proto__$/, '[object Object]'],
      ],
    }),
    'name-infinity-number': [
      'Stores the name 1.50 as 1.5, as if it were a number.',
      stored((name) => (/^\d+\.\d+$/.test(name) ? String(Number(name)) : name)),
    ],
    'name-without-rude-words': [
      'Masks words in a name that it considers rude.',
      replacing([/\bhell\b/gi, '****']),
    ],
    'name-ends-at-nul': ['Cuts off a name at its first NUL character.', removing(/\0.*/s)],
    'name-escaped-for-html': ['Escapes a name for HTML.', stored(escapedForHtml)],
    'name-with-doubled-quotes': ['Doubles an apostrophe in a name.', replacing([/'/g, "''"])],
    ...each('Truncates a name after %s characters.', cutAt, {
      'name-cut-at-255': ['255', 255],
      'name-cut-at-1000': ['1,000', 1000],
    }),
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
    ...each('Returns %s.', unquoted, {
      'name-like-number-as-number': [
        'a name that looks like a number as a number',
        /^-?(?:0|[1-9]\d*)$/,
      ],
      'name-like-word-as-word': [
        'the names true, false and null without quotes',
        /^(true|false|null)$/,
      ],
    }),
    ...each('Returns 500 for %s.', (form) => refusingName(500, (name) => form.test(name)), {
      'empty-name-fails': ['an empty name', /^$/],
      'long-name-fails': ['a name of more than 255 characters', /.{256}/s],
      'quote-in-name-fails': ['a name with an apostrophe', /'/],
    }),
  }),
];
