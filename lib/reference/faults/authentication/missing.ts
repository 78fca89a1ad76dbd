// Faults of clauses 5 and 7: requests without a key.
import { all } from '../../changes/change.js';
import { beforeKey, unchecked } from '../../changes/keys.js';
import { of401, ofMissingKey, otherStatus, refusals, refuse } from '../../changes/refusals.js';
import { page, withHeader } from '../../changes/replies.js';
import { idIn, is, limitIn, statusIn, textIn } from '../../changes/requests.js';
import { statuses } from '../../store.js';
import type { Status } from '../../types.js';
import { breaking, type Fault } from '../fault.js';

export const authenticationMissing: readonly Fault[] = [
  ...breaking('authentication.missing-key', {
    'key-not-checked': ['Looks at no key anywhere in the catalogue.', unchecked(() => true)],
    'key-not-checked-on-list': [
      'Looks at no key when animals are listed.',
      unchecked((call) => is(call, 'listPets')),
    ],
    'key-not-checked-on-get': [
      'Looks at no key when one animal is fetched.',
      unchecked((call) => is(call, 'getPet')),
    ],
    'key-not-checked-on-add': [
      'Looks at no key when an animal is added.',
      unchecked((call) => is(call, 'createPet')),
    ],
    'forbidden-instead-of-401': ['Answers 403 where 401 is due.', otherStatus(of401, 403)],
    'missing-key-400': ['Answers a missing key with 400.', otherStatus(ofMissingKey, 400)],
    'missing-key-404': [
      'Hides everything behind 404 when the key is missing.',
      otherStatus(ofMissingKey, 404),
    ],
    'missing-key-500': ['Fails with 500 when the key is missing.', otherStatus(ofMissingKey, 500)],
    'missing-key-redirected': [
      'Redirects to a login page when the key is missing.',
      refusals(ofMissingKey, () => withHeader(page(302), 'location', '/login')),
    ],
    'key-unchecked-and-validated-first': [
      'Looks at no key when animals are listed, and refuses invalid animals before it looks at the key.',
      all(
        unchecked((call) => is(call, 'listPets')),
        beforeKey('createPet', (call, server) => server.readNewAnimal(call)),
      ),
    ],
    'key-unchecked-with-limit-alone': [
      'Looks at no key when a limit but no filter is sent.',
      unchecked(
        (call) =>
          is(call, 'listPets') &&
          /^[1-9]\d?$/.test(limitIn(call) ?? '') &&
          statusIn(call) === undefined,
      ),
    ],
    'key-unchecked-for-available': [
      'Looks at no key when available animals are listed.',
      unchecked((call) => statusIn(call) === 'available'),
    ],
    'key-unchecked-for-status-alone': [
      'Looks at no key when a filter but no limit is sent.',
      unchecked(
        (call) =>
          is(call, 'listPets') &&
          statuses.includes(statusIn(call) as Status) &&
          limitIn(call) === undefined,
      ),
    ],
    'key-unchecked-for-limit-100': [
      'Looks at no key when the limit is 100.',
      unchecked((call) => limitIn(call) === '100'),
    ],
    'key-unchecked-for-sold-add': [
      'Looks at no key when a sold animal is added.',
      unchecked((call) => is(call, 'createPet') && /"sold"/.test(textIn(call))),
    ],
  }),
  ...breaking('authentication.before-routing', {
    'odd-identifier-before-key': [
      'Answers 404 for an identifier that is no integer before it looks at the key.',
      beforeKey('getPet', (call) => {
        if (!/^-?\d+$/.test(idIn(call))) refuse(404);
      }),
    ],
  }),
  ...breaking('authentication.comes-first', {
    'limit-before-key': [
      'Refuses a bad limit before it looks at the key.',
      beforeKey('listPets', (call, server) => server.limitOf(call)),
    ],
    'filter-before-key': [
      'Refuses an unknown status of the list before it looks at the key.',
      beforeKey('listPets', (call, server) => server.filterOf(call)),
    ],
    'body-before-key': [
      'Refuses an invalid animal before it looks at the key.',
      beforeKey('createPet', (call, server) => server.readNewAnimal(call)),
    ],
    'json-before-key': [
      'Refuses a body that is no JSON before it looks at the key.',
      beforeKey('createPet', (call, server) => server.parse(server.decode(call), call)),
    ],
    'empty-body-before-key': [
      'Refuses an empty body before it looks at the key.',
      beforeKey('createPet', (call, server) => server.requireBody(call)),
    ],
    'unknown-animal-before-key': [
      'Answers 404 for an unknown animal before it looks at the key.',
      beforeKey('getPet', (call, server) => server.getPet(call)),
    ],
    'odd-id-before-key': [
      'Refuses a petId that is no integer before it looks at the key.',
      beforeKey('getPet', (call) => {
        if (!/^-?\d+$/.test(idIn(call))) refuse(400);
      }),
    ],
  }),
];
