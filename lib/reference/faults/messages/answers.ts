// Faults of clause 4.5: how a message is answered, its text and time aside.
import { after, instead, replace, type Change } from '../../changes/change.js';
import { refuse, refusingText } from '../../changes/refusals.js';
import { empty, inArray, inMember, rewriting, withBody } from '../../changes/replies.js';
import { field, fixed, withField, without } from '../../changes/shown.js';
import { quoted } from '../../json.js';
import type { Fields, Reply } from '../../types.js';
import { onceIn } from '../chance.js';
import { breaking, breakingByChance, type Fault } from '../fault.js';

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
    'message-refused': ['Refuses every message with 400.', refusingText(400, () => true)],
    'message-fails': ['Fails with 503 for every message.', refusingText(503, () => true)],
    'message-of-a-known-text-409': [
      'Refuses a text that was sent before with 409.',
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
      'Redirects every message elsewhere.',
      replying((reply) => ({ ...reply, status: 302, headers: [['location', '/messages']] })),
    ],
  }),
  ...breaking('messages.returns-message', {
    'message-without-body': [
      'Answers a message without a body.',
      replying((reply) => withBody(reply, '')),
    ],
    'message-answered-204': ['Answers a message with 204.', replying(() => empty(204))],
    'message-in-data': [
      'Wraps the Message in an object with the member data.',
      rewriting('sendMessage', inMember('data')),
    ],
    'message-in-array': ['Wraps the Message in an array.', rewriting('sendMessage', inArray)],
    'message-id-a-number': [
      'Sends the id of a Message as a number.',
      fields(field('id', (literal) => String(literal.length + 4711))),
    ],
    'message-id-missing': ['Leaves the id of a Message out.', fields(without('id'))],
    'message-id-null': ['Sends null for the id of a Message.', fields(fixed('id', 'null'))],
    'message-text-missing': ['Leaves the text of a Message out.', fields(without('message'))],
    'message-status-missing': ['Leaves the status of a Message out.', fields(without('status'))],
    'message-time-missing': ['Leaves createdAt out.', fields(without('createdAt'))],
    'message-time-null': ['Sends null for createdAt.', fields(fixed('createdAt', 'null'))],
    'message-status-number': [
      'Sends the status of a Message as a number.',
      fields(fixed('status', '0')),
    ],
    'time-as-seconds': [
      'Sends createdAt as a number of seconds.',
      fields(
        field('createdAt', (literal) =>
          String(Math.floor(Date.parse(JSON.parse(literal) as string) / 1000)),
        ),
      ),
    ],
  }),
  ...breaking('messages.queued', {
    'first-message-sending': [
      'Says sending instead of queued for its first message.',
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
      'Says accepted instead of queued for a long text.',
      fields((all, text) =>
        text.length > 2_000 ? withField(all, 'status', () => '"accepted"') : all,
      ),
    ],
    'message-status-sent': [
      'Says that a fresh message was sent.',
      fields(fixed('status', '"sent"')),
    ],
    'message-status-in-capitals': ['Says QUEUED.', fields(fixed('status', '"QUEUED"'))],
    'long-message-sent': [
      'Says that a message of more than 100 letters was sent.',
      fields((all, text) =>
        withField(all, 'status', (literal) => (text.length > 100 ? '"sent"' : literal)),
      ),
    ],
  }),
  ...breakingByChance('messages.queued', [], {
    'message-sent-once-in-4': [
      'Says that one fresh message in four was sent.',
      after('messageFields', (all, _text, _call, server) =>
        withField(all, 'status', (literal) => (onceIn(4, server) ? '"sent"' : literal)),
      ),
    ],
  }),
  ...breaking('messages.unique-ids', {
    'message-ids-equal': ['Gives every message the same id.', fields(fixed('id', '"msg_1"'))],
    'message-id-from-length': [
      'Gives messages of the same length the same id.',
      fields((all, text) => withField(all, 'id', () => quoted(`msg_${text.length}`))),
    ],
    'message-ids-by-seconds': [
      'Takes the second of the clock for an id.',
      instead('messageId', (_call, { clock }) => `msg_${Math.floor(clock.now() / 1000)}`),
    ],
    'message-ids-in-pairs': [
      'Gives two messages after one another the same id.',
      counted((count) => quoted(`msg_${Math.floor(count / 2)}`)),
    ],
    'message-id-from-text': [
      'Gives messages of the same text the same id.',
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
];
