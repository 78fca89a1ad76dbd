// Clause 4.1: what a list contains if a status is requested.
import {
  defaultLimit,
  firstStatus,
  lastStatus,
  maximumLimit,
  statuses,
  type Status,
} from '../../lib/contract/facts.js';
import type { Animal } from '../../lib/contract/values/animals.js';
import {
  animalsOf,
  accuse,
  notApplicable,
  experiment,
  rule,
  type Exchange,
  type Filter,
  type Sentence,
} from '../../lib/judge/rules/index.js';
import {
  filteredPages,
  filterInFront,
  listsOfDefaultLength,
  listsOfFew,
  listsOnOneConnection,
  needsTaken,
  spelledFilters,
  tooFew,
  type Asked,
  strangeParameters,
} from './lists.js';
import { queryOf } from '../animals.js';

/** The lists on a connection right after a filtered one, and the same lists where nothing was filtered before. */
interface AfterAFilter {
  readonly lists: readonly Exchange[];
  readonly elsewhere: readonly Exchange[];
}

const listsAfterAFilter = experiment({
  name: 'no filter right after a filter, on one connection',
  stage: 'populated',
  needs: ['population'],
  cases: () => statuses,
  send: async (status, session): Promise<AfterAFilter> => {
    const connection = `after ${status}`;
    const elsewhere = [await session.list({ limit: maximumLimit })];
    const lists: Exchange[] = [];
    for (let turn = 0; turn < 2; turn++) {
      await session.list({ status, limit: 5 }, { connection });
      lists.push(await session.list({ limit: maximumLimit }, { connection }));
      elsewhere.push(await session.list({ limit: maximumLimit }));
    }
    return { lists, elsewhere };
  },
  describe: (status) => `right after status=${status}`,
});

/** The lists without a filter or a limit that follow lists of each of two statuses. */
interface AfterTwoFilters {
  readonly followed: readonly (readonly [status: Status, list: Exchange])[];
  readonly elsewhere: readonly Exchange[];
}

/** Runs while nothing else is sent. A cache would return the same list both times, whatever the filter was. */
const listsAfterTwoFilters = experiment({
  name: 'no filter right after two filters, all without a limit',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup) => {
    await setup.oneOfEachStatus();
    return [[firstStatus, lastStatus] as const];
  },
  send: async (filters, session): Promise<AfterTwoFilters> => {
    const followed: [Status, Exchange][] = [];
    for (const status of filters) {
      await session.list({ status });
      followed.push([status, await session.list({})]);
    }
    return { followed, elsewhere: [await session.list({ limit: defaultLimit })] };
  },
  describe: (filters) => `right after ${filters.map((status) => `status=${status}`).join(' and ')}`,
});

export const rules = [
  rule('list-animals.no-filter', [listsAfterAFilter, listsAfterTwoFilters], (result, of) => {
    if ('followed' in result) return expectNeitherFiltered(result);
    const { lists, elsewhere } = result;
    const status = of as Status;
    if (!elsewhere.every((list) => holdsOther(list, status)))
      notApplicable('one status', 'untested');
    const filtered = lists.find((list) => !holdsOther(list, status));
    // If the order changes from time to time, one page may happen to show a single status.
    if (filtered && lists.every((list) => !holdsOther(list, status)))
      notFiltered('still filtered', filtered, status);
  }),

  rule(
    'list-animals.filter',
    [
      filteredPages,
      listsOfDefaultLength,
      filterInFront,
      listsOnOneConnection,
      strangeParameters,
      spelledFilters,
    ],
    ({ lists: [answered] }, query) => {
      needsTaken(answered, query);
      const { others, status, matching } = query;
      if (status === undefined) notApplicable('no filter');
      const animals = expectOnly(status, answered);
      if (animals.length === 0 && matching >= many) noneOfMany(answered, query);
      if (animals.length === 0 || others === 0) tooFew(query, 'no mix');
    },
  ),

  rule(
    'list-animals.filter-few',
    listsOfFew,
    ({ lists: [filtered, unfiltered] }, { status, limit, others, shortOfAnimals }) => {
      const animals = expectOnly(status, filtered);
      if (animals.length >= Number(limit ?? defaultLimit))
        notApplicable('every status full', undefined, 'full lists');
      // The other animals were added, although no list without a filter shows them.
      if (others === 0 && !holdsOther(unfiltered, status))
        notApplicable('no other status', shortOfAnimals);
    },
  ),
];

/** This many animals cannot be missed by accident. */
const many = defaultLimit;

/** The filter is the only way that the contract offers to find these animals, so an empty list is a violation. */
function noneOfMany(answered: Exchange, query: Asked): never {
  const { matching, status } = query;
  return accuse('none of a status that many have', answered, {
    values: { query: queryOf(answered), matching, status: String(status) },
  });
}

const holdsOther = (list: Exchange, status: Filter): boolean =>
  animalsOf(list).some((animal) => animal.status !== status);

/** A filter that stays in force shows each time the status that was asked for, and nothing else. */
function expectNeitherFiltered({ followed, elsewhere }: AfterTwoFilters): void {
  const filtered = followed.filter(
    ([status, list]) => animalsOf(list).length > 0 && !holdsOther(list, status),
  );
  const [first] = filtered;
  // Two lists that have no animal in common tell, even where every later list is filtered too.
  if (first !== undefined && filtered.length === followed.length)
    notFiltered('filter in force', first[1], first[0]);
  const haveOthers = statuses.every((status) =>
    elsewhere.every((list) => holdsOther(list, status)),
  );
  if (!haveOthers) notApplicable('one status', 'untested');
}

function notFiltered(what: Sentence, list: Exchange, status: string): never {
  return accuse(what, list, { values: { status, length: animalsOf(list).length } });
}

/** Expects every animal of a filtered list to have that status. */
function expectOnly(status: string | undefined, answered: Exchange): readonly Animal[] {
  const animals = animalsOf(answered);
  const other = animals.find((animal) => animal.status !== status);
  if (!other) return animals;
  const values = { query: queryOf(answered), status: String(status), id: other.id };
  return other.status === undefined
    ? accuse('no status listed', answered, { values })
    : accuse('another status listed', answered, { values: { ...values, other: other.status } });
}
