// Faults of clause 4: bodies that are not JSON, or have another content type.
import { after, replace, type Change } from '../../changes/change.js';
import { ofCatalogue, refusals } from '../../changes/refusals.js';
import { page, withBody, withHeader, withType } from '../../changes/replies.js';
import { is, isOfCatalogue, namesJson } from '../../changes/requests.js';
import { header } from '../../request.js';
import type { Call, Operation, Reply } from '../../types.js';
import { breaking, type Fault } from '../fault.js';

type When = (call: Call, reply: Reply) => boolean;

/** Alters the finished reply. */
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
      'Returns an HTML page instead of a list when there is no Accept header.',
      replied(
        (call, reply) => list(call, reply) && header(call.request, 'accept') === undefined,
        () => page(200),
      ),
    ],
    'lists-guarded-for-other-origins': [
      'Begins lists with a text against script inclusion if the request comes from another origin.',
      replied(
        (call, reply) => list(call, reply) && header(call.request, 'origin') !== undefined,
        (reply) => withBody(reply, `)]}',\n${String(reply.body)}`),
      ),
    ],
    'xml-when-any-type-is-accepted': [
      'Returns XML instead of a list when the Accept header is */*.',
      replied(
        (call, reply) => list(call, reply) && header(call.request, 'accept') === '*/*',
        (reply) => withType(withBody(reply, '<pets/>'), 'application/xml'),
      ),
    ],
    'fetched-as-html-where-json-is-not-named': [
      'Returns a fetched animal as text/html unless the Accept header names JSON.',
      typed((call, reply) => get(call, reply) && !namesJson(call), 'text/html'),
    ],
    'everything-as-text-html': [
      'Returns every body as text/html.',
      typed(isOfCatalogue, 'text/html'),
    ],
    'error-with-two-content-types': [
      'Declares errors to be JSON, and then text/html too.',
      replied(
        (call, reply) => isOfCatalogue(call) && reply.status >= 400,
        (reply) => withHeader(reply, 'content-type', 'text/html'),
      ),
    ],
    'list-as-text-plain': ['Returns lists as text/plain.', typed(list, 'text/plain')],
    'list-as-vendor-json': [
      'Returns lists as application/vnd.api+json.',
      typed(list, 'application/vnd.api+json'),
    ],
    'add-as-text-plain': ['Returns a new animal as text/plain.', typed(add, 'text/plain')],
    'get-as-text-json': ['Returns a fetched animal as text/json.', typed(get, 'text/json')],
    'empty-list-as-text-plain': [
      'Returns an empty list as text/plain.',
      typed((call, reply) => list(call, reply) && reply.body === '[]', 'text/plain'),
    ],
    'list-without-content-type': ['Returns lists without a content type.', untyped(list)],
    'byte-order-mark-before-list': [
      'Returns lists with a byte order mark.',
      texts(list, (body) => `\ufeff${body}`),
    ],
    'comma-at-end-of-list': [
      'Returns lists with a trailing comma.',
      texts(list, (body) => body.replace(/\}\]$/, '},]')),
    ],
    'warning-before-add': [
      'Prints a warning before the JSON of a new animal.',
      texts(add, (body) => `Warning: deprecated call in line 12\n${body}`),
    ],
    'category-not-a-number': [
      'Returns NaN as the categoryId when an animal is fetched.',
      texts(get, (body) => body.replace(/"categoryId":-?\d+/, '"categoryId":NaN')),
    ],
    'raw-control-characters': [
      'Returns control characters in a name unescaped.',
      texts(successOf('createPet', 'getPet'), (body) =>
        body
          .replace(/\\n/g, '\n')
          .replace(/\\t/g, '\t')
          .replace(/\\u0000/g, '\0'),
      ),
    ],
    'latin-1-bytes': ['Returns a new animal encoded as Latin-1.', inEncoding(add, 'latin1')],
    'utf-16-bytes': ['Returns lists encoded as UTF-16.', inEncoding(list, 'utf16le')],
    'error-cut-off': [
      'Cuts off the last character of an Error.',
      texts(
        (call, reply) => isOfCatalogue(call) && reply.status >= 400,
        (body) => body.slice(0, -1),
      ),
    ],
    'list-by-lines': [
      'Returns one animal per line instead of an array.',
      replace(
        'listText',
        (_, server) => (animals, call) =>
          animals.map((animal) => server.listedText(animal, call)).join('\n'),
      ),
    ],
    'error-as-plain-text': [
      'Returns every Error as text/plain.',
      refusals(ofCatalogue, (reply) => withType(reply, 'text/plain')),
    ],
    'error-without-content-type': [
      'Returns every Error without a content type.',
      refusals(ofCatalogue, (reply) => ({ ...reply, headers: [] })),
    ],
  }),
];
