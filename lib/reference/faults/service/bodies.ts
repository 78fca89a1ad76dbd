// Faults of clause 4: bodies that are no JSON, or are sent as something else.
import { after, replace, type Change } from '../../changes/change.js';
import { ofCatalogue, refusals } from '../../changes/refusals.js';
import { page, withBody, withType } from '../../changes/replies.js';
import { is, isOfCatalogue } from '../../changes/requests.js';
import { header } from '../../request.js';
import type { Call, Operation, Reply } from '../../types.js';
import { breaking, type Fault } from '../fault.js';

type When = (call: Call, reply: Reply) => boolean;

/** The finished reply is another one. */
const replied = (when: When, alter: (reply: Reply) => Reply): Change =>
  after('finish', (reply, _given, call) => (when(call, reply) ? alter(reply) : reply));
const typed = (when: When, type: string): Change => replied(when, (reply) => withType(reply, type));
const untyped = (when: When): Change =>
  replied(when, (reply) => ({
    ...reply,
    headers: reply.headers.filter(([name]) => name !== 'content-type'),
  }));
const inEncoding = (when: When, encoding: BufferEncoding): Change =>
  replied(when, (reply) => ({ ...reply, body: Buffer.from(String(reply.body), encoding) }));
const texts = (when: When, rewrite: (body: string) => string): Change =>
  replied(when, (reply) =>
    reply.body.length === 0 ? reply : withBody(reply, rewrite(String(reply.body))),
  );

const successOf =
  (...operations: readonly Operation[]): When =>
  (call, reply) =>
    is(call, ...operations) && reply.status < 300;
const add = successOf('createPet');
const list = successOf('listPets');
const get = successOf('getPet');

export const serviceBodies: readonly Fault[] = [
  ...breaking('bodies.json', {
    'html-without-accept-header': [
      'Sends a page instead of a list when no Accept header is sent.',
      replied(
        (call, reply) => list(call, reply) && header(call.request, 'accept') === undefined,
        () => page(200),
      ),
    ],
    'xml-when-any-type-is-accepted': [
      'Sends XML instead of a list when any type is accepted.',
      replied(
        (call, reply) => list(call, reply) && header(call.request, 'accept') === '*/*',
        (reply) => withType(withBody(reply, '<pets/>'), 'application/xml'),
      ),
    ],
    'everything-as-text-html': [
      'Sends every body as text/html.',
      typed(isOfCatalogue, 'text/html'),
    ],
    'list-as-text-plain': ['Sends lists as text/plain.', typed(list, 'text/plain')],
    'list-as-vendor-json': [
      'Sends lists as application/vnd.api+json.',
      typed(list, 'application/vnd.api+json'),
    ],
    'add-as-text-plain': ['Sends the answer to an add as text/plain.', typed(add, 'text/plain')],
    'get-as-text-json': ['Sends one animal as text/json.', typed(get, 'text/json')],
    'empty-list-as-text-plain': [
      'Sends an empty list as text/plain.',
      typed((call, reply) => list(call, reply) && reply.body === '[]', 'text/plain'),
    ],
    'list-without-content-type': ['Sends lists without a content type.', untyped(list)],
    'byte-order-mark-before-list': [
      'Puts a byte order mark before lists.',
      texts(list, (body) => `\ufeff${body}`),
    ],
    'list-in-callback': [
      'Wraps lists in the call of a function.',
      texts(list, (body) => `callback(${body});`),
    ],
    'comma-at-end-of-list': [
      'Puts a comma before the closing bracket of a list.',
      texts(list, (body) => body.replace(/\}\]$/, '},]')),
    ],
    'list-cut-off': [
      'Cuts the last two letters of a list off.',
      texts(list, (body) => body.slice(0, -2)),
    ],
    'list-sent-twice': [
      'Sends every list twice in one answer.',
      texts(list, (body) => body + body),
    ],
    'warning-before-add': [
      'Prints a warning before the answer to an add.',
      texts(add, (body) => `Warning: deprecated call in line 12\n${body}`),
    ],
    'single-quotes-in-get': [
      'Sends one animal with single quotes.',
      texts(get, (body) => body.replace(/"/g, "'")),
    ],
    'category-not-a-number': [
      'Sends NaN for the categoryId of one animal.',
      texts(get, (body) => body.replace(/"categoryId":-?\d+/, '"categoryId":NaN')),
    ],
    'raw-control-characters': [
      'Sends control characters in a name without an escape.',
      texts(successOf('createPet', 'getPet'), (body) =>
        body
          .replace(/\\n/g, '\n')
          .replace(/\\t/g, '\t')
          .replace(/\\u0000/g, '\0'),
      ),
    ],
    'latin-1-bytes': ['Sends the answer to an add in Latin-1.', inEncoding(add, 'latin1')],
    'utf-16-bytes': ['Sends lists in UTF-16.', inEncoding(list, 'utf16le')],
    'zero-before-numbers': [
      'Sends the id of one animal with a zero before it.',
      texts(get, (body) => body.replace(/"id":(\d)/, '"id":0$1')),
    ],
    'error-cut-off': [
      'Cuts the last letter of an Error off.',
      texts(
        (call, reply) => isOfCatalogue(call) && reply.status >= 400,
        (body) => body.slice(0, -1),
      ),
    ],
    'list-by-lines': [
      'Sends one animal on each line instead of an array.',
      replace(
        'listText',
        (_, server) => (animals, call) =>
          animals.map((animal) => server.listedText(animal, call)).join('\n'),
      ),
    ],
    'error-as-plain-text': [
      'Sends every Error as text/plain.',
      refusals(ofCatalogue, (reply) => withType(reply, 'text/plain')),
    ],
    'error-without-content-type': [
      'Sends every Error without a content type.',
      refusals(ofCatalogue, (reply) => ({ ...reply, headers: [] })),
    ],
  }),
];
