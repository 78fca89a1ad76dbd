// Clause 4.5: the quickstart, on an address of its own. Rules only.
import {
  inOneForm,
  invalidBodies,
  nearlyJson,
  notJson,
  notObjects,
  otherCaseMembers,
  rewrittenTexts,
  textValues,
  utcTimestamp,
  type WrongBody,
} from '../lib/contract/values/values.js';
import {
  answerOf,
  aside,
  breach,
  excuse,
  expectRefusal,
  expectSchema,
  expectStatus,
  experiment,
  isRefusal,
  isSuccess,
  observe,
  quoted,
  remembering,
  rule,
  statusOf,
  undecided,
  type Bench,
  type Exchange,
  type How,
} from '../lib/judge/rules/index.js';
import { summarised } from './words.js';

const twin = { message: 'Hello, animals' };
const needs = ['quickstart', 'writes'] as const;

const messages = experiment({
  name: 'valid messages',
  stage: 'populated',
  needs,
  cases: (setup) => ({ arbitrary: textValues, runs: setup.runs(50) }),
  send: async (message, bench) => {
    const sentAt = bench.now;
    const answered = await bench.message({ message });
    return { message, answered, sentAt, answeredAt: bench.now };
  },
  describe: quoted,
});

interface Keyed {
  readonly label: string;
  readonly body: object | { readonly raw: string };
  readonly how: How;
  /** The valid key is there, though not where the contract looks for it. */
  readonly otherPlace?: true;
}

/** How long a text may be is not said: a target may refuse one, but not alter it. */
const longMessages = experiment({
  name: 'long messages',
  stage: 'populated',
  needs,
  cases: () => [161, 256, 1_001, 5_000, 10_000, 65_537],
  send: async (length, bench) => {
    const message = 'long '.repeat(length).slice(0, length);
    return {
      message,
      mayRefuse: true,
      answered: await bench.message({ message }, { validity: 'open' }),
    };
  },
  describe: (length) => `${length} letters`,
});

const send = ({ body, how }: Keyed, bench: Bench): Promise<Exchange> => bench.message(body, how);
const describe = ({ label }: Keyed): string => label;
const noKey = { label: 'no Authorization header', how: { key: 'none' } } as const;

const withoutKey = experiment({
  name: 'messages without a key',
  stage: 'populated',
  needs,
  cases: (setup) => Array.from({ length: setup.runs(5) }, () => ({ ...noKey, body: twin })),
  send,
  describe,
});

const rightAfterAKey = experiment({
  name: 'messages without a key right after one with it, on one connection',
  stage: 'populated',
  needs,
  cases: (setup) =>
    Array.from({ length: setup.runs(5) }, (_, index) => ({ connection: `message ${index}` })),
  send: async ({ connection }, bench) => {
    await bench.message(twin, { connection });
    return bench.message(twin, { key: 'none', connection });
  },
});

const firstOfAConnection = experiment({
  name: 'messages without a key, each the first on its connection',
  stage: 'populated',
  needs,
  cases: (setup) =>
    Array.from({ length: setup.runs(3) }, (_, index) => ({ connection: `first message ${index}` })),
  send: ({ connection }, bench) => bench.message(twin, { key: 'none', connection }),
});

/** Text that careless programs tidy up. */
const untidyTexts = experiment({
  name: 'texts with unusual white space',
  stage: 'populated',
  needs,
  cases: () => ['a\r\nb', 'a\tb', 'a  b', ' a', 'a ', 'a\n', '"a" & <b>'],
  send: async (message, bench) => ({ message, answered: await bench.message({ message }) }),
  describe: quoted,
});

/** Texts that a server may have its reasons to refuse, but not to rewrite. */
const textsToRewrite = experiment({
  name: 'texts that some servers rewrite',
  stage: 'populated',
  needs,
  cases: () => rewrittenTexts,
  send: async (message, bench) => ({
    message,
    mayRefuse: true,
    answered: await bench.message({ message }, { validity: 'open' }),
  }),
  describe: quoted,
});

const withWrongKey = experiment({
  name: 'messages with a wrong key',
  stage: 'populated',
  needs,
  cases: (setup) =>
    [...setup.credentials.wrongQuickstartKeys, ...setup.credentials.otherQuickstartForms].map(
      (form): Keyed => ({ ...form, body: twin }),
    ),
  send,
  describe,
});

