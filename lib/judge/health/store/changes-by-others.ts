// Stores are live: a reservation lapses, a customer buys an animal, somebody empties a staging store. If an animal was
// shown with its own status after it was added, and gets and lists agree later on another one, or that it is gone, somebody
// has changed or removed it, which the contract allows, and no rule is broken. A target that never shows the right status,
// or shows different ones, does break a rule.
import type { Status } from '../../../contract/facts.js';
import { operations } from '../../../contract/operations.js';
import type { Animal } from '../../../contract/values/animals.js';
import type { Clock, Exchange } from '../../../http/types.js';
import {
  isSignal,
  NotApplicable,
  orElse,
  OutsideBudget,
  type Breach,
  type Undecided,
} from '../../result/signals.js';
import type { Asks } from '../asks.js';
import {
  changedByGets,
  haveRoom,
  mostOfTheShown,
  oneIn,
  readingChanges,
  someOf,
} from './seen-by-gets.js';
import { Listed } from './listed.js';
import { emptied, LostAnimals } from './lost-animals.js';
import { SeenInPassing } from './seen-in-passing.js';
import { SeenStatuses } from './seen-statuses.js';
import { Shown } from './shown.js';
import { StoreReader } from './store-reader.js';
import {
  isReadable,
  leavesOut,
  longestPage,
  statusesIn,
  suspicionOf,
  type Now,
  type Suspicion,
} from './suspicions.js';

interface ChangesByOthersOptions {
  readonly asks: Asks;
  readonly clock: Clock;
  /** The animals that this run added with a status, or with any. */
  readonly added: { ids(of?: Status): readonly string[] };
  /** How long one of two responses may be older than the other. */
  readonly settleMs: () => number;
  /** How long it takes until what was added is everywhere, as far as that is known. */
  readonly knownMs: () => number;
  /** Whether the target still has GET /pets/{petId}. */
  readonly servesGetPet: () => boolean;
}

/** After this many animals in a row that nobody has changed, no further one is examined. */
const mostInVain = 10;
/** So many of those that nobody has asked for say whether most are stored. */
const mostAskedFor = 48;
/** At most this many of the animals that a list lacks are looked at. */
const mostMissing = 8;
/** So many of all animals stand for the others. */
const mostCounted = 24;
const pauseMs = 100;
/** An example of another status is looked for so often, even if nothing has changed at first. */
const fewestLooks = 4;
/** Where others may change animals, one is looked at this often: it may have got its status back in between. */
const mostLooks = 8;
/** How often, at most, an example is looked for among animals that nobody asked about. */
const mostSearches = 3;

const bothAlike = 'gets and lists alike';
/** The beginnings of the remarks. */
const statusesChange = 'The status of animals changes during the run';
const animalsDisappear = 'Animals disappear from the store during the run';

/** The other cases of the rule judge it; where there are none, it is undecided. */
const changedByOthers = new NotApplicable({ what: 'status changed by others' }, 'cantTell');
const removedByOthers = new NotApplicable({ what: 'removed by others' }, 'cantTell');

/** What a run has remarked on: its cases alone do not show what it looked at. */
export const remarkedOn = (remarks: readonly string[]) => ({
  changes: remarks.some((one) => one.startsWith(statusesChange)),
  removals: remarks.some((one) => one.startsWith(animalsDisappear)),
});

export class ChangesByOthers {
  readonly lost: LostAnimals;
  readonly #reader: StoreReader;
  readonly #options: ChangesByOthersOptions;
  readonly #shown = new Shown();
  /** The animals that were changed, with the status that they had. */
  readonly #changed = new Set<string>();
  readonly #gone = new Set<string>();
  readonly #seen = new SeenStatuses();
  readonly #inPassing = new SeenInPassing();
  readonly #listed = new Listed();
  /** The animals that gets show with another status, or as gone, and that no list has room for. */
  readonly #hidden = new Set<string>();
  readonly #explained = new WeakMap<Breach, NotApplicable | OutsideBudget>();
  #example: string | undefined;
  #exampleOfGone: string | undefined;
  #readingChanges: boolean | undefined;
  /** The lists that were read last. */
  #lists: readonly Exchange[] = [];
  /** How many in a row were looked at in vain, of each status, or of all animals. */
  readonly #inVain = new Map<Status | undefined, number>();
  /** What an example was looked for. */
  readonly #searched = new Set<string>();
  #isEmptied = false;
  #counts = 0;
  /** The time after which no look is repeated: contradictory responses are waited for only once. */
  #endsAt: number | undefined;

