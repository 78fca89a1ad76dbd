// Faults of clause 4.5: messages that are not JSON, or have no text.
import { after, before, instead, type Change } from '../../changes/change.js';
import { inAnyCase, isJson } from '../../changes/json.js';
import { refuse } from '../../changes/refusals.js';
import { isMessage } from '../../changes/requests.js';
import type { Json, JsonObject } from '../../json.js';
import { breaking, type Fault } from '../fault.js';

const holding = (text: string): JsonObject => new Map([['message', text]]);
/** Parses a body that is not JSON with `read`, which may return undefined to have it refused. */
const unreadable = (read: (text: string) => Json | undefined): Change =>
  instead('parse', (text, call) => (isMessage(call) && !isJson(text) ? read(text) : undefined));
/** Takes such a body for the text itself. */
const takingText = (when: (text: string) => boolean): Change =>
  unreadable((text) => (when(text) ? holding(text) : undefined));
const takingJson = (take: (json: Json) => JsonObject | undefined): Change =>
  instead('requireObject', (json, call) => (isMessage(call) ? take(json) : undefined));
const taking = (take: (value: Json | undefined) => string | undefined): Change =>
  instead('textOf', (body) => take(body.get('message')));
const refusingValue = (status: number, when: (value: Json | undefined) => boolean): Change =>
  before('textOf', (body) => {
    if (when(body.get('message'))) refuse(status);
  });

/** Accepts another member as the text. */
const alsoNamed = (name: string): Change =>
  instead('textOf', (body) => {
    const other = body.get(name);
    return !body.has('message') && typeof other === 'string' ? other : undefined;
  });

export const messagesBodies: readonly Fault[] = [
  ...breaking('messages.invalid-json', {
    'message-unreadable-taken': [
      'Accepts a body that is not JSON as the message.',
      unreadable(holding),
    ],
    'message-unreadable-500': [
      'Returns 500 for a message that is not JSON.',
      unreadable(() => refuse(500)),
    ],
    'message-unreadable-422': [
      'Returns 422 for a message that is not JSON.',
      unreadable(() => refuse(422)),
    ],
    'message-unreadable-415': [
      'Returns 415 for a message that is not JSON.',
      unreadable(() => refuse(415)),
    ],
    'message-truncated-taken': [
      'Accepts a truncated message, and closes its braces.',
      takingText((text) => /^\s*\{/.test(text)),
    ],
    'message-plain-text-taken': [
      'Accepts plain text as the message.',
      takingText((text) => /^[a-z]/i.test(text)),
    ],
    'message-empty-body-taken': [
      'Accepts an empty body as an empty message.',
      takingText((text) => text === ''),
    ],
    'message-white-space-taken': [
      'Accepts a body of white space as an empty message.',
      takingText((text) => /^\s+$/.test(text)),
    ],
  }),
  ...breaking('messages.missing-message', {
    'message-msg-taken': ['Accepts the member msg instead of message.', alsoNamed('msg')],
    'message-content-taken': [
      'Accepts the member content instead of message.',
      alsoNamed('content'),
    ],
    'message-absent-taken': [
      'Accepts a body without a message.',
      taking((value) => (value === undefined ? '' : undefined)),
    ],
    'message-absent-500': [
      'Returns 500 for a body without a message.',
      refusingValue(500, (value) => value === undefined),
    ],
    'message-absent-422': [
      'Returns 422 for a body without a message.',
      refusingValue(422, (value) => value === undefined),
    ],
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
  ...breaking('messages.nearly-json', {
    'message-trailing-comma-taken': [
      'Accepts a trailing comma in a message.',
      takingText((text) => /,\s*\}\s*$/.test(text)),
    ],
    'message-single-quotes-taken': [
      'Accepts single-quoted strings in a message.',
      takingText((text) => text.includes("'")),
    ],
    'message-bare-line-feed-taken': [
      'Accepts unescaped line feeds in a message.',
      takingText((text) => text.includes('\n') && text.trim() !== ''),
    ],
    'message-not-a-number-taken': [
      'Accepts NaN in a message, and reads it as null.',
      takingText((text) => /:\s*NaN/.test(text)),
    ],
  }),
  ...breaking('messages.letter-case', {
    'message-member-names-in-any-case': [
      'Treats the member names of a message as case-insensitive.',
      after('requireObject', (body, _json, call) => (isMessage(call) ? inAnyCase(body) : body)),
    ],
  }),
];
