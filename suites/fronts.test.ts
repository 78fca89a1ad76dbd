// Which errors may be those of a server in front of the service, and which are its own.
import { expect, test } from 'vitest';
import { keysBeyondAscii } from '../lib/contract/keys.js';
import type { Ask } from '../lib/http/types.js';
import type { Exchange } from '../lib/judge/rules/index.js';
import { answered, asking } from '../lib/testing/made-up.js';
import { ofThisMachine, trusted } from './authentication/trusted.js';
import { inChunks } from './framing.js';
import { mayBeOfAFront, overlongKeys } from './fronts.js';

const list = asking('listPets', '/pets');
const add: Ask = { ...list, operation: 'createPet', method: 'POST', writes: true };
const named = (name: string, validity: Ask['validity'] = 'valid'): Ask => ({
  ...add,
  body: JSON.stringify({ name }),
  validity,
});
const expecting: Ask = { ...add, headers: [['EXPECT', '100-continue']] };
const chunked: Ask = { ...add, headers: [...inChunks] };
const spoofed: Ask = { ...list, headers: [...trusted] };
const elsewhere: Ask = { ...list, headers: [...ofThisMachine] };
const [longest, long] = overlongKeys.map(({ key }) => ({ ...list, key }));
const accents: Ask = {
  ...list,
  key: { authorization: `Bearer ${keysBeyondAscii('made-up')[0]?.token}` },
};
const beyond = (length: number): Ask => ({ ...add, body: 'x'.repeat(length) });
const odd = '<script>alert(1)</script>';

const ofAFront = (ask: Ask, status: number, type = 'text/html'): boolean =>
  mayBeOfAFront({ ask, answer: answered(status, 'No.', [['Content-Type', type]]) } as Exchange);

test.each<[string, Ask | undefined, number, boolean]>([
  ['any error for a key of 20,000 characters', longest, 431, true],
  ['any error for a key of 4,000 characters', long, 400, true],
  ['no success for a long key', longest, 200, false],
  ['a 400 for a key with accents', accents, 400, true],
  ['another status for a key with accents', accents, 500, false],
  ['a 417 for an expectation', expecting, 417, true],
  ['a 417 without one', add, 417, false],
  ['another status for an expectation', expecting, 400, false],
  ['a 411 for a body in chunks', chunked, 411, true],
  ['a 411 for a body with its length', add, 411, false],
  ['a 403 for headers that some servers trust', spoofed, 403, true],
  ['a 404 for another host', elsewhere, 404, true],
  ['a 421 for another host', elsewhere, 421, true],
  ['no success for another host', elsewhere, 200, false],
  ['a 413 for a long body', beyond(10_000), 413, true],
  ['a 413 for a shorter one', beyond(9_999), 413, false],
  ['another status for a long body', beyond(10_000), 400, false],
  ['a 400 for a control character in the path', asking('getPetById', '/pets/%1F'), 400, true],
  ['a 404 for a deleted character in the path', asking('getPetById', '/pets/%7f'), 404, true],
  ['a 500 for a control character', asking('getPetById', '/pets/%00'), 500, false],
  [
    'a 403 for an injection in the query',
    asking('listPets', "/pets?status=x'%20OR%20'1'%3D'1"),
    403,
    true,
  ],
  ['a 400 for an encoded apostrophe in the path', asking('getPetById', '/pets/%27'), 400, true],
  ['a 400 for a space in the path', asking('getPetById', '/pets/%20'), 400, false],
  ['a 403 for an odd name', named(odd), 403, true],
  ['a 403 for a plain name', named('Ada'), 403, false],
  ['a 403 for a body that need not be accepted', named('Ada', 'open'), 403, true],
  ['a 403 for an invalid body, whatever its name', named(odd, 'invalid'), 403, false],
  ['a 403 for a list', list, 403, false],
])('%s', (_, ask, status, may) => {
  expect(ofAFront(ask ?? list, status)).toBe(may);
  // A service that speaks JSON has spoken for itself.
  expect(ofAFront(ask ?? list, status, 'application/problem+json')).toBe(false);
});
