// Faults of clause 4: valid animals in a spelling of JSON, or with a content type, that is refused.
import { after, before, instead, replace, type Change } from '../../changes/change.js';
import { isJson } from '../../changes/json.js';
import { refuse } from '../../changes/refusals.js';
import { is, typeIn } from '../../changes/requests.js';
import { header } from '../../request.js';
import { breaking, type Fault } from '../fault.js';

const refusingType = (status: number, type: RegExp): Change =>
  before('requireJsonType', (call) => {
    if (type.test(typeIn(call))) refuse(status);
  });
const members = ['name', 'categoryId', 'status'];
/** A spelling of JSON that the server does not read. */
const refusingText = (spelling: RegExp): Change =>
  before('parse', (text, call) => {
    if (is(call, 'createPet') && isJson(text) && spelling.test(text)) refuse(400);
  });

export const addSpelling: readonly Fault[] = [
  ...breaking('add-animal.charset', {
    'charset-refused': [
      'Refuses an animal whose content type names a charset with 415.',
      refusingType(415, /^application\/json.*charset/i),
    ],
    'charset-without-space-refused': [
      'Refuses an animal whose content type has no space before the charset with 400.',
      refusingType(400, /^application\/json;charset/i),
    ],
    'charset-500': [
      'Fails with 500 for an animal whose content type has a parameter.',
      refusingType(500, /^application\/json\s*;/i),
    ],
  }),
  ...breaking('add-animal.type-letter-case', {
    'type-in-capitals-refused': [
      'Refuses an animal as Application/JSON with 415.',
      refusingType(415, /^Application\/JSON$/),
    ],
  }),
  ...breaking('add-animal.any-spelling', {
    'lower-case-header-not-found': [
      'Looks for the content type under the name Content-Type alone, and refuses an animal without it.',
      before('requireBody', ({ request }) => {
        if (request.headers.every(([name]) => name !== 'Content-Type')) refuse(400);
      }),
    ],
    'chunked-body-refused': [
      'Refuses an animal that is sent in chunks.',
      before('requireBody', ({ request }) => {
        if (header(request, 'transfer-encoding') !== undefined) refuse(400);
      }),
    ],
    'indented-body-refused': [
      'Refuses an animal whose JSON goes over several lines.',
      refusingText(/\n\s*"/),
    ],
    'space-before-colon-refused': [
      'Refuses an animal with a space before a colon in its JSON.',
      refusingText(/" :/),
    ],
    'line-feed-at-end-refused': [
      'Refuses an animal with a line feed after its JSON.',
      refusingText(/\n$/),
    ],
    'escaped-member-refused': [
      'Refuses an animal with an escape in the name of a member.',
      refusingText(/\\u[0-9a-f]{4}[^"]*"\s*:/i),
    ],
    'surrogate-pair-refused': [
      'Refuses an animal with an emoji written as two escapes.',
      refusingText(/\\ud83d\\u/i),
    ],
    'escapes-in-capitals-replaced': [
      'Stores a question mark for an escape in capitals.',
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
    'escaped-slash-refused': [
      'Refuses an animal with a slash that is escaped.',
      refusingText(/\\\//),
    ],
    'white-space-in-front-refused': [
      'Refuses an animal whose JSON has white space in front.',
      refusingText(/^\s/),
    ],
    'escapes-kept': [
      'Stores the numbered escapes of a name as they were written.',
      instead(
        'nameOf',
        (_body, call, server) =>
          /:\s*"((?:[^"\\]|\\u[0-9a-f]{4})*\\u[0-9a-f]{4}[^"]*)"/i.exec(server.decode(call))?.[1],
      ),
    ],
    'add-members-in-order': [
      'Refuses an animal whose members are not in the order name, categoryId, status.',
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
