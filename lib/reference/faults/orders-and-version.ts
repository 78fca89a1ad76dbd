// Faults of clauses 4.4 and 9: store orders, and the version in the base address.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { notFound } from '../refusal.js';
import { page } from './changes.js';

const based =
  (basePath: string): Fault['change'] =>
  (server) => {
    server.basePath = basePath;
  };
const moved = (name: string, sentence: string, basePath: string): Fault => ({
  name,
  clause: '9',
  sentence,
  fails: ['version.base-path'],
  change: based(basePath),
});

export const ordersAndVersion: readonly Fault[] = [
  {
    name: 'orders-missing',
    clause: '4.4',
    sentence: 'Answers 404 at /store/orders.',
    fails: ['store-orders.exists'],
    change: replace('storeOrders', () => () => {
      throw notFound('There are no orders.');
    }),
  },
  {
    name: 'orders-missing-html',
    clause: '4.4',
    sentence: 'Answers an HTML page with 404 at /store/orders.',
    fails: ['store-orders.exists'],
    change: replace('storeOrders', () => () => page(404)),
  },
  {
    name: 'orders-any-key',
    clause: '1',
    sentence: 'Takes every key for a valid one at /store/orders.',
    fails: ['authentication.store-orders'],
    change: replace(
      'isKey',
      (isKey) => (shown, key, call) => call.operation === 'storeOrders' || isKey(shown, key, call),
    ),
  },
  moved('base-without-version', 'Serves the catalogue below /api.', '/api'),
  moved('base-at-root', 'Serves the catalogue at the root of its address.', ''),
  moved('base-version-2', 'Serves the catalogue below /v2.', '/v2'),
  moved('base-version-1-0', 'Serves the catalogue below /v1.0.', '/v1.0'),
  moved('base-version-in-front', 'Serves the catalogue below /v1/api.', '/v1/api'),
  moved('base-version-in-capitals', 'Serves the catalogue below /V1.', '/V1'),
  moved('base-version-part-of-word', 'Serves the catalogue below /apiv1.', '/apiv1'),
];
