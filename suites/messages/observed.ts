// What messages show where the contract is silent: identifiers, the form of the time, additional properties, what is
// accepted. Observations only.
import {
  answerOf,
  experiment,
  isSuccess,
  observe,
  observeEach,
  undecided,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { inOneForm, utcTimestamp } from '../../lib/contract/values/values.js';
import { inOrder, membersOf, moreIn } from '../forms/bodies.js';
import { summarised, whetherAccepted } from '../summaries.js';
import { longMessages } from './answers.js';
import {
  messages,
  needs,
  textOf,
  twin,
  unknownProperty,
  type Sent,
  type SentInTime,
} from './sent.js';
import { identifiersInWords, timesInWords } from '../forms/messages.js';

const withoutType = experiment({
  name: 'a message without a content type',
  stage: 'populated',
  needs,
  cases: () => [twin],
  send: async (body, session): Promise<Sent> => ({
    answered: await session.message(body, { contentType: null, validity: 'open' }),
  }),
});

const memberOf = ({ answered }: Sent, field: string): string =>
  isSuccess(answered) ? textOf(answered, field) : '';
const accepted = (texts: readonly string[]): readonly string[] => {
  const some = texts.filter((text) => text !== '');
  return some.length > 0 ? some : undecided('no message');
};
const answersOf = (cases: readonly { readonly result: Sent }[]): string =>
  inOrder(cases.map(({ result }) => whetherAccepted(result.answered)));

export const rules = [
  observeEach(
    'messages.identifiers',
    messages,
    (sent) => memberOf(sent, 'id'),
    (ids) => identifiersInWords(accepted(ids)),
  ),

  observeEach(
    'messages.time-format',
    messages,
    (sent) => memberOf(sent, 'createdAt'),
    (times) => timesInWords(accepted(times)),
  ),

  observeEach('messages.clock', messages, clocksOf, (all) => inOrder(all.flat())),

  observeEach(
    'messages.more-properties',
    messages,
    ({ answered }) => (isSuccess(answered) ? (membersOf(answered) ?? []) : []),
    (all) => moreIn('Message', all),
  ),

  observe('messages.unknown-property', unknownProperty, answersOf),

  observe('messages.no-content-type', withoutType, answersOf),

  observe('messages.long-texts', longMessages, (cases) =>
    summarised(
      cases,
      ({ value }) => `${value} letters`,
      ({ result }) => whetherAccepted(result.answered),
    ),
  ),
];

/** Allows for clocks that differ a little, and for responses that take their time. */
const tolerance = 120_000;

function clocksOf({ answered, sentAt, answeredAt }: SentInTime): readonly string[] {
  const differs = (moment: number): string => {
    if (moment < sentAt - tolerance) return 'is behind';
    return moment > answeredAt + tolerance ? 'is ahead' : 'agrees';
  };
  const createdAt = utcTimestamp(inOneForm(memberOf({ answered }, 'createdAt')));
  return [
    ...(createdAt.ok ? [`\`createdAt\` ${differs(createdAt.milliseconds)}`] : []),
    dateOf(answered, differs),
  ];
}

function dateOf(answered: Exchange, differs: (moment: number) => string): string {
  const date = answerOf(answered).header('date');
  return date === undefined ? 'no Date header' : `the Date header ${differs(Date.parse(date))}`;
}
