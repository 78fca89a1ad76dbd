// Faults of clause 4.5: messages that are not JSON, or do not say that they are, or have no text.
import { after, all, before, instead, replace, type Change } from '../../changes/change.js';
import { inAnyCase, isJson } from '../../changes/json.js';
import { refuse } from '../../changes/refusals.js';
import { isMessage, textIn, typeIn } from '../../changes/requests.js';
import type { Json, JsonObject } from '../../json.js';
import { parameters } from '../../request.js';
import { breaking, each, eachOf, type Fault } from '../fault.js';

const holding = (text: string): JsonObject => new Map([['message', text]]);
/** Parses a body that is not JSON with `read`, which may return undefined to have it refused. */
const unreadable = (read: (text: string) => Json | undefined): Change =>
  instead('parse', (text, call) => (isMessage(call) && !isJson(text) ? read(text) : undefined));
/** Takes such a body for the text itself. */
const takingText = (when: RegExp): Change =>
  unreadable((text) => (when.test(text) ? holding(text) : undefined));
const takingJson = (take: (json: Json) => JsonObject | undefined): Change =>
  instead('requireObject', (json, call) => (isMessage(call) ? take(json) : undefined));
const taking = (take: (value: Json | undefined) => string | undefined): Change =>
  instead('textOf', (body) => take(body.get('message')));
const refusingAbsent = (status: number): Change =>
  before('textOf', (body) => {
    if (!body.has('message')) refuse(status);
  });
/** Accepts more content types. */
const passing = (type: RegExp): Change =>
  replace('requireMessageType', (require) => (call) => {
    if (!type.test(typeIn(call))) require(call);
  });
/** Accepts another content type if a text can be read out of such a body, but does not take JSON for one. */
const fieldsTaken = (type: RegExp, read: (text: string) => string | null): Change =>
  all(
    replace('requireMessageType', (require) => (call) => {
      if (!type.test(typeIn(call)) || read(textIn(call)) === null) require(call);
    }),
    instead('parse', (text, call) => {
      const message = isMessage(call) && type.test(typeIn(call)) ? read(text) : null;
      return message === null ? undefined : holding(message);
    }),
  );
const refusingType = (status: number, type: RegExp): Change =>
  before('requireMessageType', (call) => {
    if (type.test(typeIn(call))) refuse(status);
  });
const refusingNoJson = (status: number): Change => refusingType(status, /^(?!application\/json)/i);

