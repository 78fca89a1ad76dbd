// What several suites do with animals: adding and then fetching one, and looking for animals that should not be there.
// Experiments' plumbing only; no rule is judged here.
import { maximumLimit } from '../lib/contract/facts.js';
import type { NewAnimal } from '../lib/contract/values/values.js';
import {
  answerOf,
  animalsOf,
  filters,
  isSuccess,
  animalOf,
  type Bench,
  type Exchange,
  type Filter,
  type How,
} from '../lib/judge/rules/index.js';

/** An animal that was sent, the answer, and what a get answered once it was there. */
export interface AddedAndFetched {
  readonly sent: NewAnimal;
  readonly added: Exchange;
  /** Absent where the add was not accepted, or where GET /pets/{petId} is no longer served. */
  readonly fetched?: Exchange;
}

export async function addAndFetch(
  sent: NewAnimal,
  bench: Bench,
  fetch: boolean,
  how?: How,
): Promise<AddedAndFetched> {
  const added = await bench.add(sent, how);
  const animal = animalOf(added);
  if (!fetch || !animal) return { sent, added };
  return { sent, added, fetched: await fetchWhenThere(animal.id, bench) };
}

/** Late is not absent: a 404 is asked for again until the time to settle is over. */
export async function fetchWhenThere(id: string, bench: Bench): Promise<Exchange> {
  let last: Exchange | undefined;
  await bench.eventually(async () => {
    last = await bench.get(id);
    return answerOf(last).status === 404 ? undefined : last;
  });
  return last as Exchange;
}

/** An animal that was added, and the lists in which it should show, with and without a filter. */
export async function lookedFor(added: Exchange, status: Filter, bench: Bench) {
  const startedAt = bench.now;
  const id = animalOf(added)?.id;
  const looks = await Promise.all(
    [undefined, ...(status === undefined ? [] : [status])].map((filter) =>
      lookFor(id, filter, bench),
    ),
  );
  return { added, looks, waitedMs: bench.now - startedAt, settleMs: bench.settleMs };
}

async function lookFor(id: string | undefined, status: Filter, bench: Bench) {
  let exchange: Exchange | undefined;
  let times = 0;
  let shown = false;
  if (id !== undefined) {
    await bench.eventually(async () => {
      times += 1;
      exchange = await bench.list({ limit: maximumLimit, status });
      const { json } = answerOf(exchange);
      // Nothing to wait for where the list is none, shows the animal, or is too full to show every one.
      if (!json.ok || !Array.isArray(json.value)) return true;
      shown = animalsOf(exchange).some((animal) => animal.id === id);
      return shown || json.value.length >= maximumLimit || undefined;
    });
  }
  return { status, exchange, times, shown };
}

export type LookedFor = Awaited<ReturnType<typeof lookedFor>>;

/** One entry of a list, as far as it can be read at all: what slipped in need not be a valid Pet. */
export interface Listed {
  readonly id: string;
  readonly name: unknown;
}

export interface Page {
  readonly entries: readonly Listed[];
  /** A full page may hide what it does not show. */
  readonly full: boolean;
}

export async function page(bench: Bench, status: Filter): Promise<Page> {
  const { json } = answerOf(await bench.list({ limit: maximumLimit, status }));
  const items: readonly unknown[] = json.ok && Array.isArray(json.value) ? json.value : [];
  const entries = items.flatMap((item, index) => {
    if (typeof item !== 'object' || item === null || !json.ok) return [];
    const { id, name } = item as { id?: unknown; name?: unknown };
    return [{ id: json.numbers.get(`/${index}/id`) ?? String(id), name }];
  });
  return { entries, full: items.length >= maximumLimit };
}

export interface Newcomers {
  readonly entries: readonly Listed[];
  /** Nothing new can have stayed hidden. */
  readonly complete: boolean;
}

/**
 * What the lists show after `act` that they did not show before, and that was not added here. An accepted animal on
 * either side of `act` tells when late animals must have arrived and, in full lists, whether new ones show at all.
 * `byIdentifier`: a target that counts is also asked for what it counted in between.
 */
export async function newcomers(
  bench: Bench,
  canary: (name: string) => NewAnimal,
  act: () => Promise<void>,
  { byIdentifier }: { readonly byIdentifier: boolean },
): Promise<Newcomers> {
  const first = await bench.add(canary(`${bench.mark} before`));
  const before = new Set(
    (await everyPage(bench)).flatMap((one) => one.entries.map((entry) => entry.id)),
  );
  await act();
  const last = await bench.add(canary(`${bench.mark} after`));
  const canaries = [first, last].map((exchange) =>
    isSuccess(exchange) ? animalOf(exchange)?.id : undefined,
  );
  const shown = (pages: readonly Page[], id: string | undefined): boolean =>
    id !== undefined && pages.some((one) => one.entries.some((entry) => entry.id === id));
  let pages: readonly Page[] = [];
  await bench.eventually(async () => {
    pages = await everyPage(bench);
    return shown(pages, canaries[1]) || pages.every((one) => one.full) ? true : undefined;
  });
  const listsTell = pages.every((one) => !one.full) || canaries.every((id) => shown(pages, id));
  const between = byIdentifier ? await addedBetween(canaries, bench) : undefined;
  const own = new Set(canaries);
  const entries = [...pages.flatMap((one) => one.entries), ...(between ?? [])].filter(
    (entry) => !before.has(entry.id) && !own.has(entry.id),
  );
  const unique = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  return { entries: unique, complete: listsTell || between !== undefined };
}

/** A target that counts has given what came between two adds the identifiers between theirs: so many are asked for. */
const mostBetween = 300;

/** What a counting target holds between the two canaries; undefined where that cannot be found out. */
async function addedBetween(
  canaries: readonly (string | undefined)[],
  bench: Bench,
): Promise<readonly Listed[] | undefined> {
  const [first, last] = canaries;
  if (first === undefined || last === undefined) return undefined;
  const [least, most] = [BigInt(first), BigInt(last)].sort((one, other) =>
    one < other ? -1 : 1,
  ) as [bigint, bigint];
  if (most - least > BigInt(mostBetween) || !isSuccess(await fetchWhenThere(first, bench)))
    return undefined;
  const ids = Array.from({ length: Math.max(0, Number(most - least) - 1) }, (_, index) =>
    String(least + 1n + BigInt(index)),
  );
  const fetched = await Promise.all(ids.map((id) => bench.get(id)));
  const there = fetched.flatMap((exchange) => animalOf(exchange) ?? []);
  if (there.length === ids.length) return there;
  // An identifier that was passed over may be that of an animal which shows late.
  await bench.settled();
  return (await Promise.all(ids.map((id) => bench.get(id)))).flatMap(
    (exchange) => animalOf(exchange) ?? [],
  );
}

async function everyPage(bench: Bench): Promise<readonly Page[]> {
  return Promise.all(filters.map((status) => page(bench, status)));
}
