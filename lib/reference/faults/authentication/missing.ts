// Faults of clauses 5 and 7: requests without a key.
import { all, type Change } from '../../changes/change.js';
import { beforeKey, unchecked } from '../../changes/keys.js';
import { of401, ofMissingKey, otherStatus, refusals, refuse } from '../../changes/refusals.js';
import { page, withHeader } from '../../changes/replies.js';
import { idIn, is, limitIn, statusIn, textIn } from '../../changes/requests.js';
import type { Server } from '../../server.js';
import { statuses } from '../../store.js';
import type { Call, Status } from '../../types.js';
import { breaking, each, type Fault } from '../fault.js';

const refusingOddId = (status: number): Change =>
  beforeKey('getPet', (call) => {
    if (!/^-?\d+$/.test(idIn(call))) refuse(status);
  });
const beforeKeyOfAdd = (look: (call: Call, server: Server) => unknown): Change =>
  beforeKey('createPet', look);

export const authenticationMissing: readonly Fault[] = [
  ...breaking('authentication.missing-key', {
    'key-not-checked': ['Does not check the key anywhere in the catalogue.', unchecked(() => true)],
    ...each('Does not check the key when %s.', unchecked, {
      'key-not-checked-on-list': ['animals are listed', (call) => is(call, 'listPets')],
      'key-not-checked-on-get': ['an animal is fetched', (call) => is(call, 'getPet')],
      'key-not-checked-on-add': ['an animal is added', (call) => is(call, 'createPet')],
      'key-unchecked-with-limit-alone': [
        'there is a limit but no filter',
        (call) =>
          is(call, 'listPets') &&
          /^[1-9]\d?$/.test(limitIn(call) ?? '') &&
          statusIn(call) === undefined,
      ],
      'key-unchecked-for-available': [
        'available animals are listed',
        (call) => statusIn(call) === 'available',
      ],
      'key-unchecked-for-status-alone': [
        'there is a filter but no limit',
        (call) =>
          is(call, 'listPets') &&
          statuses.includes(statusIn(call) as Status) &&
          limitIn(call) === undefined,
      ],
      'key-unchecked-for-limit-100': ['the limit is 100', (call) => limitIn(call) === '100'],
      'key-unchecked-for-sold-add': [
        'a sold animal is added',
        (call) => is(call, 'createPet') && /"sold"/.test(textIn(call)),
      ],
    }),
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
  }),
  ...breaking('authentication.before-routing', {
    'odd-identifier-before-key': [
      'Returns 404 for a petId that is not an integer before it checks the key.',
      refusingOddId(404),
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
    ...each('Refuses %s before it checks the key.', beforeKeyOfAdd, {
      'body-before-key': ['an invalid animal', (call, server) => server.readNewAnimal(call)],
      'json-before-key': [
        'a body that is not JSON',
        (call, server) => server.parse(server.decode(call), call),
      ],
      'empty-body-before-key': ['an empty body', (call, server) => server.requireBody(call)],
    }),
    'unknown-animal-before-key': [
      'Returns 404 for an unknown animal before it checks the key.',
      beforeKey('getPet', (call, server) => server.getPet(call)),
    ],
    'odd-id-before-key': [
      'Returns 400 for a petId that is not an integer before it checks the key.',
      refusingOddId(400),
    ],
  }),
];
