// Clause 4.1: what a list holds when a status is asked for. Rules only.
import { defaultLimit } from '../../lib/contract/facts.js';
import type { Animal } from '../../lib/contract/values/animals.js';
import {
  animalsOf,
  breach,
  excuse,
  operationName,
  rule,
  undecided,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import {
  filteredPages,
  filterInFront,
  listsOfDefaultLength,
  listsOfFew,
  listsOnOneConnection,
} from './lists.js';

export const rules = [
  rule(
    'list-animals.filter',
    [filteredPages, listsOfDefaultLength, filterInFront, listsOnOneConnection],
    ({ lists: [answered] }, { others, shortOfAnimals, status }) => {
      if (status === undefined) excuse('a list without a filter');
      const animals = expectOnly(status, answered);
      if (animals.length === 0 || others === 0)
        undecided('there are no animals of this status beside some of another', shortOfAnimals);
    },
  ),

  rule(
    'list-animals.filter-few',
    listsOfFew,
    ({ lists: [filtered, unfiltered] }, { status, limit, shortOfAnimals }) => {
      const animals = expectOnly(status, filtered);
      if (animals.length >= Number(limit ?? defaultLimit))
        excuse('every status fills its list on this target');
      if (!animalsOf(unfiltered).some((animal) => animal.status !== status))
        excuse('there are no animals of another status', shortOfAnimals);
    },
  ),
];

/** The animals of a filtered list, all of that status. */
function expectOnly(status: string | undefined, answered: Exchange): readonly Animal[] {
  const animals = animalsOf(answered);
  const other = animals.find((animal) => animal.status !== status);
  if (other)
    breach({
      cause: `${operationName(answered)} with status=${status} holds the animal ${other.id}, whose status is ${other.status ?? 'not given'}.`,
      expected: `only animals with the status ${status}`,
      actual: `one with ${other.status ?? 'no status'}`,
      exchange: answered,
    });
  return animals;
}
