// What several suites do with animals: adding one, fetching it and looking for it in the lists. This is plumbing for
// experiments; no rule is judged here.
import { defaultLimit, maximumLimit } from '../lib/contract/facts.js';
import type { Animal } from '../lib/contract/values/animals.js';
import type { NewAnimal } from '../lib/contract/values/values.js';
import {
  answerOf,
  isSuccess,
  animalsOf,
  animalOf,
  shorterMs,
  type Session,
  type Exchange,
  type Filter,
  type How,
} from '../lib/judge/rules/index.js';
import { asShown, type Known } from './known.js';

/**
 * What a case learned about animals. Each experiment fills in what it asked for, so that one rule can judge several of
 * them.
 */
export interface Seen {
  readonly sent?: NewAnimal;
  readonly added?: Exchange;
  readonly known?: Known | undefined;
  readonly fetched?: Exchange;
  readonly lists?: readonly Exchange[];
}

/** `fetched` is absent if the add was not accepted, or if GET /pets/{petId} is no longer served. */
export interface Added extends Seen {
  readonly sent: NewAnimal;
  readonly added: Exchange;
  /** Set if the animal was found, and then not found again. */
  readonly isFoundAtTimes?: boolean;
}

export interface Fetched extends Seen {
  readonly fetched: Exchange;
}

/** What an add shows about an animal, whether it was accepted or not. */
export function seenOf(sent: NewAnimal, added: Exchange): Added {
  const animal = animalOf(added);
  return animal
    ? { sent, added, known: { id: animal.id, sent, shown: asShown(animal) } }
    : { sent, added };
}

export async function addAndFetch(
  sent: NewAnimal,
  session: Session,
  fetch: boolean,
  how?: How,
): Promise<Added> {
  const result = seenOf(sent, await session.add(sent, how));
  if (!fetch || !result.known) return result;
  // The same client fetches it.
  const sameClient = how?.headers && { headers: how.headers };
  const { id } = result.known;
  const { fetched, looks } = await lookUp(id, session, sameClient);
  if (looks === 1 || !isSuccess(fetched)) return { ...result, fetched };
  const again = await findEveryTime(id, session, sameClient);
  return { ...result, fetched: again, isFoundAtTimes: isMissing(again) };
}

/** An animal may appear late, so a 404 is retried until the settling time is over. */
export async function fetchWhenThere(id: string, session: Session, how?: How): Promise<Exchange> {
  return (await lookUp(id, session, how)).fetched;
}

async function lookUp(
  id: string,
  session: Session,
  how?: How,
): Promise<{ readonly fetched: Exchange; readonly looks: number }> {
  let last: Exchange | undefined;
  let looks = 0;
  const look = async (): Promise<Exchange | undefined> => {
    last = await session.get(id, how);
    looks += 1;
    return isMissing(last) ? undefined : last;
  };
  await session.eventually('gets', look, { shows: isSuccess });
  return { fetched: last as Exchange, looks };
}

/** So many more reads in a row are asked for each time that one of them does not find the animal. */
const moreInRow = 3;
const mostInRow = 12;

/**
 * An animal that was found late may be on one of several replicas alone. The others get it after a while, and then every
 * read finds it.
 */
async function findEveryTime(id: string, session: Session, how?: How): Promise<Exchange> {
  let last: Exchange | undefined;
  let inRow = 0;
  const look = async (): Promise<Exchange | undefined> => {
    inRow = Math.min(inRow + moreInRow, mostInRow);
    for (let read = 0; read < inRow; read += 1) {
      last = await session.get(id, how);
      if (isMissing(last)) return undefined;
    }
    return last;
  };
  await session.eventually('gets', look, { shows: isSuccess });
  return last as Exchange;
}

const isMissing = (fetched: Exchange): boolean => answerOf(fetched).status === 404;

interface Read {
  readonly fetched: Exchange;
  /** It was there at first. */
  readonly seen: boolean;
}

/** Fetches repeatedly: reading an animal must not use it up, and one that was found once must be found every time. */
export async function fetchAgain(
  id: string,
  times: number,
  session: Session,
  how?: How,
): Promise<Read> {
  let fetched = await fetchWhenThere(id, session, how);
  const seen = isSuccess(fetched);
  for (let again = 0; again < times && isSuccess(fetched); again++)
    fetched = await session.get(id, how);
  return { fetched, seen };
}

/**
 * Waits until an animal is found so often in a row: in a run that sees little, nothing else has shown how late a replica may
 * be.
 */
export async function untilFoundInRow(
  id: string,
  times: number,
  session: Session,
  how?: How,
): Promise<void> {
  const look = async (): Promise<Exchange | undefined> => {
    let last = await session.get(id, how);
    for (let time = 1; time < times && isSuccess(last); time++) last = await session.get(id, how);
    return isMissing(last) ? undefined : last;
  };
  await session.eventually('gets', look, { shows: isSuccess });
}

export async function fetchKnown(id: string, session: Session, how: How): Promise<Read> {
  const first = await fetchAgain(id, 5, session, how);
  if (!first.seen || !isMissing(first.fetched)) return first;
  // One of several replicas may be late, but none is once the settling time is over.
  await session.settled();
  if (session.seesLittle) await untilFoundInRow(id, 30, session, how);
  return { ...(await fetchAgain(id, 30, session, how)), seen: true };
}

