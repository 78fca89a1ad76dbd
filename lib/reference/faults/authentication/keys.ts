// Faults of clause 5: valid keys that are refused, and wrong ones that are accepted.
import { createHmac } from 'node:crypto';
import { after, before, replace, type Change } from '../../changes/change.js';
import { compared, unchecked } from '../../changes/keys.js';
import { ofWrongKey, otherStatus, refuse, refusing } from '../../changes/refusals.js';
import { is, isFiltered, isMessage, isOfCatalogue } from '../../changes/requests.js';
import { header, unescaped } from '../../request.js';
import { anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, each, type Fault } from '../fault.js';

/** Accepts other texts as the key, for messages too. */
const alsoAKey = (is: (shown: string) => boolean): Change =>
  after('isKey', (same, shown) => same || is(shown));
function isSignedWith(secret: string, token: string): boolean {
  const [head, body, signature] = token.split('.');
  return createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url') === signature;
}
/** Accepts one more key. */
const accepted = (other: string): Change =>
  compared((shown, key) => shown === key || shown === other);
const acceptedBetween = ([left, right]: readonly [string, string]): Change =>
  compared((shown, key) => shown === key || shown === left + key + right);
const comparedUpTo = (sign: string): Change =>
  compared((shown, key) => shown === key || shown.split(sign)[0] === key);
const differences = (one: string, other: string): number =>
  [...one].filter((letter, at) => letter !== other[at]).length;
const sorted = (text: string): string => [...text].sort().join('');

