// Faults of clause 5: keys that are compared too loosely, and forms that should not carry a key.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { header, parameters } from '../request.js';
import type { Call } from '../types.js';

const wrong = 'authentication.wrong-key';
const form = 'authentication.bearer-form';

const isCatalogue = (call: Call): boolean => call.operation !== 'sendMessage';
const compared = (isKey: (shown: string, key: string, call: Call) => boolean): Fault['change'] =>
  replace(
    'isKey',
    (original) => (shown, key, call) =>
      isCatalogue(call) ? isKey(shown, key, call) : original(shown, key, call),
  );
/** A key is found in one more place. */
const found = (elsewhere: (call: Call) => string | undefined): Fault['change'] =>
  replace(
    'shownKey',
    (shownKey) => (call) => shownKey(call) ?? (isCatalogue(call) ? elsewhere(call) : undefined),
  );
const authorizationAs =
  (pattern: RegExp) =>
  (call: Call): string | undefined =>
    pattern.exec(header(call.request, 'authorization') ?? '')?.[1];
const basic = (call: Call): string =>
  Buffer.from(authorizationAs(/^Basic (.+)$/)(call) ?? '', 'base64').toString();

const loose = (
  name: string,
  sentence: string,
  isKey: (shown: string, key: string, call: Call) => boolean,
): Fault => ({
  name,
  clause: '5',
  sentence,
  fails: [wrong],
  change: compared(isKey),
});
const otherPlace = (
  name: string,
  sentence: string,
  elsewhere: (call: Call) => string | undefined,
): Fault => ({
  name,
  clause: '5',
  sentence,
  fails: [form],
  change: found(elsewhere),
});

const differences = (one: string, other: string): number =>
  [...one].filter((letter, at) => letter !== other[at]).length;
const sorted = (text: string): string => [...text].sort().join('');

