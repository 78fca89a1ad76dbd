// Faults of clause 2: names, categories and statuses that are stored as something else than what was sent.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { quoted } from '../json.js';
import { invalid, Refusal } from '../refusal.js';
import { statuses } from '../store.js';
import {
  checkName,
  everywhere,
  inAdds,
  rounded,
  storedCategory,
  storedName,
  withField,
  withName,
} from './changes.js';

const name = 'add-animal.keeps-name';
const spaces = 'add-animal.keeps-spaces';
const padding = 'add-animal.keeps-padding';
const form = 'add-animal.keeps-unicode-form';
const odd = 'add-animal.odd-names';
const category = 'add-animal.keeps-category';
const status = 'add-animal.keeps-status';
const optional = 'add-animal.status-optional';
const valid5xx = 'errors.valid-requests';

const named = (
  id: string,
  sentence: string,
  fails: readonly string[],
  change: (sent: string) => string,
): Fault => ({
  name: id,
  clause: '2',
  sentence,
  fails,
  change: storedName(change),
});
const failing = (
  id: string,
  sentence: string,
  fails: readonly string[],
  when: (sent: string) => boolean,
  code = 500,
): Fault => ({
  name: id,
  clause: '2',
  sentence,
  fails,
  change: checkName((sent) => {
    if (when(sent)) throw new Refusal(code, 'internal', 'The name could not be stored.');
  }),
});
const categories = (id: string, sentence: string, change: (sent: bigint) => bigint): Fault => ({
  name: id,
  clause: '2',
  sentence,
  fails: [category],
  change: storedCategory(change),
});
const statused = (
  id: string,
  sentence: string,
  change: (sent: string) => (typeof statuses)[number],
): Fault => ({
  name: id,
  clause: '2',
  sentence,
  fails: [status],
  change: replace('statusOf', (statusOf) => (body, call) => {
    const sent = statusOf(body, call);
    return sent === undefined ? undefined : change(sent);
  }),
});
const asLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