const inOtherPlaces = experiment({
  name: 'messages with the key in another place',
  stage: 'populated',
  needs,
  cases: (setup) =>
    setup.credentials.otherQuickstartPlaces.map((place): Keyed => ({
      ...place,
      body: twin,
      otherPlace: true,
    })),
  send,
  describe,
});

/** Bodies that differ in one respect from a message that was accepted. */
function refused(name: string, bodies: () => readonly WrongBody[]) {
  return experiment({
    name,
    stage: 'populated',
    needs,
    cases: bodies,
    send: async ({ text }, bench) => ({
      accepted: await bench.message(twin),
      answered: await bench.message({ raw: text }, { validity: 'invalid' }),
    }),
    describe: ({ cause }) => cause,
  });
}

const invalidJson = refused('message bodies that are not valid JSON', () => [
  ...notJson(twin),
  { cause: 'an empty body', text: '', difference: 'the body is empty' },
  { cause: 'a body of white space', text: ' \n', difference: 'the body is only white space' },
]);
const lenientJson = refused('message bodies that are nearly JSON', () => [
  ...nearlyJson(twin),
  {
    cause: 'a member with the value NaN',
    text: '{"message":"Hello, animals","weight":NaN}',
    difference: 'there is another member, and its value is NaN',
  },
]);
const otherCase = refused('message in other letter case', () =>
  otherCaseMembers(twin, ['message']),
);
const missingText = refused('bodies without message', () => [
  ...invalidBodies('NewMessage', twin).filter(({ kind }) => kind === 'missing'),
  ...notObjects(twin),
  {
    cause: 'message under another name',
    text: '{"text":"Hello, animals"}',
    difference: 'the text is in `text`, and there is no `message`',
  },
]);
const wrongTexts = refused('texts that are no string', () =>
  invalidBodies('NewMessage', twin).filter(({ kind }) => kind !== 'missing'),
);

const contentTypes = experiment({
  name: 'content types that are not JSON',
  stage: 'populated',
  needs,
  cases: () => [
    'text/plain',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'application/json-seq',
    'multipart/form-data; boundary=x',
    'application/javascript',
    'text/plain; note=application/json',
  ],
  send: async (contentType, bench) => ({
    accepted: await bench.message(twin),
    answered: await bench.message(twin, { contentType, validity: 'invalid' }),
  }),
});

const charsets = experiment({
  name: 'application/json with a charset',
  stage: 'populated',
  needs,
  cases: () => [
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ],
  send: async (contentType, bench) => ({
    accepted: await bench.message(twin),
    answered: await bench.message(twin, { contentType }),
  }),
});

const wrongTwice = experiment({
  name: 'no valid key, and something else wrong with the message',
  stage: 'populated',
  needs,
  cases: (setup) => {
    const forms = [noKey, ...setup.credentials.wrongQuickstartKeys.slice(0, 1)];
    const bodies = [
      { what: 'not JSON', body: { raw: '{"message":' }, more: {} },
      { what: 'no message', body: {}, more: {} },
      { what: 'another content type', body: twin, more: { contentType: 'text/plain' } },
    ];
    return forms.flatMap(({ label, how }) =>
      bodies.map(({ what, body, more }) => ({
        label: `${label}, ${what}`,
        body,
        how: { ...how, ...more },
      })),
    );
  },
  send,
  describe,
});

const emptyText = experiment({
  name: 'an empty text',
  stage: 'populated',
  needs,
  cases: () => [''],
  send: (message, bench) => bench.message({ message }, { validity: 'open' }),
  describe: () => 'an empty text',
});

const unknownProperty = experiment({
  name: 'a message with a property that the contract does not know',
  stage: 'populated',
  needs,
  cases: () => [{ ...twin, priority: 'high' }],
  send: (body, bench) => bench.message(body, { validity: 'open' }),
});

const everyMessage = [
  messages,
  longMessages,
  untidyTexts,
  textsToRewrite,
  rightAfterAKey,
  firstOfAConnection,
  unknownProperty,
  withoutKey,
  withWrongKey,
  charsets,
  wrongTwice,
  emptyText,
];

