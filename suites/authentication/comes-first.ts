// Clause 5: the key is asked for whatever else is wrong with a request. Rules only.
import { maximumLimit, minimumLimit } from '../../lib/contract/facts.js';
import {
  aside,
  excuse,
  experiment,
  observe,
  rule,
  statusOf,
  type Exchange,
  type How,
  type Setup,
} from '../../lib/judge/rules/index.js';
import { inOrder } from '../forms/bodies.js';
import { expect401, inWords, noneAndWrong, send, type Call, type KeyCase } from './calls.js';

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

/** A router may look for it before anybody looks at the key: nothing of the contract lies there. */
const noInteger = 'abc';

const otherwiseWrong = (setup: Setup): readonly Call[] => [
  ...[String(minimumLimit - 1), String(maximumLimit + 1), 'abc'].map((limit): Call => ({
    operation: `GET /pets?limit=${limit}`,
    send: (session, how) => session.list({ limit }, how),
  })),
  {
    operation: 'GET /pets?status=lost',
    send: (session, how) => session.list({ status: 'lost' }, how),
  },
  ...(setup.servesGetPet ? ['9223372036854775807', '-1', noInteger].map(get) : []),
  ...(setup.readOnly ? [] : adds),
];

const pathOf = (id: string): string => `GET /pets/${id}`;
const get = (id: string): Call => ({
  operation: pathOf(id),
  send: (session, how) => session.get(id, how),
});

const add = (what: string, raw: string, more: How = {}): Call => ({
  operation: `POST /pets with ${what}`,
  send: (session, how) => session.add({ raw }, { ...how, ...more }),
});

const adds = [
  add('an empty object', '{}'),
  add('an invalid status', '{"name":"x","categoryId":1,"status":"lost"}'),
  add('a body that is not JSON', '{"name":'),
  add('an empty body', ''),
  add('another content type', 'name=x', { contentType: 'text/plain' }),
];

const isNotFound = (answered: Exchange, { operation }: KeyCase): boolean =>
  operation === pathOf(noInteger) && statusOf(answered) === 404;

export const rules = [
  rule('authentication.comes-first', wrongTwice, (answered, way) => {
    if (statusOf(answered) === 415) excuse('the target checks the content type before the key');
    if (isNotFound(answered, way)) aside();
    expect401(answered, way);
  }),

  rule('authentication.before-routing', wrongTwice, (answered, way) => {
    if (way.operation !== pathOf(noInteger)) aside();
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
