// Clause 4.4: an endpoint of which only the address is known. Rules and observations.
import {
  accuse,
  experiment,
  observe,
  rule,
  statusOf,
  type Exchange,
} from '../lib/judge/rules/index.js';
import { mediaTypeOf, shapeOf } from './forms/bodies.js';

const orders = experiment({
  name: 'GET /store/orders',
  stage: 'populated',
  cases: () => ['with the key'],
  send: (_, session) => session.storeOrders(),
});

export const rules = [
  rule('store-orders.exists', orders, expectThere),
  observe('store-orders.answer', orders, (cases) =>
    cases
      .map(({ result }) => `${statusOf(result)}, ${mediaTypeOf(result)}, ${shapeOf(result)}`)
      .join(),
  ),
];

/** These statuses say that the endpoint exists but is not in use. */
const saysNotNow = [501, 503];

function expectThere(answered: Exchange): void {
  const status = statusOf(answered);
  if (status !== 404 && (status < 500 || saysNotNow.includes(status))) return;
  accuse(status === 404 ? 'not there' : 'there, but fails', answered, { actual: status });
}
