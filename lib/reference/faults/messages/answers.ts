// Faults of clause 4.5: wrong responses to messages, or failures, apart from their text and time.
import { after, before, replace, type Change } from '../../changes/change.js';
import { refuse, refusingText } from '../../changes/refusals.js';
import { empty, inArray, inMember, rewriting, withType } from '../../changes/replies.js';
import { field, fixed, messageFieldFromRequest, withField, without } from '../../changes/shown.js';
import { quoted } from '../../json.js';
import type { Fields, Reply } from '../../types.js';
import { onceIn } from '../chance.js';
import { breaking, breakingByChance, each, type Fault } from '../fault.js';

const replying = (alter: (reply: Reply) => Reply): Change =>
  after('sendMessage', (reply) => alter(reply));
const fields = (alter: (fields: Fields, text: string) => Fields): Change =>
  after('messageFields', (all, text) => alter(all, text));
const counted =
  (write: (count: number) => string): Change =>
  (server) => {
    let count = 0;
    fields(field('id', () => write((count += 1))))(server);
  };

export const messagesAnswers: readonly Fault[] = [
  ...breaking('messages.accepted', {
    'message-refused': ['Returns 400 for every message.', refusingText(400, () => true)],
    'message-fails': ['Returns 503 for every message.', refusingText(503, () => true)],
    'message-of-a-known-text-409': [
      'Returns 409 for a text that has been sent before.',
      (server) => {
        const texts = new Set<string>();
        after('textOf', (text) => {
          if (texts.has(text)) refuse(409);
          texts.add(text);
          return text;
        })(server);
      },
    ],
    'message-redirected': [
      'Redirects every message.',
      replying((reply) => ({ ...reply, status: 302, headers: [['location', '/messages']] })),
    ],
  }),
  ...breaking('messages.returns-message', {
    'message-answered-204': ['Returns 204 for a message.', replying(() => empty(204))],
    'message-sent-as-text': [
      'Returns a Message as text/plain.',
      replying((reply) => withType(reply, 'text/plain')),
    ],
    'message-in-data': [
      'Wraps the Message in an object.',
      rewriting('sendMessage', inMember('data')),
    ],
    'message-in-array': ['Wraps the Message in an array.', rewriting('sendMessage', inArray)],
    'message-id-a-number': [
      'Returns the id of a Message as a number.',
      fields(field('id', (literal) => String(literal.length + 4711))),
    ],
    'message-id-missing': ['Omits the id of a Message.', fields(without('id'))],
    'message-id-null': ['Returns null as the id of a Message.', fields(fixed('id', 'null'))],
    'message-text-missing': ['Omits the text of a Message.', fields(without('message'))],
    'message-status-missing': ['Omits the status of a Message.', fields(without('status'))],
    'message-time-missing': ['Omits createdAt.', fields(without('createdAt'))],
    'message-time-null': ['Returns null as createdAt.', fields(fixed('createdAt', 'null'))],
    'message-status-number': [
      'Returns the status of a Message as a number.',
      fields(fixed('status', '0')),
    ],
    'time-as-seconds': [
      'Returns createdAt as a number of seconds.',
      fields(
        field('createdAt', (literal) =>
          String(Math.floor(Date.parse(JSON.parse(literal) as string) / 1000)),
        ),
      ),
    ],
  }),
  ...breaking('messages.queued', {
    'first-message-sending': [
      'Returns the status sending instead of queued for the first message.',
      (server) => {
        let isFirst = true;
        fields((all) => {
          const altered = isFirst ? withField(all, 'status', () => '"sending"') : all;
          isFirst = false;
          return altered;
        })(server);
      },
    ],
    'message-accepted-when-long': [
      'Returns the status accepted instead of queued for a long text.',
      fields((all, text) =>
        text.length > 2_000 ? withField(all, 'status', () => '"accepted"') : all,
      ),
    ],
    ...each('Returns the status %s.', (status) => fields(fixed('status', status)), {
      'message-status-sent': ['sent for a new message', '"sent"'],
      'message-status-in-capitals': ['QUEUED, in upper case', '"QUEUED"'],
    }),
    'message-status-from-request': [
      'Returns a status that was sent with a message.',
      messageFieldFromRequest('status'),
    ],
    'long-message-sent': [
      'Returns the status sent for a message of more than 100 characters.',
      fields((all, text) =>
        withField(all, 'status', (literal) => (text.length > 100 ? '"sent"' : literal)),
      ),
    ],
  }),
  ...breakingByChance('messages.queued', [], {
    'message-sent-once-in-4': [
      'Returns the status sent for one new message in four.',
      after('messageFields', (all, _text, _call, server) =>
        withField(all, 'status', (literal) => (onceIn(4, server) ? '"sent"' : literal)),
      ),
    ],
  }),
  ...breaking('messages.unique-ids', {
    'message-ids-equal': ['Assigns the same id to every message.', fields(fixed('id', '"msg_1"'))],
    'message-id-from-length': [
      'Assigns the same id to messages of the same length.',
      fields((all, text) => withField(all, 'id', () => quoted(`msg_${text.length}`))),
    ],
    'message-ids-in-pairs': [
      'Assigns the same id to two messages in a row.',
      counted((count) => quoted(`msg_${Math.floor(count / 2)}`)),
    ],
    'message-id-from-text': [
      'Assigns the same id to messages with the same text.',
      replace('messageFields', (messageFields) => {
        const ids = new Map<string, string>();
        return (text, call) =>
          withField(messageFields(text, call), 'id', (own) => {
            const id = ids.get(text) ?? own;
            ids.set(text, id);
            return id;
          });
      }),
    ],
  }),
  ...breaking('messages.no-server-error', {
    'long-message-fails': [
      'Returns 500 for a message of more than 1,000 characters.',
      refusingText(500, (text) => text.length > 1000),
    ],
    'emoji-in-message-fails': [
      'Returns 500 for a message with a character beyond U+FFFF, such as an emoji.',
      refusingText(500, (text) => /[\u{10000}-\u{10ffff}]/u.test(text)),
    ],
    'message-null-500': [
      'Returns 500 for a message that is null.',
      before('textOf', (body) => {
        if (body.get('message') === null) refuse(500);
      }),
    ],
    'message-unknown-member-500': [
      'Returns 500 for a message with an unknown member.',
      before('textOf', (body) => {
        if (body.size > 1) refuse(500);
      }),
    ],
  }),
];
