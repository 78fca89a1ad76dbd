// Faults of clause 4.5: the key of a message.
import { after, instead, type Change } from '../../changes/change.js';
import {
  beforeKey,
  checkedOnceFor,
  trustedBySession,
  uncheckedAtFirst,
} from '../../changes/keys.js';
import { otherStatus } from '../../changes/refusals.js';
import { hasAuthorization, isMessage } from '../../changes/requests.js';
import { header, parameters } from '../../request.js';
import type { Server } from '../../server.js';
import type { Call } from '../../types.js';
import { onceIn } from '../chance.js';
import { breaking, breakingByChance, each, eachOf, type Fault } from '../fault.js';

const unchecked = (when: (call: Call, server: Server) => boolean): Change =>
  instead('needsKey', (call, server) =>
    isMessage(call) && when(call, server) ? false : undefined,
  );
const compared = (isKey: (shown: string, key: string) => boolean): Change =>
  instead('isKey', (shown, key, call) => (isMessage(call) ? isKey(shown, key) : undefined));
const keyIn = (elsewhere: (call: Call, server: Server) => string | undefined): Change =>
  after(
    'shownKey',
    (shown, call, server) => shown ?? (isMessage(call) ? elsewhere(call, server) : undefined),
  );
const refused = (status: number, when: (call: Call) => boolean): Change =>
  otherStatus((refusal, call) => isMessage(call) && refusal.status === 401 && when(call), status);

export const messagesKeys: readonly Fault[] = [
  ...breaking('messages.missing-key', {
    'message-key-not-checked': ['Does not check the key of a message.', unchecked(() => true)],
    'message-key-only-when-present': [
      'Accepts a message without an Authorization header.',
      unchecked((call, server) => server.authorization(call) === undefined),
    ],
    ...eachOf(
      'message-missing-key-%s',
      'Returns %s for a message without a key.',
      [403, 500],
      (status) => refused(status, (call) => !hasAuthorization(call)),
    ),
    'message-key-once-per-connection': [
      'Checks the key only for the first message on a connection.',
      checkedOnceFor(isMessage, ({ request }) => request.connection),
    ],
    'message-session-cookie-trusted': [
      'Sets a session cookie, and does not check the key of messages that bear it.',
      trustedBySession(isMessage),
    ],
    'message-local-requests-trusted': [
      'Does not check the key of a message when X-Forwarded-For names the local machine.',
      unchecked(({ request }) => header(request, 'x-forwarded-for') === '127.0.0.1'),
    ],
    'message-long-unchecked': [
      'Does not check the key of a message of more than 5,000 bytes.',
      unchecked(({ request }) => String(request.body ?? '').length > 5_000),
    ],
    'message-first-of-connection-unchecked': [
      'Does not check the key of the first message on a connection.',
      uncheckedAtFirst(isMessage),
    ],
  }),
  ...breaking('messages.wrong-key', {
    'message-key-only-present': ['Accepts any key when a message is sent.', compared(() => true)],
    'message-key-any-header': [
      'Does not check the key of a message that has an Authorization header.',
      unchecked((call, server) => server.authorization(call) !== undefined),
    ],
    'message-key-of-any-case': [
      'Compares the keys of messages without regard to case.',
      compared((shown, key) => shown.toLowerCase() === key.toLowerCase()),
    ],
    ...each('Accepts %s when a message is sent.', compared, {
      'message-key-prefix': ['the beginning of the key', (shown, key) => key.startsWith(shown)],
      'message-key-suffix': [
        'the key with more characters after it',
        (shown, key) => shown.startsWith(key),
      ],
      'message-key-length': [
        'any key of the right length',
        (shown, key) => shown.length === key.length,
      ],
    }),
    ...eachOf(
      'message-wrong-key-%s',
      'Returns %s for a message with a wrong key.',
      [403, 500],
      (status) => refused(status, hasAuthorization),
    ),
    'message-bare-key': [
      'Accepts the key of a message without the word Bearer.',
      keyIn((call, server) => server.authorization(call)),
    ],
    'message-any-scheme': [
      'Accepts the key of a message after any word.',
      keyIn((call, server) => server.authorization(call)?.split(' ')[1]),
    ],
    'message-bare-scheme': [
      'Accepts a message with the word Bearer but no key.',
      after(
        'isAuthorized',
        (authorized, call, server) =>
          authorized || (isMessage(call) && server.authorization(call) === 'Bearer'),
      ),
    ],
  }),
  ...breakingByChance('messages.wrong-key', [], {
    'message-key-unchecked-once-in-4': [
      'Does not check the key of one message in four.',
      unchecked((_call, server) => onceIn(4, server)),
    ],
  }),
  ...breaking('messages.key-first', {
    'message-body-before-key': [
      'Refuses an invalid message before it checks the key.',
      beforeKey('sendMessage', (call, server) =>
        server.textOf(server.requireObject(server.parse(server.decode(call), call), call), call),
      ),
    ],
    'message-json-before-key': [
      'Refuses a message that is not JSON before it checks the key.',
      beforeKey('sendMessage', (call, server) => server.parse(server.decode(call), call)),
    ],
    'message-type-before-key': [
      'Refuses a message whose content type is not JSON before it checks the key.',
      beforeKey('sendMessage', (call, server) => server.requireMessageType(call)),
    ],
  }),
  ...breaking('messages.other-places', {
    'message-key-in-x-api-key': [
      'Accepts the key of a message in an X-API-Key header.',
      keyIn((call) => header(call.request, 'x-api-key')),
    ],
    'message-key-also-in-query': [
      'Also accepts the key of a message in the query parameter api_key.',
      keyIn((call) => parameters(call, 'api_key')[0]),
    ],
  }),
];
