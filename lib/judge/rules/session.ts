// Sends the requests of one case: the operations of the contract, and waiting for animals that may appear late. It
// never judges.
import { stoppedResponding } from '../health/health.js';
import { operations, profileOf, type Operation } from '../../contract/operations.js';
import { testifying, type Origin } from '../../contract/values/testimony.js';
import { jsonText, type NewAnimal } from '../../contract/values/values.js';
import { afterNoAnswer, mostInPlace, type Writing } from '../../http/asking-again.js';
import type { Ask, Clock, Credential, Exchange, Headers } from '../../http/types.js';
import { isOversized, tooLargeToKeep } from '../health/oversized-responses.js';
import type { Semaphore } from '../health/semaphore.js';
import { isGatewayError, type TransientGatewayErrors } from '../health/gateway-error.js';
import type { EventualConsistency, Where } from '../health/store/eventual-consistency.js';
import type { Quotas } from '../health/store/quotas.js';
import type { StaleLists } from '../health/store/stale-lists.js';
import type { Asks } from '../health/asks.js';
import { NoAnswer, Undecided, whyNoAnswer } from '../result/signals.js';
import type { AddedAnimals } from './added-animals.js';

/** The parts of a run that one case uses. */
export interface SessionOptions {
  readonly catalogue: Asks;
  readonly quickstart: Asks | undefined;
  readonly clock: Clock;
  readonly eventualConsistency: EventualConsistency;
  readonly added: AddedAnimals;
  /** Set if the case is sent again because it broke a rule. */
  readonly isRepeat?: boolean;
  /** Gives a new origin for each animal that is added. */
  readonly origin: () => Origin;
  readonly readOnly: boolean;
  /** Whether the run only reads or is limited. */
  readonly seesLittle?: boolean;
  /**
   * From the day of its removal on, GET /pets/{petId} may be gone: then it is tested like any path that the contract does
   * not describe.
   */
  readonly isGetPetGone?: () => boolean;
  /** Recognises refusals of a service that takes no more animals, or messages. */
  readonly quotas?: Quotas;
  /** Recognises errors of a gateway that pass by themselves. */
  readonly gatewayErrors?: TransientGatewayErrors;
  /** Recognises lists that a cache returns while it reads them anew. */
  readonly staleLists?: StaleLists;
  /** Limits the cases that have connections of their own at once. */
  readonly ownConnections?: Semaphore;
  /** Called with the time until an added animal was listed. */
  readonly onListed?: (afterMs: number) => void;
  /** Called with every exchange at once, and with the position of its request in the case. */
  readonly onExchange: (exchange: Exchange, asked: number) => void;
  /** Called with every request when it is sent, and with the promise of its exchange. */
  readonly onAsked?: (asked: Promise<Exchange>) => void;
}

export interface ListQuery {
  readonly limit?: number | string | undefined;
  readonly status?: string | undefined;
  /** Further parameters, as they are. */
  readonly more?: Readonly<Record<string, string>>;
}

/** How a request differs from the plain valid one. */
export interface How {
  readonly key?: Credential;
  /** A credential in the query, where the contract does not expect one. */
  readonly keyInQuery?: readonly [string, string];
  /** Parameters that the contract does not define. */
  readonly query?: readonly (readonly [string, string])[] | undefined;
  readonly validity?: Ask['validity'];
  readonly contentType?: string | null;
  readonly headers?: Headers;
  /** See the same member of Ask. */
  readonly client?: string;
  /** Writes header names in lower case, like HTTP/2 and many clients of HTTP/1.1. */
  readonly namesInLowerCase?: true;
  readonly baseSpelling?: Ask['baseSpelling'];
  readonly connection?: string;
  /**
   * Set if the request must not be sent again when its response is lost, because a second one would falsify the case.
   */
  readonly once?: boolean;
  /** Set if the request only prepares what the case is about. */
  readonly prepares?: true;
}

interface Eventually<T> {
  readonly shows?: (found: T) => boolean;
  readonly learns?: boolean | 'if found';
  /** How long it is of use to wait at most, by what was seen so far; always as long as the time to settle. */
  readonly mostMs?: () => number;
}

/** A body as text or bytes, for what no valid animal or message can say. */
interface RawBody {
  readonly raw: string | Uint8Array;
}

const withoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

type Asked = Pick<Operation, 'method' | 'path'> & { readonly id: string };

const textOf = (body: object | RawBody): string | Uint8Array =>
  'raw' in body ? (body as RawBody).raw : jsonText(body);

function writing({ writes }: Ask, once: boolean): Writing {
  if (!writes) return 'no';
  return once ? 'once' : 'plain';
}

