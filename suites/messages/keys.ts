// Clause 4.5: a message without a valid key gets a 401.
import {
  noEvidence,
  expectStatus,
  experiment,
  isRefusal,
  isSuccess,
  observe,
  orElse,
  rule,
  statusOf,
  type Exchange,
  type Headers,
} from '../../lib/judge/rules/index.js';
import { senderInTurn } from '../accepting.js';
import { noKey, withoutKeyInQuery } from '../authentication/calls.js';
import { cookiesSentBack } from '../authentication/sent-back.js';
import { letInByOne, trusted, type Labelled } from '../authentication/trusted.js';
import { inOrder, mediaTypeOf, membersOf, shapeOf } from '../forms/bodies.js';
import { needs, sendKeyed, twin, type Keyed, type Sent } from './sent.js';

const longText = { message: 'No key, no message. '.repeat(1_100) };

export const withoutKey = experiment({
  name: 'messages without a key',
  stage: 'populated',
  needs,
  cases: (setup): readonly Keyed[] => {
    const plain = { ...noKey, body: twin };
    const ofClients = [0, 1, 2].map((turn) => ({
      ...plain,
      how: { ...noKey.how, ...senderInTurn(turn) },
    }));
    const how = { ...noKey.how, headers: trusted } as const;
    const label = 'beside headers that some servers trust';
    const trusting = { ...plain, label, how, mayRefuse: true };
    const long = { ...noKey, label: 'with a long text', body: longText, mayRefuse: true };
    return [...ofClients, trusting, long].slice(0, setup.runs(5));
  },
  send: async (keyed, session): Promise<Sent & Partial<Labelled>> => {
    const sent = await sendKeyed(keyed, session);
    const { headers = [] } = keyed.how;
    if (!keyed.mayRefuse || !isSuccess(sent.answered)) return sent;
    const sendWith = (some: Headers) => session.message(keyed.body, { key: 'none', headers: some });
    return (await letInByOne(headers, sendWith, isSuccess)) ?? sent;
  },
  describe: ({ label }) => label,
});

export const rightAfterAKey = experiment({
  name: 'messages without a key right after one with it, on one connection',
  stage: 'populated',
  needs,
  cases: (setup) =>
    Array.from({ length: setup.runs(5) }, (_, index) => ({ connection: `message ${index}` })),
  send: async ({ connection }, session): Promise<Sent & Partial<Labelled>> => {
    const valid = await session.message(twin, { connection });
    const answered = await session.message(twin, { key: 'none', connection });
    const [form] = cookiesSentBack(valid);
    if (!form || statusOf(answered) !== 401) return { answered };
    return { label: form.label, answered: await session.message(twin, form.how) };
  },
});

export const firstOfAConnection = experiment({
  name: 'messages without a key, each the first on its connection',
  stage: 'populated',
  needs,
  cases: (setup) =>
    Array.from({ length: setup.runs(3) }, (_, index) => ({
      // The first one is plain, and the others are sent by other clients than those of the experiment above.
      client: senderInTurn(5 * index),
      connection: `first message ${index}`,
    })),
  send: async ({ client, connection }, session): Promise<Sent> => ({
    answered: await session.message(twin, { ...client, key: 'none', connection }),
  }),
});

export const withWrongKey = experiment({
  name: 'messages with a wrong key',
  stage: 'populated',
  needs,
  cases: ({ credentials }) =>
    [...credentials.wrongQuickstartKeys, ...credentials.otherQuickstartForms].map(
      (form): Keyed => ({ ...form, body: twin }),
    ),
  send: sendKeyed,
  describe: ({ label }) => label,
});

export const inOtherPlaces = experiment({
  name: 'messages with the key in another place',
  stage: 'populated',
  needs,
  cases: ({ credentials }) =>
    credentials.otherQuickstartPlaces.map((place): Keyed => ({
      ...place,
      body: twin,
      otherPlace: true,
    })),
  send: async (keyed, session): Promise<SentElsewhere> => {
    const sent = await sendKeyed(keyed, session);
    const how = isSuccess(sent.answered) ? withoutKeyInQuery(keyed.how) : undefined;
    const other = how && (await orElse(sendKeyed({ ...keyed, how }, session), undefined));
    return { ...sent, withoutKey: other?.answered };
  },
  describe: ({ label }) => label,
});

interface SentElsewhere extends Sent {
  /** The response to a message without any key, but with such a query. */
  readonly withoutKey: Exchange | undefined;
}

export const rules = [
  rule(
    'messages.missing-key',
    [withoutKey, rightAfterAKey, firstOfAConnection, inOtherPlaces],
    (result, asked) => {
      const { answered, withoutKey: other } = result as Sent & Partial<SentElsewhere>;
      const { label = noKey.label }: Partial<Labelled> = { ...asked, ...result };
      const { mayRefuse = false, otherPlace } = asked as Partial<Keyed>;
      if (otherPlace) return expectStatus(other ?? noEvidence(), 401, 'without a key, but a query');
      if (mayRefuse && isRefusal(answered)) noEvidence();
      if ('label' in result) expectStatus(answered, 401, `with ${label}`, label);
      else if (label === noKey.label) expectStatus(answered, 401, 'without a key');
      else expectStatus(answered, 401, `without a key (${label})`, label);
    },
  ),
  rule(
    'messages.wrong-key',
    [withWrongKey, inOtherPlaces],
    ({ answered }, { label, otherPlace }) => {
      if (otherPlace && isSuccess(answered)) noEvidence();
      expectStatus(answered, 401, `with a wrong key (${label})`, label);
    },
  ),
  rule('messages.other-places', inOtherPlaces, ({ answered, withoutKey: other }, { label }) => {
    if (other && isSuccess(other)) noEvidence();
    if (isSuccess(answered)) expectStatus(answered, 401, `with ${label}`, label);
  }),
  observe('messages.error-body', withoutKey, (cases) =>
    // What a target may refuse may be refused by a front, in its own words.
    inOrder(
      cases
        .filter(({ value }) => !value.mayRefuse)
        .map(({ result }) => bodyInWords(result.answered)),
    ),
  ),
];

/** The body in words: "application/json with code, message, status". */
function bodyInWords(answered: Exchange): string {
  const members = membersOf(answered);
  return `${mediaTypeOf(answered)}, ${members ? `an object with ${inOrder(members)}` : shapeOf(answered)}`;
}