  constructor(options: ChangesByOthersOptions) {
    this.#options = options;
    this.#reader = new StoreReader(options.asks, options.servesGetPet);
    this.lost = new LostAnimals(this.#reader, this.#shown, options);
  }

  /** Whether an animal that was shown is known to be gone. */
  get areSomeRemoved(): boolean {
    return this.#exampleOfGone !== undefined;
  }

  /** Notes the animals that a response to a get or a list shows. */
  noteShown(exchange: Exchange, animals: readonly Animal[]): void {
    this.#reader.note(exchange);
    this.#listed.note(exchange);
    this.#inPassing.note(exchange, animals);
    for (const animal of animals) this.#shown.note(animal, exchange);
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
    for (const { breach, suspicion } of inTurn) {
      const isExplained = await this.#isExplained(suspicion);
      if (isExplained instanceof OutsideBudget) {
        if (this.#mayBeOthers) this.#explained.set(breach, isExplained);
      } else if (isExplained)
        this.#explained.set(breach, this.#isOfGone(suspicion) ? removedByOthers : changedByOthers);
    }
  }

  /**
   * Why it is held against nobody: a look has shown that somebody changed or removed what it is about, or others may be at
   * work, and the budget allows no look.
   */
  explains(breach: Breach): NotApplicable | OutsideBudget | undefined {
    return this.#explained.get(breach);
  }

  /** Why lists show nothing of how many animals they may contain, if too many of those that were added are gone. */
  async whyListsShowTooFew(): Promise<Undecided | undefined> {
    if (this.#exampleOfGone !== undefined && !this.#isEmptied && this.#counts < mostSearches) {
      this.#counts += 1;
      // Other clients may well remove most of their own.
      const added = new Set(this.#options.added.ids());
      const all = this.#shown.with(undefined).flatMap(([id]) => (added.has(id) ? [id] : []));
      // A few of them may be gone by chance more often than all are, so that the second sample decides.
      this.#isEmptied =
        (await this.#areManyGone(someOf(all, mostCounted))) &&
        (await this.#areManyGone(someOf(all, mostOfTheShown)));
    }
    return this.#isEmptied ? emptied : undefined;
  }

  async #areManyGone(ids: readonly string[]): Promise<boolean> {
    const gone = await this.#reader.goneOf(ids);
    return gone.length > ids.length / oneIn;
  }

  /** At the end of a run more animals are known, and an example of a change may be among them. */
  lookOnceMore(): void {
    this.#searched.clear();
    this.#inVain.clear();
  }

  /** Whether other animals may yet show that: no list has room for this one, or few of its status were shown so far. */
  mayExplainLater(breach: Breach): boolean {
    const { id, from } = suspicionOf(breach) ?? {};
    if (id === undefined) return false;
    const hasExample = this.#hasExample(from);
    return hasExample ? from !== undefined && !this.#showsMost(from) : this.#hidden.has(id);
  }

  /** Whether a look might show that, perhaps at another animal. */
  mayExplain(breach: Breach): boolean {
    return suspicionOf(breach) !== undefined;
  }

  /**
   * Why it is held against nobody if it did not recur: somebody may have changed the status, and changed it back, or have
   * removed the animal of that time.
   */
  async mayHaveExplained(breach: Breach): Promise<NotApplicable | undefined> {
    const isOfStatus = suspicionOf(breach)?.from !== undefined;
    if (isOfStatus && this.#example !== undefined) return changedByOthers;
    const { ask, answer } = breach.finding.exchange ?? {};
    const isMissing = ask?.operation === operations.getPet.id && answer?.status === 404;
    const id = isMissing ? ask.path.split('/').at(-1) : undefined;
    if (id === undefined) return undefined;
    const one = { id, from: undefined };
    if (this.#exampleOfGone === undefined && this.#mayLookAtOthers(one))
      await orElse(this.#findByGets(one), undefined);
    if (this.#exampleOfGone === undefined) return undefined;
    // What was removed does not come back.
    return (await this.#reader.goneOf([id])).length > 0 ? removedByOthers : undefined;
  }

  /** Why it is held against nobody if it recurs now and then: of two responses of a live store, one may be older. */
  mayBeOld(breach: Breach): NotApplicable | undefined {
    const isOfStatus = suspicionOf(breach)?.isOfMissing === false;
    return isOfStatus && this.#example !== undefined ? changedByOthers : undefined;
  }

  /** Remarks for the reader of the report. */
  get remarks(): readonly string[] {
    return [
      ...(this.#example === undefined
        ? []
        : [
            `${statusesChange} (${this.#example}). Other clients or the service may change it, so no rule failed because of such a difference.`,
          ]),
      ...(this.#exampleOfGone === undefined
        ? []
        : [
            `${animalsDisappear} (${this.#exampleOfGone}). Other clients or the service may remove them, so no rule failed because they are gone.`,
          ]),
    ];
  }

  get #mayBeOthers(): boolean {
    return (
      this.#inPassing.showsOthers ||
      this.#example !== undefined ||
      this.#exampleOfGone !== undefined
    );
  }

  #wasShown({ id, from }: Suspicion): boolean {
    return id === undefined || this.#shown.at(id, from) !== undefined;
  }

  #isOfGone({ id }: Suspicion): boolean {
    return id === undefined ? this.#gone.size > 0 : this.#gone.has(id);
  }

  async #isExplained(suspicion: Suspicion): Promise<boolean | OutsideBudget> {
    const { from } = suspicion;
    const ids = suspicion.id === undefined ? this.#missing(suspicion) : [suspicion.id];
    if (this.#areChanged(ids, from)) return true;
    if (ids.length === 0 || this.#inVainOf(from) >= mostInVain) return false;
    if (from !== undefined && this.#readingChanges === true) return false;
    try {
      const wasShown = this.#wasShown(suspicion);
      if (wasShown && (await this.#seesChange(ids, suspicion)))
        return from === undefined || !(await this.#changesByReading(from));
      // A list that is full does not say what has become of an animal, so that others have to.
      const isHidden = ids.some((id) => this.#hidden.has(id));
      const takesOthers = !wasShown || from === undefined || isHidden;
      if (takesOthers && !this.#hasExample(from) && this.#mayLookAtOthers(suspicion))
        await (isHidden ? this.#findByGets(suspicion) : this.#findExample(suspicion));
      if (!isHidden && this.#hasExample(from)) await this.#showMore(from);
      const isOfOthers = isHidden ? this.#hasExample(from) : this.#showsMost(from);
      return isOfOthers && (await this.#seesChange(ids, suspicion));
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown;
      return thrown instanceof OutsideBudget && thrown;
    }
  }

  #inVainOf(from: Status | undefined): number {
    return this.#inVain.get(from) ?? 0;
  }

  /** Whether the target changes what is read, which is nobody else. */
  async #changesByReading(from: Status): Promise<boolean> {
    this.#readingChanges ??= await readingChanges(this.#reader, this.#lists, from);
    if (this.#readingChanges) this.#example = undefined;
    return this.#readingChanges;
  }

  /**
   * Whether most of them are known to have been changed. Where others certainly change animals, some may have got their
   * status back.
   */
  #areChanged(ids: readonly string[], from: Status | undefined): boolean {
    const changed = ids.filter((id) => this.#gone.has(id) || this.#changed.has(`${id} ${from}`));
    const isCertain = from !== undefined && this.#example !== undefined;
    return changed.length > ids.length / (isCertain ? oneIn : 2);
  }

  /**
   * An animal that never was shown as it was added may have been changed or removed at once, if others were later. Lists
   * that are full do not say that one is gone, but may say so of another.
   */
  async #findExample({ id, from, exchange }: Suspicion): Promise<void> {
    const all = this.#shown.with(from).map(([id]) => id);
    const added = new Set(this.#options.added.ids());
    // What others do to the animals of this run may be seen of no other, of which there may be many.
    const shown = [
      ...someOf(
        all.filter((one) => added.has(one)),
        mostCounted,
      ),
      ...someOf(
        all.filter((one) => !added.has(one)),
        mostCounted / 2,
      ),
    ];
    if (shown.length === 0) return;
    const { clock, settleMs } = this.#options;
    this.#endsAt ??= clock.now() + settleMs();
    // Where animals are changed all the time, those that were shown just now are changed soon.
    for (let looks = 1; ; looks += 1) {
      const isContradictory = await this.#look(shown, { from, exchange });
      if (this.#hasExample(from) || clock.now() >= this.#endsAt) break;
      if (!isContradictory && (from === undefined || looks >= fewestLooks)) break;
      await clock.sleep(pauseMs);
    }
    if (from === undefined && !this.#hasExample(from)) await this.#findByGets({ id, from });
  }

  /** Asks for some that were added and that nobody has asked for: whether most are stored would otherwise be unknown. */
  async #showMore(from: Status | undefined): Promise<void> {
    const shown = this.#shown.ids(from);
    const added = this.#options.added.ids(from).filter((id) => !shown.has(id));
    const when = { startedAt: this.#options.clock.now(), durationMs: 0 };
    for (const [id, now] of await this.#reader.statusById(someOf(added, mostAskedFor)))
      if (now !== 'gone') this.#shown.note({ id, status: now }, when);
  }

  #mayLookAtOthers({ id, from }: Pick<Suspicion, 'id' | 'from'>): boolean {
    const { size } = this.#searched;
    return size < mostSearches && this.#searched.add(`${id} ${from}`).size > size;
  }

  /** Looks for an example among the animals that no list shows either. */
  async #findByGets(suspect: Pick<Suspicion, 'id' | 'from'>): Promise<void> {
    const { from } = suspect;
    const shown = this.#shown.inOrder(from);
    const at = this.#options.clock.now();
    const lists = await this.#reader.lists();
    const whole = lists[0] as Exchange;
    const removed =
      from === undefined ? await this.#listed.removedFrom(whole, this.#reader) : undefined;
    const added = new Set(this.#options.added.ids());
    const changed = await changedByGets({
      reader: this.#reader,
      suspect,
      shown,
      ofLists: {
        lists,
        wasListed: (id) => this.#listed.has(id),
        shareRemoved: removed?.share ?? 0,
      },
      isOwn: (id) => added.has(id),
    });
    for (const [id, now] of changed ?? [])
      this.#note(id, from, now, { at, seenIn: 'gets, as the lists are full' });
    for (const id of (changed && removed?.ids) ?? [])
      this.#note(id, from, 'gone', { at, seenIn: bothAlike });
  }

  /** Looks again for as long as one of two responses may be older than the other. */
  async #seesChange(ids: readonly string[], suspicion: Suspicion): Promise<boolean> {
    const { clock, settleMs } = this.#options;
    const { from } = suspicion;
    for (let looks = 1, waited = false; ; looks += 1, waited = true) {
      await this.#look(ids, suspicion);
      if (this.#areChanged(ids, from)) {
        this.#inVain.set(from, 0);
        // The wait was useful, and others may be as late.
        if (waited) this.#endsAt = undefined;
        return true;
      }
      const isDoubtful = suspicion.isOfMissing && ids.some((id) => this.#seen.differs(id, from));
      const mayChange = this.#example !== undefined || isDoubtful;
      const areEnough = !mayChange || looks >= mostLooks;
      if (suspicion.isOfMissing && areEnough) break;
      this.#endsAt ??= clock.now() + settleMs();
      if (areEnough && clock.now() >= this.#endsAt) break;
      await clock.sleep(pauseMs);
    }
    this.#inVain.set(from, this.#inVainOf(from) + 1);
    return false;
  }

  /** Some of the animals that were shown with the status before the list was asked for, and are not in it. */
  #missing(suspicion: Suspicion): readonly string[] {
    return someOf(this.#shown.missingIn(suspicion), mostMissing);
  }

  /**
   * Reads the animals one by one, then in every list, and once more: they may be changed again meanwhile. Returns whether
   * gets and lists contradict each other, as one of them may be older.
   */
  async #look(
    ids: readonly string[],
    { from, exchange }: Pick<Suspicion, 'from' | 'exchange'>,
  ): Promise<boolean> {
    let isContradictory = false;
    const before = await this.#reader.statusesOf(ids);
    const lists = await this.#reader.lists();
    this.#lists = lists;
    const after = await this.#reader.statusesOf(ids);
    const { startedAt } = lists[0] as Exchange;
    const page = longestPage(lists);
    const areRead = lists.every((list) => isReadable(list));
    for (const [index, id] of ids.entries()) {
      const inLists = lists.flatMap((list) => statusesIn(list, id));
      const now = this.#reader.servesGetPet() ? before[index] : inLists[0];
      this.#seen.note(id, {
        gets: [now, after[index]],
        lists: [...inLists, ...statusesIn(exchange, id)],
      });
      const isLeftOutNow = leavesOut(exchange, id, from, 'sold', page);
      const other = this.#example && this.#seen.otherThan(from, id, isLeftOutNow);
      if (other !== undefined) this.#note(id, from, other, { at: startedAt, seenIn: bothAlike });
      if (now === undefined || now === from || other !== undefined) continue;
      isContradictory = true;
      // A list that cannot be read may well contain it.
      if (!areRead) continue;
      if (this.#reader.servesGetPet() && after[index] !== now) continue;
      if (inLists.some((status) => status !== now)) continue;
      if (inLists.length === 0 && !haveRoom(lists, id, now)) this.#hidden.add(id);
      // A list that is full says nothing of those that it leaves out, and the one that is judged counts as well.
      const isListed = now !== 'gone' && statusesIn(exchange, id).includes(now);
      const isLikeOthers =
        now === 'gone'
          ? this.#exampleOfGone !== undefined
          : this.#example !== undefined && this.#hidden.has(id);
      // One that is gone is left out of the list of the status with which it was shown, too.
      const of = now === 'gone' ? (from ?? this.#shown.onlyStatusOf(id)) : from;
      const isLeftOut =
        isLikeOthers || [exchange, ...lists].some((list) => leavesOut(list, id, of, now, page));
      if (inLists.length > 0 || isListed || isLeftOut) {
        isContradictory = false;
        this.#note(id, from, now, { at: startedAt, seenIn: bothAlike });
      }
    }
    return isContradictory;
  }

  #note(
    id: string,
    from: Status | undefined,
    now: Now,
    { at, seenIn }: { readonly at: number; readonly seenIn: string },
  ): void {
    const shownAt = this.#shown.at(id, from);
    if (now === 'gone') {
      if (shownAt === undefined && !this.#showsMost(undefined)) return;
      this.#gone.add(id);
      if (shownAt === undefined) return;
      this.#exampleOfGone ??= `animal ${id} was there, and gone ${inWords(at - shownAt)} later, from ${seenIn}`;
    } else if (from !== undefined) {
      if (shownAt === undefined && !this.#showsMost(from)) return;
      this.#changed.add(`${id} ${from}`);
      if (shownAt === undefined) return;
      this.#example ??= `animal ${id} was ${from}, and ${now} ${inWords(at - shownAt)} later, in ${seenIn}`;
    }
  }

  #hasExample(from: Status | undefined): boolean {
    return (from === undefined ? this.#exampleOfGone : this.#example) !== undefined;
  }

  /**
   * Whether others were changed or removed, and most that were added with the status, or with any, were shown with it: it
   * is stored as it should.
   */
  #showsMost(from: Status | undefined): boolean {
    if (!this.#hasExample(from)) return false;
    const added = this.#options.added.ids(from);
    const shown = this.#shown.ids(from);
    return added.length > 0 && added.filter((id) => shown.has(id)).length >= added.length / 2;
  }
}

const inWords = (milliseconds: number): string =>
  milliseconds < 1_000 ? 'less than a second' : `${Math.round(milliseconds / 1_000)} s`;
