// Clause 4.5: a valid message is accepted and comes back in the answer, queued. Rules only.
import { rewrittenTexts } from '../../lib/contract/values/values.js';
import {
  breach,
  excuse,
  expectSchema,
  expectSuccess,
  experiment,
  isRefusal,
  isSuccess,
  observe,
  quoted,
  rule,
  statusOf,
  undecided,
  type Session,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { charsets, messages, needs, textOf, type SentText } from './sent.js';

const sendText = async (message: string, session: Session): Promise<SentText> => ({
  message,
  answered: await session.message({ message }),
});
const sendRefusable = async (message: string, session: Session): Promise<SentText> => ({
  message,
  mayRefuse: true,
  answered: await session.message({ message }, { validity: 'open' }),
});

/** How long a text may be is not said: a target may refuse one, but not alter it. */
export const longMessages = experiment({
  name: 'long messages',
  stage: 'populated',
  needs,
  cases: () => [161, 256, 1_001, 5_000, 10_000, 65_537],
  send: (length, session) => sendRefusable('long '.repeat(length).slice(0, length), session),
  describe: (length) => `${length} letters`,
});

/** Text that careless programs tidy up. */
export const untidyTexts = experiment({
  name: 'texts with unusual white space',
  stage: 'populated',
  needs,
  cases: () => ['a\r\nb', 'a\tb', 'a  b', ' a', 'a ', 'a\n', '"a" & <b>'],
  send: sendText,
  describe: quoted,
});

/** Texts that a server may have its reasons to refuse, but not to rewrite. */
export const textsToRewrite = experiment({
  name: 'texts that some servers rewrite',
  stage: 'populated',
  needs,
  cases: () => rewrittenTexts,
  send: sendRefusable,
  describe: quoted,
});

export const rules = [
  // A charset is a matter of its own; but an answer has to come in any case.
  rule('messages.accepted', [messages, charsets], ({ answered, accepted = answered }) =>
    expectSuccess(accepted, 'A valid message'),
  ),

  rule('messages.returns-message', messages, ({ answered }) => {
    if (!isSuccess(answered)) undecided('a valid message was refused');
    expectSchema(answered, 'Message', 'The answer to a message');
  }),

  rule(
    'messages.echo',
    [messages, untidyTexts, longMessages, textsToRewrite],
    ({ message, mayRefuse, answered }) => {
      if (mayRefuse && isRefusal(answered)) excuse('the target refuses some messages');
      expectText(answered, 'message', message);
    },
  ),

  rule('messages.queued', messages, ({ answered }) => expectText(answered, 'status', 'queued')),

  rule('messages.charset', charsets, ({ accepted, answered }, contentType) => {
    if (!isSuccess(accepted)) undecided('the same message without a charset was refused');
    expectSuccess(answered, `A message with the content type ${contentType}`);
  }),

  observe('messages.success-status', messages, (cases) =>
    [...new Set(cases.map(({ result }) => statusOf(result.answered)))].join(', '),
  ),
];

function expectText(answered: Exchange, field: string, expected: string): void {
  const actual = textOf(answered, field);
  if (actual !== expected)
    breach({
      cause: `The ${field} of the answer is not ${field === 'message' ? 'the text that was sent' : expected}.`,
      expected: quoted(expected),
      actual: quoted(actual),
      exchange: answered,
    });
}