export const authenticationKeys: readonly Fault[] = [
  ...breaking('authentication.valid-key', {
    'key-check-inverted': [
      'Refuses the valid key, and accepts any other.',
      after('isKey', (same, _shown, _key, call) => (isMessage(call) ? same : !same)),
    ],
    'only-keyless-let-in': [
      'Refuses every key, and accepts requests without one.',
      replace(
        'isAuthorized',
        (isAuthorized, server) => (call) =>
          isMessage(call) ? isAuthorized(call) : server.authorization(call) === undefined,
      ),
    ],
    'valid-key-refused-on-get': [
      'Refuses a valid key when an animal is fetched.',
      refusing(401, (call) => is(call, 'getPet')),
    ],
    'valid-key-refused-with-filter': [
      'Refuses a valid key when the list is filtered.',
      refusing(401, isFiltered),
    ],
    'valid-key-403-with-filter': [
      'Returns 403 for a valid key when the list is filtered.',
      refusing(403, isFiltered),
    ],
    'valid-key-403-on-get': [
      'Returns 403 for a valid key when an animal is fetched.',
      refusing(403, (call) => is(call, 'getPet')),
    ],
    'valid-key-403-for-sold-add': [
      'Returns 403 for a valid key when a sold animal is added.',
      before('statusOf', (body) => {
        if (body.get('status') === 'sold') refuse(403);
      }),
    ],
    'valid-key-refused-after-1000-requests': [
      'Refuses a valid key after a thousand requests.',
      after(
        'isAuthorized',
        (authorized, call) => authorized && (call.number <= 1_000 || isMessage(call)),
      ),
    ],
    'key-locked-out-by-wrong-ones': [
      'Refuses every key after ten wrong ones in a row.',
      replace('isAuthorized', (isAuthorized) => {
        let wrong = 0;
        return (call) => {
          if (isMessage(call)) return isAuthorized(call);
          const authorized = isAuthorized(call) && wrong < 10;
          wrong = authorized ? 0 : wrong + 1;
          return authorized;
        };
      }),
    ],
  }),
  ...breakingByChance('authentication.valid-key', anyAnswer, {
    'valid-key-refused-once-in-10': [
      'Refuses one valid key in ten.',
      after(
        'isAuthorized',
        (authorized, call, server) => authorized && !(isOfCatalogue(call) && onceIn(10, server)),
      ),
    ],
  }),
  ...breaking('authentication.wrong-key', {
    'overlong-key-accepted': [
      'Accepts any key of more than 10,000 characters.',
      compared((shown, key) => shown === key || shown.length > 10_000),
    ],
    'long-key-accepted': [
      'Does not check a key of more than 2,000 characters.',
      compared((shown, key) => shown === key || (shown.length > 2_000 && shown.length < 10_000)),
    ],
    'unsigned-token-accepted': [
      'Accepts any token of three parts as a JSON Web Token.',
      compared((shown, key) => shown === key || shown.split('.').length === 3),
    ],
    'token-with-weak-secret-accepted': [
      'Accepts a JSON Web Token that is signed with the word secret.',
      compared((shown, key) => shown === key || isSignedWith('secret', shown)),
    ],
    'uuid-accepted': [
      'Accepts any UUID as a key.',
      compared((shown, key) => shown === key || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-/.test(shown)),
    ],
    ...each('Strips %s from a key.', acceptedBetween, {
      'key-in-quotes-accepted': ['quotes', ['"', '"']],
      'key-in-single-quotes-accepted': ['single quotes', ["'", "'"]],
      'key-in-angle-brackets-accepted': ['angle brackets', ['<', '>']],
    }),
    'key-percent-decoded': [
      'Decodes percent-encoding in a key.',
      compared(
        (shown, key) => shown === key || (/%[0-9a-f]{2}/i.test(shown) && unescaped(shown) === key),
      ),
    ],
    'key-in-capitals-accepted': [
      'Accepts the key in upper case.',
      compared((shown, key) => shown === key || shown === key.toUpperCase()),
    ],
    'key-hyphen-like-underscore': [
      'Treats a hyphen in a key as an underscore.',
      compared(
        (shown, key) => shown === key || shown.replaceAll('_', '-') === key.replaceAll('_', '-'),
      ),
    ],
    'key-without-hyphens-accepted': [
      'Ignores hyphens when it compares keys.',
      compared(
        (shown, key) => shown === key || shown.replaceAll('-', '') === key.replaceAll('-', ''),
      ),
    ],
    'key-as-pattern': [
      'Treats the punctuation of the stored key as wildcards.',
      compared(
        (shown, key) => shown === key || new RegExp(`^${key.replace(/[-._]/g, '.')}$`).test(shown),
      ),
    ],
    'key-before-colon-accepted': [
      'Ignores a colon in a key and what follows it.',
      compared((shown, key) => shown === key || shown.split(':')[0] === key),
    ],
    'key-before-dot-accepted': [
      'Ignores a dot after the key and what follows it.',
      compared((shown, key) => shown === key || shown.startsWith(`${key}.`)),
    ],
    ...each('Ignores %s in a key and what follows it.', comparedUpTo, {
      'key-before-equals-sign-accepted': ['an equals sign', '='],
      'key-before-ampersand-accepted': ['an ampersand', '&'],
      'key-before-slash-accepted': ['a slash', '/'],
    }),
    ...each('Accepts %s as a key.', accepted, {
      'key-admin': ['the word admin', 'admin'],
      'key-test': ['the word test', 'test'],
      'key-one': ['the number 1', '1'],
      'key-minus-one': ['the number -1', '-1'],
    }),
    'key-empty-brackets': [
      'Accepts a pair of empty brackets as a key.',
      compared((shown, key) => shown === key || shown === '[]'),
    ],
    'key-not-checked-when-shown-in-any-form': [
      'Does not check the key when there is an Authorization header.',
      unchecked((call, server) => isOfCatalogue(call) && server.authorization(call) !== undefined),
    ],
    'any-key-behind-lower-case-bearer': [
      'Accepts any key if the scheme is written bearer, in lower case.',
      unchecked(({ request }) => header(request, 'authorization')?.startsWith('bearer ') === true),
    ],
    'any-key-accepted': ['Accepts any key.', compared(() => true)],
    'key-of-any-case': [
      'Compares keys without regard to case.',
      compared((shown, key) => shown.toLowerCase() === key.toLowerCase()),
    ],
    'key-prefix-accepted': [
      'Accepts the beginning of the key.',
      compared((shown, key) => key.startsWith(shown)),
    ],
    'key-half-compared': [
      'Compares only the first half of a key.',
      compared((shown, key) => {
        const half = key.slice(0, Math.ceil(key.length / 2));
        return shown.startsWith(half);
      }),
    ],
    'key-suffix-accepted': [
      'Accepts the key with more characters after it.',
      compared((shown, key) => shown.startsWith(key)),
    ],
    'key-before-comma-accepted': [
      'Ignores a comma in a key and what follows it.',
      compared((shown, key) => shown.split(',')[0] === key),
    ],
    'key-before-semicolon-accepted': [
      'Ignores a semicolon in a key and what follows it.',
      compared((shown, key) => shown.split(';')[0] === key),
    ],
    'key-in-base64-accepted': [
      'Also accepts the key encoded as Base64.',
      compared((shown, key) => shown === key || Buffer.from(shown, 'base64').toString() === key),
    ],
    'key-contained': [
      'Accepts anything that contains the key.',
      compared((shown, key) => shown.includes(key)),
    ],
    'key-end-compared': [
      'Accepts the key with more characters before it.',
      compared((shown, key) => shown.endsWith(key)),
    ],
    'key-length-compared': [
      'Accepts any key of the right length.',
      compared((shown, key) => shown.length === key.length),
    ],
    'key-last-letter-ignored': [
      'Ignores the last character of a key.',
      compared((shown, key) => shown.length === key.length && shown.startsWith(key.slice(0, -1))),
    ],
    'key-first-letter-ignored': [
      'Ignores the first character of a key.',
      compared((shown, key) => shown.length === key.length && shown.endsWith(key.slice(1))),
    ],
    'key-one-letter-off': [
      'Accepts a key with one wrong character.',
      compared((shown, key) => shown.length === key.length && differences(shown, key) <= 1),
    ],
    'key-every-second-letter-compared': [
      'Ignores every second character of a key.',
      compared(
        (shown, key) =>
          shown.length === key.length &&
          Array.from(key).every((letter, at) => at % 2 === 1 || shown[at] === letter),
      ),
    ],
    'key-few-letters-compared': [
      'Compares only the first, the middle and the last character of a key.',
      compared((shown, key) =>
        [0, Math.floor(key.length / 2), key.length - 1].every((at) => shown[at] === key[at]),
      ),
    ],
    'key-letters-in-any-order': [
      'Accepts the characters of the key in any order.',
      compared((shown, key) => sorted(shown) === sorted(key)),
    ],
    'any-key-accepted-on-list': [
      'Accepts any key when animals are listed.',
      compared((shown, key, call) => is(call, 'listPets') || shown === key),
    ],
    'any-key-accepted-on-get': [
      'Accepts any key when an animal is fetched.',
      compared((shown, key, call) => is(call, 'getPet') || shown === key),
    ],
    'any-key-accepted-on-add': [
      'Accepts any key when an animal is added.',
      compared((shown, key, call) => is(call, 'createPet') || shown === key),
    ],
    'key-prefix-accepted-on-add': [
      'Accepts the beginning of the key when an animal is added.',
      compared((shown, key, call) =>
        is(call, 'createPet') ? key.startsWith(shown) : shown === key,
      ),
    ],
    'wrong-key-403': [
      'Returns 403 for a wrong key, but 401 for a missing one.',
      otherStatus(ofWrongKey, 403),
    ],
    'wrong-key-500': ['Returns 500 when the key is wrong.', otherStatus(ofWrongKey, 500)],
    'key-constructor': [
      'Looks up keys in a plain object, so that constructor is accepted.',
      alsoAKey((shown) => shown in {}),
    ],
    'key-sql-wildcard': [
      'Looks up keys with LIKE, so that % is accepted.',
      alsoAKey((shown) => shown.includes('%')),
    ],
    'key-sql-injection': [
      'Inserts the key into SQL, so that a condition is accepted.',
      alsoAKey((shown) => /'\s*or\s*'/i.test(shown)),
    ],
    'key-regexp': [
      'Treats the key in the request as a regular expression.',
      alsoAKey((shown) => shown === '.*'),
    ],
    'key-true': [
      'Accepts the word true as a key.',
      alsoAKey((shown) => ['true', '1', '0', 'false'].includes(shown)),
    ],
    'key-none': [
      'Accepts the words None and nil as a key.',
      alsoAKey((shown) => ['None', 'nil', 'NULL'].includes(shown)),
    ],
  }),
];
