// Clause 4.5: a valid message is accepted, and comes back in the response as queued.
import { rewrittenTexts } from '../../lib/contract/values/values.js';
import {
  accuse,
  notApplicable,
  expectSchema,
  expectSuccess,
  experiment,
  isRefusal,
  isSuccess,
  observeEach,
  quoted,
  quotedPair,
  rule,
  statusOf,
  undecided,
  type Session,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { expectJsonType } from '../errors.js';
import { inOrder } from '../forms/bodies.js';
import { inChunks, wantsLength } from '../framing.js';
import {
  capitalTypes,
  charsets,
  emptyText,
  messages,
  needs,
  ownFields,
  repeatedText,
  textOf,
  unknownProperty,
  withTwin,
  type BesideTwin,
  type SentText,
} from './sent.js';

const sendText = async (message: string, session: Session): Promise<SentText> => ({
  message,
  answered: await session.message({ message }),
});
const sendRefusable = async (message: string, session: Session): Promise<SentText> => ({
  message,
  mayRefuse: true,
  answered: await session.message({ message }, { validity: 'open' }),
});

/** The contract sets no length for a text: a target may refuse a long one, but must not alter it. */
export const longMessages = experiment({
  name: 'long messages',
  stage: 'populated',
  needs,
  cases: () => [161, 256, 1_001, 5_000, 10_000, 65_537],
  send: (length, session) => sendRefusable('long '.repeat(length).slice(0, length), session),
  describe: (length) => `${length} letters`,
});

/** Texts that careless programs tidy up. */
export const untidyTexts = experiment({
  name: 'texts with unusual white space',
  stage: 'populated',
  needs,
  cases: () => ['a\r\nb', 'a\tb', 'a  b', ' a', 'a ', 'a\n', '"a" & <b>'],
  send: sendText,
  describe: quoted,
});

/** Texts that a server may have reasons to refuse, but must not rewrite. */
export const textsToRewrite = experiment({
  name: 'texts that some servers rewrite',
  stage: 'populated',
  needs,
  cases: () => rewrittenTexts,
  send: sendRefusable,
  describe: quoted,
});

const messageInChunks = experiment({
  name: 'a message sent in chunks',
  stage: 'populated',
  needs,
  // A server that decodes each chunk by itself loses the character that is split.
  cases: (setup) => withTwin(setup, [{ message: 'Hello, Zoé and 🐶' }]),
  send: async ({ message, accepted }, session) => {
    const answered = await session.message({ message }, { headers: inChunks });
    return { message, accepted, mayRefuse: true as const, answered, areChunks: true as const };
  },
  describe: () => 'sent in chunks',
});

/** Sent before any other message, because a service may behave differently the first time. */
const firstMessage = experiment({
  name: 'the first message',
  stage: 'sparse',
  needs,
  cases: () => ['The first message'],
  send: sendText,
  describe: quoted,
});

export const everyText = [
  firstMessage,
  messages,
  untidyTexts,
  longMessages,
  textsToRewrite,
  repeatedText,
  messageInChunks,
  charsets,
  capitalTypes,
  emptyText,
  unknownProperty,
  ownFields,
];

/** The accepted texts with their responses. A refusal for which the target may have reasons is left out. */
export function answeredOf(sent: SentText | readonly SentText[]): readonly SentText[] {
  const all = 'answered' in sent ? [sent] : sent;
  const taken = all.filter(({ mayRefuse, answered }) => !(mayRefuse && isRefusal(answered)));
  if (taken.length === 0) notApplicable('messages refused');
  if (!taken.every(({ answered }) => isSuccess(answered))) undecided('valid message refused');
  return taken;
}

export const rules = [
  // Other rules judge the charset; here, a response of any kind has to come.
  rule(
    'messages.accepted',
    [messages, charsets, capitalTypes, repeatedText, messageInChunks],
    (sent) => {
      if ('areChunks' in sent) {
        if (!isSuccess(sent.accepted)) undecided('the valid message refused');
        if (statusOf(sent.answered) === 411) wantsLength();
        return expectSuccess(sent.answered, 'A valid message, sent in chunks,');
      }
      if ('mayRefuse' in sent && isRefusal(sent.answered)) notApplicable('messages refused');
      if ('answered' in sent)
        return expectSuccess(sent.accepted ?? sent.answered, 'A valid message');
      for (const { answered } of sent) expectSuccess(answered, 'A text that was already sent');
    },
  ),

  rule('messages.returns-message', everyText, (sent) => {
    for (const { answered } of answeredOf(sent)) {
      expectSchema(answered, 'Message');
      expectJsonType(answered);
    }
  }),

  rule('messages.echo', everyText, (sent) => {
    for (const { answered, message } of answeredOf(sent)) expectText(answered, 'message', message);
  }),

  rule('messages.queued', everyText, (sent) => {
    for (const { answered } of answeredOf(sent)) expectText(answered, 'status', 'queued');
  }),

  rule('messages.charset', charsets, expectTypeTaken),
  rule('messages.type-letter-case', capitalTypes, expectTypeTaken),

  // Some texts are too long for some servers.
  observeEach(
    'messages.success-status',
    messages,
    ({ answered }) => (isSuccess(answered) ? [String(statusOf(answered))] : []),
    (statuses) => inOrder(statuses.flat()) || 'no message was accepted',
  ),
];

function expectTypeTaken(
  { accepted, answered }: BesideTwin,
  { contentType }: { readonly contentType: string },
): void {
  if (!isSuccess(accepted)) undecided('message as JSON refused');
  expectSuccess(answered, `A message with the content type ${contentType}`);
}

function expectText(answered: Exchange, field: string, expected: string): void {
  const actual = textOf(answered, field);
  if (actual === expected) return;
  if (field === 'message')
    accuse('another text', answered, { field, values: quotedPair(expected, actual) });
  const values = { expected: quoted(expected), actual: quoted(actual) };
  accuse('another word in a message', answered, { field, values });
}