/** A message with its answer, and the plain one beside it that was accepted before, where one was sent. */
interface Sent {
  readonly answered: Exchange;
  readonly accepted?: Exchange;
}

export const rules = [
  // A charset is a matter of its own; but an answer has to come in any case.
  rule('messages.accepted', [messages, charsets], ({ answered: last, accepted }: Sent) => {
    const answered = accepted ?? last;
    if (!isSuccess(answered))
      breach({
        cause: `A valid message is answered with ${statusOf(answered)}.`,
        expected: 'a 2xx status',
        actual: `status ${statusOf(answered)}`,
        exchange: answered,
      });
  }),

  rule('messages.returns-message', messages, ({ answered }) => {
    if (!isSuccess(answered)) undecided('a valid message was refused');
    expectSchema(answered, 'Message', 'The answer to a message');
  }),

  rule(
    'messages.echo',
    [messages, untidyTexts, longMessages, textsToRewrite],
    ({
      message,
      mayRefuse,
      answered,
    }: Sent & { readonly message: string; readonly mayRefuse?: boolean }) => {
      if (mayRefuse && isRefusal(answered)) excuse('the target refuses some messages');
      expectText(answered, 'message', message);
    },
  ),
  rule('messages.queued', messages, ({ answered }) => expectText(answered, 'status', 'queued')),

  rule('messages.created-at', messages, ({ answered }) => {
    const createdAt = textOf(answered, 'createdAt');
    const moment = utcTimestamp(inOneForm(createdAt));
    if (!moment.ok)
      breach({
        cause: `createdAt (${createdAt}) is no ISO 8601 timestamp in UTC: ${moment.problem}.`,
        expected: 'such as 2030-12-05T09:30:00Z',
        actual: createdAt,
        exchange: answered,
      });
  }),

  rule('messages.timestamp-form', messages, ({ answered }) => {
    const createdAt = textOf(answered, 'createdAt');
    if (!utcTimestamp(inOneForm(createdAt)).ok) return aside();
    if (inOneForm(createdAt) !== createdAt)
      breach({
        cause: 'createdAt is written with a space or small letters.',
        expected: inOneForm(createdAt),
        actual: createdAt,
        exchange: answered,
      });
  }),

  rule('messages.missing-key', [withoutKey, rightAfterAKey, firstOfAConnection], (answered) =>
    expectStatus(answered, 401, 'without a key'),
  ),
  rule('messages.wrong-key', [withWrongKey, inOtherPlaces], (answered, { label, otherPlace }) => {
    if (otherPlace && isSuccess(answered)) return aside();
    expectStatus(answered, 401, `with a wrong key (${label})`, label);
  }),
  rule('messages.other-places', inOtherPlaces, (answered, { label }) => {
    if (isSuccess(answered)) expectStatus(answered, 401, `with ${label}`, label);
  }),
  rule('messages.invalid-json', invalidJson, expectRefused),
  rule('messages.nearly-json', lenientJson, expectRefusalBesideTwin),
  rule('messages.letter-case', otherCase, expectRefusalBesideTwin),
  rule('messages.missing-message', missingText, expectRefused),
  rule('messages.content-type', contentTypes, ({ accepted, answered }, contentType) => {
    // It is refused either way; which status is right is another rule's matter.
    if (statusOf(answered) === 415) return;
    expectRefused({ accepted, answered }, ofType(contentType));
  }),
  rule('messages.content-type-400', contentTypes, ({ accepted, answered }, contentType) => {
    if (statusOf(answered) === 415) expectRefused({ accepted, answered }, ofType(contentType));
  }),

  // Messages of different texts, and of one text.
  remembering('messages.unique-ids', [messages, contentTypes], () => {
    const seen = new Set<string>();
    return ({ answered, accepted = answered }: Sent) => {
      const id = textOf(accepted, 'id');
      if (seen.has(id))
        breach({
          cause: `Two messages got the identifier ${id}.`,
          expected: 'an identifier of its own',
          actual: id,
          exchange: accepted,
        });
      seen.add(id);
    };
  }),

  rule('messages.recent', messages, ({ answered, sentAt, answeredAt }) => {
    const moment = utcTimestamp(inOneForm(textOf(answered, 'createdAt')));
    if (!moment.ok) return undecided('createdAt is no timestamp in UTC');
    // The contract names no clock: the target's own is as good as ours, and either of them may be off.
    const date = Date.parse(answerOf(answered).header('date') ?? '');
    const clocks = [
      [sentAt, answeredAt] as const,
      ...(Number.isNaN(date) ? [] : [[date, date] as const]),
    ];
    if (
      clocks.some(
        ([from, to]) =>
          moment.milliseconds >= from - tolerance && moment.milliseconds <= to + tolerance,
      )
    )
      return;
    const [from] = clocks.at(-1) ?? [sentAt];
    breach({
      cause: `createdAt lies ${span(moment.milliseconds - from)} the time at which the message was sent.`,
      expected: `about ${new Date(from).toISOString()}`,
      actual: textOf(answered, 'createdAt'),
      exchange: answered,
    });
  }),

  rule('messages.charset', charsets, ({ accepted, answered }, contentType) => {
    if (!isSuccess(accepted)) undecided('the same message without a charset was refused');
    if (!isSuccess(answered))
      breach({
        cause: `A message with the content type ${contentType} is answered with ${statusOf(answered)}.`,
        expected: 'a 2xx status',
        actual: `status ${statusOf(answered)}`,
        exchange: answered,
      });
  }),

  rule('messages.text-is-string', wrongTexts, expectRefusalBesideTwin),

  rule('messages.key-first', wrongTwice, (answered, { label }) =>
    expectStatus(answered, 401, `without a valid key (${label})`, label),
  ),

  rule(
    'messages.no-server-error',
    [
      ...everyMessage,
      inOtherPlaces,
      invalidJson,
      lenientJson,
      otherCase,
      missingText,
      wrongTexts,
      contentTypes,
    ],
    (result) => {
      const answered = 'answered' in result ? result.answered : result;
      if (statusOf(answered) >= 500)
        breach({
          cause: `A message request is answered with ${statusOf(answered)}.`,
          expected: 'no 5xx',
          actual: `status ${statusOf(answered)}`,
          exchange: answered,
        });
    },
  ),

  observe('messages.success-status', messages, (cases) =>
    [...new Set(cases.map(({ result }) => statusOf(result.answered)))].join(', '),
  ),
  observe('messages.error-body', withoutKey, (cases) =>
    [
      ...new Set(
        cases.map(({ result }) => answerOf(result).header('content-type') ?? 'no content type'),
      ),
    ].join(', '),
  ),
  observe('messages.empty-text', emptyText, (cases) =>
    summarised(
      cases,
      () => 'an empty text',
      ({ result }) => String(statusOf(result)),
    ),
  ),
];

