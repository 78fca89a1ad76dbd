// Faults of clause 4.5: messages that should be refused, and their keys.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import type { Json } from '../json.js';
import { readJson } from '../json.js';
import { Refusal } from '../refusal.js';
import { header, parameters } from '../request.js';
import type { Server } from '../server.js';
import type { Call } from '../types.js';

const missingKey = 'messages.missing-key';
const wrongKey = 'messages.wrong-key';
const keyFirst = 'messages.key-first';
const noJson = 'messages.invalid-json';
const noText = 'messages.missing-message';
const type = 'messages.content-type';
const charset = 'messages.charset';
const isText = 'messages.text-is-string';
const no5xx = 'messages.no-server-error';

const isMessage = (call: Call): boolean => call.operation === 'sendMessage';
const fault = (
  name: string,
  sentence: string,
  fails: readonly string[],
  change: Fault['change'],
): Fault => ({ name, clause: '4.5', sentence, fails, change });
const unchecked = (when: (call: Call, server: Server) => boolean): Fault['change'] =>
  replace(
    'needsKey',
    (needsKey, server) => (call) => !(isMessage(call) && when(call, server)) && needsKey(call),
  );
const compared = (isKey: (shown: string, key: string) => boolean): Fault['change'] =>
  replace(
    'isKey',
    (original) => (shown, key, call) =>
      isMessage(call) ? isKey(shown, key) : original(shown, key, call),
  );
const keyless = (status: number, when: (call: Call) => boolean): Fault['change'] =>
  replace(
    'refuse',
    (refuse) => (refusal, call) =>
      refuse(
        isMessage(call) && refusal.status === 401 && when(call) ? { ...refusal, status } : refusal,
        call,
      ),
  );
const early = (step: (call: Call, server: Server) => unknown): Fault['change'] =>
  replace('answer', (answer, server) => async (call) => {
    if (isMessage(call)) step(call, server);
    return answer(call);
  });
const taking = (take: (value: Json | undefined) => string | undefined): Fault['change'] =>
  replace('textOf', (textOf) => (body, call) => take(body.get('message')) ?? textOf(body, call));
const refusing = (status: number, when: (value: Json | undefined) => boolean): Fault['change'] =>
  replace('textOf', (textOf) => (body, call) => {
    if (when(body.get('message')))
      throw new Refusal(status, 'refused', 'The message was not accepted.');
    return textOf(body, call);
  });
const readable = (text: string): boolean => {
  try {
    readJson(text);
    return true;
  } catch {
    return false;
  }
};
const unreadable = (instead: (text: string) => Json): Fault['change'] =>
  replace(
    'parse',
    (parse) => (text, call) =>
      isMessage(call) && !readable(text) ? instead(text) : parse(text, call),
  );
const failing = (status: number) => (): never => {
  throw new Refusal(status, 'refused', 'The message could not be read.');
};
const message = (text: string): Json => new Map([['message', text]]);
/** Content types that pass as well. */
const passing = (pattern: RegExp): Fault['change'] =>
  replace('requireMessageType', (require) => (call) => {
    if (!pattern.test(header(call.request, 'content-type') ?? '')) require(call);
  });
const strictType = (status: number, when: (value: string) => boolean): Fault['change'] =>
  replace('requireMessageType', (require) => (call) => {
    if (when(header(call.request, 'content-type') ?? ''))
      throw new Refusal(status, 'refused', 'The content type is wrong.');
    require(call);
  });
const isJson = /^application\/json/i;
const hasKey = (call: Call): boolean => header(call.request, 'authorization') !== undefined;

