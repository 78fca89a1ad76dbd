// Stores are live: a reservation lapses, a customer buys an animal. If an animal was shown with its own status after
// it was added, and gets and lists agree on another one later, somebody has changed it, which the contract allows, and
// no rule is broken. A target that never shows the right status, or shows different ones, does break a rule.
import { defaultLimit, maximumLimit, statuses, type Status } from '../../../contract/facts.js';
import { operations } from '../../../contract/operations.js';
import { animalAt, animalsIn, type Animal } from '../../../contract/values/animals.js';
import type { Clock, Exchange } from '../../../http/types.js';
import { isSignal, type Breach } from '../../result/signals.js';
import type { Sentence } from '../../result/sentences.js';
import type { Asks } from '../health.js';

interface StatusChangesOptions {
  readonly asks: Asks;
  readonly clock: Clock;
  /** How long one of two responses may be older than the other. */
  readonly settleMs: () => number;
}

/** A violation that may come from a change: of one animal, or of any animal that a list of its status lacks. */
interface Suspicion {
  readonly id: string | undefined;
  readonly from: Status;
  readonly exchange: Exchange;
  /** Whether the violation is that a list lacks the animal, or animals of the status. */
  readonly isOfMissing: boolean;
}

/** The accusations that a list lacks animals of a status. */
const ofMissing: ReadonlySet<string> = new Set<Sentence>([
  'none of a status that many have',
  'fewer of a status than the limit',
  'never shows what was added',
]);
/** The accusations that such a list lacks one animal. */
const ofOneMissing: ReadonlySet<string> = new Set<Sentence>([
  'not listed by its status',
  'an earlier one not listed by its status',
]);
/** After this many animals in a row that nobody has changed, no further one is examined. */
const mostInVain = 10;
/** At most this many of the animals that a list lacks are looked at. */
const mostMissing = 8;
/** Only a hostile target shows more animals in a run. */
const mostShown = 20_000;
const pauseMs = 100;

/** The beginning of the remark. */
const statusesChange = 'The status of animals changes during the run';

/** Whether a run that has remarked on changes may have taken it back: its cases alone do not show what it looked at. */
export const isOfLiveStore = (breach: Breach, remarks: readonly string[]): boolean =>
  suspicionOf(breach) !== undefined && remarks.some((remark) => remark.startsWith(statusesChange));

