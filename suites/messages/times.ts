// Clause 2: createdAt is a timestamp in UTC, and about now. Rules only.
import { inOneForm, utcTimestamp } from '../../lib/contract/values/values.js';
import {
  answerOf,
  aside,
  breach,
  rule,
  undecided,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { answeredOf, everyText } from './answers.js';
import { messages, textOf, type SentInTime } from './sent.js';

export const rules = [
  rule('messages.created-at', everyText, (sent) => {
    for (const { answered } of answeredOf(sent))
      expectTimestamp(textOf(answered, 'createdAt'), answered);
  }),

  rule('messages.timestamp-form', messages, ({ answered }) => {
    const createdAt = textOf(answered, 'createdAt');
    if (!utcTimestamp(inOneForm(createdAt)).ok) aside();
    expectPlainForm(createdAt, answered);
  }),

  rule('messages.recent', messages, (sent) => {
    const moment = utcTimestamp(inOneForm(textOf(sent.answered, 'createdAt')));
    if (!moment.ok) return undecided('`createdAt` is not a timestamp in UTC');
    expectRecent(moment.milliseconds, sent);
  }),
];

function expectTimestamp(createdAt: string, answered: Exchange): void {
  const moment = utcTimestamp(inOneForm(createdAt));
  if (moment.ok) return;
  breach({
    cause: `\`createdAt\` is not an ISO 8601 timestamp in UTC: ${moment.problem}.`,
    expected: 'a timestamp such as 2030-12-05T09:30:00Z',
    actual: createdAt,
    exchange: answered,
  });
}

function expectPlainForm(createdAt: string, answered: Exchange): void {
  if (inOneForm(createdAt) === createdAt) return;
  breach({
    cause: '`createdAt` is written with a space or lowercase letters.',
    expected: inOneForm(createdAt),
    actual: createdAt,
    exchange: answered,
  });
}

type Span = readonly [from: number, to: number];

/** The contract names no clock: the target's own is as good as ours, and either of them may be off. */
function expectRecent(moment: number, { answered, sentAt, answeredAt }: SentInTime): void {
  const ours: Span = [sentAt, answeredAt];
  const theirs = dateOf(answered);
  if (isNear(moment, ours) || (theirs && isNear(moment, theirs))) return;
  const [from] = theirs ?? ours;
  breach({
    cause: `\`createdAt\` is ${inWords(moment - from)} the message was sent.`,
    expected: `about ${new Date(from).toISOString()}`,
    actual: textOf(answered, 'createdAt'),
    exchange: answered,
  });
}

/** When the target says that it answered. */
function dateOf(answered: Exchange): Span | undefined {
  const date = Date.parse(answerOf(answered).header('date') ?? '');
  return Number.isNaN(date) ? undefined : [date, date];
}

/** Clocks differ. */
const tolerance = 120_000;
const isNear = (moment: number, [from, to]: Span): boolean =>
  moment >= from - tolerance && moment <= to + tolerance;

const inWords = (milliseconds: number): string =>
  `about ${roundly(Math.abs(milliseconds) / 1000)} ${milliseconds < 0 ? 'before' : 'after'}`;

function roundly(seconds: number): string {
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} hours`;
  return `${Math.round(seconds / 86_400)} days`;
}
