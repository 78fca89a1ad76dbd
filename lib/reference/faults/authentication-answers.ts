// Faults of clause 5: what a request without a valid key is answered, and what it leaves behind.
import { all, replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { quoted } from '../json.js';
import { Refusal } from '../refusal.js';
import type { Refusal as Refused } from '../refusal.js';
import { header } from '../request.js';
import type { Call } from '../types.js';
import { statuses } from '../store.js';
import {
  empty,
  errors,
  otherStatus,
  page,
  refusals,
  withField,
  withoutField,
  withType,
} from './changes.js';

const missing = 'authentication.missing-key';
const wrong = 'authentication.wrong-key';
const form = 'authentication.bearer-form';
const first = 'authentication.comes-first';
const every = 'authentication.every-request';
const body = 'authentication.error-body';
const object = 'errors.error-object';

const is401 = (refusal: Refused, call: Call): boolean =>
  refusal.status === 401 && call.operation !== 'sendMessage';
const withoutHeader = (refusal: Refused, call: Call): boolean =>
  is401(refusal, call) && header(call.request, 'authorization') === undefined;
const withHeader = (refusal: Refused, call: Call): boolean =>
  is401(refusal, call) && header(call.request, 'authorization') !== undefined;
const on =
  (operation: string) =>
  (refusal: Refused, call: Call): boolean =>
    is401(refusal, call) && call.operation === operation;

/** Animals that are there from the start, so that no list shows what is new. */
const residents =
  (count: number): Fault['change'] =>
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
  {
    name: 'forbidden-instead-of-401',
    clause: '5',
    sentence: 'Answers 403 where 401 is due.',
    fails: [missing, wrong, form, first, every],
    change: otherStatus(is401, 403),
  },
  {
    name: 'wrong-key-403',
    clause: '5',
    sentence: 'Answers a wrong key with 403, and a missing one with 401.',
    fails: [wrong],
    change: otherStatus(withHeader, 403),
  },
  {
    name: 'missing-key-400',
    clause: '5',
    sentence: 'Answers a missing key with 400.',
    fails: [missing],
    change: otherStatus(withoutHeader, 400),
  },
  {
    name: 'missing-key-404',
    clause: '5',
    sentence: 'Hides everything behind 404 when the key is missing.',
    fails: [missing],
    change: otherStatus(withoutHeader, 404),
  },
  {
    name: 'missing-key-500',
    clause: '5',
    sentence: 'Fails with 500 when the key is missing.',
    fails: [missing, 'errors.invalid-requests'],
    change: otherStatus(withoutHeader, 500),
  },
  {
    name: 'wrong-key-500',
    clause: '5',
    sentence: 'Fails with 500 when the key is wrong.',
    fails: [wrong, 'errors.invalid-requests'],
    change: otherStatus(withHeader, 500),
  },
  {
    name: 'missing-key-redirected',
    clause: '5',
    sentence: 'Redirects to a login page when the key is missing.',
    fails: [missing],
    change: refusals(withoutHeader, () => ({
      ...page(302),
      headers: [
        ['location', '/login'],
        ['content-type', 'text/html'],
      ],
    })),
  },
  {
    name: 'odd-scheme-500',
    clause: '5',
    sentence: 'Fails with 500 when the Authorization header has another scheme.',
    fails: [form, 'errors.invalid-requests'],
    change: otherStatus(
      (refusal, call) =>
        withHeader(refusal, call) && !/^Bearer/i.test(header(call.request, 'authorization') ?? ''),
      500,
    ),
  },
  {
    name: 'empty-401',
    clause: '5',
    sentence: 'Answers 401 without a body.',
    fails: [body, object],
    change: refusals(is401, () => empty(401)),
  },
  {
    name: 'empty-401-on-get',
    clause: '5',
    sentence: 'Answers 401 without a body when one animal is fetched.',
    fails: [body, object],
    change: refusals(on('getPet'), () => empty(401)),
  },
  {
    name: 'empty-401-on-add',
    clause: '5',
    sentence: 'Answers 401 without a body when an animal is added.',
    fails: [body, object],
    change: refusals(on('createPet'), () => empty(401)),
  },
  {
    name: 'html-401',
    clause: '5',
    sentence: 'Answers 401 with an HTML page.',
    fails: [body, object, 'bodies.json'],
    change: refusals(is401, () => page(401)),
  },
  {
    name: 'html-401-for-wrong-key',
    clause: '5',
    sentence: 'Answers a wrong key with an HTML page.',
    fails: [body, object, 'bodies.json'],
    change: refusals(withHeader, () => page(401)),
  },
  {
    name: 'plain-text-401',
    clause: '5',
    sentence: 'Answers 401 with the word Unauthorized as plain text.',
    fails: [body, object, 'bodies.json'],
    change: refusals(is401, (reply) => withType({ ...reply, body: 'Unauthorized' }, 'text/plain')),
  },
  {
    name: 'error-as-text-401',
    clause: '4',
    sentence: 'Sends the Error of a 401 as text/plain.',
    fails: ['bodies.json'],
    change: refusals(is401, (reply) => withType(reply, 'text/plain')),
  },
  {
    name: 'status-field-400-in-401',
    clause: '7',
    sentence: 'Says 400 in the Error of a 401.',
    fails: ['errors.status-field'],
    change: errors(is401, (fields) => withField(fields, 'status', () => '400')),
  },
  {
    name: 'code-missing-in-401',
    clause: '5',
    sentence: 'Leaves the code out of the Error of a 401.',
    fails: [body, object],
    change: errors(is401, (fields) => withoutField(fields, 'code')),
  },
  {
    name: 'message-missing-in-401',
    clause: '5',
    sentence: 'Leaves the message out of the Error of a 401.',
    fails: [body, object],
    change: errors(is401, (fields) => withoutField(fields, 'message')),
  },
  {
    name: 'status-missing-in-401-on-list',
    clause: '5',
    sentence: 'Leaves the status out of the Error when a list lacks a key.',
    fails: [body, object],
    change: errors(on('listPets'), (fields) => withoutField(fields, 'status')),
  },
  {
    name: 'oauth-error-401',
    clause: '5',
    sentence: 'Answers 401 with an OAuth error instead of an Error.',
    fails: [body, object],
    change: errors(is401, () => [
      ['error', quoted('invalid_token')],
      ['error_description', quoted('The token is invalid.')],
    ]),
  },
  {
    name: 'refused-key-still-writes',
    clause: '5',
    sentence: 'Answers an add without a valid key with 401, and adds the animal all the same.',
    fails: ['authentication.writes-nothing'],
    change: writesAnyway(() => true),
  },
  {
    name: 'refused-key-still-writes-in-a-full-store',
    clause: '5',
    sentence:
      'Holds 600 animals, answers an add without a valid key with 401, and adds the animal all the same.',
    fails: ['authentication.writes-nothing'],
    change: all(
      residents(600),
      writesAnyway(() => true),
    ),
  },
  {
    name: 'wrong-key-still-writes',
    clause: '5',
    sentence: 'Answers an add with a wrong key with 401, and adds the animal all the same.',
    fails: ['authentication.writes-nothing'],
    change: writesAnyway((call) => header(call.request, 'authorization') !== undefined),
  },
  {
    name: 'valid-key-refused-on-get',
    clause: '5',
    sentence: 'Refuses a valid key when one animal is fetched.',
    fails: [
      'authentication.valid-key',
      'add-animal.can-be-fetched',
      'get-animal.until-removal',
      'get-animal.unknown-id',
      'sequences.model',
    ],
    change: refusesValid((call) => call.operation === 'getPet'),
  },
  {
    name: 'valid-key-refused-with-filter',
    clause: '5',
    sentence: 'Refuses a valid key when the list is filtered.',
    fails: ['authentication.valid-key', 'list-animals.answers-200', 'list-animals.limits-accepted'],
    change: refusesValid((call) => call.operation === 'listPets' && call.query.includes('status=')),
  },
];

function writesAnyway(when: (call: Call) => boolean): Fault['change'] {
  return replace('authenticate', (authenticate, server) => async (call) => {
    if (call.operation === 'createPet' && !server.isAuthorized(call) && when(call))
      await Promise.resolve(server.createPet(call)).catch(() => undefined);
    return authenticate(call);
  });
}

function refusesValid(when: (call: Call) => boolean): Fault['change'] {
  return replace('authenticate', (authenticate) => (call) => {
    if (when(call)) throw new Refusal(401, 'unauthorized', 'The API key is missing or invalid.');
    return authenticate(call);
  });
}
