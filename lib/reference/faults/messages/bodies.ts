// Faults of clause 4.5: messages that are no JSON, or hold no text.
import { after, before, instead, type Change } from '../../changes/change.js';
import { inAnyCase, isJson } from '../../changes/json.js';
import { refuse } from '../../changes/refusals.js';
import { isMessage } from '../../changes/requests.js';
import type { Json, JsonObject } from '../../json.js';
import { breaking, type Fault } from '../fault.js';

const holding = (text: string): JsonObject => new Map([['message', text]]);
/** What a body that is no JSON is answered. */
const unreadable = (read: (text: string) => Json | undefined): Change =>
  instead('parse', (text, call) => (isMessage(call) && !isJson(text) ? read(text) : undefined));
/** Such a body is taken for the message. */
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

/** Another member stands for it as well. */
const alsoNamed = (name: string): Change =>
  instead('textOf', (body) => {
    const other = body.get(name);
    return !body.has('message') && typeof other === 'string' ? other : undefined;
  });

export const messagesBodies: readonly Fault[] = [
  ...breaking('messages.invalid-json', {
    'message-unreadable-taken': [
      'Takes a body that is no JSON for the message.',
      unreadable(holding),
    ],
    'message-unreadable-500': [
      'Fails with 500 for a message that is no JSON.',
      unreadable(() => refuse(500)),
    ],
    'message-unreadable-422': [
      'Refuses a message that is no JSON with 422.',
      unreadable(() => refuse(422)),
    ],
    'message-unreadable-415': [
      'Refuses a message that is no JSON with 415.',
      unreadable(() => refuse(415)),
    ],
    'message-truncated-taken': [
      'Closes the braces of a message that ends too early.',
      takingText((text) => /^\s*\{/.test(text)),
    ],
    'message-plain-text-taken': [
      'Takes bare words for the message.',
      takingText((text) => /^[a-z]/i.test(text)),
    ],
    'message-empty-body-taken': [
      'Takes an empty body for an empty message.',
      takingText((text) => text === ''),
    ],
    'message-white-space-taken': [
      'Takes a body of white space for an empty message.',
      takingText((text) => /^\s+$/.test(text)),
    ],
  }),
  ...breaking('messages.missing-message', {
    'message-msg-taken': ['Takes the member msg for the message.', alsoNamed('msg')],
    'message-content-taken': ['Takes the member content for the message.', alsoNamed('content')],
    'message-absent-taken': [
      'Takes a body without a message.',
      taking((value) => (value === undefined ? '' : undefined)),
    ],
    'message-absent-500': [
      'Fails with 500 for a body without a message.',
      refusingValue(500, (value) => value === undefined),
    ],
    'message-absent-422': [
      'Refuses a body without a message with 422.',
      refusingValue(422, (value) => value === undefined),
    ],
    'message-text-member-taken': [
      'Takes any member of the body for the message when message is absent.',
      instead('textOf', (body) =>
        body.has('message') || body.size === 0 ? undefined : String([...body.values()][0]),
      ),
    ],
    'message-body-array': [
      'Takes a body that is an array for a message.',
      takingJson((json) => (Array.isArray(json) ? holding('x') : undefined)),
    ],
    'message-body-null-500': [
      'Fails with 500 for a body that is null instead of a message.',
      takingJson((json) => (json === null ? refuse(500) : undefined)),
    ],
    'message-body-string-taken': [
      'Takes a body that is a string for the message.',
      takingJson((json) => (typeof json === 'string' ? holding(json) : undefined)),
    ],
  }),
  ...breaking('messages.text-is-string', {
    'message-number-taken': [
      'Takes a number for a message.',
      taking((value) =>
        typeof value === 'bigint' || typeof value === 'number' ? String(value) : undefined,
      ),
    ],
    'message-null-taken': [
      'Takes null for a message.',
      taking((value) => (value === null ? '' : undefined)),
    ],
    'message-word-taken': [
      'Takes true or false for a message.',
      taking((value) => (typeof value === 'boolean' ? String(value) : undefined)),
    ],
    'message-object-taken': [
      'Takes an object for a message.',
      taking((value) => (value instanceof Map ? '[object Object]' : undefined)),
    ],
    'message-array-taken': [
      'Takes an array for a message.',
      taking((value) => (Array.isArray(value) ? value.map(String).join() : undefined)),
    ],
  }),
  ...breaking('messages.nearly-json', {
    'message-trailing-comma-taken': [
      'Takes a comma before the closing brace of a message.',
      takingText((text) => /,\s*\}\s*$/.test(text)),
    ],
    'message-single-quotes-taken': [
      'Takes single quotes in a message.',
      takingText((text) => text.includes("'")),
    ],
    'message-bare-line-feed-taken': [
      'Takes line feeds that are not escaped in a message.',
      takingText((text) => text.includes('\n') && text.trim() !== ''),
    ],
    'message-not-a-number-taken': [
      'Takes NaN in a message for null.',
      takingText((text) => /:\s*NaN/.test(text)),
    ],
  }),
  ...breaking('messages.letter-case', {
    'message-member-names-in-any-case': [
      'Reads the names of the members of a message without regard to letter case.',
      after('requireObject', (body, _json, call) => (isMessage(call) ? inAnyCase(body) : body)),
    ],
  }),
];
