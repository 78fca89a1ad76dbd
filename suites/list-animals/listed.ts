// Clause 4.1: where, how and when a new animal appears in the lists.
import { defaultLimit, lastStatus, maximumLimit, statuses } from '../../lib/contract/facts.js';
import {
  nameOfManyKinds,
  namesOfTheHerd,
  testimonyOf,
  type NewAnimal,
} from '../../lib/contract/values/values.js';
import {
  animalOf,
  animalsOf,
  noEvidence,
  accuse,
  notApplicable,
  experiment,
  filters,
  isRefusal,
  noAnimal,
  isSuccess,
  observeEach,
  quotedPair,
  rule,
  undecided,
  type Exchange,
  type Sentence,
  type Filter,
  type Setup,
} from '../../lib/judge/rules/index.js';
import {
  arePages,
  lookedFor,
  mayBeOnNextPage,
  queryOf,
  seenOf,
  type Look,
  type Looks,
} from '../animals.js';
import { isInOtherForm } from '../known.js';
import { earlierAnimals, type Earlier } from './earlier.js';
import {
  asked,
  inTheWay,
  inWords,
  isFull,
  lengthOf,
  list,
  plainLists,
  tooFew,
  type Asked,
  type OneList,
} from './lists.js';
import { orderInWords } from '../forms/orders.js';

