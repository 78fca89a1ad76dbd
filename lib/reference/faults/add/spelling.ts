// Faults of clause 4: valid animals that are refused because of how their JSON is spelled, or because of their content
// type.
import { after, before, instead, replace, type Change } from '../../changes/change.js';
import { isJson } from '../../changes/json.js';
import { refuse } from '../../changes/refusals.js';
import { is, typeIn } from '../../changes/requests.js';
import { withoutLastSplit } from '../../changes/texts.js';
import { header } from '../../request.js';
import { breaking, type Fault } from '../fault.js';

const refusingType = (status: number, type: RegExp): Change =>
  before('requireJsonType', (call) => {
    if (type.test(typeIn(call))) refuse(status);
  });
const members = ['name', 'categoryId', 'status'];
/** Refuses a valid spelling of JSON. */
const refusingText = (spelling: RegExp): Change =>
  before('parse', (text, call) => {
    if (is(call, 'createPet') && isJson(text) && spelling.test(text)) refuse(400);
  });

export const addSpelling: readonly Fault[] = [
  ...breaking('add-animal.charset', {
    'charset-refused': [
      'Returns 415 for an animal whose content type has a charset.',
      refusingType(415, /^application\/json.*charset/i),
    ],
    'charset-without-space-refused': [
      'Returns 400 for an animal whose content type has no space before the charset.',
      refusingType(400, /^application\/json;charset/i),
    ],
    'charset-500': [
      'Returns 500 for an animal whose content type has a parameter.',
      refusingType(500, /^application\/json\s*;/i),
    ],
  }),
  ...breaking('add-animal.type-letter-case', {
    'type-in-capitals-refused': [
      'Returns 415 for an animal that is sent as Application/JSON.',
      refusingType(415, /^Application\/JSON$/),
    ],
  }),
  ...breaking('add-animal.any-spelling', {
    'lower-case-header-not-found': [
      'Treats the name of the Content-Type header as case-sensitive, and refuses other spellings.',
      before('requireBody', ({ request }) => {
        if (request.headers.every(([name]) => name !== 'Content-Type')) refuse(400);
      }),
    ],
    'chunked-body-refused': [
      'Refuses an animal that is sent with chunked transfer encoding.',
      before('requireBody', ({ request }) => {
        if (header(request, 'transfer-encoding') !== undefined) refuse(400);
      }),
    ],
    'chunks-decoded-one-by-one': [
      'Decodes each chunk of an animal separately, and so loses a character that is split.',
      after('decode', (text, call) => {
        const isInChunks = header(call.request, 'transfer-encoding') !== undefined;
        return is(call, 'createPet') && isInChunks ? withoutLastSplit(text) : text;
      }),
    ],
    'expectation-refused': [
      'Refuses an animal whose client waits for 100 Continue before it sends the body.',
      before('requireBody', ({ request }) => {
        if (header(request, 'expect') !== undefined) refuse(400);
      }),
    ],
    'closing-connection-refused': [
      'Refuses an animal whose client closes the connection afterwards.',
      before('requireBody', ({ request }) => {
        if (/\bclose\b/i.test(header(request, 'connection') ?? '')) refuse(400);
      }),
    ],
    'indented-body-refused': [
      'Refuses an animal whose JSON spans several lines.',
      refusingText(/\n\s*"/),
    ],
    'space-before-colon-refused': [
      'Refuses an animal whose JSON has a space before a colon.',
      refusingText(/" :/),
    ],
    'line-feed-at-end-refused': [
      'Refuses an animal whose JSON ends with a line feed.',
      refusingText(/\n$/),
    ],
    'escaped-member-refused': [
      'Refuses an animal with an escape in a member name.',
      refusingText(/\\u[0-9a-f]{4}[^"]*"\s*:/i),
    ],
    'surrogate-pair-refused': [
      'Refuses an animal with an emoji that is written as two escapes.',
      refusingText(/\\ud83d\\u/i),
    ],
    'escapes-in-capitals-replaced': [
      'Stores a question mark instead of an escape with upper-case digits.',
      replace(
        'parse',
        (parse) => (text, call) =>
          parse(
            is(call, 'createPet')
              ? text.replace(/\\u(?=[0-9a-f]*[A-F])[0-9a-fA-F]{4}/g, '?')
              : text,
            call,
          ),
      ),
    ],
    'escaped-slash-refused': ['Refuses an animal with an escaped slash.', refusingText(/\\\//)],
    'white-space-in-front-refused': [
      'Refuses an animal whose JSON starts with white space.',
      refusingText(/^\s/),
    ],
    'escapes-kept': [
      'Stores numeric escapes in a name literally.',
      instead(
        'nameOf',
        (_body, call, server) =>
          /:\s*"((?:[^"\\]|\\u[0-9a-f]{4})*\\u[0-9a-f]{4}[^"]*)"/i.exec(server.decode(call))?.[1],
      ),
    ],
    'add-members-in-order': [
      'Refuses an animal unless its members are in the order name, categoryId, status.',
      after('readObject', (body) => {
        const names = [...body.keys()].filter((name) => members.includes(name));
        const inOrder = members.filter((name) => names.includes(name));
        return names.join() === inOrder.join() ? body : refuse(400);
      }),
    ],
    'add-status-lost-when-first': [
      'Ignores a status that comes before the name.',
      after('statusOf', (status, body) => ([...body.keys()][0] === 'status' ? undefined : status)),
    ],
  }),
];