export const addAltered: readonly Fault[] = [
  named('name-trimmed', 'Cuts the spaces around a name off.', [padding], (sent) => sent.trim()),
  named('name-trimmed-at-end', 'Cuts the spaces after a name off.', [padding], (sent) =>
    sent.trimEnd(),
  ),
  named('name-trimmed-at-start', 'Cuts the spaces before a name off.', [padding], (sent) =>
    sent.trimStart(),
  ),
  named(
    'name-with-plain-spaces',
    'Writes a plain space for an ideographic one in a name.',
    [form],
    (sent) => sent.replaceAll('\u3000', ' '),
  ),
  named('name-with-single-spaces', 'Makes one space of several in a name.', [spaces], (sent) =>
    sent.replace(/ {2,}/g, ' '),
  ),
  named('name-tab-to-space', 'Makes a space of a tab in a name.', [odd], (sent) =>
    sent.replace(/\t/g, ' '),
  ),
  named('name-in-small-letters', 'Stores names in small letters.', [name], (sent) =>
    sent.toLowerCase(),
  ),
  named('name-in-capitals', 'Stores names in capital letters.', [name], (sent) =>
    sent.toUpperCase(),
  ),
  named('name-first-letter-capital', 'Stores a name with a capital first letter.', [name], (sent) =>
    sent.replace(/^./u, (letter) => letter.toUpperCase()),
  ),
  named('name-composed', 'Composes the accents of a name (NFC).', [form], (sent) =>
    sent.normalize('NFC'),
  ),
  named('name-decomposed', 'Takes the accents of a name apart (NFD).', [form], (sent) =>
    sent.normalize('NFD'),
  ),
  named(
    'name-compatible',
    'Replaces letters of a name by compatible ones (NFKC).',
    [form],
    (sent) => sent.normalize('NFKC'),
  ),
  named('name-without-accents', 'Drops the accents of a name.', [name], (sent) =>
    sent.normalize('NFD').replace(/\p{M}/gu, ''),
  ),
  named('name-in-ascii', 'Stores ? for letters beyond ASCII.', [name], (sent) =>
    sent.replace(/[\u0080-\u{10ffff}]/gu, '?'),
  ),
  named('name-in-latin-1', 'Stores ? for letters beyond Latin-1.', [name], (sent) =>
    sent.replace(/[\u0100-\u{10ffff}]/gu, '?'),
  ),
  named('name-read-as-latin-1', 'Reads the bytes of a name as Latin-1.', [name], asLatin1),
  named('name-without-emoji', 'Drops letters beyond 16 bits from a name.', [name], (sent) =>
    sent.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  ),
  named(
    'name-emoji-replaced',
    'Stores the replacement character for letters beyond 16 bits.',
    [name],
    (sent) => sent.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
  ),
  named(
    'name-without-joiners',
    'Drops invisible joiners and marks of direction from a name.',
    [odd],
    (sent) => sent.replace(/\u200b|\u200c|\u200d|\u200e|\u200f|\ufeff/g, ''),
  ),
  named('name-without-control-characters', 'Drops control characters from a name.', [odd], (sent) =>
    sent.replace(/\p{Cc}/gu, ''),
  ),
  named(
    'name-ends-at-nul',
    'Stores a name up to its first NUL character.',
    [odd],
    (sent) => sent.split('\0')[0] ?? '',
  ),
  named('name-lines-with-crlf', 'Stores a line feed in a name as two characters.', [odd], (sent) =>
    sent.replace(/\r?\n/g, '\r\n'),
  ),
  named('name-without-line-ends', 'Drops line ends from a name.', [odd], (sent) =>
    sent.replace(/[\r\n]/g, ''),
  ),
  named('name-escaped-for-html', 'Escapes a name for HTML.', [odd], (sent) =>
    sent.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`),
  ),
  named('name-ampersand-escaped', 'Stores &amp; for an ampersand in a name.', [name], (sent) =>
    sent.replace(/&/g, '&amp;'),
  ),
  named('name-without-tags', 'Drops what looks like an HTML tag from a name.', [name], (sent) =>
    sent.replace(/<[^>]*>/g, ''),
  ),
  named('name-with-doubled-quotes', 'Stores two apostrophes for one in a name.', [odd], (sent) =>
    sent.replace(/'/g, "''"),
  ),
  named('name-without-double-quotes', 'Drops double quotes from a name.', [odd], (sent) =>
    sent.replace(/"/g, ''),
  ),
  named('name-without-backslashes', 'Drops backslashes from a name.', [odd], (sent) =>
    sent.replace(/\\/g, ''),
  ),
  named('name-percent-decoded', 'Decodes percent escapes in a name.', [name], (sent) =>
    sent.replace(/%[0-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape)),
  ),
  named('name-plus-to-space', 'Stores a space for a plus sign in a name.', [name], (sent) =>
    sent.replace(/\+/g, ' '),
  ),
  named('name-cut-at-20', 'Cuts a name off after 20 letters.', [odd], (sent) => sent.slice(0, 20)),
  named('name-cut-at-50', 'Cuts a name off after 50 letters.', [odd], (sent) => sent.slice(0, 50)),
  named('name-cut-at-255', 'Cuts a name off after 255 letters.', [odd], (sent) =>
    sent.slice(0, 255),
  ),
  named('name-cut-at-1000', 'Cuts a name off after 1,000 letters.', [odd], (sent) =>
    sent.slice(0, 1000),
  ),
  named('empty-name-replaced', 'Stores a name of its own for an empty one.', [odd], (sent) =>
    sent === '' ? 'Unnamed' : sent,
  ),
  named('name-null-replaced', 'Stores an empty name for one that reads null.', [odd], (sent) =>
    sent === 'null' ? '' : sent,
  ),
  named(
    'name-proto-lost',
    'Stores [object Object] for a name that reads __proto__.',
    [odd],
    (sent) => (sent === '__proto__' ? '[object Object]' : sent),
  ),
  {
    name: 'name-like-number-as-number',
    clause: '2',
    sentence: 'Shows a name that looks like a number as a number.',
    fails: [odd],
    change: everywhere((fields, animal) =>
      withField(fields, 'name', (literal) =>
        /^-?(?:0|[1-9]\d*)$/.test(animal.name) ? animal.name : literal,
      ),
    ),
  },
  {
    name: 'name-like-word-as-word',
    clause: '2',
    sentence: 'Shows a name that reads true, false or null without its quotes.',
    fails: [odd],
    change: everywhere((fields, animal) =>
      withField(fields, 'name', (literal) =>
        /^(true|false|null)$/.test(animal.name) ? animal.name : literal,
      ),
    ),
  },
  {
    name: 'name-trimmed-in-answer',
    clause: '2',
    sentence: 'Cuts the spaces around a name off in the answer to an add, and nowhere else.',
    fails: [padding],
    change: inAdds((fields, animal) => withName(fields, animal, (sent) => sent.trim())),
  },
  failing('empty-name-fails', 'Fails with 500 for an empty name.', [odd], (sent) => sent === ''),
  failing(
    'long-name-fails',
    'Fails with 500 for a name of more than 255 letters.',
    [odd],
    (sent) => sent.length > 255,
  ),
  failing('quote-in-name-fails', 'Fails with 500 for an apostrophe in a name.', [odd], (sent) =>
    sent.includes("'"),
  ),
  failing('nul-in-name-fails', 'Fails with 500 for a NUL character in a name.', [odd], (sent) =>
    sent.includes('\0'),
  ),
  failing(
    'proto-name-fails',
    'Fails with 500 for a name that reads __proto__.',
    [odd],
    (sent) => sent === '__proto__',
  ),
  failing(
    'emoji-in-name-fails',
    'Fails with 500 for a letter beyond 16 bits in a name.',
    [valid5xx],
    (sent) => /[\u{10000}-\u{10ffff}]/u.test(sent),
  ),
  failing(
    'letter-beyond-latin-1-fails',
    'Fails with 500 for a letter beyond Latin-1 in a name.',
    [valid5xx],
    (sent) => /[\u0100-\u{10ffff}]/u.test(sent),
  ),
  failing(
    'emoji-in-name-refused',
    'Refuses a letter beyond 16 bits in a name.',
    ['add-animal.answers-201'],
    (sent) => /[\u{10000}-\u{10ffff}]/u.test(sent),
    400,
  ),
  failing(
    'letter-beyond-ascii-refused',
    'Refuses a letter beyond ASCII in a name.',
    ['add-animal.answers-201'],
    (sent) => /[\u0080-\u{10ffff}]/u.test(sent),
    400,
  ),

  categories('category-rounded', 'Rounds a categoryId to what a double holds.', (sent) =>
    BigInt(Number(sent)),
  ),
  categories('category-in-32-bits', 'Keeps 32 bits of a categoryId.', (sent) =>
    BigInt.asIntN(32, sent),
  ),
  categories('category-at-most-32-bits', 'Stores 2147483647 for a larger categoryId.', (sent) =>
    sent > 2147483647n ? 2147483647n : sent,
  ),
  categories('category-in-16-bits', 'Keeps 16 bits of a categoryId.', (sent) =>
    BigInt.asIntN(16, sent),
  ),
  categories('category-unsigned', 'Takes a negative categoryId for a large positive one.', (sent) =>
    BigInt.asUintN(64, sent),
  ),
  categories('category-positive', 'Drops the sign of a negative categoryId.', (sent) =>
    sent < 0n ? -sent : sent,
  ),
  categories('category-negative-as-0', 'Stores 0 for a negative categoryId.', (sent) =>
    sent < 0n ? 0n : sent,
  ),
  categories('category-0-as-1', 'Stores 1 for a categoryId of 0.', (sent) =>
    sent === 0n ? 1n : sent,
  ),
  categories('category-lowest-wraps', 'Stores the highest int64 for the lowest one.', (sent) =>
    sent === -(2n ** 63n) ? 2n ** 63n - 1n : sent,
  ),
  categories('category-always-1', 'Stores 1 for every categoryId.', () => 1n),
  categories(
    'category-beyond-53-bits-off-by-one',
    'Makes an odd categoryId beyond 53 bits even.',
    (sent) => (sent > 2n ** 53n ? sent - (sent % 2n) : sent),
  ),
  {
    name: 'added-category-rounded',
    clause: '2',
    sentence: 'Rounds a categoryId in the answer to an add, and nowhere else.',
    fails: [category],
    change: inAdds((fields) => withField(fields, 'categoryId', rounded)),
  },
  {
    name: 'category-as-text',
    clause: '2',
    sentence: 'Shows every categoryId as a string.',
    fails: ['add-animal.returns-pet'],
    change: everywhere((fields) => withField(fields, 'categoryId', quoted)),
  },
  {
    name: 'category-beyond-double-as-text',
    clause: '2',
    sentence: 'Shows a categoryId that a double does not hold as a string.',
    fails: ['add-animal.returns-pet'],
    change: everywhere((fields) =>
      withField(fields, 'categoryId', (literal) =>
        rounded(literal) === literal ? literal : quoted(literal),
      ),
    ),
  },
  {
    name: 'category-with-exponent',
    clause: '2',
    sentence: 'Shows a categoryId from a million upwards with an exponent and six digits.',
    fails: [category],
    change: everywhere((fields) =>
      withField(fields, 'categoryId', (literal) =>
        Math.abs(Number(literal)) < 1e6 ? literal : Number(literal).toExponential(5),
      ),
    ),
  },
  {
    name: 'category-0-missing',
    clause: '2',
    sentence: 'Leaves a categoryId of 0 out.',
    fails: ['add-animal.returns-pet'],
    change: everywhere((fields) =>
      fields.filter(([each, literal]) => each !== 'categoryId' || literal !== '0'),
    ),
  },

  statused('status-ignored', 'Stores every animal as available.', () => 'available'),
  statused('sold-as-pending', 'Stores a sold animal as pending.', (sent) =>
    sent === 'sold' ? 'pending' : (sent as 'available'),
  ),
  statused('available-as-pending', 'Stores an available animal as pending.', (sent) =>
    sent === 'available' ? 'pending' : (sent as 'sold'),
  ),
  {
    name: 'added-status-in-capitals',
    clause: '2',
    sentence: 'Answers an add with the status in capital letters.',
    fails: [status],
    change: inAdds((fields) => withField(fields, 'status', (literal) => literal.toUpperCase())),
  },
  {
    name: 'status-as-number',
    clause: '2',
    sentence: 'Shows a status as its number.',
    fails: ['add-animal.returns-pet'],
    change: everywhere((fields, animal) =>
      withField(fields, 'status', () => String(statuses.indexOf(animal.status))),
    ),
  },
  {
    name: 'sold-refused',
    clause: '2',
    sentence: 'Refuses to add a sold animal.',
    fails: ['add-animal.answers-201'],
    change: replace('statusOf', (statusOf) => (body, call) => {
      const sent = statusOf(body, call);
      if (sent === 'sold') throw invalid('A new animal cannot be sold.');
      return sent;
    }),
  },
  {
    name: 'status-required',
    clause: '2',
    sentence: 'Refuses an animal without a status.',
    fails: [optional],
    change: replace('statusOf', (statusOf) => (body, call) => {
      if (!body.has('status')) throw invalid('`status` is required.');
      return statusOf(body, call);
    }),
  },
  {
    name: 'missing-status-fails',
    clause: '2',
    sentence: 'Fails with 500 for an animal without a status.',
    fails: [optional, valid5xx],
    change: replace('statusOf', (statusOf) => (body, call) => {
      if (!body.has('status')) throw new Refusal(500, 'internal', 'Something went wrong.');
      return statusOf(body, call);
    }),
  },
  {
    name: 'missing-status-null',
    clause: '2',
    sentence: 'Answers the add of an animal without a status with the status null.',
    fails: ['add-animal.returns-pet'],
    change: statusOfTheStatusless('null'),
  },
  {
    name: 'missing-status-unknown',
    clause: '2',
    sentence: 'Answers the add of an animal without a status with the status unknown.',
    fails: ['add-animal.returns-pet'],
    change: statusOfTheStatusless('"unknown"'),
  },
];

function statusOfTheStatusless(literal: string): Fault['change'] {
  return inAdds((fields, _animal, call, server) =>
    server.readObject(call).has('status') ? fields : withField(fields, 'status', () => literal),
  );
}