export class StatusChanges {
  /** Whether the target still has GET /pets/{petId}. */
  servesGetPet = true;
  readonly #options: StatusChangesOptions;
  /** When each animal was first shown with a status, by a response to a get or a list. */
  readonly #shown = new Map<Status, Map<string, number>>(
    statuses.map((status) => [status, new Map()]),
  );
  /** The animals that were changed, with the status that they had. */
  readonly #changed = new Set<string>();
  /** The animals that this run added, by the status in the response. */
  readonly #added = new Map<Status, Set<string>>(statuses.map((status) => [status, new Set()]));
  readonly #explained = new WeakSet<Breach>();
  #example: string | undefined;
  #inVain = 0;
  /** The time after which no look is repeated: contradictory responses are waited for only once. */
  #endsAt: number | undefined;

  constructor(options: StatusChangesOptions) {
    this.#options = options;
  }

  /** Whether a get or a list has shown this before, or it is not worth remembering. */
  knows({ id, status = '' }: Animal): boolean {
    const shown = this.#shown.get(status);
    return shown === undefined || shown.has(id) || shown.size >= mostShown;
  }

  note(
    { id, status = '' }: Animal,
    { startedAt, durationMs }: Pick<Exchange, 'startedAt' | 'durationMs'>,
  ): void {
    this.#shown.get(status)?.set(id, startedAt + durationMs);
  }

  noteAdded(id: string, status = ''): void {
    this.#added.get(status)?.add(id);
  }

  /**
   * Looks at what is about to be held against the target. Other animals are added meanwhile, so whether a list lacks some
   * is looked at only when it was seen again.
   */
  async suspect(breaches: readonly Breach[], areConfirmed = false): Promise<void> {
    const suspicions = breaches.flatMap((breach) => {
      const suspicion = this.#explained.has(breach) ? undefined : suspicionOf(breach);
      const isInTime = suspicion && (areConfirmed || !suspicion.isOfMissing);
      return isInTime ? [{ breach, suspicion }] : [];
    });
    // An animal may be changed so soon that it never was shown as it was added: that takes the example of another.
    const inTurn = [
      ...suspicions.filter(({ suspicion }) => this.#wasShown(suspicion)),
      ...suspicions.filter(({ suspicion }) => !this.#wasShown(suspicion)),
    ];
    for (const { breach, suspicion } of inTurn)
      if (await this.#isExplained(suspicion)) this.#explained.add(breach);
  }

  /** Whether a look has shown that somebody changed the status. */
  covers(breach: Breach): boolean {
    return this.#explained.has(breach);
  }

  /** Whether a look might show that, because the status was shown before. */
  mayExplain(breach: Breach): boolean {
    const suspicion = suspicionOf(breach);
    return suspicion !== undefined && this.#wasShown(suspicion);
  }

  /** Whether the violation concerns a status, which somebody may have changed and changed back. */
  mayCover(breach: Breach): boolean {
    return this.#example !== undefined && suspicionOf(breach) !== undefined;
  }

  /** Remarks for the reader of the report. */
  get remarks(): readonly string[] {
    return this.#example === undefined
      ? []
      : [
          `${statusesChange} (${this.#example}). Other clients or the service may change it, so such a difference was held against nobody.`,
        ];
  }

  #wasShown({ id, from }: Suspicion): boolean {
    return id === undefined || this.#shown.get(from)?.has(id) === true;
  }

  async #isExplained(suspicion: Suspicion): Promise<boolean> {
    const { from } = suspicion;
    const ids = suspicion.id === undefined ? this.#missing(suspicion) : [suspicion.id];
    if (this.#areChanged(ids, from)) return true;
    const mayBeChanged = this.#wasShown(suspicion) || this.#showsMost(from);
    if (ids.length === 0 || !mayBeChanged || this.#inVain >= mostInVain) return false;
    try {
      return await this.#seesChange(ids, suspicion);
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown;
      return false;
    }
  }

  /** Whether most of them are known to have been changed. */
  #areChanged(ids: readonly string[], from: Status): boolean {
    return ids.filter((id) => this.#changed.has(`${id} ${from}`)).length > ids.length / 2;
  }

  /** Looks again for as long as one of two responses may be older than the other. */
  async #seesChange(ids: readonly string[], suspicion: Suspicion): Promise<boolean> {
    const { clock, settleMs } = this.#options;
    for (let waited = false; ; waited = true) {
      await this.#look(ids, suspicion);
      if (this.#areChanged(ids, suspicion.from)) {
        this.#inVain = 0;
        // The wait was useful, and others may be as late.
        if (waited) this.#endsAt = undefined;
        return true;
      }
      if (suspicion.isOfMissing) break;
      this.#endsAt ??= clock.now() + settleMs();
      if (clock.now() >= this.#endsAt) break;
      await clock.sleep(pauseMs);
    }
    this.#inVain += 1;
    return false;
  }

  /** Some of the animals that were shown with the status before the list was asked for, and are not in it. */
  #missing({ from, exchange }: Suspicion): readonly string[] {
    const inList = new Set(animalsOf(exchange).map(({ id }) => id));
    const missing = [...(this.#shown.get(from) ?? [])].flatMap(([id, shownAt]) =>
      shownAt <= exchange.startedAt && !inList.has(id) ? [id] : [],
    );
    const every = Math.ceil(missing.length / mostMissing);
    return missing.filter((_, index) => index % every === 0);
  }

  /** Reads the animals one by one, then in every list, and once more: they may be changed again meanwhile. */
  async #look(ids: readonly string[], { from, exchange }: Suspicion): Promise<void> {
    const before = await this.#statusesOf(ids);
    const lists = await Promise.all([undefined, ...statuses].map((status) => this.#list(status)));
    const after = await this.#statusesOf(ids);
    const { startedAt } = lists[0] as Exchange;
    for (const [index, id] of ids.entries()) {
      const inLists = lists.flatMap((list) => statusesIn(list, id));
      const now = this.servesGetPet ? before[index] : inLists[0];
      if (now === undefined || now === from || !statuses.includes(now)) continue;
      if (this.servesGetPet && after[index] !== now) continue;
      if (inLists.some((status) => status !== now)) continue;
      // A list that is full says nothing of those that it leaves out, and the one that is judged counts as well.
      const isListed = statusesIn(exchange, id).includes(now);
      const isLeftOut = [exchange, ...lists].some((list) => leavesOut(list, id, from));
      if (inLists.length > 0 || isListed || isLeftOut) this.#note(id, from, now, startedAt);
    }
  }

  #note(id: string, from: Status, now: Status, at: number): void {
    const shownAt = this.#shown.get(from)?.get(id);
    if (shownAt === undefined && !this.#showsMost(from)) return;
    this.#changed.add(`${id} ${from}`);
    if (shownAt === undefined) return;
    this.#example ??= `animal ${id} was ${from}, and ${now} ${inWords(at - shownAt)} later, in gets and lists alike`;
  }

  /** Whether others were changed, and most that were added with the status were shown with it: it is stored as it should. */
  #showsMost(status: Status): boolean {
    if (this.#example === undefined) return false;
    const [added, shown] = [this.#added.get(status) ?? [], this.#shown.get(status)];
    const all = [...added];
    return all.length > 0 && all.filter((id) => shown?.has(id)).length >= all.length / 2;
  }

  async #statusesOf(ids: readonly string[]): Promise<readonly (Status | undefined)[]> {
    if (!this.servesGetPet) return ids.map(() => undefined);
    const { id: operation, method, path } = operations.getPet;
    const fetched = await Promise.all(
      ids.map((id) =>
        this.#options.asks.send({
          operation,
          method,
          path: path.replace('{petId}', () => id),
          validity: 'valid',
          writes: false,
        }),
      ),
    );
    return fetched.map(({ answer }, index) => {
      const { json, status } = answer ?? {};
      const animal = status === 200 && json?.ok ? animalAt(json, '', json.value) : undefined;
      return animal?.id === ids[index] ? animal?.status : undefined;
    });
  }

  #list(status: Status | undefined): Promise<Exchange> {
    const { id: operation, method, path } = operations.listPets;
    const filter = status === undefined ? '' : `&status=${encodeURIComponent(status)}`;
    return this.#options.asks.send({
      operation,
      method,
      path: `${path}?limit=${maximumLimit}${filter}`,
      validity: 'valid',
      writes: false,
    });
  }
}