export const messagesRefused: readonly Fault[] = [
  fault(
    'message-key-not-checked',
    'Looks at no key when a message is sent.',
    [missingKey, wrongKey, keyFirst],
    unchecked(() => true),
  ),
  fault(
    'message-key-only-present',
    'Takes every key for a valid one when a message is sent.',
    [wrongKey],
    compared(() => true),
  ),
  fault(
    'message-key-any-header',
    'Lets every message pass that has an Authorization header.',
    [wrongKey],
    unchecked((call, server) => server.authorization(call) !== undefined),
  ),
  fault(
    'message-key-only-when-present',
    'Lets every message pass that has no Authorization header.',
    [missingKey, keyFirst],
    unchecked((call, server) => server.authorization(call) === undefined),
  ),
  fault(
    'message-key-of-any-case',
    'Compares the keys of messages without regard to upper and lower case.',
    [wrongKey],
    compared((shown, key) => shown.toLowerCase() === key.toLowerCase()),
  ),
  fault(
    'message-key-prefix',
    'Takes the beginning of a key for the key when a message is sent.',
    [wrongKey],
    compared((shown, key) => key.startsWith(shown)),
  ),
  fault(
    'message-key-suffix',
    'Takes a key with more letters after it when a message is sent.',
    [wrongKey],
    compared((shown, key) => shown.startsWith(key)),
  ),
  fault(
    'message-key-length',
    'Takes every key of the right length when a message is sent.',
    [wrongKey],
    compared((shown, key) => shown.length === key.length),
  ),
  fault(
    'message-missing-key-403',
    'Answers a message without a key with 403.',
    [missingKey],
    keyless(403, (call) => !hasKey(call)),
  ),
  fault(
    'message-missing-key-400',
    'Answers a message without a key with 400.',
    [missingKey],
    keyless(400, (call) => !hasKey(call)),
  ),
  fault(
    'message-missing-key-500',
    'Fails with 500 for a message without a key.',
    [missingKey, no5xx],
    keyless(500, (call) => !hasKey(call)),
  ),
  fault(
    'message-wrong-key-403',
    'Answers a message with a wrong key with 403.',
    [wrongKey],
    keyless(403, hasKey),
  ),
  fault(
    'message-wrong-key-500',
    'Fails with 500 for a message with a wrong key.',
    [wrongKey, no5xx],
    keyless(500, hasKey),
  ),
  fault(
    'message-key-in-query',
    'Takes the key of a message as the query parameter api_key, and none at all.',
    [missingKey],
    unchecked(
      (call, server) => parameters(call, 'api_key')[0] === server.quickstartKey || !hasKey(call),
    ),
  ),
  fault(
    'message-body-before-key',
    'Refuses an invalid message before it looks at the key.',
    [keyFirst],
    early((call, server) =>
      server.textOf(server.requireObject(server.parse(server.decode(call), call), call), call),
    ),
  ),
  fault(
    'message-json-before-key',
    'Refuses a message that is no JSON before it looks at the key.',
    [keyFirst],
    early((call, server) => server.parse(server.decode(call), call)),
  ),
  fault(
    'message-type-before-key',
    'Refuses another content type before it looks at the key.',
    [keyFirst],
    early((call, server) => server.requireMessageType(call)),
  ),

  fault(
    'message-unreadable-taken',
    'Takes a body that is no JSON for the message.',
    [noJson],
    unreadable(message),
  ),
  fault(
    'message-unreadable-500',
    'Fails with 500 for a message that is no JSON.',
    [noJson, no5xx],
    unreadable(failing(500)),
  ),
  fault(
    'message-unreadable-422',
    'Refuses a message that is no JSON with 422.',
    [noJson],
    unreadable(failing(422)),
  ),
  fault(
    'message-unreadable-415',
    'Refuses a message that is no JSON with 415.',
    [noJson],
    unreadable(failing(415)),
  ),
  fault(
    'message-truncated-taken',
    'Closes the braces of a message that ends too early.',
    [noJson],
    unreadable((text) => (/^\s*\{/.test(text) ? message(text) : failing(400)())),
  ),
  fault(
    'message-trailing-comma-taken',
    'Takes a comma before the closing brace of a message.',
    ['messages.nearly-json'],
    unreadable((text) => (/,\s*\}\s*$/.test(text) ? message(text) : failing(400)())),
  ),
  fault(
    'message-single-quotes-taken',
    'Takes single quotes in a message.',
    ['messages.nearly-json'],
    unreadable((text) => (text.includes("'") ? message(text) : failing(400)())),
  ),
  fault(
    'message-plain-text-taken',
    'Takes bare words for the message.',
    [noJson],
    unreadable((text) => (/^[a-z]/i.test(text) ? message(text) : failing(400)())),
  ),
  fault(
    'message-empty-body-taken',
    'Takes an empty body for an empty message.',
    [noJson],
    unreadable((text) => (text === '' ? message('') : failing(400)())),
  ),
  fault(
    'message-white-space-taken',
    'Takes a body of white space for an empty message.',
    [noJson],
    unreadable((text) => (/^\s+$/.test(text) ? message('') : failing(400)())),
  ),
  fault(
    'message-bare-line-feed-taken',
    'Takes line feeds that are not escaped in a message.',
    ['messages.nearly-json'],
    unreadable((text) =>
      text.includes('\n') && text.trim() !== '' ? message(text) : failing(400)(),
    ),
  ),
  fault(
    'message-not-a-number-taken',
    'Takes NaN in a message for null.',
    ['messages.nearly-json'],
    unreadable((text) => (/:\s*NaN/.test(text) ? message(text) : failing(400)())),
  ),

  fault(
    'message-absent-taken',
    'Takes a body without a message.',
    [noText],
    taking((value) => (value === undefined ? '' : undefined)),
  ),
  fault(
    'message-absent-500',
    'Fails with 500 for a body without a message.',
    [noText, no5xx],
    refusing(500, (value) => value === undefined),
  ),
  fault(
    'message-absent-422',
    'Refuses a body without a message with 422.',
    [noText],
    refusing(422, (value) => value === undefined),
  ),
  fault(
    'message-text-member-taken',
    'Takes any member of the body for the message when message is absent.',
    [noText],
    replace(
      'textOf',
      (textOf) => (body, call) =>
        body.has('message') || body.size === 0 ? textOf(body, call) : String([...body.values()][0]),
    ),
  ),
  fault(
    'message-number-taken',
    'Takes a number for a message.',
    [isText],
    taking((value) =>
      typeof value === 'bigint' || typeof value === 'number' ? String(value) : undefined,
    ),
  ),
  fault(
    'message-null-taken',
    'Takes null for a message.',
    [isText],
    taking((value) => (value === null ? '' : undefined)),
  ),
  fault(
    'message-word-taken',
    'Takes true or false for a message.',
    [isText],
    taking((value) => (typeof value === 'boolean' ? String(value) : undefined)),
  ),
  fault(
    'message-object-taken',
    'Takes an object for a message.',
    [isText],
    taking((value) => (value instanceof Map ? '[object Object]' : undefined)),
  ),
  fault(
    'message-array-taken',
    'Takes an array for a message.',
    [isText],
    taking((value) => (Array.isArray(value) ? value.map(String).join() : undefined)),
  ),
  fault(
    'message-null-500',
    'Fails with 500 for a message that is null.',
    [no5xx],
    refusing(500, (value) => value === null),
  ),
  fault(
    'message-number-500',
    'Fails with 500 for a message that is a number.',
    [no5xx],
    refusing(500, (value) => typeof value === 'bigint'),
  ),

  fault(
    'message-any-type-taken',
    'Looks at no content type when a message is sent.',
    [type],
    passing(/^/),
  ),
  fault(
    'message-text-type-taken',
    'Takes a message as text/plain.',
    [type],
    passing(/^text\/plain/i),
  ),
  fault(
    'message-form-type-taken',
    'Takes a message with the content type of a form.',
    [type],
    passing(/^application\/x-www-form-urlencoded/i),
  ),
  fault(
    'message-type-by-part',
    'Takes a message whose content type has json in it somewhere.',
    [type],
    passing(/json/i),
  ),
  fault(
    'message-script-type-taken',
    'Takes a message as application/javascript.',
    [type],
    passing(/^application\/javascript/i),
  ),
  fault(
    'message-type-in-parameter-taken',
    'Takes a message with a content type that names JSON in a parameter.',
    [type],
    passing(/;.*application\/json/i),
  ),
  fault(
    'message-type-415',
    'Refuses another content type of a message with 415.',
    ['messages.content-type-400'],
    strictType(415, (value) => !isJson.test(value)),
  ),
  fault(
    'message-type-500',
    'Fails with 500 for another content type of a message.',
    [type, no5xx],
    strictType(500, (value) => !isJson.test(value)),
  ),
  fault(
    'message-type-406',
    'Refuses another content type of a message with 406.',
    [type],
    strictType(406, (value) => !isJson.test(value)),
  ),
  fault(
    'message-charset-refused',
    'Refuses a content type with a charset.',
    [charset],
    strictType(400, (value) => isJson.test(value) && value.includes('charset')),
  ),
  fault(
    'message-charset-415',
    'Refuses a content type with a charset with 415.',
    [charset],
    strictType(415, (value) => isJson.test(value) && value.includes(';')),
  ),
  fault(
    'message-charset-500',
    'Fails with 500 for a content type with a charset.',
    [charset, no5xx],
    strictType(500, (value) => isJson.test(value) && value.includes(';')),
  ),
];
