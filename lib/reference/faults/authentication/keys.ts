// Faults of clause 5: valid keys that are refused, and wrong ones that are accepted.
import { createHmac } from 'node:crypto';
import { after, before, replace, type Change } from '../../changes/change.js';
import { compared, unchecked } from '../../changes/keys.js';
import { ofWrongKey, otherStatus, refuse, refusing } from '../../changes/refusals.js';
import { is, isFiltered, isMessage, isOfCatalogue } from '../../changes/requests.js';
import { header, unescaped } from '../../request.js';
import type { Call, Operation } from '../../types.js';
import { anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, each, type Fault } from '../fault.js';

/** Accepts other texts as the key, for messages too. */
const alsoAKey = (is: (shown: string) => boolean): Change =>
  after('isKey', (same, shown) => same || is(shown));
function isSignedWith(secret: string, token: string): boolean {
  const [head, body, signature] = token.split('.');
  return createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url') === signature;
}
/** Accepts other texts as the key, in the catalogue only. */
const alsoAccepting = (is: (shown: string, key: string) => boolean): Change =>
  compared((shown, key) => shown === key || is(shown, key));
const acceptedBetween = ([left, right]: readonly [string, string]): Change =>
  alsoAccepting((shown, key) => shown === left + key + right);
const comparedUpTo = (sign: string): Change =>
  alsoAccepting((shown, key) => shown.split(sign)[0] === key);
/** Compares the length, and the characters at some places only. */
const comparedLettersWhere = (isCompared: (at: number, key: string) => boolean): Change =>
  compared(
    (shown, key) =>
      shown.length === key.length &&
      Array.from(key).every((letter, at) => !isCompared(at, key) || shown[at] === letter),
  );
const acceptingAnyFor = (operation: Operation): Change =>
  compared((shown, key, call) => is(call, operation) || shown === key);
const differences = (one: string, other: string): number =>
  [...one].filter((letter, at) => letter !== other[at]).length;
const sorted = (text: string): string => [...text].sort().join('');
const isGet = (call: Call): boolean => is(call, 'getPet');

