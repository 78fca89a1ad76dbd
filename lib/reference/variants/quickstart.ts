// Legal variants of the quickstart: success statuses, error bodies of another kind, forms of time.
import { after, all, before, instead, replace, type Change } from '../changes/change.js';
import { refuse, refusingText } from '../changes/refusals.js';
import { empty, page, withHeader } from '../changes/replies.js';
import { isMessage } from '../changes/requests.js';
import { quoted } from '../json.js';
import type { Refusal } from '../refusal.js';
import { header } from '../request.js';
import type { Reply } from '../types.js';
import { legal, oneOf, type Variant } from './variant.js';

const answering =
  (status: number): Change =>
  (server) => {
    server.messageStatus = status;
  };
const refusing = (write: (refusal: Refusal) => Reply): Change =>
  instead('refuse', (refusal, call) =>
    isMessage(call) && refusal.status < 429 ? write(refusal) : undefined,
  );
const bodied = (status: number, type: string, body: string): Reply => ({
  status,
  headers: [['content-type', type]],
  body,
});
const timed = (write: (iso: string) => string): Change => after('createdAt', (iso) => write(iso));

/** Sends Date headers that are behind the clock. */
const dated = (behind: number): Change =>
  after('finish', (finished, _reply, _call, { clock }) =>
    withHeader(finished, 'date', new Date(clock.now() - behind).toUTCString()),
  );
const behind = 3 * 3_600_000;

export const quickstart: readonly Variant[] = [
  ...oneOf({
    'message-id-uuid': [
      'Assigns UUIDs to messages.',
      replace('messageId', (_, server) => (call) => {
        const hex = (digits: number): string =>
          Math.floor(server.random() * 16 ** digits)
            .toString(16)
            .padStart(digits, '0');
        return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${call.number.toString(16).padStart(12, '0')}`;
      }),
    ],
    'message-id-number': [
      'Numbers messages.',
      replace(
        'messageId',
        () =>
          ({ number }) =>
            String(number),
      ),
    ],
  }),
  ...oneOf({
    'message-answers-200': ['Returns 200 for a message.', answering(200)],
    'message-answers-201': ['Returns 201 for a message.', answering(201)],
  }),
  ...oneOf({
    'message-errors-in-text': [
      'Returns plain text when it refuses a message.',
      refusing(({ status, message }) => bodied(status, 'text/plain', message)),
    ],
    'message-errors-as-problems': [
      'Returns problem details when it refuses a message.',
      refusing(({ status, message }) =>
        bodied(
          status,
          'application/problem+json',
          `{"type":"about:blank","title":${quoted(message)},"status":${status}}`,
        ),
      ),
    ],
    'message-errors-in-html': [
      'Returns an HTML page when it refuses a message.',
      refusing(({ status }) => page(status)),
    ],
    'message-errors-empty': [
      'Returns no body when it refuses a message.',
      refusing(({ status }) => empty(status)),
    ],
  }),
  ...oneOf({
    'time-without-fraction': [
      'Returns createdAt without fractional seconds.',
      timed((iso) => iso.replace(/\.\d+/, '')),
    ],
    'time-with-offset-0': [
      'Returns createdAt with the offset +00:00.',
      timed((iso) => iso.replace('Z', '+00:00')),
    ],
    'time-with-microseconds': [
      'Returns createdAt with microseconds.',
      timed((iso) => iso.replace('Z', '123Z')),
    ],
    'time-with-nanoseconds': [
      'Returns createdAt with nanoseconds and an offset.',
      timed((iso) => iso.replace('Z', '123456+00:00')),
    ],
    'time-in-basic-format': [
      'Returns createdAt in the basic format of ISO 8601.',
      timed((iso) => iso.replace(/[-:]|\.\d+/g, '')),
    ],
    'clock-three-hours-behind': [
      'Has a clock that is three hours slow, also in Date headers.',
      all(
        timed((iso) => new Date(Date.parse(iso) - behind).toISOString()),
        dated(behind),
      ),
      { conflictsWith: ['unavailable-at-times-with-date'] },
    ],
    'date-header-of-another-clock': [
      'Is behind a proxy whose Date headers are a day late.',
      dated(86_400_000),
      { conflictsWith: ['unavailable-at-times-with-date'] },
    ],
    'time-with-comma': [
      'Returns createdAt with a comma before its fraction.',
      timed((iso) => iso.replace('.', ',')),
    ],
  }),
  ...legal({
    'message-with-more-fields': [
      'Returns properties of a message that are not in the contract.',
      after('messageFields', (fields) => [
        ['object', '"message"'],
        ...fields.toReversed(),
        ['attempts', '0'],
        ['error', 'null'],
      ]),
    ],
    'message-without-type-taken': [
      'Accepts a message without a content type as JSON.',
      replace('requireMessageType', (requireMessageType) => (call) => {
        if (header(call.request, 'content-type') !== undefined) requireMessageType(call);
      }),
    ],
    'empty-message-refused': [
      'Refuses an empty message.',
      refusingText(400, (text) => text === ''),
    ],
    'message-unknown-members-refused': [
      'Refuses a message with properties that are not in the contract.',
      before('textOf', (body) => {
        if (body.size > 1) refuse(400);
      }),
    ],
  }),
];
