// Clause 4.1: where a new animal shows in the lists, how, and when. Rules only.
import { maximumLimit, statuses } from '../../lib/contract/facts.js';
import { namesOfTheHerd, type NewAnimal } from '../../lib/contract/values/values.js';
import {
  animalOf,
  animalsOf,
  aside,
  breach,
  excuse,
  experiment,
  isRefusal,
  noAnimal,
  observe,
  quotedPair,
  rule,
  type Exchange,
  type Setup,
} from '../../lib/judge/rules/index.js';
import { lookedFor, seenOf, type Look, type Looks } from '../animals.js';
import { isInOtherForm } from '../known.js';
import { countOfAnimals, mostFrequent } from '../words.js';

/** An animal that was added, and every list in which it should show. */
export const herd = experiment({
  name: 'a small herd, added and looked for in the lists',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup) => {
    const categories = await categoriesOfTheHerd(setup);
    const inTurn = (index: number): bigint => categories[index % categories.length] ?? 1n;
    const names = namesOfTheHerd.slice(0, setup.runs(namesOfTheHerd.length));
    const animals = names.map((name, index): NewAnimal => ({
      name,
      categoryId: inTurn(index),
      status: statuses[index % statuses.length] as string,
    }));
    const withoutStatus: NewAnimal = { name: 'No status was sent', categoryId: inTurn(0) };
    return [...animals, withoutStatus].map((animal) => ({ animal }));
  },
  send: async ({ animal }, session) => {
    const result = seenOf(animal, await session.add(animal));
    // Without a status of its own it is found by the one that the service gave it, if it gave it one.
    const found = await lookedFor(
      result.added,
      animal.status ?? result.known?.shown.status,
      session,
    );
    if (found.whole?.shown || found.filtered?.shown) session.listed(found.waitedMs);
    return { ...result, ...found };
  },
  describe: ({ animal }) => `${animal.name}, ${animal.status ?? 'no status'}`,
});

async function categoriesOfTheHerd(setup: Setup): Promise<readonly bigint[]> {
  return (await setup.acceptsAnyCategory())
    ? [9_007_199_254_740_993n, 9_223_372_036_854_775_807n, 0n, -9_223_372_036_854_775_808n]
    : setup.categories();
}

/** A list that begins one animal too late shows all but these. */
const firstOfEachStatus = experiment({
  name: 'the first animals that were added, looked for in the lists',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup) => {
    await setup.oneOfEachStatus();
    return setup.firstAdded();
  },
  send: async ({ status, added }, session) => ({
    added,
    ...(await lookedFor(added, status, session)),
  }),
  describe: ({ status }) => `the first ${status} animal`,
});

export const rules = [
  rule('list-animals.name-form', herd, ({ added, lists }, { animal }) => {
    const shown = lists.flatMap((list) => nameIn(list, animalOf(added)?.id));
    if (shown.length === 0) excuse('new animals do not appear in the lists of this target');
    for (const { name, list } of shown) expectSameForm(animal.name, name, list);
  }),

  rule('list-animals.finds-created', [herd, firstOfEachStatus], ({ added, whole }) => {
    if (isRefusal(added)) excuse('the target refused some of the animals', 'cantTell');
    const look = whole ?? noAnimal(added);
    if (isIn(look)) return;
    if (isFull(look))
      excuse('the lists of this target are full, and new animals do not appear in them');
    const cause = `The animal ${look.id} was added but is missing from a list that is not full`;
    notListed(look, cause);
  }),

  rule('list-animals.filter-finds', [herd, firstOfEachStatus], ({ added, whole, filtered }) => {
    if (isRefusal(added)) excuse('the target refused some of the animals', 'cantTell');
    if (!whole) noAnimal(added);
    const look = filtered ?? aside();
    if (isIn(look)) return;
    if (isFull(look))
      excuse('the filtered lists of this target are full, and new animals do not appear in them');
    const cause = `A list with status=${look.status} does not contain the animal ${look.id}, which was created with that status`;
    notListed(look, cause);
  }),

  observe('list-animals.order', herd, (cases) => {
    const added = cases.flatMap(({ result }) => animalOf(result.added)?.id ?? []);
    return mostFrequent(cases.map(({ result }) => orderOf(added, result.whole?.list)));
  }),

  observe('list-animals.delay', herd, (cases) => delayInWords(cases.map(({ result }) => result))),
];

/** The name that a list shows of an animal, if it shows it. */
const nameIn = (list: Exchange, id: string | undefined) =>
  animalsOf(list)
    .filter((animal) => animal.id === id)
    .map(({ name }) => ({ name, list }));
const isIn = ({ list, id }: Look): boolean => animalsOf(list).some((animal) => animal.id === id);
const isFull = ({ list }: Look): boolean => animalsOf(list).length >= maximumLimit;

function expectSameForm(sent: string, shown: string, list: Exchange): void {
  if (!isInOtherForm(sent, shown)) return;
  breach({
    cause: 'A list shows a name in a different form from the one sent.',
    ...quotedPair(sent, shown),
    exchange: list,
  });
}

function notListed({ id, list }: Look, cause: string): never {
  return breach({
    cause: `${cause}; it did not appear later either (--settle).`,
    expected: `an entry with the id ${id}`,
    actual: `only ${countOfAnimals(animalsOf(list).length, 'other ')}`,
    exchange: list,
  });
}

function orderOf(added: readonly string[], list: Exchange | undefined): string {
  const listed = list ? animalsOf(list).map(({ id }) => id) : [];
  const shown = listed.filter((id) => added.includes(id));
  if (shown.length < 3) return 'too few animals to decide';
  const byId = [...shown].sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
  if (byId.join() === shown.join()) return 'by ascending identifier';
  return byId.reverse().join() === shown.join()
    ? 'by descending identifier'
    : 'neither by ascending nor by descending identifier';
}

function delayInWords(looked: readonly Looks[]): string {
  const shown = looked.filter(({ whole }) => whole && isIn(whole));
  const absent = looked.length - shown.length;
  const never = `${absent} of ${countOfAnimals(looked.length)} did not appear while the kit waited`;
  if (absent === 0) return delayOf(shown);
  return shown.length === 0 ? never : `${delayOf(shown)}; ${never}`;
}

function delayOf(shown: readonly Looks[]): string {
  const late = shown.filter(({ whole }) => whole !== undefined && whole.times > 1);
  if (late.length === 0) return 'at once: in the first list after the animal was added';
  const longest = roundly(Math.max(...late.map(({ waitedMs }) => waitedMs)));
  return `${late.length} of ${countOfAnimals(shown.length)} appeared after the first list, but within ${longest}`;
}

/** Told roughly, as it differs a little each time; the longest time is in `run.visibleAfterMs`. */
const roundly = (milliseconds: number): string =>
  seconds(
    [100, 200, 500, 1_000, 2_000, 5_000, 10_000].find((most) => milliseconds <= most) ??
      Math.ceil(milliseconds / 10_000) * 10_000,
  );

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