function suspicionOf({ wrong, finding }: Breach): Suspicion | undefined {
  const { exchange } = finding;
  if (wrong === undefined || exchange === undefined || !isRead(exchange)) return undefined;
  const { id, status } = wrong.values ?? {};
  const ofOne = id === undefined ? undefined : String(id);
  if (wrong.kind === 'field' && wrong.field === 'status') {
    const [from, now] = [statusIn(wrong.expected), statusIn(wrong.actual)];
    return from && now && ofOne ? { id: ofOne, from, exchange, isOfMissing: false } : undefined;
  }
  if (wrong.kind !== 'other') return undefined;
  const from = statuses.find((one) => one === (status ?? queryOf(exchange).get('status')));
  if (from === undefined) return undefined;
  const missing = { from, exchange, isOfMissing: true };
  if (ofOneMissing.has(wrong.what)) return ofOne ? { id: ofOne, ...missing } : undefined;
  return ofMissing.has(wrong.what) ? { id: undefined, ...missing } : undefined;
}

const isRead = ({ ask: { operation } }: Exchange): boolean =>
  operation === operations.listPets.id || operation === operations.getPet.id;

/** The finding holds the status in quotes. */
const statusIn = (text: string): Status | undefined =>
  statuses.find((status) => JSON.stringify(status) === text);

const queryOf = ({ ask }: Exchange): URLSearchParams =>
  new URLSearchParams(ask.path.split('?').slice(1).join('?'));

function animalsOf({ ask, answer }: Exchange): readonly Animal[] {
  const isList = ask.operation === operations.listPets.id && answer?.status === 200;
  return (isList && animalsIn(answer.json)) || [];
}

const statusesIn = (list: Exchange, id: string): readonly (Status | undefined)[] =>
  animalsOf(list).flatMap((animal) => (animal.id === id ? [animal.status] : []));

/** Whether it is a list of the animals of a status that has room for another, and does not show this one. */
function leavesOut(list: Exchange, id: string, of: Status): boolean {
  const { ask, answer } = list;
  if (ask.operation !== operations.listPets.id || answer?.status !== 200) return false;
  const query = queryOf(list);
  const animals = animalsIn(answer.json);
  if (query.get('status') !== of || animals === undefined) return false;
  const limit = Number(query.get('limit') ?? defaultLimit);
  return animals.length < limit && !animals.some((animal) => animal.id === id);
}

const inWords = (milliseconds: number): string =>
  milliseconds < 1_000 ? 'less than a second' : `${Math.round(milliseconds / 1_000)} s`;
