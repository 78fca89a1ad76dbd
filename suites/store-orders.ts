// Clause 4.4: an endpoint of which only the address is known. Rules only.
import {
  breach,
  experiment,
  observe,
  rule,
  statusOf,
  type Exchange,
} from '../lib/judge/rules/index.js';
import { contentTypeOf } from './words.js';

const orders = experiment({
  name: 'GET /store/orders',
  stage: 'populated',
  cases: () => ['with the key'],
  send: (_, session) => session.storeOrders(),
});

export const rules = [
  rule('store-orders.exists', orders, expectThere),
  observe('store-orders.answer', orders, (cases) =>
    cases.map(({ result }) => `${statusOf(result)}, ${contentTypeOf(result)}`).join(),
  ),
];

function expectThere(answered: Exchange): void {
  if (statusOf(answered) !== 404) return;
  breach({
    cause: 'GET /store/orders does not exist.',
    expected: 'any status but 404',
    actual: 'status 404',
    exchange: answered,
  });
}