async function expectThere(asks: Asks, lost: Exchange): Promise<void> {
  if (asks.isThere && !(await asks.isThere()))
    throw new Undecided(asks.endedBecause ?? stoppedResponding(lost));
}

function withQuery(path: string, parameters: readonly (readonly [string, string])[]): string {
  let whole = path;
  for (const [name, value] of parameters)
    whole += `${whole === path ? '?' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return whole;
}

let sessions = 0;

/**
 * A case keeps its responses until it is judged, and takes no more than so many that are far too large. Of those that do
 * not end, only the beginning is kept.
 */
const mostOversized = 5;

export class Session {
  /** The exchanges in the order of their requests, because the order of the responses is random. */
  readonly exchanges: Exchange[] = [];
  readonly #places: number[] = [];
  #asked = 0;
  readonly #options: SessionOptions;
  readonly #connections = new Map<string, Asks>();
  /** No two cases share a connection, whatever they call it. */
  readonly #number = (sessions += 1);
  #isOver = false;
  #oversized = 0;
  #leansOnOthers = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** The animal under a unique name, which shows people who left it behind, and later runs what was sent. */
  marked<A extends NewAnimal>(animal: A): A {
    return testifying(animal, this.#options.origin());
  }

  /** How long `eventually` looks, at the least. */
  get settleMs(): number {
    return this.#options.eventualConsistency.settleMs;
  }

  get now(): number {
    return this.#options.clock.now();
  }

  list(query: ListQuery = {}, how: How = {}): Promise<Exchange> {
    const parameters: [string, string][] = [];
    if (query.limit !== undefined) parameters.push(['limit', String(query.limit)]);
    if (query.status !== undefined) parameters.push(['status', query.status]);
    if (query.more) parameters.push(...Object.entries(query.more));
    return this.#ask(operations.listPets, parameters, how);
  }

  add(animal: NewAnimal | RawBody, how: How = {}): Promise<Exchange> {
    return this.#ask(operations.createPet, [], how, textOf(animal));
  }

  /**
   * Adds an animal with a request that is sent only once. If the response is lost, the animal may exist all the same,
   * so another one takes its place.
   */
  async addOnce(
    another: (attempt: number) => NewAnimal,
  ): Promise<{ readonly sent: NewAnimal; readonly added: Exchange }> {
    const { catalogue } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const sent = another(attempt);
      try {
        return { sent, added: await this.add(sent, { once: true }) };
      } catch (thrown) {
        if (!(thrown instanceof NoAnswer)) throw thrown;
        const most = mostInPlace(thrown.exchange.noAnswer?.kind ?? 'reset', {
          wasMissing: catalogue.wasMissing === true,
          onABadLine: catalogue.losesSome === true,
        });
        if (attempt >= most) throw thrown;
      }
    }
  }

  /** `id` is put into the path as it is: encode what needs it. */
  get(id: string, how: How = {}): Promise<Exchange> {
    const path = operations.getPet.path.replace('{petId}', () => id);
    if (this.#options.isGetPetGone?.())
      return this.unknown('GET', path, { ...how, validity: 'open' });
    return this.#ask({ ...operations.getPet, path }, [], how);
  }

  /**
   * Calls an operation that has no method of its own. A request that writes is sent only once: a removal that is sent
   * again, because its response was lost, would be answered as for an animal that is not there.
   */
  call(operation: Operation, id: string, how: How = {}): Promise<Exchange> {
    const path = operation.path.replace('{petId}', () => id);
    return this.#ask({ ...operation, path }, [], operation.isRead ? how : { once: true, ...how });
  }

  storeOrders(how: How = {}): Promise<Exchange> {
    return this.#ask(operations.getStoreOrders, [], { validity: 'open', ...how });
  }

  /** A path or method that the contract does not know. */
  unknown(method: string, path: string, how: How = {}, text = '{}'): Promise<Exchange> {
    const body = withoutBody.has(method) ? undefined : text;
    return this.#ask({ id: 'other', method, path }, [], { validity: 'invalid', ...how }, body);
  }

  message(body: object | RawBody, how: How = {}): Promise<Exchange> {
    return this.#ask(operations.sendMessage, [], how, textOf(body));
  }

  /** Called at the end of the case, to close its own connections: servers accept only a limited number. */
  over(): void {
    this.#isOver = true;
    for (const [connection, asks] of this.#connections) {
      asks.release?.(connection);
      this.#options.ownConnections?.leave();
    }
    this.#connections.clear();
  }

  /**
   * Looks there again and again until `look` finds something, or waiting is of no use. The run learns from it how late
   * things are: `shows` says whether what was found is what should come, or only ends the waiting. `learns: false` for
   * what need not come at all, `'if found'` for what says nothing of other things if it does not come.
   */
  async eventually<T>(
    where: Where,
    look: () => Promise<T | undefined>,
    { shows = () => true, learns = true, mostMs = () => Infinity }: Eventually<T> = {},
  ): Promise<T | undefined> {
    const { clock, eventualConsistency } = this.#options;
    const startedAt = clock.now();
    // Counts the pauses instead of reading the clock, so that a busy machine looks as often as an idle one.
    let waited = 0;
    for (let pause = 20; ; pause = Math.min(pause * 2, Math.max(250, waited / 5))) {
      const found = await look();
      if (found !== undefined && learns !== false && shows(found))
        eventualConsistency.found(where, waited);
      if (found !== undefined) return found;
      const now = clock.now();
      const goesOn =
        learns !== false
          ? eventualConsistency.bears(where, waited, now, mostMs())
          : waited < eventualConsistency.settleMsOf(where);
      if (!goesOn && learns === true) eventualConsistency.foundNothing(where, startedAt, now);
      if (!goesOn) return undefined;
      const wait = eventualConsistency.restMs(where, pause, waited, now);
      waited += wait;
      await this.rest(wait);
    }
  }

  /** Whether the run has looked for anything there, and so knows how late things are. */
  knowsDelay(where: Where): boolean {
    return this.#options.eventualConsistency.knowsDelay(where);
  }

  /** Whether the run only reads or is limited, so that hardly anything shows how late things are. */
  get seesLittle(): boolean {
    return this.#options.seesLittle === true;
  }

  /** Waits for the time to settle. A case that is sent again waits only as long as is known to suffice. */
  async settled(): Promise<void> {
    const { eventualConsistency, isRepeat } = this.#options;
    await this.rest(isRepeat ? eventualConsistency.knownMs : eventualConsistency.settleMs);
  }

  /** Rests until every list can show what was added before that moment, as far as their delay is known. */
  async listsCaughtUp(since: number): Promise<void> {
    const leftMs = this.#options.eventualConsistency.listLagMs - (this.now - since);
    if (leftMs > 0) await this.rest(leftMs);
  }

  /** Notes that something appeared only after the time to settle. */
  showedLate(where: Where): void {
    this.#options.eventualConsistency.found(where, this.settleMs);
  }

  rest(milliseconds: number): Promise<void> {
    return this.#options.clock.sleep(milliseconds);
  }

  /** Whether this run added the animal, in whichever case, and received the confirmation. */
  wasAdded(id: string): boolean {
    return this.#options.added.has(id);
  }

  /** Whether this run added one animal after the other. */
  isLater(id: string, than: string): boolean {
    const isLater = this.#options.added.isLater(id, than);
    this.#leansOnOthers ||= isLater;
    return isLater;
  }

  /** Whether the case went on as it did because of adds of other cases, which its own exchanges do not show. */
  get leansOnOthers(): boolean {
    return this.#leansOnOthers;
  }

  /** Notes that an added animal appeared in the lists. */
  listed(afterMs: number): void {
    this.#options.onListed?.(afterMs);
  }

  async #ask(
    { id, method, path }: Asked,
    parameters: [string, string][],
    how: How,
    body?: string | Uint8Array,
  ): Promise<Exchange> {
    if (how.keyInQuery) parameters.push([how.keyInQuery[0], how.keyInQuery[1]]);
    for (const [name, value] of how.query ?? []) parameters.push([name, value]);
    const key = how.key ?? (how.keyInQuery ? 'none' : 'valid');
    const writes = method !== 'GET';
    if (writes && this.#options.readOnly)
      throw new Error(`a read-only run was about to send ${method} ${path}`);
    // Built member by member, because this runs thousands of times and spreading would cost more than all the rest.
    const ask: { -readonly [Key in keyof Ask]: Ask[Key] } = {
      operation: id,
      method,
      path: withQuery(path, parameters),
      key,
      validity: how.validity ?? (key === 'valid' ? 'valid' : 'invalid'),
      writes,
    };
    if (body !== undefined) ask.body = body;
    if (how.contentType !== undefined) ask.contentType = how.contentType;
    if (how.headers !== undefined) ask.headers = how.headers;
    if (how.client !== undefined) ask.client = how.client;
    if (how.namesInLowerCase) ask.namesInLowerCase = true;
    if (how.baseSpelling) ask.baseSpelling = how.baseSpelling;
    const connection = how.connection && `${how.connection} of ${this.#number}`;
    if (connection) ask.connection = connection;
    if (how.once !== undefined) ask.once = how.once;
    if (how.prepares) ask.prepares = true;
    const asks = this.#options[profileOf(id)];
    if (!asks) throw new Error(`${id} was asked for, but there is no quickstart address`);
    if (connection && !this.#isOver && !this.#connections.has(connection)) {
      this.#connections.set(connection, asks);
      await this.#options.ownConnections?.enter();
    }
    if (this.#connections.size > 0) ask.ahead = true;
    const asked = this.#untilAnswered(ask, asks, how.once === true);
    this.#options.onAsked?.(asked);
    return asked;
  }

  async #untilAnswered(ask: Ask, asks: Asks, once: boolean): Promise<Exchange> {
    let lost: Exchange | undefined;
    let suspect: Exchange | undefined;
    let stale: Exchange | undefined;
    let sends = 0;
    const place = this.#asked++;
    const { quotas, gatewayErrors, staleLists, onExchange } = this.#options;
    for (;;) {
      const full = quotas?.whyForbidden(ask);
      if (full) throw new Undecided(full);
      const before = staleLists?.before(ask);
      const exchange = await this.#sent(ask, asks, lost);
      if (gatewayErrors?.suspects(exchange)) {
        suspect = exchange;
        if (once) throw new NoAnswer(exchange);
        continue;
      }
      if (suspect) {
        if (isGatewayError(exchange)) onExchange(suspect, place);
        else gatewayErrors?.passed();
        suspect = undefined;
      }
      if (stale) staleLists?.askedAgain(stale, exchange, before?.added ?? 0);
      else if (staleLists?.suspects(exchange, before)) {
        stale = exchange;
        onExchange(exchange, place);
        continue;
      }
      quotas?.note(exchange);
      if (exchange.noAnswer?.refusedWith !== undefined) await quotas?.suspect(exchange);
      if (isOversized(exchange) && exchange.answer?.truncated === false) this.#oversized += 1;
      const isTooMuch = this.#oversized > mostOversized;
      if (!isTooMuch) this.#keep(exchange, place);
      onExchange(exchange, place);
      if (isTooMuch) {
        exchange.answer?.shorten?.();
        throw tooLargeToKeep(this.exchanges);
      }
      const refused = quotas?.whyCovered(exchange);
      if (refused) throw refused;
      if (exchange.answer) return exchange;
      lost = exchange;
      sends += 1 + (exchange.lost ?? 0);
      await this.#untilAgain(exchange, asks, { sends, once });
    }
  }

  /** Resolves when the request may be sent again. */
  async #untilAgain(
    exchange: Exchange,
    asks: Asks,
    { sends, once }: { readonly sends: number; readonly once: boolean },
  ): Promise<void> {
    const { kind = 'reset', isUnsent } = exchange.noAnswer ?? {};
    // Who makes no connection in time leaves no request without a response: any other might have met it.
    const decided = afterNoAnswer(isUnsent ? 'refused' : kind, {
      writing: writing(exchange.ask, once),
      sends,
      wasMissing: asks.wasMissing === true,
      onABadLine: asks.losesSome === true,
      isWatched: asks.isThere !== undefined,
    });
    if (decided.whereSomebodyIs) await expectThere(asks, exchange);
    if (decided.next === 'finding' || decided.next === 'another') throw new NoAnswer(exchange);
    if (decided.next === 'undecided') throw new Undecided(whyNoAnswer(exchange));
    if (decided.afterMs > 0) await this.rest(decided.afterMs);
  }

  #keep(exchange: Exchange, place: number): void {
    let at = this.#places.length;
    while (at > 0 && (this.#places[at - 1] as number) > place) at -= 1;
    this.#places.splice(at, 0, place);
    this.exchanges.splice(at, 0, exchange);
  }

  async #sent(ask: Ask, asks: Asks, lost: Exchange | undefined): Promise<Exchange> {
    try {
      if (lost === undefined && !asks.wasMissing) return await asks.send(ask);
      if (lost === undefined)
        return { ...(await asks.send({ ...ask, again: 'with its case' })), ask };
      const again = lost.noAnswer?.onKept ? 'on a fresh connection' : 'on any connection';
      return { ...(await asks.send({ ...ask, again })), ask };
    } catch (thrown) {
      // An earlier attempt was not answered, and by now other requests of this kind were not answered either, so that
      // this one counts as the retry.
      const wasSent = lost !== undefined && !lost.noAnswer?.isUnsent;
      if (!wasSent || !(thrown instanceof Undecided) || asks.isSilent?.(ask) !== true) throw thrown;
      await expectThere(asks, lost);
      throw new NoAnswer(lost);
    }
  }
}
