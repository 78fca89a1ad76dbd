// Faults of clause 5: valid keys that are refused, and wrong ones that are taken.
import { after, before, replace, type Change } from '../../changes/change.js';
import { compared, unchecked } from '../../changes/keys.js';
import { ofWrongKey, otherStatus, refuse, refusing } from '../../changes/refusals.js';
import { is, isFiltered, isMessage, isOfCatalogue } from '../../changes/requests.js';
import { unescaped } from '../../request.js';
import { anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, type Fault } from '../fault.js';

/** Texts that pass for a key besides it, for messages too. */
const alsoAKey = (is: (shown: string) => boolean): Change =>
  after('isKey', (same, shown) => same || is(shown));
const differences = (one: string, other: string): number =>
  [...one].filter((letter, at) => letter !== other[at]).length;
const sorted = (text: string): string => [...text].sort().join('');

export const authenticationKeys: readonly Fault[] = [
  ...breaking('authentication.valid-key', {
    'key-check-inverted': [
      'Refuses the valid key, and takes any other.',
      after('isKey', (same, _shown, _key, call) => (isMessage(call) ? same : !same)),
    ],
    'only-keyless-let-in': [
      'Refuses every key, and lets in who shows none.',
      replace(
        'isAuthorized',
        (isAuthorized, server) => (call) =>
          isMessage(call) ? isAuthorized(call) : server.authorization(call) === undefined,
      ),
    ],
    'valid-key-refused-on-get': [
      'Refuses a valid key when one animal is fetched.',
      refusing(401, (call) => is(call, 'getPet')),
    ],
    'valid-key-refused-with-filter': [
      'Refuses a valid key when the list is filtered.',
      refusing(401, isFiltered),
    ],
    'valid-key-403-with-filter': [
      'Answers 403 to a valid key when the list is filtered.',
      refusing(403, isFiltered),
    ],
    'valid-key-403-on-get': [
      'Answers 403 to a valid key when one animal is fetched.',
      refusing(403, (call) => is(call, 'getPet')),
    ],
    'valid-key-403-for-sold-add': [
      'Answers 403 to a valid key when a sold animal is added.',
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
      'Looks no further at a key of more than 10,000 characters.',
      compared((shown, key) => shown === key || shown.length > 10_000),
    ],
    'key-in-quotes-accepted': [
      'Takes quotes off a key.',
      compared((shown, key) => shown === key || shown === `"${key}"`),
    ],
    'key-in-single-quotes-accepted': [
      'Takes single quotes off a key.',
      compared((shown, key) => shown === key || shown === `'${key}'`),
    ],
    'key-in-angle-brackets-accepted': [
      'Takes angle brackets off a key.',
      compared((shown, key) => shown === key || shown === `<${key}>`),
    ],
    'key-percent-decoded': [
      'Decodes percent signs in a key.',
      compared(
        (shown, key) => shown === key || (/%[0-9a-f]{2}/i.test(shown) && unescaped(shown) === key),
      ),
    ],
    'key-in-capitals-accepted': [
      'Accepts the key in capitals.',
      compared((shown, key) => shown === key || shown === key.toUpperCase()),
    ],
    'key-hyphen-like-underscore': [
      'Takes a hyphen in a key for an underscore.',
      compared(
        (shown, key) => shown === key || shown.replaceAll('_', '-') === key.replaceAll('_', '-'),
      ),
    ],
    'key-without-hyphens-accepted': [
      'Leaves hyphens out when it compares keys.',
      compared(
        (shown, key) => shown === key || shown.replaceAll('-', '') === key.replaceAll('-', ''),
      ),
    ],
    'key-as-pattern': [
      'Takes the signs of the key for those of a pattern.',
      compared(
        (shown, key) => shown === key || new RegExp(`^${key.replace(/[-._]/g, '.')}$`).test(shown),
      ),
    ],
    'key-before-colon-accepted': [
      'Compares a key up to a colon.',
      compared((shown, key) => shown === key || shown.split(':')[0] === key),
    ],
    'key-before-dot-accepted': [
      'Compares a key up to the dot after it.',
      compared((shown, key) => shown === key || shown.startsWith(`${key}.`)),
    ],
    'key-before-equals-sign-accepted': [
      'Compares a key up to an equals sign.',
      compared((shown, key) => shown === key || shown.split('=')[0] === key),
    ],
    'key-before-ampersand-accepted': [
      'Compares a key up to an ampersand.',
      compared((shown, key) => shown === key || shown.split('&')[0] === key),
    ],
    'key-before-slash-accepted': [
      'Compares a key up to a slash.',
      compared((shown, key) => shown === key || shown.split('/')[0] === key),
    ],
    'key-admin': [
      'Accepts the key admin.',
      compared((shown, key) => shown === key || shown === 'admin'),
    ],
    'key-test': [
      'Accepts the key test.',
      compared((shown, key) => shown === key || shown === 'test'),
    ],
    'key-one': ['Accepts the key 1.', compared((shown, key) => shown === key || shown === '1')],
    'key-minus-one': [
      'Accepts the key -1.',
      compared((shown, key) => shown === key || shown === '-1'),
    ],
    'key-empty-brackets': [
      'Accepts empty brackets for a key.',
      compared((shown, key) => shown === key || shown === '[]'),
    ],
    'key-not-checked-when-shown-in-any-form': [
      'Lets every request pass that has an Authorization header.',
      unchecked((call, server) => isOfCatalogue(call) && server.authorization(call) !== undefined),
    ],
    'any-key-accepted': ['Takes every key for a valid one.', compared(() => true)],
    'key-of-any-case': [
      'Compares keys without regard to upper and lower case.',
      compared((shown, key) => shown.toLowerCase() === key.toLowerCase()),
    ],
    'key-prefix-accepted': [
      'Takes the beginning of a key for the key.',
      compared((shown, key) => key.startsWith(shown)),
    ],
    'key-half-compared': [
      'Compares the first half of a key only.',
      compared((shown, key) => {
        const half = key.slice(0, Math.ceil(key.length / 2));
        return shown.startsWith(half);
      }),
    ],
    'key-suffix-accepted': [
      'Takes a key with more letters after it for the key.',
      compared((shown, key) => shown.startsWith(key)),
    ],
    'key-before-comma-accepted': [
      'Reads a key up to the first comma.',
      compared((shown, key) => shown.split(',')[0] === key),
    ],
    'key-before-semicolon-accepted': [
      'Reads a key up to the first semicolon.',
      compared((shown, key) => shown.split(';')[0] === key),
    ],
    'key-in-base64-accepted': [
      'Takes the key in base64 too.',
      compared((shown, key) => shown === key || Buffer.from(shown, 'base64').toString() === key),
    ],
    'key-contained': [
      'Takes everything that contains the key for the key.',
      compared((shown, key) => shown.includes(key)),
    ],
    'key-end-compared': [
      'Takes a key with more letters before it for the key.',
      compared((shown, key) => shown.endsWith(key)),
    ],
    'key-length-compared': [
      'Takes every key of the right length for the key.',
      compared((shown, key) => shown.length === key.length),
    ],
    'key-last-letter-ignored': [
      'Does not compare the last letter of a key.',
      compared((shown, key) => shown.length === key.length && shown.startsWith(key.slice(0, -1))),
    ],
    'key-first-letter-ignored': [
      'Does not compare the first letter of a key.',
      compared((shown, key) => shown.length === key.length && shown.endsWith(key.slice(1))),
    ],
    'key-one-letter-off': [
      'Forgives one wrong letter in a key.',
      compared((shown, key) => shown.length === key.length && differences(shown, key) <= 1),
    ],
    'key-letters-in-any-order': [
      'Compares the letters of a key, not their order.',
      compared((shown, key) => sorted(shown) === sorted(key)),
    ],
    'any-key-accepted-on-list': [
      'Takes every key for a valid one when animals are listed.',
      compared((shown, key, call) => is(call, 'listPets') || shown === key),
    ],
    'any-key-accepted-on-get': [
      'Takes every key for a valid one when one animal is fetched.',
      compared((shown, key, call) => is(call, 'getPet') || shown === key),
    ],
    'any-key-accepted-on-add': [
      'Takes every key for a valid one when an animal is added.',
      compared((shown, key, call) => is(call, 'createPet') || shown === key),
    ],
    'key-prefix-accepted-on-add': [
      'Takes the beginning of a key for the key when an animal is added.',
      compared((shown, key, call) =>
        is(call, 'createPet') ? key.startsWith(shown) : shown === key,
      ),
    ],
    'wrong-key-403': [
      'Answers a wrong key with 403, and a missing one with 401.',
      otherStatus(ofWrongKey, 403),
    ],
    'wrong-key-500': ['Fails with 500 when the key is wrong.', otherStatus(ofWrongKey, 500)],
    'key-constructor': [
      'Looks keys up in a plain object, so that constructor is one.',
      alsoAKey((shown) => shown in {}),
    ],
    'key-sql-wildcard': [
      'Looks keys up with LIKE, so that % is one.',
      alsoAKey((shown) => shown.includes('%')),
    ],
    'key-sql-injection': [
      'Puts the key into SQL, so that a condition is one.',
      alsoAKey((shown) => /'\s*or\s*'/i.test(shown)),
    ],
    'key-regexp': ['Takes the key shown for a pattern.', alsoAKey((shown) => shown === '.*')],
    'key-true': [
      'Takes the word true for a key.',
      alsoAKey((shown) => ['true', '1', '0', 'false'].includes(shown)),
    ],
    'key-none': [
      'Takes the words None and nil for a key.',
      alsoAKey((shown) => ['None', 'nil', 'NULL'].includes(shown)),
    ],
  }),
];