export const messagesBodies: readonly Fault[] = [
  ...breaking('messages.invalid-json', {
    'message-unreadable-taken': [
      'Accepts a body that is not JSON as the message.',
      unreadable(holding),
    ],
    ...eachOf(
      'message-unreadable-%s',
      'Returns %s for a message that is not JSON.',
      [500, 422, 415],
      (status) => unreadable(() => refuse(status)),
    ),
    'message-truncated-taken': [
      'Accepts a truncated message, and closes its braces.',
      takingText(/^\s*\{/),
    ],
    'message-plain-text-taken': ['Accepts plain text as the message.', takingText(/^[a-z]/i)],
    'message-empty-body-taken': ['Accepts an empty body as an empty message.', takingText(/^$/)],
    'message-white-space-taken': [
      'Accepts a body of white space as an empty message.',
      takingText(/^\s+$/),
    ],
  }),
  ...breaking('messages.missing-message', {
    'message-msg-taken': [
      'Accepts the member msg instead of message.',
      instead('textOf', (body) => {
        const other = body.get('msg');
        return !body.has('message') && typeof other === 'string' ? other : undefined;
      }),
    ],
    'message-taken-from-query': [
      'Accepts a message in the query if the body has none.',
      instead('textOf', (body, call) =>
        body.has('message') ? undefined : parameters(call, 'message')[0],
      ),
    ],
    'message-absent-taken': [
      'Accepts a body without a message.',
      taking((value) => (value === undefined ? '' : undefined)),
    ],
    ...eachOf(
      'message-absent-%s',
      'Returns %s for a body without a message.',
      [500, 422],
      refusingAbsent,
    ),
    'message-text-member-taken': [
      'Accepts any other member of the body as the message if message is absent.',
      instead('textOf', (body) =>
        body.has('message') || body.size === 0 ? undefined : String([...body.values()][0]),
      ),
    ],
    'message-body-array': [
      'Accepts a body that is an array as a message.',
      takingJson((json) => (Array.isArray(json) ? holding('x') : undefined)),
    ],
    'message-body-null-500': [
      'Returns 500 for a body of null instead of a message.',
      takingJson((json) => (json === null ? refuse(500) : undefined)),
    ],
    'message-body-string-taken': [
      'Accepts a body that is a string as the message.',
      takingJson((json) => (typeof json === 'string' ? holding(json) : undefined)),
    ],
  }),
  ...breaking('messages.text-is-string', {
    'message-number-taken': [
      'Accepts a number as a message.',
      taking((value) =>
        typeof value === 'bigint' || typeof value === 'number' ? String(value) : undefined,
      ),
    ],
    'message-null-taken': [
      'Accepts null as a message.',
      taking((value) => (value === null ? '' : undefined)),
    ],
    'message-word-taken': [
      'Accepts true or false as a message.',
      taking((value) => (typeof value === 'boolean' ? String(value) : undefined)),
    ],
    'message-object-taken': [
      'Accepts an object as a message.',
      taking((value) => (value instanceof Map ? '[object Object]' : undefined)),
    ],
    'message-array-taken': [
      'Accepts an array as a message.',
      taking((value) => (Array.isArray(value) ? value.map(String).join() : undefined)),
    ],
  }),
  ...breaking(
    'messages.nearly-json',
    each('Accepts %s.', takingText, {
      'message-trailing-comma-taken': ['a trailing comma in a message', /,\s*\}\s*$/],
      'message-single-quotes-taken': ['single-quoted strings in a message', /'/],
      'message-bare-line-feed-taken': ['unescaped line feeds in a message', /\S\s*\n|\n\s*\S/],
      'message-not-a-number-taken': ['NaN in a message, and reads it as null', /:\s*NaN/],
    }),
  ),
  ...breaking('messages.letter-case', {
    'message-member-names-in-any-case': [
      'Treats the member names of a message as case-insensitive.',
      after('requireObject', (body, _json, call) => (isMessage(call) ? inAnyCase(body) : body)),
    ],
  }),
  ...breaking('messages.content-type', {
    'message-any-type-taken': ['Does not check the content type of a message.', passing(/^/)],
    ...each('Accepts a message %s.', passing, {
      'message-any-range-taken': ['with the content type */*', /^\*\/\*/],
      'message-text-type-taken': ['with the content type text/plain', /^text\/plain/i],
      'message-form-type-taken': [
        'with the content type of a form',
        /^application\/x-www-form-urlencoded/i,
      ],
      'message-type-by-part': ['whose content type contains json anywhere', /json/i],
      'message-script-type-taken': [
        'with the content type application/javascript',
        /^application\/javascript/i,
      ],
      'message-type-in-parameter-taken': [
        'whose content type names JSON only in a parameter',
        /;.*application\/json/i,
      ],
    }),
    'message-form-fields-taken': [
      'Accepts a message in the fields of a form.',
      fieldsTaken(/^application\/x-www-form-urlencoded/i, (text) =>
        new URLSearchParams(text).get('message'),
      ),
    ],
    'message-multipart-taken': [
      'Accepts a message in a part of a multipart body.',
      fieldsTaken(
        /^multipart\//i,
        (text) => /name="message"\r\n\r\n(.*?)\r\n--/s.exec(text)?.[1] ?? null,
      ),
    ],
    ...eachOf(
      'message-type-%s',
      'Returns %s for a message whose content type is not JSON.',
      [500, 406],
      refusingNoJson,
    ),
  }),
  ...breaking('messages.charset', {
    'message-charset-refused': [
      'Refuses a message if its content type has a charset.',
      refusingType(400, /^application\/json.*charset/i),
    ],
    'message-charset-500': [
      'Returns 500 for a message if its content type has a charset.',
      refusingType(500, /^application\/json.*;/i),
    ],
  }),
  ...breaking('messages.type-letter-case', {
    'message-type-in-capitals-refused': [
      'Returns 415 for a message that is sent as Application/JSON.',
      refusingType(415, /^Application\/JSON$/),
    ],
  }),
  ...breaking('messages.content-type-400', {
    'message-type-415': [
      'Returns 415 for a message whose content type is not JSON.',
      refusingNoJson(415),
    ],
  }),
];