/** An animal that was added, and every list in which it should show. */
export const herd = experiment({
  name: 'a small herd, added and looked for in the lists',
  stage: 'sparse',
  needs: ['writes'],
  fewer: 3,
  always: 1,
  cases: async (setup) => {
    const categories = await categoriesOfTheHerd(setup);
    const inTurn = (index: number): bigint => categories[index % categories.length] ?? 1n;
    const names = namesOfTheHerd.slice(0, setup.runs(namesOfTheHerd.length));
    const animals = names.map((name, index): NewAnimal => ({
      name,
      categoryId: inTurn(index),
      status: statuses[index % statuses.length] as string,
    }));
    const withoutStatus: NewAnimal = { name: 'None', categoryId: inTurn(0) };
    // A later run leaves fewer animals behind, and begins with the most telling one.
    const first: NewAnimal = { name: nameOfManyKinds, categoryId: inTurn(0), status: lastStatus };
    const isKnown = await setup.isKnown();
    return [...(isKnown ? [first] : []), ...animals, withoutStatus].map((animal) => ({ animal }));
  },
  send: async ({ animal }, session) => {
    const result = seenOf(animal, await session.add(animal));
    // If it was sent without a status, it is looked for under the status that the service gave it, if any.
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

/**
 * Longer than many an index of names holds. Whether so long a name is taken is open, so that it is no part of the herd.
 */
export const longNameListed = experiment({
  name: 'a name of 300 letters, and then the list',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup) => {
    const name = 'n'.repeat(300);
    const animal = { name, categoryId: await setup.category(), status: lastStatus };
    return [{ animal, fetch: false, refusable: 'name' as const }];
  },
  send: async ({ animal }, session) => {
    const marked = session.marked(animal);
    const result = seenOf(marked, await session.add(marked, { validity: 'open' }));
    return { ...result, ...(await lookedFor(result.added, undefined, session)) };
  },
  describe: () => 'a name of 300 letters',
});

async function categoriesOfTheHerd(setup: Setup): Promise<readonly bigint[]> {
  return (await setup.acceptsAnyCategory()) ? ofEveryLength : setup.categories();
}

/** Both ends and the first integer that a double cannot hold come first, followed by some lengths between. */
const ofEveryLength = [
  9_007_199_254_740_993n,
  2n ** 63n - 1n,
  0n,
  -(2n ** 63n),
  861n,
  70_103n,
  8_675_309n,
  862_047_315_906n,
];

/** A list that wrongly skips its first animal shows all animals but these. */
const firstOfEachStatus = experiment({
  name: 'the first animals that were added, looked for in the lists',
  stage: 'sparse',
  needs: ['writes'],
  picked: true,
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

/**
 * The longest possible lists after animals were added. They are read until they show one of those. A list of a status
 * that shows none comes with the unfiltered one, because somebody may have given all of them another status.
 */
const longestLists = experiment<Asked, OneList & { readonly unfiltered?: Exchange }>({
  name: 'the longest lists, once animals were added',
  stage: 'populated',
  needs: ['writes', 'population'],
  cases: (setup) =>
    Promise.all(filters.map((status) => asked(setup, { status, limit: maximumLimit }))),
  send: async (query, session) => {
    let { lists } = await list(query, session);
    const look = async (): Promise<true | undefined> => {
      if (!mayLackAdded(lists[0], query) || isJudgedAsFilter(lists[0], query)) return true;
      lists = (await list(query, session)).lists;
      return undefined;
    };
    await session.eventually('lists', look);
    if (query.status === undefined || !mayLackAdded(lists[0], query)) return { lists };
    return { lists, unfiltered: await session.list({ limit: maximumLimit }) };
  },
  describe: inWords,
});

export const rules = [
  rule('list-animals.name-form', herd, ({ added, lists }, { animal }) => {
    // A refused animal is in no list, so only accepted ones are looked for.
    if (isRefusal(added)) noEvidence();
    const shown = lists.flatMap((list) => nameIn(list, animalOf(added)?.id));
    if (shown.length === 0) notApplicable('new ones not listed', undefined, inTheWay(lists));
    for (const { name, list } of shown) expectSameForm(animal.name, name, list);
  }),

  rule('list-animals.finds-created', [earlierAnimals, herd, firstOfEachStatus], (result) => {
    if ('missing' in result) return expectNoneMissing(result, (status) => status === undefined);
    const { added, whole, filtered } = result;
    if (isRefusal(added)) notApplicable('some refused', 'cantTell');
    const look = whole ?? noAnimal(added);
    if (isIn(look)) return;
    if (isFull(look.list) || isOnNextPage(look, filtered))
      notApplicable('full lists', undefined, 'full lists');
    notListed(look, 'not listed', animalOf(added)?.status);
  }),

  rule('list-animals.filter-finds', [earlierAnimals, herd, firstOfEachStatus], (result) => {
    if ('missing' in result) return expectNoneMissing(result, (status) => status !== undefined);
    const { added, whole, filtered } = result;
    if (isRefusal(added)) notApplicable('some refused', 'cantTell');
    if (!whole) noAnimal(added);
    const look = filtered ?? noEvidence();
    if (isIn(look)) return;
    if (isFull(look.list) || isOnNextPage(look, whole))
      notApplicable('full filtered lists', undefined, 'full lists');
    notListed(look, 'not listed by its status');
  }),

  rule('list-animals.shows-added', longestLists, ({ lists: [answered], unfiltered }, query) => {
    const { matching, status } = query;
    if (showsAdded(answered)) return;
    if (lengthOf(answered) >= fewerThanAnyPage)
      notApplicable('full lists', undefined, 'full lists');
    if (isJudgedAsFilter(answered, query)) notApplicable('judged as a filter');
    if (!mayLackAdded(answered, query)) tooFew(query, 'too few to miss');
    if (unfiltered && !showsAdded(unfiltered, status)) notApplicable('none of that status');
    const length = lengthOf(answered);
    accuse(length === 0 ? 'never shows anything' : 'never shows what was added', answered, {
      values: { query: queryOf(answered), matching, length },
    });
  }),

  observeEach(
    'list-animals.order',
    [herd, plainLists],
    ({ added, lists }) => ({
      id: added && animalOf(added)?.id,
      lists: lists.filter(isSuccess).map(animalsOf),
      isOfHerd: added !== undefined,
    }),
    (seen) => {
      const herdIds = new Set(seen.map(({ id }) => id));
      const ofHerd = seen.filter(({ isOfHerd }) => isOfHerd).flatMap(({ lists }) => lists);
      const few = ofHerd.map((list) => list.filter(({ id }) => herdIds.has(id)));
      return orderInWords(
        few,
        seen.flatMap(({ lists }) => lists),
      );
    },
  ),

  observeEach('list-animals.delay', herd, delayOf, delayInWords),
];

/**
 * Without a limit, pages are this long. A list shorter than this has not omitted animals because its pages are short.
 */
const fewerThanAnyPage = defaultLimit;
const showsAdded = (list: Exchange, status?: Filter): boolean =>
  animalsOf(list).some(
    (animal) =>
      (status === undefined || animal.status === status) && testimonyOf(animal) !== undefined,
  );
/** Such a list is not waited for either, because somebody may have changed the status of all added animals. */
const isJudgedAsFilter = (list: Exchange, { status }: Asked): boolean =>
  status !== undefined && isSuccess(list) && lengthOf(list) === 0;
const mayLackAdded = (list: Exchange, { matching }: Asked): boolean =>
  isSuccess(list) &&
  lengthOf(list) < fewerThanAnyPage &&
  matching >= lengthOf(list) + fewerThanAnyPage &&
  !showsAdded(list);

/** The name with which a list shows an animal, if it shows it. */
const nameIn = (list: Exchange, id: string | undefined) =>
  animalsOf(list)
    .filter((animal) => animal.id === id)
    .map(({ name }) => ({ name, list }));
const isIn = ({ list, id }: Look): boolean => animalsOf(list).some((animal) => animal.id === id);

/** Pages may be shorter than what was asked for. Then the animal comes later, in the order of the list that shows it. */
function isOnNextPage({ id, list }: Look, other: Look | undefined): boolean {
  if (other === undefined) return false;
  return isIn(other) ? mayBeOnNextPage(id, other.list, list) : arePages(list, other.list);
}

function expectSameForm(sent: string, shown: string, list: Exchange): void {
  if (!isInOtherForm(sent, shown)) return;
  const pair = quotedPair(sent, shown);
  accuse('another form of a name listed', list, { values: pair });
}

/** Expects no animal that earlier runs added to be missing. */
function expectNoneMissing(
  { testifying, missing }: Earlier,
  isOfRule: (status: Filter) => boolean,
): void {
  const first = missing.find(({ status }) => isOfRule(status));
  if (first)
    notListed(
      first,
      first.status === undefined
        ? 'an earlier one not listed'
        : 'an earlier one not listed by its status',
    );
  if (testifying === 0) notApplicable('none of an earlier run', 'untested');
}

function notListed(
  { id, list, status }: Pick<Look, 'id' | 'list' | 'status'>,
  what: Sentence,
  own?: string,
): never {
  // A list that hides all animals of one status is distinguished from one that loses some.
  const animal = own === undefined ? `Animal ${id}` : `The ${own} animal ${id}`;
  const length = animalsOf(list).length;
  return accuse(what, list, {
    values: { id, animal, length, ...(status !== undefined && { status }) },
  });
}

type Delay = 'at once' | 'late' | 'never' | 'unknown';

/** The delay of an added animal: the worse of those in the filtered and the unfiltered list. */
function delayOf({ whole, filtered }: Looks): Delay {
  const delays = [whole, filtered].flatMap((look) => (look ? [delayOfLook(look)] : []));
  return (['never', 'late', 'at once'] as const).find((one) => delays.includes(one)) ?? 'unknown';
}

function delayOfLook(look: Look): Delay {
  if (isIn(look)) return look.times > 1 ? 'late' : 'at once';
  return isFull(look.list) ? 'unknown' : 'never';
}

/** Omits how late an animal was, because that differs each time; `run.visibleAfterMs` has it. */
function delayInWords(delays: readonly Delay[]): string {
  if (delays.includes('never')) return 'some animals do not appear while the kit waits';
  if (delays.includes('late')) return 'some animals appear later than in the first list';
  if (delays.includes('at once')) return 'at once: in the first list after the animal was added';
  return undecided('full lists, nothing new', 'untested');
}
