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
    'key-not-checked': ['Does not check the key anywhere in the catalogue.', unchecked(() => true)],
    'key-not-checked-on-list': [
      'Does not check the key when animals are listed.',
      unchecked((call) => is(call, 'listPets')),
    ],
    'key-not-checked-on-get': [
      'Does not check the key when an animal is fetched.',
      unchecked((call) => is(call, 'getPet')),
    ],
    'key-not-checked-on-add': [
      'Does not check the key when an animal is added.',
      unchecked((call) => is(call, 'createPet')),
    ],
    'forbidden-instead-of-401': ['Returns 403 instead of 401.', otherStatus(of401, 403)],
    'missing-key-400': ['Returns 400 when the key is missing.', otherStatus(ofMissingKey, 400)],
    'missing-key-404': [
      'Returns 404 for everything when the key is missing.',
      otherStatus(ofMissingKey, 404),
    ],
    'missing-key-500': ['Returns 500 when the key is missing.', otherStatus(ofMissingKey, 500)],
    'missing-key-redirected': [
      'Redirects to a login page when the key is missing.',
      refusals(ofMissingKey, () => withHeader(page(302), 'location', '/login')),
    ],
    'key-unchecked-and-validated-first': [
      'Does not check the key when animals are listed, and refuses invalid animals before it checks the key.',
      all(
        unchecked((call) => is(call, 'listPets')),
        beforeKey('createPet', (call, server) => server.readNewAnimal(call)),
      ),
    ],
    'key-unchecked-with-limit-alone': [
      'Does not check the key when there is a limit but no filter.',
      unchecked(
        (call) =>
          is(call, 'listPets') &&
          /^[1-9]\d?$/.test(limitIn(call) ?? '') &&
          statusIn(call) === undefined,
      ),
    ],
    'key-unchecked-for-available': [
      'Does not check the key when available animals are listed.',
      unchecked((call) => statusIn(call) === 'available'),
    ],
    'key-unchecked-for-status-alone': [
      'Does not check the key when there is a filter but no limit.',
      unchecked(
        (call) =>
          is(call, 'listPets') &&
          statuses.includes(statusIn(call) as Status) &&
          limitIn(call) === undefined,
      ),
    ],
    'key-unchecked-for-limit-100': [
      'Does not check the key when the limit is 100.',
      unchecked((call) => limitIn(call) === '100'),
    ],
    'key-unchecked-for-sold-add': [
      'Does not check the key when a sold animal is added.',
      unchecked((call) => is(call, 'createPet') && /"sold"/.test(textIn(call))),
    ],
  }),
  ...breaking('authentication.before-routing', {
    'odd-identifier-before-key': [
      'Returns 404 for a petId that is not an integer before it checks the key.',
      beforeKey('getPet', (call) => {
        if (!/^-?\d+$/.test(idIn(call))) refuse(404);
      }),
    ],
  }),
  ...breaking('authentication.comes-first', {
    'limit-before-key': [
      'Refuses an invalid limit before it checks the key.',
      beforeKey('listPets', (call, server) => server.limitOf(call)),
    ],
    'filter-before-key': [
      'Refuses an unknown status in the filter before it checks the key.',
      beforeKey('listPets', (call, server) => server.filterOf(call)),
    ],
    'body-before-key': [
      'Refuses an invalid animal before it checks the key.',
      beforeKey('createPet', (call, server) => server.readNewAnimal(call)),
    ],
    'json-before-key': [
      'Refuses a body that is not JSON before it checks the key.',
      beforeKey('createPet', (call, server) => server.parse(server.decode(call), call)),
    ],
    'empty-body-before-key': [
      'Refuses an empty body before it checks the key.',
      beforeKey('createPet', (call, server) => server.requireBody(call)),
    ],
    'unknown-animal-before-key': [
      'Returns 404 for an unknown animal before it checks the key.',
      beforeKey('getPet', (call, server) => server.getPet(call)),
    ],
    'odd-id-before-key': [
      'Returns 400 for a petId that is not an integer before it checks the key.',
      beforeKey('getPet', (call) => {
        if (!/^-?\d+$/.test(idIn(call))) refuse(400);
      }),
    ],
  }),
];
