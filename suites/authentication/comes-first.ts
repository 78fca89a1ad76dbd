// Clause 5: a valid key is required whatever else is wrong with a request.
import { maximumLimit, minimumLimit } from '../../lib/contract/facts.js';
import { derivedOperations } from '../../lib/contract/operations.js';
import {
  noEvidence,
  notApplicable,
  experiment,
  observe,
  rule,
  statusOf,
  type Exchange,
  type How,
  type Setup,
} from '../../lib/judge/rules/index.js';
import { inOrder } from '../forms/bodies.js';
import {
  callOf,
  expect401,
  inWords,
  noneAndWrong,
  send,
  unknownId,
  type Call,
  type KeyCase,
} from './calls.js';

const wrongTwice = experiment({
  name: 'no valid key, and something else wrong',
  stage: 'populated',
  cases: (setup): readonly KeyCase[] =>
    noneAndWrong(setup).flatMap(({ label, how }) =>
      otherwiseWrong(setup).map((call) => ({ ...call, label, how })),
    ),
  send,
  describe: inWords,
});

/** A router may reject this path before the key is checked, and the contract does not say that it must not. */
const noInteger = 'abc';

const otherwiseWrong = (setup: Setup): readonly Call[] => [
  ...[String(minimumLimit - 1), String(maximumLimit + 1), 'abc'].map((limit): Call => ({
    operation: `GET /pets?limit=${limit}`,
    isRead: true,
    send: (session, how) => session.list({ limit }, how),
  })),
  {
    operation: 'GET /pets?status=lost',
    isRead: true,
    send: (session, how) => session.list({ status: 'lost' }, how),
  },
  ...(setup.servesGetPet ? wrongIds.map(get) : []),
  ...(setup.readOnly ? [] : adds),
  ...derivedForAnAnimal
    .filter((one) => one.isRead || !setup.readOnly)
    .flatMap((one) =>
      wrongIds.map((id) => callOf({ ...one, path: one.path.replace('{petId}', id) }, id, setup)),
    ),
];

const wrongIds = [unknownId, '-1', noInteger];
const derivedForAnAnimal = derivedOperations.filter((one) => one.takesAnimal && one.needsKey);

const get = (id: string): Call => ({
  operation: `GET /pets/${id}`,
  isRead: true,
  send: (session, how) => session.get(id, how),
});

const add = (what: string, raw: string, more: How = {}): Call => ({
  operation: `POST /pets with ${what}`,
  isRead: false,
  send: (session, how) => session.add({ raw }, { ...how, ...more }),
});

const adds = [
  add('an empty object', '{}'),
  add('an invalid status', '{"name":"x","categoryId":1,"status":"lost"}'),
  add('a body that is not JSON', '{"name":'),
  add('an empty body', ''),
  add('another content type', 'name=x', { contentType: 'text/plain' }),
];

const isForNoInteger = ({ operation }: KeyCase): boolean =>
  operation.split('/').includes(noInteger);
const isNotFound = (answered: Exchange, way: KeyCase): boolean =>
  isForNoInteger(way) && statusOf(answered) === 404;

export const rules = [
  rule('authentication.comes-first', wrongTwice, (answered, way) => {
    if (statusOf(answered) === 415) notApplicable('type before key');
    if (isNotFound(answered, way)) noEvidence();
    expect401(answered, way);
  }),

  rule('authentication.before-routing', wrongTwice, (answered, way) => {
    if (!isForNoInteger(way)) noEvidence();
    if (isNotFound(answered, way)) expect401(answered, way);
  }),

  observe('authentication.order-of-checks', wrongTwice, (cases) => {
    const others = cases.filter(({ result }) => statusOf(result) !== 401);
    const said = new Set(
      others.map(({ value, result }) => `${statusOf(result)} for ${value.operation}`),
    );
    return inOrder([...said]) || 'the key is checked first';
  }),
];
