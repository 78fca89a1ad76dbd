// Legal variants of what is fetched: odd identifiers, announcements of the removal, store orders, other paths.
import { all, replace } from '../change.js';
import type { Variant } from './variant.js';
import { invalid, Refusal } from '../refusal.js';
import { unescaped } from '../request.js';
import type { Operation } from '../types.js';
import { oneOf } from './variant.js';

const removal = new Date(Date.UTC(2030, 11, 5)).toUTCString();
const announcing = (...headers: [string, string][]): Variant['change'] =>
  replace('finish', (finish) => async (reply, call) => {
    const finished = await finish(reply, call);
    return call.operation === 'getPet'
      ? { ...finished, headers: [...finished.headers, ...headers] }
      : finished;
  });
const isWhole = (text: string): boolean => /^-?\d+$/.test(text);
/** Answered before any look at the key. */
const keyless = (operation: Operation): Variant['change'] =>
  replace('needsKey', (needsKey) => (call) => call.operation !== operation && needsKey(call));

export const getsAndOrders: readonly Variant[] = [
  {
    name: 'odd-id-400',
    sentence: 'Refuses a petId that is no integer with 400.',
    change: replace('idOf', (idOf) => (call) => {
      if (!isWhole(unescaped(call.petId))) throw invalid('The petId must be an integer.');
      return idOf(call);
    }),
  },
  {
    name: 'odd-id-422',
    sentence: 'Refuses a petId that is no integer with 422.',
    conflictsWith: ['odd-id-400'],
    change: replace('idOf', (idOf) => (call) => {
      if (!isWhole(unescaped(call.petId)))
        throw new Refusal(422, 'unprocessable', 'The petId must be an integer.');
      return idOf(call);
    }),
  },
  {
    name: 'id-beyond-int64-400',
    sentence: 'Refuses a petId beyond int64 with 400.',
    change: replace('idOf', (idOf) => (call) => {
      const text = unescaped(call.petId);
      if (isWhole(text) && BigInt.asIntN(64, BigInt(text)) !== BigInt(text))
        throw invalid('The petId must be an int64.');
      return idOf(call);
    }),
  },
  {
    name: 'id-with-zeros-read',
    sentence: 'Reads zeros before a petId.',
    change: replace('idOf', (idOf) => (call) => {
      const text = unescaped(call.petId);
      return /^-?0+\d{1,18}$/.test(text) ? BigInt(text) : idOf(call);
    }),
  },
  ...oneOf(
    {
      name: 'removal-announced',
      sentence: 'Announces the deprecation and the removal on 5 December 2030.',
      change: announcing(['deprecation', 'true'], ['sunset', removal]),
    },
    {
      name: 'removal-announced-with-link',
      sentence: 'Announces the deprecation since a day, the removal, and the replacement.',
      change: announcing(
        ['Deprecation', '@1688169599'],
        ['Sunset', removal],
        ['Link', '</v1/pets>; rel="successor-version"'],
      ),
    },
    {
      name: 'removal-at-end-of-day',
      sentence: 'Announces the removal for the last second of 5 December 2030.',
      change: announcing(['sunset', new Date(Date.UTC(2030, 11, 5, 23, 59, 59)).toUTCString()]),
    },
    {
      name: 'removal-announced-ahead-of-utc',
      sentence: 'Announces the removal for the start of 5 December 2030 in Auckland.',
      change: announcing(['sunset', 'Wed, 04 Dec 2030 11:00:00 GMT']),
    },
    {
      name: 'removal-announced-behind-utc',
      sentence: 'Announces the removal for the end of 5 December 2030 in San Francisco.',
      change: announcing(['sunset', 'Fri, 06 Dec 2030 07:59:59 GMT']),
    },
    {
      name: 'deprecation-announced',
      sentence: 'Announces the deprecation without a day.',
      change: announcing(['deprecation', 'true']),
    },
  ),
  ...oneOf(
    {
      name: 'orders-forbidden',
      sentence: 'Answers GET /store/orders with 403.',
      change: replace('storeOrders', () => () => {
        throw new Refusal(403, 'forbidden', 'This key has no access to orders.');
      }),
    },
    {
      name: 'orders-need-parameters',
      sentence: 'Answers GET /store/orders with 400 for want of a parameter.',
      change: replace('storeOrders', () => () => {
        throw invalid('`from` is required.');
      }),
    },
    {
      name: 'orders-in-object',
      sentence: 'Answers GET /store/orders with an object.',
      change: replace(
        'storeOrders',
        (_, server) => (call) =>
          server.json(200, '{"orders":[{"id":1,"total":12.5}],"next":null}', call),
      ),
    },
    {
      name: 'orders-204',
      sentence: 'Answers GET /store/orders with 204.',
      change: replace('storeOrders', () => () => ({ status: 204, headers: [], body: '' })),
    },
    {
      name: 'orders-missing-for-everybody',
      sentence: 'Has no GET /store/orders, and says so before it looks at the key.',
      mayFail: ['store-orders.exists'],
      // Together they would answer for the orders of the store, without a key.
      conflictsWith: ['unknown-path-answered'],
      change: all(
        keyless('storeOrders'),
        replace('storeOrders', (_, server) => (call) => server.unknownPath(call)),
      ),
    },
  ),
  {
    name: 'unknown-path-answered',
    sentence: 'Answers an unknown path with a page of its own.',
    change: replace('unknownPath', () => () => ({
      status: 200,
      headers: [['content-type', 'text/html']],
      body: '<h1>Animals</h1>',
    })),
  },
  {
    name: 'unknown-path-without-key',
    sentence: 'Answers an unknown path with 404 before it looks at the key.',
    change: keyless('unknownPath'),
  },
  ...oneOf(
    {
      name: 'unknown-method-without-key',
      sentence: 'Answers an unknown method with 405 before it looks at the key.',
      change: keyless('unknownMethod'),
    },
    {
      name: 'unknown-method-404',
      sentence: 'Answers an unknown method with 404.',
      change: replace('unknownMethod', () => () => {
        throw new Refusal(404, 'not_found', 'There is no such operation.');
      }),
    },
    {
      name: 'unknown-method-with-allow',
      sentence: 'Names the methods of a path in an Allow header.',
      change: replace('unknownMethod', () => () => {
        throw new Refusal(405, 'method_not_allowed', 'This path does not know this method.', [
          ['allow', 'GET, POST'],
        ]);
      }),
    },
  ),
  {
    name: 'slash-at-end-taken',
    sentence: 'Takes a slash at the end of /pets for none.',
    // Together they would show the list without a key.
    conflictsWith: ['unknown-path-without-key'],
    change: replace('operate', (operate, server) => (call) => {
      if (call.operation !== 'unknownPath' || call.path !== `${server.basePath}/pets/`)
        return operate(call);
      const { method } = call.request;
      return operate({
        ...call,
        path: call.path.slice(0, -1),
        operation:
          method === 'GET' ? 'listPets' : method === 'POST' ? 'createPet' : 'unknownMethod',
      });
    }),
  },
];
