// Faults of clauses 4.2 and 7: bodies that are not objects, or not JSON, or only nearly JSON.
import { after, before, instead, type Change } from '../../changes/change.js';
import { inAnyCase, isJson, jsonIn } from '../../changes/json.js';
import { refuse } from '../../changes/refusals.js';
import { empty } from '../../changes/replies.js';
import { is, textIn } from '../../changes/requests.js';
import type { Json, JsonObject } from '../../json.js';
import { breaking, each, eachOf, type Fault } from '../fault.js';

const standIn = (name = ''): JsonObject =>
  new Map<string, Json>([
    ['name', name],
    ['categoryId', 1n],
  ]);
const takingJson = (take: (json: Json) => JsonObject | undefined): Change =>
  instead('requireObject', (json, call) => (is(call, 'createPet') ? take(json) : undefined));
const refusingJson = (status: number, when: (json: Json) => boolean): Change =>
  before('requireObject', (json, call) => {
    if (is(call, 'createPet') && when(json)) refuse(status);
  });
/** Parses a body that is not JSON with `read`, which may return undefined to have it refused. */
const unreadable = (read: (text: string) => Json | undefined): Change =>
  instead('parse', (text, call) =>
    is(call, 'createPet') && !isJson(text) ? read(text) : undefined,
  );
/** Repairs a body that is not JSON, and parses it again. */
const fixing = (fix: (text: string) => string): Change => unreadable((text) => jsonIn(fix(text)));
const replacing = ([pattern, by]: readonly [pattern: RegExp, by: string]): Change =>
  fixing((text) => text.replace(pattern, by));
const takingEmpty = (when: RegExp): Change =>
  instead('readObject', (call, server) =>
    is(call, 'createPet') && when.test(server.decode(call)) ? standIn() : undefined,
  );
const formIn = (text: string): JsonObject | undefined => {
  const fields = new URLSearchParams(text);
  const category = fields.get('categoryId');
  if (!fields.has('name') || category === null || !/^\d{1,18}$/.test(category)) return undefined;
  return new Map<string, Json>([
    ['name', fields.get('name') ?? ''],
    ['categoryId', BigInt(category)],
  ]);
};

export const invalidBodies: readonly Fault[] = [
  ...breaking('add-animal.not-an-object', {
    'array-taken': [
      'Accepts an array, and adds the first animal in it.',
      takingJson((json) => (Array.isArray(json) && json[0] instanceof Map ? json[0] : undefined)),
    ],
    'text-taken': [
      'Accepts a string as an animal, and uses it as the name.',
      takingJson((json) => (typeof json === 'string' ? standIn(json) : undefined)),
    ],
    'number-taken': [
      'Accepts a number as an animal, and uses it as the categoryId.',
      takingJson((json) =>
        typeof json === 'bigint' || typeof json === 'number' ? standIn() : undefined,
      ),
    ],
    'null-taken': [
      'Accepts null as an animal.',
      takingJson((json) => (json === null ? standIn() : undefined)),
    ],
    'word-taken': [
      'Accepts true or false as an animal.',
      takingJson((json) => (typeof json === 'boolean' ? standIn() : undefined)),
    ],
    'null-500': [
      'Returns 500 for a body that is null.',
      refusingJson(500, (json) => json === null),
    ],
    'no-object-422': [
      'Returns 422 for a body that is not an object.',
      refusingJson(422, (json) => !(json instanceof Map)),
    ],
  }),
  ...breaking('add-animal.not-json', {
    'unreadable-body-taken': [
      'Accepts a body that is not JSON, and adds an unnamed animal.',
      unreadable(() => standIn()),
    ],
    ...eachOf(
      'unreadable-body-%s',
      'Returns %s for a body that is not JSON.',
      [500, 422, 415],
      (status) => unreadable(() => refuse(status)),
    ),
    'form-taken': ['Accepts form fields as an animal.', unreadable(formIn)],
    'plain-text-taken': [
      'Accepts a body of plain text, and uses it as the name.',
      unreadable((text) => (/^[a-z]/i.test(text) ? standIn() : undefined)),
    ],
    'truncated-body-mended': [
      'Accepts truncated JSON, and closes its braces.',
      unreadable(
        (text) =>
          jsonIn(`${text}}`) ?? jsonIn(`${text}"}`) ?? jsonIn(`${text.replace(/,?[^,]*$/, '')}}`),
      ),
    ],
  }),
  ...breaking('add-animal.empty-body', {
    ...each('Accepts %s, and adds an unnamed animal.', takingEmpty, {
      'empty-body-taken': ['an empty body', /^$/],
      'blank-body-taken': ['a body of spaces', /^\s+$/],
    }),
    ...eachOf('empty-body-%s', 'Returns %s for an empty body.', [500, 415, 422], (status) =>
      before('requireBody', (call) => {
        if (textIn(call) === '') refuse(status);
      }),
    ),
    'empty-body-204': [
      'Returns 204 for an empty body, and adds nothing.',
      instead('createPet', (call) => (textIn(call) === '' ? empty(204) : undefined)),
    ],
  }),
  ...breaking('add-animal.nearly-json', {
    ...each('Accepts %s.', replacing, {
      'trailing-comma-taken': ['a trailing comma in an animal', [/,(\s*[}\]])/g, '$1']],
      'comment-taken': ['comments in a body', [/\/\*.*?\*\/|\/\/.*$/gms, '']],
      'line-comment-taken': ['comments to the end of a line in a body', [/(\/\/|#).*$/gm, '']],
      'single-quotes-taken': ['single-quoted strings in an animal', [/'/g, '"']],
      'bare-names-taken': [
        'member names without quotes',
        [/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":'],
      ],
      'text-after-end-taken': ['text after the end of the object', [/\}[^}]*$/, '}']],
      'leading-zero-taken': ['a number with leading zeros', [/:\s*0+(\d)/g, ':$1']],
      'plus-sign-taken': ['a number with a plus sign', [/:\s*\+(\d)/g, ':$1']],
      'bare-line-feed-taken': ['unescaped line feeds in the strings of an animal', [/\n/g, '\\n']],
    }),
    'not-a-number-taken': [
      'Accepts NaN and Infinity, and reads them as 0.',
      replacing([/:\s*[-+]?(NaN|Infinity)\b/g, ':0']),
    ],
    'hexadecimal-taken': [
      'Accepts a hexadecimal number.',
      fixing((text) =>
        text.replace(/0x([0-9a-f]+)/gi, (_, digits: string) => String(Number.parseInt(digits, 16))),
      ),
    ],
  }),
  ...breaking('add-animal.letter-case', {
    'member-names-in-any-case': [
      'Treats the member names of an animal as case-insensitive.',
      after('requireObject', inAnyCase),
    ],
  }),
];
