// Legal variants of size: the contract shows no limits of bodies, addresses and headers, so a server may have its own.
import { replace } from '../change.js';
import type { Variant } from './variant.js';
import { Refusal } from '../refusal.js';
import { oneOf } from './variant.js';

const bodiesUpTo = (bytes: number): Variant['change'] =>
  replace('requireBody', (requireBody) => (call) => {
    if (Buffer.byteLength(call.request.body ?? '') > bytes)
      throw new Refusal(413, 'too_large', 'The body is too large.');
    return requireBody(call);
  });
/** The server below the service answers by itself, with a page of its own. */
const inFront = (
  status: number,
  tooLong: (request: {
    readonly path: string;
    readonly headers: readonly (readonly [string, string])[];
  }) => boolean,
): Variant['change'] =>
  replace(
    'begin',
    (begin) => (call) =>
      tooLong(call.request)
        ? { status, headers: [['content-type', 'text/html']], body: `<h1>${status}</h1>` }
        : begin(call),
  );

export const limitsOfSize: readonly Variant[] = [
  ...oneOf(
    {
      name: 'bodies-up-to-8-kb',
      sentence: 'Refuses bodies of more than 8,192 bytes with 413.',
      change: bodiesUpTo(8_192),
    },
    {
      name: 'bodies-up-to-300-bytes',
      sentence: 'Refuses bodies of more than 300 bytes with 413.',
      change: bodiesUpTo(300),
    },
    {
      name: 'bodies-up-to-160-bytes',
      sentence: 'Refuses bodies of more than 160 bytes with 413.',
      change: bodiesUpTo(160),
    },
  ),
  {
    name: 'messages-up-to-200-bytes',
    sentence: 'Refuses messages of more than 200 bytes with 413.',
    change: replace('sendMessage', (sendMessage) => (call) => {
      if (Buffer.byteLength(call.request.body ?? '') > 200)
        throw new Refusal(413, 'too_large', 'The message is too large.');
      return sendMessage(call);
    }),
  },
  {
    name: 'addresses-up-to-200-characters',
    sentence: 'Refuses addresses of more than 200 characters with a page and 414.',
    change: inFront(414, ({ path }) => path.length > 200),
  },
  {
    name: 'headers-up-to-150-characters',
    sentence: 'Refuses header values of more than 150 characters with a page and 431.',
    change: inFront(431, ({ headers }) => headers.some(([, value]) => value.length > 150)),
  },
];
