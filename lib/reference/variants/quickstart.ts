// Legal variants of the quickstart: success statuses, foreign error bodies, forms of time.
import { all, replace } from '../change.js';
import type { Variant } from './variant.js';
import { quoted } from '../json.js';
import { invalid } from '../refusal.js';
import type { Refusal } from '../refusal.js';
import { header } from '../request.js';
import type { Reply } from '../types.js';
import { oneOf } from './variant.js';

const answering =
  (status: number): Variant['change'] =>
  (server) => {
    server.messageStatus = status;
  };
const refusing = (write: (refusal: Refusal) => Reply): Variant['change'] =>
  replace(
    'refuse',
    (refuse) => (refusal, call) =>
      call.operation === 'sendMessage' && refusal.status < 429
        ? write(refusal)
        : refuse(refusal, call),
  );
const timed = (write: (iso: string) => string): Variant['change'] =>
  replace('createdAt', (createdAt) => (call) => write(createdAt(call)));

const behind = 3 * 3_600_000;

export const quickstart: readonly Variant[] = [
  ...oneOf(
    {
      name: 'message-answers-200',
      sentence: 'Answers a message with 200.',
      change: answering(200),
    },
    {
      name: 'message-answers-201',
      sentence: 'Answers a message with 201.',
      change: answering(201),
    },
  ),
  ...oneOf(
    {
      name: 'message-errors-in-text',
      sentence: 'Refuses a message with plain text.',
      change: refusing(({ status, message }) => ({
        status,
        headers: [['content-type', 'text/plain']],
        body: message,
      })),
    },
    {
      name: 'message-errors-as-problems',
      sentence: 'Refuses a message with problem details.',
      change: refusing(({ status, message }) => ({
        status,
        headers: [['content-type', 'application/problem+json']],
        body: `{"type":"about:blank","title":${quoted(message)},"status":${status}}`,
      })),
    },
    {
      name: 'message-errors-in-html',
      sentence: 'Refuses a message with an HTML page.',
      change: refusing(({ status }) => ({
        status,
        headers: [['content-type', 'text/html']],
        body: `<h1>${status}</h1>`,
      })),
    },
    {
      name: 'message-errors-empty',
      sentence: 'Refuses a message without a body.',
      change: refusing(({ status }) => ({ status, headers: [], body: '' })),
    },
  ),
  ...oneOf(
    {
      name: 'time-without-fraction',
      sentence: 'Writes createdAt without a fraction.',
      change: timed((iso) => iso.replace(/\.\d+/, '')),
    },
    {
      name: 'time-with-offset-0',
      sentence: 'Writes createdAt with the offset +00:00.',
      change: timed((iso) => iso.replace('Z', '+00:00')),
    },
    {
      name: 'time-with-microseconds',
      sentence: 'Writes createdAt with microseconds.',
      change: timed((iso) => iso.replace('Z', '123Z')),
    },
    {
      name: 'time-with-nanoseconds',
      sentence: 'Writes createdAt with nanoseconds and an offset.',
      change: timed((iso) => iso.replace('Z', '123456+00:00')),
    },
    {
      name: 'time-in-basic-format',
      sentence: 'Writes createdAt in the basic format of ISO 8601.',
      change: timed((iso) => iso.replace(/[-:]|\.\d+/g, '')),
    },
    {
      name: 'clock-three-hours-behind',
      sentence: 'Has a clock that is three hours behind, and shows it in Date headers.',
      change: all(
        timed((iso) => new Date(Date.parse(iso) - behind).toISOString()),
        replace('finish', (finish, server) => async (reply, call) => {
          const finished = await finish(reply, call);
          return {
            ...finished,
            headers: [
              ...finished.headers,
              ['date', new Date(server.clock.now() - behind).toUTCString()],
            ],
          };
        }),
      ),
      conflictsWith: ['unavailable-at-times-with-date'],
    },
    {
      name: 'date-header-of-another-clock',
      sentence: 'Stands behind a server whose Date headers are a day late.',
      change: replace('finish', (finish, server) => async (reply, call) => {
        const finished = await finish(reply, call);
        return {
          ...finished,
          headers: [
            ...finished.headers,
            ['date', new Date(server.clock.now() - 86_400_000).toUTCString()],
          ],
        };
      }),
      conflictsWith: ['unavailable-at-times-with-date'],
    },
    {
      name: 'time-with-comma',
      sentence: 'Writes the fraction of createdAt with a comma.',
      change: timed((iso) => iso.replace('.', ',')),
    },
  ),
  {
    name: 'message-with-more-fields',
    sentence: 'Shows more of a message than the contract knows.',
    change: replace('messageFields', (messageFields) => (text, call) => [
      ['object', '"message"'],
      ...messageFields(text, call).toReversed(),
      ['attempts', '0'],
      ['error', 'null'],
    ]),
  },
  {
    name: 'message-id-uuid',
    sentence: 'Gives messages a UUID.',
    change: replace('messageId', (_, server) => (call) => {
      const hex = (digits: number): string =>
        Math.floor(server.random() * 16 ** digits)
          .toString(16)
          .padStart(digits, '0');
      return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${call.number.toString(16).padStart(12, '0')}`;
    }),
  },
  {
    name: 'message-without-type-taken',
    sentence: 'Takes a message without a content type for JSON.',
    change: replace('requireMessageType', (requireMessageType) => (call) => {
      if (header(call.request, 'content-type') !== undefined) requireMessageType(call);
    }),
  },
  {
    name: 'empty-message-refused',
    sentence: 'Refuses an empty message.',
    change: replace('textOf', (textOf) => (body, call) => {
      const text = textOf(body, call);
      if (text === '') throw invalid('`message` is empty.');
      return text;
    }),
  },
  {
    name: 'message-unknown-members-refused',
    sentence: 'Refuses a message with properties that the contract does not know.',
    change: replace('textOf', (textOf) => (body, call) => {
      const text = textOf(body, call);
      if (body.size > 1) throw invalid('There is a property too many.');
      return text;
    }),
  },
];
