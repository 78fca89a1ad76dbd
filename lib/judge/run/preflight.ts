// Checks before anything is judged that there is an Animal Store, and that it accepts the key. A target with defects
// passes; only one about which nothing can be said is turned away. Sends reads only, and one
// message to a quickstart.
import { statuses } from '../../contract/facts.js';
import type { Ask, Clock, Credential, Exchange } from '../../http/types.js';
import type { How, Session } from '../rules/session.js';
import { reasonInWords } from '../result/reasons.js';
import { ended, isSignal, NoAnswer, OutsideBudget, Undecided } from '../result/signals.js';
import { CannotTest } from '../health/cannot-test.js';
import { animalsOf, isSuccess } from '../rules/expect.js';

/** A request that is answered although the first one never is; undefined if the first one is. */
type AnsweredInstead = Ask | undefined;

/** The timeout of the first request, and a shorter one if other requests are answered meanwhile. */
interface Longest {
  readonly firstAnswerMs: number;
  readonly firstByteMs?: number;
}

/** If the first request takes longer than this, others are sent beside it. */
const askOthersAfterMs = 2_000;

/**
 * Turns away a target that gives no complete response in time. The limits for each kind of missing response are
 * longer.
 */
export async function preflightWithin(
  { firstAnswerMs: ms, firstByteMs }: Longest,
  {
    session,
    baseUrl,
    clock,
    storeElsewhere,
    again,
  }: {
    readonly session: Session;
    readonly baseUrl: string;
    readonly clock: Clock;
  } & Hints,
): Promise<AnsweredInstead> {
  const isReported = new AbortController();
  const tooLate = clock.sleep(ms, isReported.signal).then(() => {
    const last = session.exchanges.at(-1);
    throw new CannotTest(
      `The target at ${baseUrl} gave no complete, final response within ${ms / 1000} s${last === undefined ? '' : `: ${describe(last)}`}. Sent: GET /pets?limit=1.`,
      { because: 'no response' },
    );
  });
  const askOthers = onceIn(session);
  const outcome = preflight(session, baseUrl, { storeElsewhere, again, askOthers });
  const othersFirst = async (withinMs: number): Promise<AnsweredInstead> => {
    const early = Math.min(askOthersAfterMs, withinMs);
    await clock.sleep(early, isReported.signal);
    const answered = answeredInstead(askOthers, clock.sleep(withinMs - early, isReported.signal));
    return (await answered) ?? outcome;
  };
  const others = firstByteMs === undefined ? outcome : othersFirst(firstByteMs);
  try {
    return await Promise.race([outcome, others, tooLate]);
  } finally {
    for (const one of [outcome, others, tooLate]) one.catch(() => {});
    isReported.abort();
  }
}

/** The address of a candidate that gets a free port each time, as a user would type it. */
const onAnyPort = (address: string): string => `'${address.replace(/:\d+/, ':$PORT')}'`;

/** The base address at which an Animal Store lies after all, where one does. */
export type StoreElsewhere = () => Promise<string | undefined>;

/** Facts that help to say what is wrong. */
interface Hints {
  readonly storeElsewhere?: StoreElsewhere | undefined;
  /** The words that reach the target again: a candidate is started by them. */
  readonly again?: readonly string[] | undefined;
  readonly askOthers?: AskOthers;
}

export async function preflight(
  session: Session,
  baseUrl: string,
  {
    storeElsewhere = () => Promise.resolve(undefined),
    again = [],
    askOthers = onceIn(session),
  }: Hints = {},
): Promise<AnsweredInstead> {
  const list = await probe(() => ended(session.list({ limit: 1 })), session, baseUrl);
  if (list.noAnswer) {
    // The request is not repeated, because it would take the whole time limit again.
    const answered =
      list.noAnswer.kind === 'timeout' ? undefined : await answeredInstead(askOthers);
    return answered ?? doesNotRespond(list, baseUrl);
  }
  if (list.answer?.status === 200 && list.answer.json.ok) return undefined;
  const meant = mayBeElsewhere(list) ? await storeElsewhere() : undefined;
  if (meant !== undefined)
    throw new CannotTest(
      `There is no Animal Store at ${baseUrl}. Did you mean ${again[0] === '--start' ? onAnyPort(meant) : meant}? Sent: GET ${list.ask.path}: ${describe(list)}.`,
      { meant },
    );
  const [animal, orders, keyless] = (await Promise.all(
    askOthers().map((asked) => probe(() => ended(asked), session, baseUrl)),
  )) as [Exchange, Exchange, Exchange];
  const withKey = [list, animal, orders];
  const all = [...withKey, keyless];
  const said = inWords(all);
  if (withKey.every((exchange) => isRefused(exchange) || !exchange.answer)) {
    const wrong = await probe(() => session.list({}, { key: wrongKey }), session, baseUrl);
    // The key is not to blame, because the check is inverted, which the rules will report.
    if ([keyless, wrong].some(isLetIn)) return undefined;
    throw new CannotTest(
      `The target at ${baseUrl} refuses the key. ${again.includes('--start') ? 'It must accept the key that it gets in ANIMAL_STORE_API_KEY' : 'Check ANIMAL_STORE_API_KEY (or the file of --key-from)'}: the key is sent as \`Authorization: Bearer KEY\`. Sent: ${said}.`,
      { because: 'key refused' },
    );
  }
  if (all.every((exchange) => status(exchange) >= 500))
    throw new CannotTest(`The target at ${baseUrl} fails every request. Sent: ${said}.`);
  if (all.every(isRedirect)) {
    throw new CannotTest(
      `The target at ${baseUrl} redirects to ${list.answer?.header('location') ?? 'nowhere'}. The kit does not follow redirects, because its key is only for ${baseUrl}. Specify the address that responds without a redirect. Sent: ${said}.`,
    );
  }
  // Only requests with the key count, because a target may refuse all others wherever they go.
  const isNothing = withKey.every((exchange) => status(exchange) === 404);
  if (isNothing && (await isKnownPath(session, baseUrl))) return undefined;
  if (isNothing || all.every((exchange) => status(exchange) === 404 || !isJson(exchange))) {
    throw new CannotTest(
      `There is no Animal Store at ${baseUrl}: nothing there responds as one. Check the address.${isNothing && isJson(list) ? emptyIsFound : ''} Sent: ${said}.`,
    );
  }
  return undefined;
}