export const authenticationForms: readonly Fault[] = [
  loose('any-key-accepted', 'Takes every key for a valid one.', () => true),
  loose(
    'key-of-any-case',
    'Compares keys without regard to upper and lower case.',
    (shown, key) => shown.toLowerCase() === key.toLowerCase(),
  ),
  loose('key-prefix-accepted', 'Takes the beginning of a key for the key.', (shown, key) =>
    key.startsWith(shown),
  ),
  loose('key-half-compared', 'Compares the first half of a key only.', (shown, key) => {
    const half = key.slice(0, Math.ceil(key.length / 2));
    return shown.startsWith(half);
  }),
  loose(
    'key-suffix-accepted',
    'Takes a key with more letters after it for the key.',
    (shown, key) => shown.startsWith(key),
  ),
  loose(
    'key-before-comma-accepted',
    'Reads a key up to the first comma.',
    (shown, key) => shown.split(',')[0] === key,
  ),
  loose(
    'key-before-semicolon-accepted',
    'Reads a key up to the first semicolon.',
    (shown, key) => shown.split(';')[0] === key,
  ),
  loose(
    'key-in-base64-accepted',
    'Takes the key in base64 too.',
    (shown, key) => shown === key || Buffer.from(shown, 'base64').toString() === key,
  ),
  loose('key-contained', 'Takes everything that contains the key for the key.', (shown, key) =>
    shown.includes(key),
  ),
  loose('key-end-compared', 'Takes a key with more letters before it for the key.', (shown, key) =>
    shown.endsWith(key),
  ),
  loose(
    'key-length-compared',
    'Takes every key of the right length for the key.',
    (shown, key) => shown.length === key.length,
  ),
  loose(
    'key-last-letter-ignored',
    'Does not compare the last letter of a key.',
    (shown, key) => shown.length === key.length && shown.startsWith(key.slice(0, -1)),
  ),
  loose(
    'key-first-letter-ignored',
    'Does not compare the first letter of a key.',
    (shown, key) => shown.length === key.length && shown.endsWith(key.slice(1)),
  ),
  loose(
    'key-one-letter-off',
    'Forgives one wrong letter in a key.',
    (shown, key) => shown.length === key.length && differences(shown, key) <= 1,
  ),
  loose(
    'key-letters-in-any-order',
    'Compares the letters of a key, not their order.',
    (shown, key) => sorted(shown) === sorted(key),
  ),
  loose(
    'any-key-accepted-on-list',
    'Takes every key for a valid one when animals are listed.',
    (shown, key, call) => call.operation === 'listPets' || shown === key,
  ),
  loose(
    'any-key-accepted-on-get',
    'Takes every key for a valid one when one animal is fetched.',
    (shown, key, call) => call.operation === 'getPet' || shown === key,
  ),
  loose(
    'any-key-accepted-on-add',
    'Takes every key for a valid one when an animal is added.',
    (shown, key, call) => call.operation === 'createPet' || shown === key,
  ),
  loose(
    'key-prefix-accepted-on-add',
    'Takes the beginning of a key for the key when an animal is added.',
    (shown, key, call) => (call.operation === 'createPet' ? key.startsWith(shown) : shown === key),
  ),
  {
    ...loose(
      'key-before-space-accepted',
      'Reads a key up to the first space.',
      (shown, key) => shown.split(' ')[0] === key,
    ),
    fails: [form],
  },
  {
    ...loose(
      'bearer-twice-accepted',
      'Takes the word Bearer as often as it stands before the key.',
      (shown, key) => shown.replace(/^(?:Bearer )+/, '') === key,
    ),
    fails: [form],
  },
  otherPlace(
    'bearer-with-colon-accepted',
    'Takes the key after the word Bearer and a colon.',
    authorizationAs(/^Bearer: (\S+)$/),
  ),
  otherPlace(
    'bare-key-accepted',
    'Takes the key without the word Bearer.',
    authorizationAs(/^(\S+)$/),
  ),
  otherPlace(
    'any-scheme-accepted',
    'Takes the key after any word, not only after Bearer.',
    authorizationAs(/^\S+ (\S+)$/),
  ),
  otherPlace(
    'token-scheme-accepted',
    'Takes the key after the word Token.',
    authorizationAs(/^Token (\S+)$/i),
  ),
  otherPlace(
    'bearer-without-space',
    'Takes the key right after the word Bearer, without a space.',
    authorizationAs(/^Bearer(\S+)$/),
  ),
  otherPlace(
    'basic-password-accepted',
    'Takes the key as a Basic password.',
    (call) => basic(call).split(':')[1],
  ),
  otherPlace(
    'basic-user-accepted',
    'Takes the key as a Basic user name.',
    (call) => basic(call).split(':')[0],
  ),
  otherPlace(
    'basic-bare-key-accepted',
    'Takes the bare key after the word Basic.',
    authorizationAs(/^Basic (\S+)$/),
  ),
  {
    ...otherPlace('key-in-api-key-header', 'Takes the key in an X-API-Key header.', (call) =>
      header(call.request, 'x-api-key'),
    ),
    fails: ['authentication.other-places'],
  },
  {
    ...otherPlace(
      'key-in-query-as-api-key',
      'Takes the key as the query parameter api_key.',
      (call) => parameters(call, 'api_key')[0],
    ),
    fails: ['authentication.other-places'],
  },
  {
    ...otherPlace(
      'key-in-query-as-access-token',
      'Takes the key as the query parameter access_token.',
      (call) => parameters(call, 'access_token')[0],
    ),
    fails: ['authentication.other-places'],
  },
  {
    ...otherPlace(
      'key-in-cookie',
      'Takes the key in a cookie.',
      (call) => /(?:^|[;=]\s*)([^;=]+)$/.exec(header(call.request, 'cookie') ?? '')?.[1],
    ),
    fails: ['authentication.other-places'],
  },
  {
    name: 'bare-scheme-accepted',
    clause: '5',
    sentence: 'Takes the word Bearer without a key for a valid key.',
    fails: [form],
    change: replace(
      'isAuthorized',
      (isAuthorized, server) => (call) =>
        isAuthorized(call) || (isCatalogue(call) && server.authorization(call) === 'Bearer'),
    ),
  },
  {
    name: 'empty-authorization-accepted',
    clause: '5',
    sentence: 'Takes an empty Authorization header for a valid key.',
    fails: [form],
    change: replace(
      'isAuthorized',
      (isAuthorized, server) => (call) =>
        isAuthorized(call) || (isCatalogue(call) && server.authorization(call) === ''),
    ),
  },
];
