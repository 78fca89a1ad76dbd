// Legal variants of size: the contract sets no limits for bodies, addresses and headers, so a server may have its own.
import { before, instead, type Change } from '../changes/change.js';
import { refuse } from '../changes/refusals.js';
import { empty, page } from '../changes/replies.js';
import type { ReferenceRequest } from '../types.js';
import { legal, oneOf, type Variant } from './variant.js';

const bodiesUpTo = (bytes: number): Change =>
  before('requireBody', (call) => {
    if (Buffer.byteLength(call.request.body ?? '') > bytes) refuse(413);
  });
/** Makes the HTTP server in front of the service respond, with a page of its own. */
const inFront = (status: number, tooLong: (request: ReferenceRequest) => boolean): Change =>
  instead('begin', (call) => (tooLong(call.request) ? page(status) : undefined));
const hasHeaderBeyond =
  (characters: number) =>
  ({ headers }: ReferenceRequest): boolean =>
    headers.some(([, value]) => value.length > characters);

const hasHeaderBeyondAscii = ({ headers }: ReferenceRequest): boolean =>
  headers.some(([, value]) => /[^\t -~]/.test(value));

export const limitsOfSize: readonly Variant[] = [
  ...oneOf({
    'bodies-up-to-8-kb': ['Returns 413 for bodies of more than 8,192 bytes.', bodiesUpTo(8_192)],
    'bodies-up-to-300-bytes': ['Returns 413 for bodies of more than 300 bytes.', bodiesUpTo(300)],
    'bodies-up-to-160-bytes': ['Returns 413 for bodies of more than 160 bytes.', bodiesUpTo(160)],
  }),
  ...legal({
    'messages-up-to-200-bytes': [
      'Returns 413 for messages of more than 200 bytes.',
      before('sendMessage', (call) => {
        if (Buffer.byteLength(call.request.body ?? '') > 200) refuse(413);
      }),
    ],
    'headers-in-ascii': [
      'Returns 400 with an HTML page for header values beyond ASCII.',
      inFront(400, hasHeaderBeyondAscii),
    ],
    'bodies-up-to-100-kb-in-front': [
      'Returns 413 with an HTML page for bodies of more than 100,000 bytes.',
      inFront(413, ({ body }) => Buffer.byteLength(body ?? '') > 100_000),
    ],
    'addresses-up-to-200-characters': [
      'Returns 414 with an HTML page for addresses of more than 200 characters.',
      inFront(414, ({ path }) => path.length > 200),
    ],
  }),
  ...oneOf({
    'headers-up-to-150-characters': [
      'Returns 431 with an HTML page for header values of more than 150 characters.',
      inFront(431, hasHeaderBeyond(150)),
    ],
    'headers-up-to-8-kb': [
      'Returns 400 with an HTML page for header values of more than 8,192 characters.',
      inFront(400, hasHeaderBeyond(8_192)),
    ],
    'headers-up-to-16-kb': [
      'Returns 431 without a body for header values of more than 16,384 characters.',
      instead('begin', ({ request }) =>
        hasHeaderBeyond(16_384)(request) ? empty(431) : undefined,
      ),
    ],
  }),
];