/** Whether the path of a list that is not found is known all the same: the target may call an empty list not found. */
async function isKnownPath(session: Session, baseUrl: string): Promise<boolean> {
  const list = await probe(() => ended(session.list({})), session, baseUrl);
  if (isSuccess(list)) return true;
  const how = { validity: 'open' } as const;
  const unknown = () => probe(() => session.unknown('GET', unknownPath, how), session, baseUrl);
  // An error may name its time or number, and then differ from any other.
  const [one, other] = [errorOf(await unknown()), errorOf(await unknown())];
  const ofList = errorOf(list);
  return ofList !== undefined && ofList !== one && one === other;
}

const unknownPath = '/no-such-thing';
const emptyIsFound = ' (A store without animals returns 200 with `[]`, not 404.)';

/** What an Error says, without the path to which it is the response; undefined if there is none. */
function errorOf({ ask, answer }: Exchange): string | undefined {
  const value: unknown = answer?.json.ok === true ? answer.json.value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const { code, message } = value as Record<string, unknown>;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  return `${code} ${message}`.replaceAll(ask.path, '').replaceAll(ask.path.slice(1), '');
}

/** Requests that show whether there is a store if the list does not. They are sent once. */
type AskOthers = () => readonly Promise<Exchange>[];

function onceIn(session: Session): AskOthers {
  let asked: readonly Promise<Exchange>[] | undefined;
  return () =>
    (asked ??= [
      session.get('0', { validity: 'open' }),
      session.storeOrders(),
      session.list({}, { key: 'none' }),
    ]);
}

/** One that is answered, at the latest when it is `over`, where no answer lays it on the key. */
async function answeredInstead(
  askOthers: AskOthers,
  over?: Promise<void>,
): Promise<AnsweredInstead> {
  const answered: Exchange[] = [];
  const asked = askOthers().map((one) =>
    one.then(
      (exchange) => void answered.push(exchange),
      (thrown: unknown) => {
        if (!isSignal(thrown)) throw thrown;
      },
    ),
  );
  await (over ?? Promise.all(asked));
  const withKey = answered.filter(({ ask }) => ask.key === 'valid');
  return withKey.some(isKeyRefused) ? undefined : answered.find(isJson)?.ask;
}

const isKeyRefused = (exchange: Exchange): boolean => [401, 403].includes(status(exchange));
/** GET /store/orders may not be there, and then be looked for before the key is. */
const isRefused = (exchange: Exchange): boolean =>
  isKeyRefused(exchange) ||
  (exchange.ask.operation === 'getStoreOrders' && status(exchange) === 404);

/** A store that refuses the key, asks to wait or fails is one all the same. */
const mayBeElsewhere = (list: Exchange): boolean =>
  status(list) < 500 && ![401, 403, 429].includes(status(list));

/** Animals cannot be removed, so a store in which each list shows some stays like that. */
export async function expectEmptyList(session: Session, baseUrl: string): Promise<void> {
  for (const status of statuses) {
    const list = await probe(() => ended(session.list({ status, limit: 1 })), session, baseUrl);
    if (!isSuccess(list) || animalsOf(list).length === 0) return;
  }
  throw new CannotTest(
    `The store at ${baseUrl} already has animals of every status, so no list can be empty, and list-animals.nothing-matches cannot be tested. Certify a server with an empty store, or add --incomplete: the certificate then says so.`,
  );
}

