// Looks for animals that should not exist: what the lists show after an action that they did not show before, and how
// that is put into words. No rule is here.
import { defaultLimit, maximumLimit } from '../lib/contract/facts.js';
import type { NewAnimal } from '../lib/contract/values/values.js';
import {
  answerOf,
  animalOf,
  accuse,
  notApplicable,
  filters,
  idText,
  isSuccess,
  shorterMs,
  statusOf,
  undecided,
  type Session,
  type Exchange,
  type Filter,
  type ReasonKey,
} from '../lib/judge/rules/index.js';
import { fetchWhenThere, isUnknown, severalLooks } from './animals.js';

/** One entry of a list, as far as it is readable: an animal that slipped in need not be a valid Pet. */
interface Shown {
  readonly id: string;
  readonly name: unknown;
}

export interface Entry extends Shown {
  /** The list that shows the entry was not full before, so the animal cannot have been there. */
  readonly isNew: boolean;
}

interface Page {
  readonly status: Filter;
  readonly entries: readonly Shown[];
  /** A full page may hide animals, and an unreadable one may hide all of them. */
  readonly full: boolean;
  readonly unreadable: boolean;
}

interface Doing<T> {
  /** Makes an animal with this name that the target accepts. */
  readonly canary: (name: string) => NewAnimal;
  readonly act: () => Promise<T>;
  /** Whether to ask a target with sequential identifiers for those that it assigned in between. */
  readonly byIdentifier: boolean;
}

interface NewEntries<T> {
  readonly done: T;
  readonly entries: readonly Entry[];
  /** Whether the store has a second one of an animal that was added here: another rule judges that. */
  readonly storesTwice: boolean;
  /** The reason why something new may have stayed hidden. */
  readonly hidden?: 'full lists' | 'unreadable lists';
}

/** How long a server may take in the background to store what it has refused. */
const lateMs = 250;

/**
 * What the lists show after `act` that they did not show before and that was not added here. An accepted animal on
 * either side of `act` shows when late animals must have arrived and, in full lists, whether new ones appear at all.
 */
export async function newEntries<T>(
  session: Session,
  { canary, act, byIdentifier }: Doing<T>,
): Promise<NewEntries<T>> {
  const earlier = session.marked(canary('Before'));
  const first = await session.add(earlier, { prepares: true });
  const pagesBefore = await everyPage(session);
  const before = entriesOf(pagesBefore);
  const done = await act();
  await session.rest(lateMs);
  const after = session.marked(canary('After'));
  const last = await session.add(after, { prepares: true });
  const canaries = [first, last].map((added) => animalOf(added)?.id);
  const pages = await everyPageWith(canaries[1], after.status, session);
  const listsTell = pages.every(({ full }) => !full) || canaries.every((id) => isShown(pages, id));
  const between = byIdentifier ? await addedBetween(canaries, session) : undefined;
  const old = new Set([...before.map(({ id }) => id), ...canaries]);
  const found = [...newIn(pages, pagesBefore), ...(between ?? [])].filter(({ id }) => !old.has(id));
  const isOwn = ({ name }: Shown): boolean => name === earlier.name || name === after.name;
  const storesTwice = found.some(isOwn);
  const entries = found.filter((entry) => !isOwn(entry));
  // If two lists show an animal, perhaps only one of them proves that it is new, and that one is kept.
  const byCertainty = entries.toSorted((one, other) => Number(one.isNew) - Number(other.isNew));
  const unique = [...new Map(byCertainty.map((entry) => [entry.id, entry])).values()];
  const seen = { done, entries: unique, storesTwice };
  if (listsTell || between !== undefined) return seen;
  const hidden = pages.some(({ unreadable }) => unreadable) ? 'unreadable lists' : 'full lists';
  return { ...seen, hidden };
}

/** Reads the pages until they show this animal, or until those on which it belongs are full. */
async function everyPageWith(
  id: string | undefined,
  status: Filter,
  session: Session,
): Promise<readonly Page[]> {
  let pages: readonly Page[] = [];
  const mayShowIt = (page: Page): boolean => page.status === undefined || page.status === status;
  let times = 0;
  let mostMs = Infinity;
  const look = async (): Promise<boolean | undefined> => {
    times += 1;
    pages = await everyPage(session);
    const itsPages = pages.filter(mayShowIt);
    if (id === undefined || itsPages.every(({ full }) => full)) return true;
    if (isShown(pages, id)) return true;
    // A list of the default length may be full, because the target may never return a longer one.
    if (itsPages.every(({ full, entries }) => full || entries.length === defaultLimit))
      mostMs = shorterMs;
    else if (times === severalLooks && (await isUnknown(id, session))) mostMs = shorterMs;
    return undefined;
  };
  await session.eventually('lists', look, {
    shows: () => isShown(pages, id),
    mostMs: () => mostMs,
  });
  return pages;
}

