// Clause 4.1: what a list holds when a status is asked for. Rules only.
import { defaultLimit, maximumLimit, statuses } from '../../lib/contract/facts.js';
import type { Animal } from '../../lib/contract/values/animals.js';
import {
  animalsOf,
  breach,
  excuse,
  experiment,
  operationName,
  rule,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { countOfAnimals } from '../words.js';
import {
  filteredPages,
  filterInFront,
  inWords,
  listsOfDefaultLength,
  listsOfFew,
  listsOnOneConnection,
  tooFew,
  type Asked,
} from './lists.js';

/** The lists of one connection right after a filtered one, and the same lists where nothing was filtered before. */
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

export const rules = [
  rule('list-animals.no-filter', listsAfterAFilter, ({ lists, elsewhere }, status) => {
    if (!elsewhere.every((list) => holdsOther(list, status)))
      excuse('unfiltered lists contain animals of only one status', 'untested');
    const filtered = lists.find((list) => !holdsOther(list, status));
    // An order that changes from time to time may show a page of one status.
    if (filtered && lists.every((list) => !holdsOther(list, status))) notFiltered(filtered, status);
  }),

  rule(
    'list-animals.filter',
    [filteredPages, listsOfDefaultLength, filterInFront, listsOnOneConnection],
    ({ lists: [answered] }, query) => {
      const { others, status, matching } = query;
      if (status === undefined) excuse('a list without a filter');
      const animals = expectOnly(status, answered);
      if (animals.length === 0 && matching >= many) noneOfMany(answered, query);
      if (animals.length === 0 || others === 0)
        tooFew(query, 'the store has no mix of this and other statuses to filter');
    },
  ),

  rule(
    'list-animals.filter-few',
    listsOfFew,
    ({ lists: [filtered, unfiltered] }, { status, limit, shortOfAnimals }) => {
      const animals = expectOnly(status, filtered);
      if (animals.length >= Number(limit ?? defaultLimit))
        excuse(
          'every status has enough animals to fill the list on this target',
          undefined,
          'full lists',
        );
      if (!animalsOf(unfiltered).some((animal) => animal.status !== status))
        excuse('the store has no animals of another status', shortOfAnimals);
    },
  ),
];

/** So many animals cannot have been overlooked. */
const many = defaultLimit;

/** The filter is the way that the contract offers to find them. */
function noneOfMany(answered: Exchange, query: Asked): never {
  return breach({
    cause: `${operationName(answered)} with ${inWords(query)} returned no animals; at least ${query.matching} are ${query.status}: filter first, then cut.`,
    expected: `animals with the status ${query.status}`,
    actual: 'no animals',
    exchange: answered,
  });
}

const holdsOther = (list: Exchange, status: string): boolean =>
  animalsOf(list).some((animal) => animal.status !== status);

function notFiltered(list: Exchange, status: string): never {
  return breach({
    cause: `Right after a list with status=${status}, an unfiltered list on the same connection contains only animals of that status; on other connections it contains others too.`,
    expected: 'animals of any status',
    actual: `${countOfAnimals(animalsOf(list).length)}, all ${status}`,
    exchange: list,
  });
}

/** The animals of a filtered list, all of that status. */
function expectOnly(status: string | undefined, answered: Exchange): readonly Animal[] {
  const animals = animalsOf(answered);
  const other = animals.find((animal) => animal.status !== status);
  if (other)
    breach({
      cause: `${operationName(answered)} with status=${status} returned the animal ${other.id}, ${other.status === undefined ? 'which has no status' : `whose status is ${other.status}`}.`,
      expected: `only animals with the status ${status}`,
      actual: `an animal with ${other.status === undefined ? 'no status' : `the status ${other.status}`}`,
      exchange: answered,
    });
  return animals;
}
