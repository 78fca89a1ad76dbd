// Legal variants of fetched resources: odd identifiers, announcements of the removal, store orders, other paths.
import { after, all, instead, replace, type Change } from '../changes/change.js';
import { refuse, refusingId } from '../changes/refusals.js';
import { empty, page } from '../changes/replies.js';
import { idIn, is } from '../changes/requests.js';
import { Refusal } from '../refusal.js';
import type { Operation } from '../types.js';
import { legal, oneOf, type Variant } from './variant.js';

const removal = new Date(Date.UTC(2030, 11, 5)).toUTCString();
const announcing = (...headers: [string, string][]): Change =>
  after('finish', (finished, _reply, call) =>
    is(call, 'getPet') ? { ...finished, headers: [...finished.headers, ...headers] } : finished,
  );
const isWhole = (text: string): boolean => /^-?\d+$/.test(text);
/** Replies before the key is checked. */
const keyless = (operation: Operation): Change =>
  instead('needsKey', (call) => (is(call, operation) ? false : undefined));

export const getsAndOrders: readonly Variant[] = [
  ...legal({
    'odd-id-400': [
      'Returns 400 for a petId that is not an integer.',
      refusingId(400, (id) => !isWhole(id)),
    ],
    'odd-id-422': [
      'Returns 422 for a petId that is not an integer.',
      refusingId(422, (id) => !isWhole(id)),
      { conflictsWith: ['odd-id-400'] },
    ],
    'id-beyond-int64-400': [
      'Returns 400 for a petId beyond int64.',
      refusingId(400, (id) => isWhole(id) && BigInt.asIntN(64, BigInt(id)) !== BigInt(id)),
    ],
    'id-with-zeros-read': [
      'Accepts a petId with leading zeros.',
      instead('idOf', (call) =>
        /^-?0+\d{1,18}$/.test(idIn(call)) ? BigInt(idIn(call)) : undefined,
      ),
    ],
  }),
  ...oneOf({
    'removal-announced': [
      'Announces the deprecation and the removal on 5 December 2030.',
      announcing(['deprecation', 'true'], ['sunset', removal]),
    ],
    'removal-announced-with-link': [
      'Announces the date of the deprecation, the removal and the replacement.',
      announcing(
        ['Deprecation', '@1688169599'],
        ['Sunset', removal],
        ['Link', '</v1/pets>; rel="successor-version"'],
      ),
    ],
    'removal-at-end-of-day': [
      'Announces the removal for the last second of 5 December 2030.',
      announcing(['sunset', new Date(Date.UTC(2030, 11, 5, 23, 59, 59)).toUTCString()]),
    ],
    'removal-announced-ahead-of-utc': [
      'Announces the removal for the start of 5 December 2030 in Auckland.',
      announcing(['sunset', 'Wed, 04 Dec 2030 11:00:00 GMT']),
    ],
    'removal-announced-behind-utc': [
      'Announces the removal for the end of 5 December 2030 in San Francisco.',
      announcing(['sunset', 'Fri, 06 Dec 2030 07:59:59 GMT']),
    ],
    'deprecation-announced': [
      'Announces the deprecation without a date.',
      announcing(['deprecation', 'true']),
    ],
  }),
  ...oneOf({
    'orders-forbidden': [
      'Returns 403 for GET /store/orders.',
      replace('storeOrders', () => () => refuse(403)),
    ],
    'orders-need-parameters': [
      'Returns 400 for GET /store/orders, as if a parameter were missing.',
      replace('storeOrders', () => () => refuse(400)),
    ],
    'orders-in-object': [
      'Returns an object for GET /store/orders.',
      replace(
        'storeOrders',
        (_, server) => (call) =>
          server.json(200, '{"orders":[{"id":1,"total":12.5}],"next":null}', call),
      ),
    ],
    'orders-204': [
      'Returns 204 for GET /store/orders.',
      replace('storeOrders', () => () => empty(204)),
    ],
    'orders-missing-for-everybody': [
      'Has no GET /store/orders, and returns 404 before it checks the key.',
      all(
        keyless('storeOrders'),
        replace('storeOrders', (_, server) => (call) => server.unknownPath(call)),
      ),
      {
        mayFail: ['store-orders.exists'],
        // Combined, they would serve the store's orders without a key.
        conflictsWith: ['unknown-path-answered'],
      },
    ],
  }),
  ...legal({
    'unknown-path-answered': [
      'Returns a page of its own for an unknown path.',
      replace('unknownPath', () => () => page(200)),
    ],
    'unknown-path-without-key': [
      'Returns 404 for an unknown path before it checks the key.',
      keyless('unknownPath'),
    ],
  }),
  ...oneOf({
    'unknown-method-without-key': [
      'Returns 405 for an unknown method before it checks the key.',
      keyless('unknownMethod'),
    ],
    'unknown-method-404': [
      'Returns 404 for an unknown method.',
      replace('unknownMethod', () => () => refuse(404)),
    ],
    'unknown-method-with-allow': [
      'Lists the methods of a path in an Allow header.',
      replace('unknownMethod', () => () => {
        throw new Refusal(405, 'method_not_allowed', 'This path does not know this method.', [
          ['allow', 'GET, POST'],
        ]);
      }),
    ],
  }),
  ...legal({
    'head-answered': [
      'Responds to HEAD as to GET, without a body.',
      replace('unknownMethod', (unknownMethod, server) => async (call) => {
        if (call.request.method !== 'HEAD' || call.path !== `${server.basePath}/pets`)
          return unknownMethod(call);
        return { ...(await server.listPets(call)), body: '' };
      }),
    ],
    'open-to-other-origins': [
      'Allows all origins (CORS), and answers preflight requests without a key.',
      all(
        instead('begin', ({ request }) => (request.method === 'OPTIONS' ? empty(204) : undefined)),
        after('finish', (finished) => ({
          ...finished,
          headers: [
            ...finished.headers,
            ['Access-Control-Allow-Origin', '*'],
            ['Access-Control-Allow-Methods', 'GET, POST'],
            ['Access-Control-Allow-Headers', 'Authorization, Content-Type'],
          ],
        })),
      ),
    ],
    'slash-at-end-taken': [
      'Ignores a slash at the end of /pets.',
      replace('operate', (operate, server) => (call) => {
        if (!is(call, 'unknownPath') || call.path !== `${server.basePath}/pets/`)
          return operate(call);
        const { method } = call.request;
        return operate({
          ...call,
          path: call.path.slice(0, -1),
          operation:
            method === 'GET' ? 'listPets' : method === 'POST' ? 'createPet' : 'unknownMethod',
        });
      }),
      {
        // Both together would show the list without a key.
        conflictsWith: ['unknown-path-without-key'],
      },
    ],
  }),
];
