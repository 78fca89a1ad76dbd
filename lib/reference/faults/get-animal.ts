// Faults of clauses 4.3 and 9: fetching one animal.
import { all, replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { quoted, written } from '../json.js';
import { Refusal } from '../refusal.js';
import { unescaped } from '../request.js';
import type { Animal, Call, Fields, Reply } from '../types.js';
import { inGets, replies, rounded, withField, withName, withoutField } from './changes.js';

const exact = 'get-animal.exact-animal';
const unknown = 'get-animal.unknown-id';
const removal = 'get-animal.until-removal';
const sunset = 'get-animal.sunset';
const integer = 'get-animal.no-integer';
const fetched = 'add-animal.can-be-fetched';
const fails5xx = 'errors.invalid-requests';

const altered = (
  name: string,
  sentence: string,
  change: (fields: Fields, animal: Animal) => Fields,
): Fault => ({
  name,
  clause: '4.3',
  sentence,
  fails: [exact],
  change: inGets(change),
});
/** What an identifier that nobody has is answered. */
const absent = (
  name: string,
  sentence: string,
  change: (call: Call, id: bigint) => Reply | undefined,
): Fault => ({
  name,
  clause: '4.3',
  sentence,
  fails: [unknown],
  change: replace('getPet', (getPet, server) => async (call) => {
    const id = server.idOf(call);
    return (
      ((await server.find(id, call)) === undefined ? change(call, id) : undefined) ?? getPet(call)
    );
  }),
});
const refusal = (status: number): never => {
  throw new Refusal(
    status,
    status < 500 ? 'not_found' : 'internal',
    'The animal could not be found.',
  );
};
const reply = (status: number, body: string): Reply => ({
  status,
  headers: [['content-type', 'application/json']],
  body,
});
/** A petId that is no integer in canonical form is taken for one. */
const reading = (
  name: string,
  sentence: string,
  read: (text: string) => bigint | undefined,
): Fault => ({
  name,
  clause: '4.3',
  sentence,
  fails: [integer],
  change: replace('idOf', (idOf) => (call) => {
    const text = unescaped(call.petId);
    return /^-?\d+$/.test(text) ? idOf(call) : (read(text) ?? idOf(call));
  }),
});
const failing = (
  name: string,
  sentence: string,
  fails: readonly string[],
  when: (text: string) => boolean,
): Fault => ({
  name,
  clause: '4.3',
  sentence,
  fails,
  change: replace(
    'idOf',
    (idOf) => (call) => (when(unescaped(call.petId)) ? refusal(500) : idOf(call)),
  ),
});
const whole = (value: number): bigint | undefined =>
  Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;
const announcing = (name: string, sentence: string, date: string): Fault => ({
  name,
  clause: '9',
  sentence,
  fails: [sunset],
  change: replies('getPet', (each) => ({ ...each, headers: [...each.headers, ['sunset', date]] })),
});
const removed = (name: string, sentence: string, answer: () => Reply): Fault => ({
  name,
  clause: '9',
  sentence,
  fails: [removal, fetched],
  change: replace('getPet', () => answer),
});

export const getAnimal: readonly Fault[] = [
  altered('fetched-without-status', 'Leaves the status out when one animal is fetched.', (fields) =>
    withoutField(fields, 'status'),
  ),
  altered('fetched-without-name', 'Leaves the name out when one animal is fetched.', (fields) =>
    withoutField(fields, 'name'),
  ),
  altered(
    'fetched-without-category',
    'Leaves the categoryId out when one animal is fetched.',
    (fields) => withoutField(fields, 'categoryId'),
  ),
  altered('fetched-without-id', 'Leaves the id out when one animal is fetched.', (fields) =>
    withoutField(fields, 'id'),
  ),
  altered(
    'fetched-with-text-id',
    'Shows the id as a string when one animal is fetched.',
    (fields) => withField(fields, 'id', quoted),
  ),
  altered(
    'fetched-with-text-category',
    'Shows the categoryId as a string when one animal is fetched.',
    (fields) => withField(fields, 'categoryId', quoted),
  ),
  altered(
    'fetched-category-rounded',
    'Rounds the categoryId to what a double holds when one animal is fetched.',
    (fields) => withField(fields, 'categoryId', rounded),
  ),
  altered(
    'fetched-category-in-32-bits',
    'Keeps 32 bits of the categoryId when one animal is fetched.',
    (fields) =>
      withField(fields, 'categoryId', (literal) => String(BigInt.asIntN(32, BigInt(literal)))),
  ),
  {
    ...altered(
      'fetched-name-trimmed',
      'Cuts the spaces around the name off when one animal is fetched.',
      (fields, animal) => withName(fields, animal, (name) => name.trim()),
    ),
    fails: ['add-animal.keeps-padding'],
  },
  {
    ...altered(
      'fetched-name-composed',
      'Composes the accents of the name (NFC) when one animal is fetched.',
      (fields, animal) => withName(fields, animal, (name) => name.normalize('NFC')),
    ),
    fails: ['add-animal.keeps-unicode-form'],
  },
  altered(
    'fetched-name-escaped-for-html',
    'Escapes the name for HTML when one animal is fetched.',
    (fields, animal) =>
      withName(fields, animal, (name) =>
        name.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`),
      ),
  ),
  altered(
    'fetched-name-in-ascii',
    'Shows ? for letters beyond ASCII when one animal is fetched.',
    (fields, animal) =>
      withName(fields, animal, (name) => name.replace(/[\u0080-\u{10ffff}]/gu, '?')),
  ),
  altered(
    'fetched-always-available',
    'Shows every animal as available when it is fetched.',
    (fields) => withField(fields, 'status', () => '"available"'),
  ),
  altered(
    'fetched-sold-as-pending',
    'Shows a sold animal as pending when it is fetched.',
    (fields) =>
      withField(fields, 'status', (literal) => (literal === '"sold"' ? '"pending"' : literal)),
  ),
  {
    name: 'fetched-in-array',
    clause: '4.3',
    sentence: 'Wraps the animal that is fetched in an array.',
    fails: [exact],
    change: replies('getPet', (each) => ({ ...each, body: `[${String(each.body)}]` })),
  },
  {
    name: 'fetched-in-data',
    clause: '4.3',
    sentence: 'Wraps the animal that is fetched in an object with the member data.',
    fails: [exact],
    change: replies('getPet', (each) => ({ ...each, body: `{"data":${String(each.body)}}` })),
  },
  {
    name: 'get-answers-201',
    clause: '4.3',
    sentence: 'Answers 201 when one animal is fetched.',
    fails: [fetched, removal],
    change: replies('getPet', (each) => ({ ...each, status: 201 })),
  },
  {
    name: 'get-answers-without-body',
    clause: '4.3',
    sentence: 'Answers 200 without a body when one animal is fetched.',
    fails: [exact],
    change: replies('getPet', (each) => ({ ...each, body: '' })),
  },
  {
    name: 'next-animal-fetched',
    clause: '4.3',
    sentence: 'Fetches the animal after the one that was asked for, where there is one.',
    fails: [exact],
    change: replace(
      'find',
      (find) => async (id, call) => (await find(id + 1n, call)) ?? find(id, call),
    ),
  },
  {
    name: 'first-animal-fetched',
    clause: '4.3',
    sentence: 'Fetches the first animal whatever was asked for.',
    fails: [exact, unknown],
    change: replace('find', (_, server) => () => server.store.at(0)),
  },
  {
    name: 'last-animal-fetched',
    clause: '4.3',
    sentence: 'Fetches the last animal whatever was asked for.',
    fails: [unknown],
    change: replace('find', (_, server) => () => server.store.at(server.store.count() - 1)),
  },
  {
    name: 'animal-fetched-by-position',
    clause: '4.3',
    sentence: 'Fetches the animal at a position that begins with 0.',
    fails: [exact, unknown],
    change: replace(
      'find',
      (_, server) => (id) =>
        id >= 0n && id < BigInt(server.store.count()) ? server.store.at(Number(id)) : undefined,
    ),
  },
  {
    name: 'sign-of-id-ignored',
    clause: '4.3',
    sentence: 'Ignores the sign of a petId.',
    fails: [unknown],
    change: replace('find', (find) => (id, call) => find(id < 0n ? -id : id, call)),
  },
  {
    name: 'id-in-32-bits',
    clause: '4.3',
    sentence: 'Keeps 32 bits of a petId.',
    fails: [unknown],
    change: replace('find', (find) => (id, call) => find(BigInt.asIntN(32, id), call)),
  },
  {
    name: 'id-in-32-bits-without-sign',
    clause: '4.3',
    sentence: 'Keeps the last 31 bits of a petId.',
    fails: [unknown],
    change: replace('find', (find) => (id, call) => find(BigInt.asUintN(31, id), call)),
  },
  {
    name: 'high-ids-rounded',
    clause: '4.3',
    sentence: 'Assigns identifiers beyond 53 bits, and rounds a petId to what a double holds.',
    fails: [exact],
    change: all(
      replace(
        'assignId',
        (assignId) => async (call, animal) => (await assignId(call, animal)) + 2n ** 60n,
      ),
      replace('find', (find) => (id, call) => find(BigInt(Number(id)) + 1n, call)),
    ),
  },
  {
    name: 'fetched-id-rounded',
    clause: '4.3',
    sentence: 'Assigns identifiers beyond 53 bits, and rounds the id when one animal is fetched.',
    fails: [exact],
    change: all(
      inGets((fields) => withField(fields, 'id', rounded)),
      replace(
        'assignId',
        (assignId) => async (call, animal) => (await assignId(call, animal)) * 2n + 2n ** 60n + 1n,
      ),
    ),
  },
  {
    name: 'previous-animal-fetched',
    clause: '4.3',
    sentence: 'Fetches the animal of the request before.',
    fails: [exact],
    change: (server) => {
      let previous: Animal | undefined;
      replace('find', (find) => async (id, call) => {
        const found = await find(id, call);
        const answered = previous ?? found;
        if (found !== undefined) previous = found;
        return found === undefined ? undefined : answered;
      })(server);
    },
  },

  absent('unknown-animal-null', 'Answers 200 with null for an unknown animal.', () =>
    reply(200, 'null'),
  ),
  absent(
    'unknown-animal-empty-object',
    'Answers 200 with an empty object for an unknown animal.',
    () => reply(200, '{}'),
  ),
  absent(
    'unknown-animal-empty-array',
    'Answers 200 with an empty array for an unknown animal.',
    () => reply(200, '[]'),
  ),
  absent('unknown-animal-204', 'Answers 204 for an unknown animal.', () => ({
    status: 204,
    headers: [],
    body: '',
  })),
  absent('unknown-animal-400', 'Answers 400 for an unknown animal.', () => refusal(400)),
  absent('unknown-animal-403', 'Answers 403 for an unknown animal.', () => refusal(403)),
  absent('unknown-animal-410', 'Answers 410 for an unknown animal.', () => refusal(410)),
  absent('unknown-animal-422', 'Answers 422 for an unknown animal.', () => refusal(422)),
  absent('unknown-animal-500', 'Fails with 500 for an unknown animal.', () => refusal(500)),
  absent('error-with-200', 'Answers 200 with an Error for an unknown animal.', () =>
    reply(200, '{"code":"not_found","message":"The animal could not be found.","status":404}'),
  ),
  {
    ...absent('id-0-400', 'Answers 400 for the petId 0.', (_, id) =>
      id === 0n ? refusal(400) : undefined,
    ),
    fails: ['get-animal.impossible-id'],
  },
  {
    ...absent('negative-id-400', 'Answers 400 for a negative petId.', (_, id) =>
      id < 0n ? refusal(400) : undefined,
    ),
    fails: ['get-animal.impossible-id'],
  },
  absent('id-beyond-32-bits-400', 'Answers 400 for a petId beyond 32 bits.', (_, id) =>
    id > 2n ** 31n - 1n || id < -(2n ** 31n) ? refusal(400) : undefined,
  ),
  absent('id-beyond-53-bits-400', 'Answers 400 for a petId that a double does not hold.', (_, id) =>
    BigInt(Number(id)) !== id ? refusal(400) : undefined,
  ),
  {
    name: 'unknown-animal-made-up',
    clause: '4.3',
    sentence: 'Makes an animal up for an identifier that nobody has.',
    fails: [unknown],
    change: replace('getPet', (getPet, server) => async (call) => {
      const id = server.idOf(call);
      if ((await server.find(id, call)) !== undefined) return getPet(call);
      return reply(
        200,
        written([
          ['id', '0'],
          ['name', '""'],
          ['categoryId', '0'],
          ['status', '"available"'],
        ]),
      );
    }),
  },
  failing('id-0-500', 'Fails with 500 for the petId 0.', [unknown], (text) => text === '0'),
  failing('negative-id-500', 'Fails with 500 for a negative petId.', [unknown], (text) =>
    /^-\d/.test(text),
  ),
  failing(
    'highest-id-500',
    'Fails with 500 for the highest int64 as petId.',
    [unknown],
    (text) => text === '9223372036854775807',
  ),
  failing(
    'lowest-id-500',
    'Fails with 500 for the lowest int64 as petId.',
    [unknown],
    (text) => text === '-9223372036854775808',
  ),
  failing('id-in-words-500', 'Fails with 500 for a petId that is a word.', [fails5xx], (text) =>
    /^[a-z]+$/i.test(text),
  ),
  failing(
    'id-with-fraction-500',
    'Fails with 500 for a petId with a fraction.',
    [fails5xx],
    (text) => text.includes('.'),
  ),
  failing(
    'id-beyond-int64-500',
    'Fails with 500 for a petId beyond int64.',
    [fails5xx],
    (text) => /^-?\d{19,}$/.test(text) && BigInt(text) !== BigInt.asIntN(64, BigInt(text)),
  ),

  reading('id-digits-before-letters', 'Reads the digits before the letters of a petId.', (text) =>
    /^\d/.test(text) ? whole(Number.parseInt(text, 10)) : undefined,
  ),
  reading(
    'id-digits-among-letters',
    'Reads the digits of a petId and leaves out the letters.',
    (text) => (/\d/.test(text) ? whole(Number(text.replace(/\D/g, '').slice(0, 15))) : undefined),
  ),
  reading('id-fraction-cut', 'Cuts the fraction of a petId off.', (text) =>
    /^\d+\.\d+$/.test(text) ? whole(Number(text)) : undefined,
  ),
  reading(
    'id-any-number-form',
    'Reads a petId as a program reads a number, with fractions and exponents.',
    (text) => (text.trim() === '' ? undefined : whole(Number(text))),
  ),
  {
    name: 'id-in-words-first-animal',
    clause: '4.3',
    sentence: 'Takes a petId that is a word for the first animal.',
    fails: [integer],
    change: wordFor((server) => server.store.at(0)),
  },
  {
    name: 'id-in-words-last-animal',
    clause: '4.3',
    sentence: 'Takes a petId that is a word for the last animal.',
    fails: [integer],
    change: wordFor((server) => server.store.at(server.store.count() - 1)),
  },

  removed('get-removed-410', 'Answers 410 for every animal before the day of removal.', () =>
    refusal(410),
  ),
  removed('get-removed-404', 'Answers 404 for every animal before the day of removal.', () =>
    refusal(404),
  ),
  removed('get-removed-501', 'Answers 501 for every animal before the day of removal.', () =>
    refusal(501),
  ),
  removed(
    'get-redirected',
    'Redirects from every animal to the list before the day of removal.',
    () => ({ status: 301, headers: [['location', '/v1/pets']], body: '' }),
  ),
  announcing(
    'sunset-two-days-later',
    'Announces the removal for 7 December 2030.',
    'Sat, 07 Dec 2030 00:00:00 GMT',
  ),
  announcing(
    'sunset-months-swapped',
    'Announces the removal for 12 May 2030.',
    'Sun, 12 May 2030 00:00:00 GMT',
  ),
  announcing(
    'sunset-years-earlier',
    'Announces the removal for 5 December 2025.',
    'Fri, 05 Dec 2025 00:00:00 GMT',
  ),
  announcing('sunset-no-date', 'Announces the removal with a word instead of a date.', 'soon'),
  {
    name: 'sunset-wrong-on-404',
    clause: '9',
    sentence: 'Announces the removal for another day when the animal is unknown.',
    fails: [sunset],
    change: replace('refuse', (refuse) => (refused, call) => {
      const each = refuse(refused, call);
      return call.operation === 'getPet' && refused.status === 404
        ? { ...each, headers: [...each.headers, ['sunset', 'Mon, 31 Dec 2029 00:00:00 GMT']] }
        : each;
    }),
  },
];

function wordFor(
  animalOf: (server: Parameters<Fault['change']>[0]) => Animal | undefined,
): Fault['change'] {
  return replace('getPet', (getPet, server) => (call) => {
    const animal = /^[a-z]+$/i.test(call.petId) ? animalOf(server) : undefined;
    return animal === undefined
      ? getPet(call)
      : server.json(200, server.fetchedText(animal, call), call);
  });
}
