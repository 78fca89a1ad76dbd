// Faults of clause 4: valid animals that are refused because of how their JSON is spelled, or because of their content
// type.
import { after, before, instead, replace, type Change } from '../../changes/change.js';
import { isJson } from '../../changes/json.js';
import { refuse } from '../../changes/refusals.js';
import { is, typeIn } from '../../changes/requests.js';
import { readAsLatin1, withoutLastSplit } from '../../changes/texts.js';
import { header } from '../../request.js';
import { breaking, each, type Fault } from '../fault.js';

const refusingType = (status: number, type: RegExp): Change =>
  before('requireJsonType', (call) => {
    if (type.test(typeIn(call))) refuse(status);
  });
const refusingHeader = ([name, value]: readonly [name: string, value: RegExp]): Change =>
  before('requireBody', ({ request }) => {
    const given = header(request, name);
    if (given !== undefined && value.test(given)) refuse(400);
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
    ...each('Refuses an animal %s.', refusingHeader, {
      'chunked-body-refused': [
        'that is sent with chunked transfer encoding',
        ['transfer-encoding', /^/],
      ],
      'expectation-refused': [
        'whose client waits for 100 Continue before it sends the body',
        ['expect', /^/],
      ],
      'closing-connection-refused': [
        'whose client closes the connection afterwards',
        ['connection', /\bclose\b/i],
      ],
    }),
    ...each('Refuses an animal %s.', refusingText, {
      'indented-body-refused': ['whose JSON spans several lines', /\n\s*"/],
      'escaped-member-refused': ['with an escape in a member name', /\\u[0-9a-f]{4}[^"]*"\s*:/i],
      'surrogate-pair-refused': ['with an emoji that is written as two escapes', /\\ud83d\\u/i],
    }),
    'chunks-decoded-one-by-one': [
      'Decodes each chunk of an animal separately, and so loses a character that is split.',
      after('decode', (text, call) => {
        const isInChunks = header(call.request, 'transfer-encoding') !== undefined;
        return is(call, 'createPet') && isInChunks ? withoutLastSplit(text) : text;
      }),
    ],
    'charset-read-as-latin-1': [
      'Decodes an animal as Latin-1 if its content type has a charset.',
      after('decode', (text, call) =>
        is(call, 'createPet') && /charset/i.test(header(call.request, 'content-type') ?? '')
          ? readAsLatin1(text)
          : text,
      ),
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