function span(milliseconds: number): string {
  const seconds = Math.abs(milliseconds) / 1000;
  const [unit, length] =
    seconds < 7_200
      ? (['minutes', 60] as const)
      : seconds < 172_800
        ? (['hours', 3_600] as const)
        : (['days', 86_400] as const);
  return `about ${Math.round(seconds / length)} ${unit} ${milliseconds < 0 ? 'before' : 'after'}`;
}

/** Clocks differ. */
const tolerance = 120_000;

function textOf(answered: Exchange, field: string): string {
  const { json } = answerOf(answered);
  const body: unknown = isSuccess(answered) && json.ok ? json.value : undefined;
  const value: unknown =
    typeof body === 'object' && body !== null
      ? (body as Record<string, unknown>)[field]
      : undefined;
  return typeof value === 'string'
    ? value
    : undecided(`the answer to a message has no text \`${field}\``);
}

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

function expectRefused(
  { accepted, answered }: { readonly accepted: Exchange; readonly answered: Exchange },
  { cause, difference }: Pick<WrongBody, 'cause' | 'difference'>,
): void {
  if (!isSuccess(accepted)) excuse('the valid twin was refused', 'cantTell');
  expectStatus(answered, 400, `with ${cause}`, difference);
}

const ofType = (contentType: string) => ({
  cause: `the content type ${contentType}`,
  difference: `the content type is ${contentType} instead of application/json`,
});

function expectRefusalBesideTwin(
  { accepted, answered }: { readonly accepted: Exchange; readonly answered: Exchange },
  body: WrongBody,
): void {
  if (!isSuccess(accepted)) undecided('the valid twin was refused');
  expectRefusal(answered, body);
}