function everyPage(session: Session): Promise<readonly Page[]> {
  return Promise.all(filters.map((status) => page(session, status)));
}

async function page(session: Session, status: Filter): Promise<Page> {
  const { json } = answerOf(await session.list({ limit: maximumLimit, status }));
  if (!json.ok || !Array.isArray(json.value))
    return { status, entries: [], full: true, unreadable: true };
  const items: readonly unknown[] = json.value;
  const entries = items.flatMap((item, index) => {
    if (typeof item !== 'object' || item === null) return [];
    const { id, name } = item as { id?: unknown; name?: unknown };
    if (id === undefined) return [];
    return [{ id: idText(json, `/${index}/id`, id), name }];
  });
  // A list without a readable entry shows no animal, however long the kit waits.
  const unreadable = items.length > 0 && entries.length === 0;
  return { status, entries, full: unreadable || items.length >= maximumLimit, unreadable };
}

const entriesOf = (pages: readonly Page[]): readonly Shown[] =>
  pages.flatMap(({ entries }) => entries);
/** On a page that was full before, an animal may be old and have been hidden by others, so it does not count as new. */
const newIn = (pages: readonly Page[], before: readonly Page[]): readonly Entry[] =>
  pages.flatMap(({ status, entries }) => {
    const isNew = before.some((page) => page.status === status && !page.full);
    return entries.map((entry) => ({ ...entry, isNew }));
  });
const isShown = (pages: readonly Page[], id: string | undefined): boolean =>
  entriesOf(pages).some((entry) => entry.id === id);

/**
 * If identifiers are sequential, those between the ones of two adds belong to animals that were added between them.
 * At most this many are fetched.
 */
const mostBetween = 300;

/** What a target with sequential identifiers holds between the two canaries; undefined if that cannot be found out. */
async function addedBetween(
  [first, last]: readonly (string | undefined)[],
  session: Session,
): Promise<readonly Entry[] | undefined> {
  if (first === undefined || last === undefined) return undefined;
  const [least, most] = ascending(BigInt(first), BigInt(last));
  if (most - least > BigInt(mostBetween) || !isSuccess(await fetchWhenThere(first, session)))
    return undefined;
  const ids = Array.from({ length: Math.max(0, Number(most - least) - 1) }, (_, index) =>
    String(least + 1n + BigInt(index)),
  );
  const there = await thoseThere(ids, session);
  if (there.length === ids.length) return there;
  // An identifier that seems to be skipped may belong to an animal that appears late.
  await session.settled();
  const thereNow = await thoseThere(ids, session);
  if (thereNow.length > there.length) session.showedLate('gets');
  return thereNow;
}

const ascending = (one: bigint, other: bigint): readonly [bigint, bigint] =>
  one < other ? [one, other] : [other, one];

async function thoseThere(ids: readonly string[], session: Session): Promise<readonly Entry[]> {
  const fetched = await Promise.all(ids.map((id) => session.get(id)));
  return fetched.flatMap((exchange) => {
    const animal = animalOf(exchange);
    return animal ? [{ id: animal.id, name: animal.name, isNew: true }] : [];
  });
}

/** Expects nothing to have stayed hidden, once everything that shows was judged. */
export function expectNothingHidden(hidden: NewEntries<unknown>['hidden'], why: ReasonKey): void {
  if (hidden === 'unreadable lists') undecided('unreadable lists');
  if (hidden === 'full lists') notApplicable(why, undefined, 'full lists');
}

/** Reports that this animal exists, although the request should have added nothing. */
export function takesEffect({ id, name }: Entry, exchange: Exchange, withoutKey?: string): never {
  const details = { actual: statusOf(exchange), values: { id, name: JSON.stringify(name) } };
  return withoutKey === undefined
    ? accuse('refused, but added', exchange, details)
    : accuse('without a key, but added', exchange, {
        ...details,
        label: withoutKey,
        difference: withoutKey,
      });
}

/** The two halves separately, if there is more than one element. */
export function bisect<T>(all: readonly T[]): readonly (readonly T[])[] {
  const middle = Math.floor(all.length / 2);
  return middle === 0 ? [] : [all.slice(0, middle), all.slice(middle)];
}
