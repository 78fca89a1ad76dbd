// Before anything is judged: is there an Animal Store at all, and does it take the key? A target with defects passes;
// only one about which nothing can be said is turned away. Sends reads only.
import type { Clock, Credential, Exchange } from '../../../http/types.js';
import type { Session } from '../../rules/session.js';
import { NoAnswer, Undecided } from '../../rules/signals.js';
import { CannotTest } from '../cannot-test.js';

/** Turns a target away that gives no whole answer within `ms`: each way to give none has a longer limit of its own. */
export async function preflightWithin(
  ms: number,
  {
    session,
    baseUrl,
    clock,
    storeElsewhere,
  }: {
    readonly session: Session;
    readonly baseUrl: string;
    readonly clock: Clock;
    readonly storeElsewhere?: StoreElsewhere;
  },
): Promise<void> {
  const isTold = new AbortController();
  const tooLate = clock.sleep(ms, isTold.signal).then(() => {
    const last = session.exchanges.at(-1);
    throw new CannotTest(
      `The target at ${baseUrl} gave no complete, final response within ${ms / 1000} s${last === undefined ? '' : `: ${describe(last)}`}. Sent: GET /pets?limit=1.`,
    );
  });
  try {
    await Promise.race([preflight(session, baseUrl, storeElsewhere), tooLate]);
  } finally {
    tooLate.catch(() => {});
    isTold.abort();
  }
}

/** The base address at which an Animal Store lies after all, where one does. */
export type StoreElsewhere = () => Promise<string | undefined>;

export async function preflight(
  session: Session,
  baseUrl: string,
  storeElsewhere: StoreElsewhere = () => Promise.resolve(undefined),
): Promise<void> {
  const list = await probe(() => session.list({ limit: 1 }), session, baseUrl);
  if (list.answer?.status === 200 && list.answer.json.ok) return;
  const meant = mayBeElsewhere(list) ? await storeElsewhere() : undefined;
  if (meant !== undefined)
    throw new CannotTest(
      `There is no Animal Store at ${baseUrl}. Did you mean ${meant}? Asked: GET ${list.ask.path}: ${describe(list)}.`,
      { meant },
    );
  const [animal, orders, keyless] = await Promise.all([
    probe(() => session.get('0', { validity: 'open' }), session, baseUrl),
    probe(() => session.storeOrders(), session, baseUrl),
    probe(() => session.list({}, { key: 'none' }), session, baseUrl),
  ]);
  const withKey = [list, animal, orders];
  const all = [...withKey, keyless];
  const said = inWords(all);
  // GET /store/orders may not be there, and then be looked for before the key is.
  const refused = (exchange: Exchange): boolean =>
    status(exchange) === 401 ||
    status(exchange) === 403 ||
    (exchange.ask.operation === 'getStoreOrders' && status(exchange) === 404);
  if (withKey.every(refused)) {
    const wrong = await probe(() => session.list({}, { key: wrongKey }), session, baseUrl);
    // The key is not to blame: the check is the wrong way round, which the rules have to say.
    if ([keyless, wrong].some(isLetIn)) return;
    throw new CannotTest(
      `The target at ${baseUrl} refuses the key. Check ANIMAL_STORE_API_KEY. Sent: ${said}.`,
    );
  }
  if (all.every((exchange) => status(exchange) >= 500))
    throw new CannotTest(`The target at ${baseUrl} fails every request. Sent: ${said}.`);
  if (all.every(isRedirect)) {
    throw new CannotTest(
      `The target at ${baseUrl} redirects to ${list.answer?.header('location') ?? 'nowhere'}. The kit does not follow redirects, because its key is only for ${baseUrl}. Specify the address that responds without a redirect. Sent: ${said}.`,
    );
  }
  // Without a key nothing may be found out, also where nothing is.
  const isNothing = withKey.every((exchange) => status(exchange) === 404);
  if (isNothing || all.every((exchange) => status(exchange) === 404 || !isJson(exchange))) {
    throw new CannotTest(
      `There is no Animal Store at ${baseUrl}: nothing there responds as one. Check the address. Sent: ${said}.`,
    );
  }
}

/** A store that refuses the key, asks to wait or fails is one all the same. */
const mayBeElsewhere = (list: Exchange): boolean =>
  status(list) < 500 && ![401, 403, 429].includes(status(list));

/** What came back, or that nothing can be tested where nothing does. */
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
      throw new CannotTest(`The target at ${baseUrl} cannot be reached: ${thrown.reason}.${asked}`);
    if (thrown instanceof NoAnswer)
      throw new CannotTest(
        `The target at ${baseUrl} does not respond: ${thrown.exchange.noAnswer?.message ?? 'no response'}.${asked}`,
      );
    throw thrown;
  }
}

/** Nobody has such a key. */
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