/** How an animal was looked for in a list. */
export interface Look {
  readonly id: string;
  readonly list: Exchange;
  readonly status: Filter;
  readonly times: number;
  readonly shown: boolean;
}

/**
 * The lists in which an animal should appear: the unfiltered one and the one of its status. Both are absent if there is
 * no animal.
 */
export interface Looks {
  readonly whole?: Look | undefined;
  readonly filtered?: Look | undefined;
  readonly lists: readonly Exchange[];
  readonly waitedMs: number;
}

export async function lookedFor(added: Exchange, status: Filter, session: Session): Promise<Looks> {
  const startedAt = session.now;
  const animal = animalOf(added);
  const filters = status === undefined ? [undefined] : [undefined, status];
  const places: Places = { areSome: false, without: new Map() };
  const [whole, filtered] = animal
    ? await Promise.all(filters.map((filter) => lookFor(animal, filter, places, session)))
    : [];
  const lists = [whole, filtered].flatMap((look) => look?.list ?? []);
  return { whole, filtered, lists, waitedMs: session.now - startedAt };
}

/**
 * Whether a list of many animals may have ended before it came to this one: it shows nothing that follows in a list that
 * shows it. The contract does not say that a service must return as many animals as were asked for.
 */
export function mayBeOnNextPage(id: string, shownIn: Exchange, list: Exchange): boolean {
  const ids = animalsOf(shownIn).map((animal) => animal.id);
  const following = new Set(ids.slice(ids.indexOf(id) + 1));
  const listed = animalsOf(list);
  return listed.length >= defaultLimit && !listed.some((animal) => following.has(animal.id));
}

/** Two lists that are as long as one another, and show different animals, end at the same length of a page. */
export function arePages(one: Exchange, other: Exchange): boolean {
  const [ids, others] = [one, other].map((list) => animalsOf(list).map(({ id }) => id));
  if (ids === undefined || others === undefined) return false;
  const length = ids.length;
  return (
    length >= defaultLimit && others.length === length && ids.some((id) => !others.includes(id))
  );
}

/** Whether any list shows an animal already, and with which status. It is shared by the lists that are looked at. */
interface Places {
  areSome: boolean;
  status?: string | undefined;
  list?: Exchange;
  /** The last response of each list that does not show it. */
  readonly without: Map<Filter, Exchange>;
}

const isOnNextPage = (id: string, list: Exchange, { list: where, without }: Places): boolean =>
  where === undefined
    ? [...without.values()].some((other) => arePages(list, other))
    : mayBeOnNextPage(id, where, list);

/** Looks for an animal in one list. */
async function lookFor(
  animal: Animal,
  status: Filter,
  places: Places,
  session: Session,
): Promise<Look> {
  const { id } = animal;
  let list: Exchange | undefined;
  let times = 0;
  let shown = false;
  let mostMs = Infinity;
  const isElsewhere = async (): Promise<boolean> => {
    if (!places.areSome) return !(await isUnknown(id, session));
    // Another list already shows the animal. A cache may hold this one by its address, which a list with another limit
    // avoids.
    const other = await session.list({ limit: maximumLimit - 1, status });
    return animalsOf(other).some((one) => one.id === id);
  };
  const look = async (): Promise<boolean | undefined> => {
    times += 1;
    list = await session.list({ limit: maximumLimit, status });
    const { json } = answerOf(list);
    // There is nothing to wait for if the response is no list, shows the animal, or is too full to show every animal.
    if (!json.ok || !Array.isArray(json.value)) return true;
    const found = animalsOf(list).find((one) => one.id === id);
    shown = found !== undefined;
    places.areSome ||= shown;
    if (shown) places.list = list;
    else places.without.set(status, list);
    places.status = found?.status ?? places.status;
    if (shown || json.value.length >= maximumLimit) return true;
    // Nor is there anything to wait for if it has another status by now.
    if (status !== undefined && (places.status ?? status) !== status) return true;
    // A list that shows what was added later is not too old to show this animal.
    if (animalsOf(list).some((one) => session.isLater(one.id, id))) mostMs = 0;
    // Nor does a longer wait turn the page.
    else if (isOnNextPage(id, list, places)) mostMs = shorterMs;
    // A list of the default length may be full, because the target may never return a longer one.
    else if (json.value.length === defaultLimit) mostMs = shorterMs;
    else if (times === severalLooks && !(await isElsewhere())) mostMs = shorterMs;
    return undefined;
  };
  await session.eventually('lists', look, { shows: () => shown, mostMs: () => mostMs });
  return { id, list: list as Exchange, status, times, shown };
}

/** An animal that is only a little late has appeared after this many looks. */
export const severalLooks = 6;
export const isUnknown = async (id: string, session: Session): Promise<boolean> =>
  isMissing(await session.get(id));

/** The query of a list as it was sent, for somebody who wants to send it again: "status=sold, limit=1". */
export function queryOf({ ask }: Exchange): string {
  const [, query = ''] = /\?(.*)/s.exec(ask.path) ?? [];
  return query === '' ? 'no parameters' : query.replaceAll('&', ', ');
}
