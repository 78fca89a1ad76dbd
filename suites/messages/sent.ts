// The messages that rules of several files judge, and how a response to one is read.
import { inCapitals, withCharset } from '../framing.js';
import { askingInTurn } from '../accepting.js';
import { shortestName, textValues } from '../../lib/contract/values/values.js';
import {
  answerOf,
  experiment,
  isSuccess,
  quoted,
  undecided,
  type Session,
  type Exchange,
  type How,
  type Setup,
} from '../../lib/judge/rules/index.js';

export const twin = { message: 'Hello, animals' };
/** A server that takes UTF-8 for another charset alters it. */
const withAccents = { message: 'Héllo, änimals' };
export const needs = ['quickstart', 'writes'] as const;

/** A message with its response and, if one was sent before, the accepted plain message to compare it with. */
export interface Sent {
  readonly answered: Exchange;
  readonly accepted?: Exchange;
}

export interface SentText extends Sent {
  readonly message: string;
  /** The target may have reasons to refuse this text. */
  readonly mayRefuse?: true;
}

export interface BesideTwin extends Sent {
  readonly accepted: Exchange;
}

export interface SentInTime extends SentText {
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** No limit of an honest service is lower: a short message with letters of any script has so many. */
const shortestLimit = 70;

export const messages = experiment({
  name: 'valid messages',
  stage: 'populated',
  needs,
  cases: (setup) => ({ arbitrary: textValues, runs: setup.runs(51) }),
  send: async (message, session): Promise<SentInTime> => {
    const sentAt = session.now;
    const isLong = message.length > shortestLimit;
    const answered = await session.message(
      { message },
      { ...askingInTurn(message.length - shortestName), ...(isLong && { validity: 'open' }) },
    );
    const times = { sentAt, answeredAt: session.now };
    return { message, answered, ...times, ...(isLong && { mayRefuse: true }) };
  },
  describe: quoted,
});

/** A body with the response to a plain message that was accepted before it. */
type WithTwin<T> = T & { readonly accepted: Exchange };

export async function withTwin<T extends object>(
  setup: Setup,
  all: readonly T[],
): Promise<readonly WithTwin<T>[]> {
  const accepted = await setup.messageTwin(twin);
  return all.map((one) => ({ ...one, accepted }));
}

/** A content type, and the body if it is not the usual one. */
type InType = Readonly<{ contentType: string; raw?: string }>;

export const inType = (name: string, types: readonly (string | InType)[], how: How = {}) =>
  experiment({
    name,
    stage: 'populated',
    needs,
    cases: (setup) =>
      withTwin(
        setup,
        types.map((one): InType => (typeof one === 'string' ? { contentType: one } : one)),
      ),
    send: async ({ contentType, raw, accepted }, session): Promise<BesideTwin & SentText> => {
      const body = raw === undefined ? withAccents : { raw };
      const answered = await session.message(body, { ...how, contentType });
      return { ...withAccents, accepted, mayRefuse: true, answered };
    },
    describe: ({ contentType }) => contentType,
  });

export const charsets = inType('application/json with a charset', withCharset);
export const capitalTypes = inType('application/json in capitals', inCapitals);

/** Nothing says that a text may be sent only once. */
export const repeatedText = experiment({
  name: 'one text, sent again and again',
  stage: 'populated',
  needs,
  cases: () => ['The same text'],
  send: async (message, session) => [
    { message, answered: await session.message({ message }) },
    { message, answered: await session.message({ message }) },
    { message, answered: await session.message({ message }) },
  ],
  describe: quoted,
});

export const emptyText = experiment({
  name: 'an empty text',
  stage: 'populated',
  needs,
  cases: () => [''],
  send: async (message, session): Promise<SentText> => ({
    message,
    mayRefuse: true,
    answered: await session.message({ message }, { validity: 'open' }),
  }),
  describe: () => 'an empty text',
});

export const unknownProperty = experiment({
  name: 'a message with a property that the contract does not know',
  stage: 'populated',
  needs,
  cases: () => [{ ...twin, priority: 'high' }],
  send: async (body, session): Promise<SentText> => ({
    message: body.message,
    mayRefuse: true,
    answered: await session.message(body, { validity: 'open' }),
  }),
  describe: () => 'with a priority',
});

/** The server decides these members of a message, so they must not come from the request. */
export const ownFields = experiment({
  name: 'a message with fields of the response',
  stage: 'populated',
  needs,
  cases: () => [{ ...twin, status: 'sent', createdAt: 'never' }],
  send: async (body, session): Promise<SentText> => ({
    message: body.message,
    mayRefuse: true,
    answered: await session.message(body, { validity: 'open' }),
  }),
  describe: () => 'with a status and a createdAt',
});

/** A message without a valid key, which may have other faults as well. */
export interface Keyed {
  readonly label: string;
  readonly body: object;
  readonly how: How;
  /** The valid key was sent, but not where the contract expects it. */
  readonly otherPlace?: true;
  /** The target may have reasons to refuse it before it looks for a key. */
  readonly mayRefuse?: boolean;
}

export const sendKeyed = async ({ body, how }: Keyed, session: Session): Promise<Sent> => ({
  answered: await session.message(body, how),
});

export function textOf(answered: Exchange, field: string): string {
  const { json } = answerOf(answered);
  const body: unknown = isSuccess(answered) && json.ok ? json.value : undefined;
  const value: unknown =
    typeof body === 'object' && body !== null
      ? (body as Record<string, unknown>)[field]
      : undefined;
  return typeof value === 'string' ? value : undecided({ what: 'no string', values: { field } });
}
