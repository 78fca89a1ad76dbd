// Clause 2: createdAt is a timestamp in UTC, and close to the time of sending.
import { inOneForm, utcTimestamp } from '../../lib/contract/values/values.js';
import {
  answerOf,
  experiment,
  noEvidence,
  accuse,
  quoted,
  rule,
  undecided,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { answeredOf, everyText } from './answers.js';
import { messages, needs, textOf, withTwin, type BesideTwin, type SentInTime } from './sent.js';

/** A server may read its clock only once a second. */
const sameTimeMs = 1_500;

const createdAtOf = ({ answer }: Exchange): unknown =>
  answer?.json.ok ? (answer.json.value as { createdAt?: unknown } | null)?.createdAt : undefined;

/** Only a time that has not changed is worth a wait. */
const someTimeLater = experiment({
  name: 'a message some time after another',
  stage: 'populated',
  needs,
  cases: (setup) => withTwin(setup, [{ message: 'Hello again, animals' }]),
  send: async ({ message, accepted }, session): Promise<BesideTwin> => {
    const answered = await session.message({ message });
    const createdAt = createdAtOf(answered);
    if (createdAt === undefined || createdAt !== createdAtOf(accepted))
      return { accepted, answered };
    await session.rest(Math.max(0, endOf(accepted) + sameTimeMs - session.now));
    return { accepted, answered: await session.message({ message }) };
  },
  describe: ({ message }) => quoted(message),
});

export const rules = [
  rule('messages.created-at', everyText, (sent) => {
    for (const { answered } of answeredOf(sent))
      expectTimestamp(textOf(answered, 'createdAt'), answered);
  }),

  rule('messages.timestamp-form', messages, ({ answered }) => {
    const createdAt = textOf(answered, 'createdAt');
    if (!utcTimestamp(inOneForm(createdAt)).ok) noEvidence();
    expectPlainForm(createdAt, answered);
  }),

  rule('messages.recent', [messages, someTimeLater], (sent) => {
    if (!('sentAt' in sent)) return expectLater(sent);
    const moment = utcTimestamp(inOneForm(textOf(sent.answered, 'createdAt')));
    if (!moment.ok) return undecided('no timestamp');
    expectRecent(moment.milliseconds, sent);
  }),
];

function expectTimestamp(createdAt: string, answered: Exchange): void {
  const moment = utcTimestamp(inOneForm(createdAt));
  if (moment.ok) return;
  accuse('no timestamp', answered, { label: moment.problem, values: { actual: createdAt } });
}

function expectPlainForm(createdAt: string, answered: Exchange): void {
  if (inOneForm(createdAt) === createdAt) return;
  accuse('an unusual form of a timestamp', answered, {
    values: { expected: inOneForm(createdAt), actual: createdAt },
  });
}

function expectLater({ accepted, answered }: BesideTwin): void {
  const before = textOf(accepted, 'createdAt');
  const after = textOf(answered, 'createdAt');
  const apart = answered.startedAt - endOf(accepted);
  if (before !== after) return;
  if (apart < sameTimeMs || !isToTheSecond(after)) noEvidence();
  accuse('the time of another message', answered, {
    values: { seconds: (apart / 1_000).toFixed(1), actual: after },
  });
}

const endOf = ({ startedAt, durationMs }: Exchange): number => startedAt + durationMs;
const isToTheSecond = (createdAt: string): boolean => /[t ]\d\d:?\d\d:?\d\d/i.test(createdAt);

type Span = readonly [from: number, to: number];

/** The contract names no clock: the target's own is as good as ours, and either may be wrong. */
function expectRecent(moment: number, { answered, sentAt, answeredAt }: SentInTime): void {
  const ours: Span = [sentAt, answeredAt];
  const theirs = dateOf(answered);
  if (isNear(moment, ours) || (theirs && isNear(moment, theirs))) return;
  const [from] = theirs ?? ours;
  accuse('another time', answered, {
    values: {
      away: inWords(moment - from),
      expected: new Date(from).toISOString(),
      actual: textOf(answered, 'createdAt'),
    },
  });
}

/** The time at which the target says that it responded. */
function dateOf(answered: Exchange): Span | undefined {
  const date = Date.parse(answerOf(answered).header('date') ?? '');
  return Number.isNaN(date) ? undefined : [date, date];
}

/** Allows for clocks that differ. */
const tolerance = 120_000;
const isNear = (moment: number, [from, to]: Span): boolean =>
  moment >= from - tolerance && moment <= to + tolerance;

const inWords = (milliseconds: number): string =>
  `${roundly(Math.abs(milliseconds) / 1000)} ${milliseconds < 0 ? 'before' : 'after'}`;

function roundly(seconds: number): string {
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} hours`;
  return `${Math.round(seconds / 86_400)} days`;
}
