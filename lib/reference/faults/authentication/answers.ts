// Faults of clause 5: wrong responses to requests without a valid key, and what such requests leave behind.
import { all, before, instead, type Change } from '../../changes/change.js';
import { unchecked } from '../../changes/keys.js';
import { inTheBackground } from '../../changes/stored.js';
import { errors, of401, ofWrongKey, refusals, type Due } from '../../changes/refusals.js';
import { empty, page } from '../../changes/replies.js';
import { hasAuthorization, is, namesJson } from '../../changes/requests.js';
import { without } from '../../changes/shown.js';
import { quoted } from '../../json.js';
import { statuses } from '../../store.js';
import type { Call, Operation } from '../../types.js';
import { breaking, each, type Fault } from '../fault.js';

const of401On =
  (operation: Operation): Due =>
  (refusal, call) =>
    of401(refusal, call) && is(call, operation);
const empty401On = (operation: Operation): Change => refusals(of401On(operation), () => empty(401));
const writingAnyway = (when: (call: Call) => boolean = () => true): Change =>
  before('authenticate', async (call, server) => {
    if (is(call, 'createPet') && !server.isAuthorized(call) && when(call))
      await Promise.resolve(server.createPet(call)).catch(() => undefined);
  });
const writingInTheBackground: Change = before('authenticate', (call, server) => {
  if (is(call, 'createPet') && !server.isAuthorized(call))
    inTheBackground(server, () => server.createPet(call));
});
/** Adds animals from the start, so that no list shows new ones. */
const residents =
  (count: number): Change =>
  (server) => {
    for (let position = 0; position < count; position += 1) {
      server.store.add({
        id: 10_000_000n + BigInt(position),
        name: `Resident ${position}`,
        categoryId: 1n,
        status: statuses[position % statuses.length] ?? 'sold',
        addedAt: 0,
      });
    }
  };

export const authenticationAnswers: readonly Fault[] = [
  ...breaking('authentication.error-body', {
    'empty-401': ['Returns 401 without a body.', refusals(of401, () => empty(401))],
    ...each('Returns 401 without a body when %s.', empty401On, {
      'empty-401-on-get': ['an animal is fetched', 'getPet'],
      'empty-401-on-add': ['an animal is added', 'createPet'],
    }),
    'html-401': ['Returns an HTML page with every 401.', refusals(of401, () => page(401))],
    'html-401-where-json-is-not-named': [
      'Returns 401 as an HTML page unless the Accept header names JSON.',
      refusals(
        (refusal, call) => of401(refusal, call) && !namesJson(call),
        () => page(401),
      ),
    ],
    'html-401-for-wrong-key': [
      'Returns an HTML page for a wrong key.',
      refusals(ofWrongKey, () => page(401)),
    ],
    'code-missing-in-401': [
      'Omits the code in the Error of a 401.',
      errors(of401, without('code')),
    ],
    'status-missing-in-401-on-list': [
      'Omits the status in the Error when animals are listed without a key.',
      errors(of401On('listPets'), without('status')),
    ],
    'oauth-error-401': [
      'Returns an OAuth error instead of an Error with a 401.',
      errors(of401, () => [
        ['error', quoted('invalid_token')],
        ['error_description', quoted('The token is invalid.')],
      ]),
    ],
  }),
  ...breaking('authentication.writes-nothing', {
    'refused-key-still-writes': [
      'Returns 401 for a new animal without a valid key, but adds it anyway.',
      writingAnyway(),
    ],
    'refused-key-still-writes-in-a-full-store': [
      'Holds 600 animals, and returns 401 for a new one without a valid key, but adds it anyway.',
      all(residents(600), writingAnyway()),
    ],
    'wrong-key-still-writes': [
      'Returns 401 for a new animal with a wrong key, but adds it anyway.',
      writingAnyway(hasAuthorization),
    ],
    'refused-key-writes-later': [
      'Returns 401 for a new animal without a valid key, but adds it 200 ms later.',
      writingInTheBackground,
    ],
  }),
  ...breaking('authentication.store-orders', {
    'orders-any-key': [
      'Accepts any key at /store/orders.',
      instead('isKey', (_shown, _key, call) => (is(call, 'storeOrders') ? true : undefined)),
    ],
    'key-not-checked-on-store-orders': [
      'Does not check the key at /store/orders.',
      unchecked((call) => is(call, 'storeOrders')),
    ],
  }),
];