/** Returns the first response. Throws CannotTest if there is none. */
export async function probe(
  ask: () => Promise<Exchange>,
  session: Session,
  baseUrl: string,
): Promise<Exchange> {
  try {
    return await ask();
  } catch (thrown) {
    const last = session.exchanges.at(-1);
    const asked = last ? ` Sent: ${last.ask.method} ${last.ask.path}.` : '';
    if (thrown instanceof Undecided)
      throw new CannotTest(
        `The target at ${baseUrl} ${thrown instanceof OutsideBudget ? 'did not respond' : 'cannot be reached'}: ${reasonInWords(thrown.reason)}.${asked}`,
        { because: 'no response' },
      );
    if (thrown instanceof NoAnswer) doesNotRespond(thrown.exchange, baseUrl);
    throw thrown;
  }
}

function doesNotRespond({ ask, noAnswer }: Exchange, baseUrl: string): never {
  const what =
    noAnswer?.isBroken === true
      ? `The response of the target at ${baseUrl} is broken`
      : `The target at ${baseUrl} does not respond`;
  throw new CannotTest(
    `${what}: ${noAnswer?.message ?? 'no response'}. Sent: ${ask.method} ${ask.path}.`,
    { because: 'no response' },
  );
}

/** A key that no service has assigned. */
const wrongKey: Credential = { authorization: 'Bearer not-a-key-of-this-store' };
const isLetIn = ({ answer }: Exchange): boolean =>
  answer?.status === 200 && answer.json.ok && Array.isArray(answer.json.value);

const inWords = (exchanges: readonly Exchange[]): string =>
  exchanges
    .map((exchange) => {
      const { method, path, key } = exchange.ask;
      return `${method} ${path}${key === 'none' ? ' without a key' : ''}: ${describe(exchange)}`;
    })
    .join('; ');

const status = (exchange: Exchange): number => exchange.answer?.status ?? 0;
const isRedirect = (exchange: Exchange): boolean =>
  status(exchange) >= 300 && status(exchange) < 400;
const type = ({ answer }: Exchange): string => answer?.header('content-type') ?? '';
const saysJson = (exchange: Exchange): boolean => /\bjson\b/i.test(type(exchange));
/** A body that calls itself JSON and is none is a defect of a store, not the lack of one. */
const isJson = (exchange: Exchange): boolean =>
  exchange.answer?.json.ok === true || (saysJson(exchange) && exchange.answer?.size !== 0);

function describe(exchange: Exchange): string {
  const { json, truncated } = exchange.answer ?? {};
  const problem =
    json?.ok === false && (truncated || saysJson(exchange)) ? `, ${json.problem}` : '';
  return `status ${status(exchange)}${type(exchange) === '' ? '' : `, ${type(exchange)}`}${problem}`;
}

export const checkTheQuickstart =
  'Check its address (--quickstart), or test without it: --quickstart none.';

/**
 * Throws CannotTest if there is no quickstart at its address, or if it refuses the key: the rules would only report a mistake
 * of the user. Sends a valid message, because a quickstart offers nothing to read.
 */
export async function quickstartPreflight(session: Session, baseUrl: string): Promise<void> {
  const exchange = await messageSent(session);
  if (exchange === undefined) return;
  if (isKeyRefused(exchange)) {
    const keyless = await messageSent(session, { key: 'none' });
    // An inverted check of the key is left to the rules.
    if (keyless !== undefined && !isKeyRefused(keyless)) return;
    throw new CannotTest(
      `The quickstart at ${baseUrl} refuses the key. Check ANIMAL_STORE_QUICKSTART_API_KEY, which is ANIMAL_STORE_API_KEY where it is not set. Sent: POST /messages: status ${status(exchange)}.`,
    );
  }
  if (isNoQuickstart(exchange))
    throw new CannotTest(
      `There is no quickstart at ${baseUrl}. ${checkTheQuickstart} Sent: POST /messages: status ${status(exchange)}${isPage(exchange) ? ', text/html' : ''}.`,
    );
}

/** Undefined without a response, which the rules report. */
async function messageSent(session: Session, how: How = {}): Promise<Exchange | undefined> {
  try {
    const exchange = await ended(session.message({ message: 'Hello' }, how));
    return exchange.answer === undefined ? undefined : exchange;
  } catch (thrown) {
    if (isSignal(thrown)) return undefined;
    throw thrown;
  }
}

/** JSON that calls itself HTML, as PHP lets it, is a defect of a quickstart. */
const isPage = (exchange: Exchange): boolean =>
  status(exchange) < 300 &&
  /^text\/html\b/i.test(type(exchange)) &&
  exchange.answer?.json.ok !== true;

const isNoQuickstart = (exchange: Exchange): boolean =>
  [404, 405].includes(status(exchange)) || isRedirect(exchange) || isPage(exchange);
