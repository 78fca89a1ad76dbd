// Faults of clause 4: bodies that are no JSON, or are sent as something else.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import type { Call, Operation, Reply } from '../types.js';
import { withType } from './changes.js';

const json = 'bodies.json';

const ofCatalogue = (call: Call): boolean => call.operation !== 'sendMessage';
const on =
  (...operations: Operation[]) =>
  (call: Call, reply: Reply): boolean =>
    operations.includes(call.operation) && reply.status < 300;
const replied = (
  name: string,
  sentence: string,
  when: (call: Call, reply: Reply) => boolean,
  change: (reply: Reply) => Reply,
): Fault => ({
  name,
  clause: '4',
  sentence,
  fails: [json],
  change: replace('finish', (finish) => async (reply, call) => {
    const finished = await finish(reply, call);
    return when(call, finished) ? change(finished) : finished;
  }),
});
const typed = (
  name: string,
  sentence: string,
  when: (call: Call, reply: Reply) => boolean,
  type: string,
): Fault => replied(name, sentence, when, (reply) => withType(reply, type));
const text =
  (change: (body: string) => string) =>
  (reply: Reply): Reply =>
    reply.body.length === 0 ? reply : { ...reply, body: change(String(reply.body)) };
const untyped = (reply: Reply): Reply => ({
  ...reply,
  headers: reply.headers.filter(([name]) => name !== 'content-type'),
});
const add = on('createPet');
const list = on('listPets');
const get = on('getPet');

export const bodies: readonly Fault[] = [
  typed('everything-as-text-html', 'Sends every body as text/html.', ofCatalogue, 'text/html'),
  typed('everything-as-text-json', 'Sends every body as text/json.', ofCatalogue, 'text/json'),
  typed('list-as-text-plain', 'Sends lists as text/plain.', list, 'text/plain'),
  typed('list-as-jsonp', 'Sends lists as application/javascript.', list, 'application/javascript'),
  typed(
    'list-as-vendor-json',
    'Sends lists as application/vnd.api+json.',
    list,
    'application/vnd.api+json',
  ),
  typed(
    'list-as-octets',
    'Sends lists as application/octet-stream.',
    list,
    'application/octet-stream',
  ),
  typed('add-as-text-plain', 'Sends the answer to an add as text/plain.', add, 'text/plain'),
  typed('add-as-text-html', 'Sends the answer to an add as text/html.', add, 'text/html'),
  typed('get-as-text-json', 'Sends one animal as text/json.', get, 'text/json'),
  typed('get-as-text-plain', 'Sends one animal as text/plain.', get, 'text/plain'),
  typed(
    'empty-list-as-text-plain',
    'Sends an empty list as text/plain.',
    (call, reply) => list(call, reply) && reply.body === '[]',
    'text/plain',
  ),
  replied('list-without-content-type', 'Sends lists without a content type.', list, untyped),
  replied(
    'add-without-content-type',
    'Sends the answer to an add without a content type.',
    add,
    untyped,
  ),
  replied('get-without-content-type', 'Sends one animal without a content type.', get, untyped),
  replied(
    'byte-order-mark-before-list',
    'Puts a byte order mark before lists.',
    list,
    text((body) => `\ufeff${body}`),
  ),
  replied(
    'guard-before-list',
    'Puts a guard against scripts before lists.',
    list,
    text((body) => `)]}',\n${body}`),
  ),
  replied(
    'list-in-callback',
    'Wraps lists in the call of a function.',
    list,
    text((body) => `callback(${body});`),
  ),
  replied(
    'comma-at-end-of-list',
    'Puts a comma before the closing bracket of a list.',
    list,
    text((body) => body.replace(/\}\]$/, '},]')),
  ),
  replied(
    'list-cut-off',
    'Cuts the last two letters of a list off.',
    list,
    text((body) => body.slice(0, -2)),
  ),
  replied(
    'long-list-cut-off',
    'Cuts a list off after 4,096 letters.',
    list,
    text((body) => body.slice(0, 4096)),
  ),
  replied(
    'list-sent-twice',
    'Sends every list twice in one answer.',
    list,
    text((body) => body + body),
  ),
  replied(
    'warning-before-add',
    'Prints a warning before the answer to an add.',
    add,
    text((body) => `Warning: deprecated call in line 12\n${body}`),
  ),
  replied(
    'single-quotes-in-get',
    'Sends one animal with single quotes.',
    get,
    text((body) => body.replace(/"/g, "'")),
  ),
  replied(
    'bare-names-in-add',
    'Sends the answer to an add without quotes around member names.',
    add,
    text((body) => body.replace(/"(\w+)":/g, '$1:')),
  ),
  replied(
    'category-not-a-number',
    'Sends NaN for the categoryId of one animal.',
    get,
    text((body) => body.replace(/"categoryId":-?\d+/, '"categoryId":NaN')),
  ),
  replied(
    'raw-control-characters',
    'Sends control characters in a name without an escape.',
    (call, reply) => add(call, reply) || get(call, reply),
    text((body) =>
      body
        .replace(/\\n/g, '\n')
        .replace(/\\t/g, '\t')
        .replace(/\\u0000/g, '\0'),
    ),
  ),
  replied('latin-1-bytes', 'Sends the answer to an add in Latin-1.', add, (reply) => ({
    ...reply,
    body: Buffer.from(String(reply.body), 'latin1'),
  })),
  replied('utf-16-bytes', 'Sends lists in UTF-16.', list, (reply) => ({
    ...reply,
    body: Buffer.from(String(reply.body), 'utf16le'),
  })),
  replied(
    'zero-before-numbers',
    'Sends the id of one animal with a zero before it.',
    get,
    text((body) => body.replace(/"id":(\d)/, '"id":0$1')),
  ),
  replied(
    'error-cut-off',
    'Cuts the last letter of an Error off.',
    (call, reply) => ofCatalogue(call) && reply.status >= 400,
    text((body) => body.slice(0, -1)),
  ),
];
