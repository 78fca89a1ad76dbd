// Clause 5: the valid key is accepted, and nothing else is.
import { isRareScheme, tokensOfOtherKinds, wrongInLowerCase } from '../../lib/contract/keys.js';
import { isJudgedAsCatalogue } from '../../lib/contract/operations.js';
import {
  answerOf,
  noEvidence,
  ended,
  everyExchange,
  notApplicable,
  expectSchema,
  experiment,
  isSuccess,
  observe,
  observeEach,
  operationName,
  orElse,
  rule,
  statusOf,
  wrongStatus,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { inOrder } from '../forms/bodies.js';
import {
  isRefusedForAccents,
  isRefusedForLength,
  mayBeOfAFront,
  overlongKeys as overlong,
} from '../fronts.js';
import {
  expect401,
  inWords,
  isRead,
  noKey,
  queries,
  send,
  withEach,
  withoutKeyInQuery,
} from './calls.js';

const validKeys = experiment({
  name: 'the valid key with every operation',
  stage: 'populated',
  cases: async (setup) => {
    const forms = Array.from({ length: setup.runs(5) }, () => ({
      label: 'the valid key',
      how: {},
    }));
    // Every rule that adds animals sends the valid key, so one more add is enough.
    return (await withEach(setup, forms)).filter((way) => isRead(way) || way.variation === 0);
  },
  send,
  describe: inWords,
});

export const missingKeys = experiment({
  name: 'no key with every operation',
  stage: 'populated',
  cases: (setup) =>
    withEach(
      setup,
      Array.from({ length: setup.runs(queries.length) }, () => noKey),
    ),
  send,
  describe: inWords,
});

/** The near misses come first among the wrong keys, and there are this many. */
const nearMisses = 14;

const wrongKeys = experiment({
  name: 'wrong keys with every operation',
  stage: 'populated',
  // Near misses are tried with every call. Of the other keys, each call gets every third one.
  cases: async (setup) =>
    (await withEach(setup, setup.credentials.wrongKeys)).filter(
      ({ variation = 0, call }) => variation < nearMisses || (variation + call) % 3 === 0,
    ),
  send,
  describe: inWords,
});

/** Uses a connection of its own, because a server may close it after so long a header. */
export const overlongKeys = experiment({
  name: 'a wrong key of 20,000 characters',
  stage: 'populated',
  cases: ({ credentials }) =>
    credentials.areFew
      ? []
      : overlong.map(({ label, key }) => ({
          operation: 'GET /pets',
          label,
          how: { key, connection: label },
        })),
  send: ({ how }, session) => ended(session.list({ limit: 1 }, how)),
  describe: ({ operation, label }) => `${operation}, ${label}`,
});

/** A gateway may accept a token because of its form alone. */
const tokensOfOthers = experiment({
  name: 'wrong keys that are tokens of another kind',
  stage: 'populated',
  cases: async (setup) => {
    if (setup.credentials.areFew) return [];
    // The header is read in one place, for all operations.
    const inOnePlace = await withEach(setup, [
      wrongInLowerCase,
      ...setup.credentials.keysBeyondAscii,
    ]);
    return [
      ...(await withEach(setup, tokensOfOtherKinds)),
      ...inOnePlace.filter(({ call }) => call === 0),
    ];
  },
  send,
  describe: inWords,
});

const otherForms = experiment({
  name: 'the key in other forms',
  stage: 'populated',
  cases: async (setup) => {
    const empty = { label: 'an empty Authorization header', how: { key: { authorization: '' } } };
    const all = await withEach(setup, [empty, ...setup.credentials.otherForms]);
    return all.filter(({ label, call }) => call === 0 || !isRareScheme(label));
  },
  send,
  describe: inWords,
});

interface InAnotherPlace {
  readonly answered: Exchange;
  /** The request was let in twice: a server that lets requests in by chance would have refused the second. */
  readonly isTakenThere: boolean;
  /** Whether one without any key, but with such a query, is let in: an address with a query may be open to everyone. */
  readonly withoutKey?: Exchange | undefined;
  /** Whether the call needs no key at all, so that it shows nothing of where one is read. */
  readonly isOpen?: boolean;
}

const otherPlaces = experiment({
  name: 'the key in other places',
  stage: 'populated',
  cases: async (setup) =>
    (await withEach(setup, setup.credentials.otherPlaces)).map((one) => ({
      ...one,
      otherPlace: true as const,
    })),
  send: async (way, session): Promise<InAnotherPlace> => {
    const answered = await send(way, session);
    if (!isSuccess(answered)) return { answered, isTakenThere: false };
    const again = await orElse(send(way, session), answered);
    const isTakenThere = statusOf(again) !== 401;
    const how = withoutKeyInQuery(way.how);
    const withoutKey =
      isTakenThere && how ? await orElse(send({ ...way, how }, session), undefined) : undefined;
    const control = isTakenThere
      ? (withoutKey ?? (await orElse(send({ ...way, ...noKey }, session), undefined)))
      : undefined;
    const isOpen = control !== undefined && isSuccess(control);
    return { answered, isTakenThere, withoutKey, isOpen };
  },
  describe: inWords,
});

export const rules = [
  everyExchange(
    'authentication.valid-key',
    [validKeys],
    (exchange) =>
      exchange.ask.key === 'valid' &&
      isJudgedAsCatalogue(exchange.ask.operation) &&
      !mayBeOfAFront(exchange),
    (answered) => {
      // An invalid request may be refused with 403 for its own sake, which says nothing about the key.
      const blamed = answered.ask.validity === 'valid' ? [401, 403] : [401];
      if (!blamed.includes(statusOf(answered))) return;
      const what = `${operationName(answered)} with the valid key`;
      wrongStatus(answered, what, 'neither 401 nor 403');
    },
  ),
  rule('authentication.missing-key', [missingKeys, otherPlaces], (result, way) => {
    if ('ask' in result) return expect401(result, way);
    const { operation } = way;
    expect401(result.withoutKey ?? noEvidence(), { operation, label: 'a query and no key' });
  }),
  rule('authentication.wrong-key', [wrongKeys, overlongKeys, tokensOfOthers], (answered, way) => {
    if (isRefusedForLength(answered)) notApplicable('long keys refused');
    if (isRefusedForAccents(answered)) notApplicable('keys beyond ASCII refused');
    expect401(answered, way);
  }),
  rule('authentication.bearer-form', [otherForms, otherPlaces], (result, way) => {
    if ('ask' in result) return expect401(result, way);
    const { answered, isTakenThere } = result;
    if (isTakenThere) noEvidence();
    const label = isSuccess(answered) ? `${way.label}, which is refused the next time` : way.label;
    expect401(answered, { ...way, label });
  }),
  rule('authentication.other-places', otherPlaces, (result, way) => {
    const { answered, isTakenThere, withoutKey } = result;
    if (withoutKey && isSuccess(withoutKey)) noEvidence();
    if (isTakenThere) expect401(answered, way);
  }),
  everyExchange(
    'authentication.error-body',
    [missingKeys],
    (exchange) =>
      statusOf(exchange) === 401 &&
      exchange.ask.key !== 'valid' &&
      isJudgedAsCatalogue(exchange.ask.operation),
    (exchange) => expectSchema(exchange, 'Error'),
    'no 401 to judge',
  ),
  observe('authentication.key-places', otherPlaces, (cases) => {
    const taken = cases.filter(({ result }) => result.isTakenThere && !result.isOpen);
    return inOrder(taken.map(({ value }) => value.label)) || 'nowhere else';
  }),
  observeEach(
    'authentication.challenge',
    missingKeys,
    (answered) => answerOf(answered).header('www-authenticate') ?? '',
    (challenges) => inOrder(challenges.map(withoutNonce).filter((one) => one !== '')) || 'no',
  ),
];

/** A nonce differs in each response. */
const withoutNonce = (challenge: string): string =>
  challenge.replace(/\b(nonce|opaque)="[^"]*"/gi, '$1="…"');
