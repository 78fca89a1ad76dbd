// Faults of clauses 1, 4.4 and 9: sequences of requests, store orders, and the version in the base address.
import { replace, type Change } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import { page } from '../../changes/replies.js';
import { field, inAdds } from '../../changes/shown.js';
import type { Reply } from '../../types.js';
import { breaking, each, type Fault } from '../fault.js';

const based =
  (basePath: string): Change =>
  (server) => {
    server.basePath = basePath;
  };
const answering = (answer: () => Reply): Change => replace('storeOrders', () => answer);

export const serviceAsAWhole: readonly Fault[] = [
  ...breaking('sequences.model', {
    'added-id-one-too-high': [
      'Returns the id of the next animal when an animal is added.',
      inAdds(field('id', (literal) => String(BigInt(literal) + 1n))),
    ],
  }),
  ...breaking('store-orders.exists', {
    ...each('Returns %s at /store/orders.', answering, {
      'orders-missing': ['404', () => refuse(404)],
      'orders-fail': ['500', () => refuse(500)],
      'orders-missing-html': ['404 with an HTML page', () => page(404)],
    }),
  }),
  ...breaking('version.base-path', {
    'base-at-root': ['Serves the catalogue at the root of its address.', based('')],
    'base-version-2': ['Serves the catalogue under /v2.', based('/v2')],
  }),
];
