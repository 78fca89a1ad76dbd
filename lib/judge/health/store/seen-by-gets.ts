// If every list is full, none says what has become of an animal, and gets alone have to: of others, that no list shows
// either.
import type { Status } from '../../../contract/facts.js';
import { animalsOf, leavesOut, longestPage, type Now, type Suspicion } from './suspicions.js';
import type { StoreReader } from './store-reader.js';
import type { Exchange } from '../../../http/types.js';

/** One alone may have been lost or altered. */
const fewest = 2;
/** So many of those that were shown tell whether somebody removes or changes animals. */
export const mostOfTheShown = 100;
/** More than one in so many is too many for other clients to have removed. */
export const oneIn = 4;
/** By chance, others may have removed so many times as many of these as of those in lists. */
const asManyAgain = 2;
/** So many are looked at for some that are there. */
const mostLookedAt = 24;
/** At most so many are read again and again. */
const mostRead = 8;
/** A target that removes an animal after a few reads does so meanwhile. */
const readsInRow = 4;

interface Looking {
  readonly reader: StoreReader;
  readonly suspect: Pick<Suspicion, 'id' | 'from'>;
  readonly shown: readonly string[];
  readonly ofLists: OfLists;
  /** Whether this run added it. */
  readonly isOwn: (id: string) => boolean;
}

/** What lists say of the animals in question. */
interface OfLists {
  readonly lists: readonly Exchange[];
  /** Whether a list has shown it. Where lists are full of the oldest, what is no longer in them is gone. */
  readonly wasListed: (id: string) => boolean;
  /** The share of the animals in them that somebody has removed since they were read first. */
  readonly shareRemoved: number;
}

/**
 * Which of the animals that were shown with the status, or with any, others have changed or removed since. They come as
 * they were shown. Undefined if nothing says that it was others: too many are gone, for example.
 */
export async function changedByGets(
  looking: Looking,
): Promise<readonly (readonly [id: string, now: Now])[] | undefined> {
  const { reader, suspect, shown, ofLists } = looking;
  if (!reader.servesGetPet()) return undefined;
  const listed = new Set(ofLists.lists.flatMap((list) => animalsOf(list).map(({ id }) => id)));
  if (suspect.id !== undefined && listed.has(suspect.id)) return undefined;
  const hidden = shown.filter((id) => id !== suspect.id && !listed.has(id));
  const changed = await changedOf(hidden, looking);
  if (changed !== undefined || suspect.from !== undefined) return changed;
  const neverListed = hidden.filter((id) => !ofLists.wasListed(id));
  return changedOf(neverListed, looking);
}

async function changedOf(
  hidden: readonly string[],
  { reader, suspect: { from }, shown, ofLists: { lists, shareRemoved }, isOwn }: Looking,
): Promise<readonly (readonly [id: string, now: Now])[] | undefined> {
  const some = someOf(hidden, mostOfTheShown);
  const statusOf = await reader.statusById(some);
  const changed = [...statusOf].filter(([, now]) => isChanged(from, now));
  // A service that removes animals begins with the oldest: then those that lists show count as well.
  const oldest = new Set(shown.slice(0, 1 + 2 * changed.length));
  const areOldest = changed.every(([id]) => oldest.has(id));
  const share = Math.max(1 / oneIn, shareRemoved * asManyAgain);
  // Other clients may well remove most of their own. Where lists show nearly all, the few that they do not show are mostly
  // gone, so that those in lists count as well.
  const isCounted = shown.some(isOwn) && !areOldest ? isOwn : (): boolean => true;
  const gone = changed.filter(([id]) => isCounted(id)).length;
  const sampled = areOldest ? 1 : hidden.length / some.length;
  const isTooMany =
    from === undefined && gone * sampled > share * shown.filter((id) => isCounted(id)).length;
  const isTooFew = changed.length < fewest && (from !== undefined || shareRemoved === 0);
  if (isTooFew || isTooMany) return undefined;
  // A target that loses or alters one response in twenty does not do so the next time.
  const again = await reader.statusById(changed.map(([id]) => id));
  const steady = changed.filter(([id, now]) => again.get(id) === now);
  if (from !== undefined)
    return steady.length < changed.length / 2 || (await readingChanges(reader, lists, from))
      ? undefined
      : steady.filter(([id, now]) => !haveRoom(lists, id, now));
  const byOthers =
    steady.length === changed.length &&
    !(await goWhenRead(reader, areOldest ? someOf(shown, mostLookedAt) : some));
  return byOthers ? steady : undefined;
}

const isChanged = (from: Status | undefined, now: Now | undefined): boolean =>
  from === undefined ? now === 'gone' : now !== undefined && now !== 'gone' && now !== from;

/** Whether most that are there go while they are read again and again: then nobody else removes them. */
async function goWhenRead(reader: StoreReader, ids: readonly string[]): Promise<boolean> {
  const gone = new Set(await reader.goneOf(ids));
  const some = someOf(
    ids.filter((id) => !gone.has(id)),
    mostRead,
  );
  for (let turn = 0; turn < readsInRow; turn += 1)
    for (const id of await reader.goneOf(some)) gone.add(id);
  return some.filter((id) => gone.has(id)).length > some.length / 2;
}

/** Whether most of those that are still listed with the status get another one when they are read. */
export async function readingChanges(
  reader: StoreReader,
  lists: readonly Exchange[],
  from: Status,
): Promise<boolean> {
  const listed = lists.flatMap((list) => animalsOf(list));
  const ofStatus = listed.filter(({ status }) => status === from).map(({ id }) => id);
  const some = someOf([...new Set(ofStatus)], mostRead);
  const before = await reader.statusById(some);
  const after = await reader.statusById(some);
  const changed = some.filter((id) => before.get(id) === from && isChanged(from, after.get(id)));
  return some.length >= fewest && changed.length > some.length / 2;
}

/** Whether a list has room for the animal, and does not show it with the status that it has by now. */
export function haveRoom(lists: readonly Exchange[], id: string, now: Now): boolean {
  const page = longestPage(lists);
  const of = now === 'gone' ? undefined : now;
  return lists.some((list) => leavesOut(list, id, of, 'gone', page));
}

/** Some of them, evenly distributed. */
export function someOf(ids: readonly string[], most: number): readonly string[] {
  const every = Math.ceil(ids.length / most);
  return ids.filter((_, index) => index % every === 0);
}
