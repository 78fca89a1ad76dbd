// Faults of clause 4.4: store orders.
import { replace } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import { page } from '../../changes/replies.js';
import { breaking, type Fault } from '../fault.js';

export const serviceStoreOrders: readonly Fault[] = [
  ...breaking('store-orders.exists', {
    'orders-missing': [
      'Returns 404 at /store/orders.',
      replace('storeOrders', () => () => refuse(404)),
    ],
    'orders-fail': [
      'Returns 500 at /store/orders.',
      replace('storeOrders', () => () => refuse(500)),
    ],
    'orders-missing-html': [
      'Returns 404 with an HTML page at /store/orders.',
      replace('storeOrders', () => () => page(404)),
    ],
  }),
];