/** The key up to the last sign in it, and the kinds of what follows. */
const formOf = (key: string): string =>
  key.replace(/[^-_.]*$/, (rest) => rest.replace(/\d/g, '0').replace(/[a-z]/gi, 'a'));

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
    ...each('Refuses a valid key when %s.', (when) => refusing(401, when), {
      'valid-key-refused-on-get': ['an animal is fetched', isGet],
      'valid-key-refused-with-filter': ['the list is filtered', isFiltered],
    }),
    ...each('Returns 403 for a valid key when %s.', (when) => refusing(403, when), {
      'valid-key-403-with-filter': ['the list is filtered', isFiltered],
      'valid-key-403-on-get': ['an animal is fetched', isGet],
    }),
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
    ...each('Accepts %s.', alsoAccepting, {
      'overlong-key-accepted': [
        'any key of more than 10,000 characters',
        (shown) => shown.length > 10_000,
      ],
      'unsigned-token-accepted': [
        'any token of three parts as a JSON Web Token',
        (shown) => shown.split('.').length === 3,
      ],
      'token-with-weak-secret-accepted': [
        'a JSON Web Token that is signed with the word secret',
        (shown) => isSignedWith('secret', shown),
      ],
      'padded-key-accepted': [
        'the key with equals signs behind it',
        (shown, key) => shown.replace(/=+$/, '') === key,
      ],
      'uuid-accepted': [
        'any UUID as a key',
        (shown) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-/.test(shown),
      ],
      'key-in-capitals-accepted': [
        'the key in upper case',
        (shown, key) => shown === key.toUpperCase(),
      ],
      'key-admin': ['the word admin as a key', (shown) => shown === 'admin'],
      'key-test': ['the word test as a key', (shown) => shown === 'test'],
      'key-one': ['the number 1 as a key', (shown) => shown === '1'],
      'key-of-the-same-form-accepted': [
        'any key with the same beginning, and as many letters and digits behind it',
        (shown, key) => formOf(shown) === formOf(key),
      ],
      'key-minus-one': ['the number -1 as a key', (shown) => shown === '-1'],
      'key-empty-brackets': ['a pair of empty brackets as a key', (shown) => shown === '[]'],
    }),
    'long-key-accepted': [
      'Does not check a key of more than 2,000 characters.',
      alsoAccepting((shown) => shown.length > 2_000 && shown.length < 10_000),
    ],
    ...each('Strips %s from a key.', acceptedBetween, {
      'key-in-quotes-accepted': ['quotes', ['"', '"']],
      'key-in-single-quotes-accepted': ['single quotes', ["'", "'"]],
      'key-in-angle-brackets-accepted': ['angle brackets', ['<', '>']],
    }),
    'key-percent-decoded': [
      'Decodes percent-encoding in a key.',
      alsoAccepting((shown, key) => /%[0-9a-f]{2}/i.test(shown) && unescaped(shown) === key),
    ],
    'key-hyphen-like-underscore': [
      'Treats a hyphen in a key as an underscore.',
      compared((shown, key) => shown.replaceAll('_', '-') === key.replaceAll('_', '-')),
    ],
    'key-without-hyphens-accepted': [
      'Ignores hyphens when it compares keys.',
      compared((shown, key) => shown.replaceAll('-', '') === key.replaceAll('-', '')),
    ],
    'key-as-pattern': [
      'Treats the punctuation of the stored key as wildcards.',
      compared((shown, key) => new RegExp(`^${key.replace(/[-._]/g, '.')}$`).test(shown)),
    ],
    'key-beyond-ascii-fails': [
      'Returns 500 for a key with a character beyond ASCII.',
      before('isAuthorized', (call, server) => {
        if (/[^ -~]/.test(server.authorization(call) ?? '')) refuse(500);
      }),
    ],
    'key-beyond-ascii-ignored': [
      'Ignores characters beyond ASCII when it compares keys.',
      compared((shown, key) => shown.replace(/[^ -~]/g, '') === key),
    ],
    'key-before-dot-accepted': [
      'Ignores a dot after the key and what follows it.',
      alsoAccepting((shown, key) => shown.startsWith(`${key}.`)),
    ],
    ...each('Ignores %s in a key and what follows it.', comparedUpTo, {
      'key-before-colon-accepted': ['a colon', ':'],
      'key-before-equals-sign-accepted': ['an equals sign', '='],
      'key-before-ampersand-accepted': ['an ampersand', '&'],
      'key-before-number-sign-accepted': ['a number sign', '#'],
      'key-before-slash-accepted': ['a slash', '/'],
      'key-before-comma-accepted': ['a comma', ','],
      'key-before-semicolon-accepted': ['a semicolon', ';'],
    }),
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
    'key-half-compared': [
      'Compares only the first half of a key.',
      compared((shown, key) => shown.startsWith(key.slice(0, Math.ceil(key.length / 2)))),
    ],
    ...each('Accepts %s.', compared, {
      'key-prefix-accepted': ['the beginning of the key', (shown, key) => key.startsWith(shown)],
      'key-suffix-accepted': [
        'the key with more characters after it',
        (shown, key) => shown.startsWith(key),
      ],
      'key-contained': ['anything that contains the key', (shown, key) => shown.includes(key)],
      'key-end-compared': [
        'the key with more characters before it',
        (shown, key) => shown.endsWith(key),
      ],
      'key-length-compared': [
        'any key of the right length',
        (shown, key) => shown.length === key.length,
      ],
      'key-letters-in-any-order': [
        'the characters of the key in any order',
        (shown, key) => sorted(shown) === sorted(key),
      ],
    }),
    'key-in-base64-accepted': [
      'Also accepts the key encoded as Base64.',
      alsoAccepting((shown, key) => Buffer.from(shown, 'base64').toString() === key),
    ],
    ...each('Ignores the %s character of a key.', comparedLettersWhere, {
      'key-last-letter-ignored': ['last', (at, { length }) => at < length - 1],
      'key-first-letter-ignored': ['first', (at) => at > 0],
    }),
    'key-one-letter-off': [
      'Accepts a key with one wrong character.',
      compared((shown, key) => shown.length === key.length && differences(shown, key) <= 1),
    ],
    'key-every-second-letter-compared': [
      'Ignores every second character of a key.',
      comparedLettersWhere((at) => at % 2 === 0),
    ],
    'key-few-letters-compared': [
      'Compares only the first, the middle and the last character of a key.',
      compared((shown, key) =>
        [0, Math.floor(key.length / 2), key.length - 1].every((at) => shown[at] === key[at]),
      ),
    ],
    ...each('Accepts any key when %s.', acceptingAnyFor, {
      'any-key-accepted-on-list': ['animals are listed', 'listPets'],
      'any-key-accepted-on-get': ['an animal is fetched', 'getPet'],
      'any-key-accepted-on-add': ['an animal is added', 'createPet'],
    }),
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
    'overlong-key-404': [
      'Returns 404 instead of 401 for a key of more than 1,000 characters.',
      otherStatus(
        (refusal, call) =>
          ofWrongKey(refusal, call) && (header(call.request, 'authorization') ?? '').length > 1_000,
        404,
      ),
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
