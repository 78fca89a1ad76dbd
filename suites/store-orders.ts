// Clause 4.4: an endpoint of which only the address is known. Rules only.
import { answerOf, breach, experiment, observe, rule, statusOf } from '../lib/judge/rules/index.js';

const orders = experiment({
  name: 'GET /store/orders',
  stage: 'populated',
  cases: () => ['with the key'],
  send: (_, bench) => bench.storeOrders(),
});

export const rules = [
  rule('store-orders.exists', orders, (answered) => {
    if (statusOf(answered) === 404)
      breach({
        cause: 'GET /store/orders does not exist.',
        expected: 'any status but 404',
        actual: 'status 404',
        exchange: answered,
      });
  }),
  observe('store-orders.answer', orders, ([one]) =>
    one
      ? `${statusOf(one.result)}, ${answerOf(one.result).header('content-type') ?? 'no content type'}`
      : 'nothing',
  ),
];
