// Clause 2 in lists: each animal appears once, and as it was created.
import { defaultLimit } from '../../lib/contract/facts.js';
import type { Animal } from '../../lib/contract/values/animals.js';
import {
  animalsOf,
  noEvidence,
  accuse,
  notApplicable,
  expectSame,
  isRefusal,
  noAnimal,
  remembering,
  rule,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { adds, addsWithoutStatus, namedOddly } from '../add-animal/adds.js';
import { asShown, differsFromKnown, type Known } from '../known.js';
import { earlierAnimals, earlierFate } from './earlier.js';
import { herd, longNameListed } from './listed.js';
import {
  filteredPages,
  inTheWay,
  listsOfDefaultLength,
  listsOfFew,
  pages,
  plainLists,
} from './lists.js';

export const rules = [
  rule(
    'list-animals.unique-ids',
    [pages, filteredPages, listsOfDefaultLength, listsOfFew],
    ({ lists }, { limit, shortOfAnimals }) => {
      const lengths = lists.map((answered) => animalsOf(answered).length);
      for (const answered of lists) expectEachOnce(answered);
      if (Number(limit ?? defaultLimit) < 2) notApplicable('list of one');
      if (lengths.every((length) => length < 2)) notApplicable('fewer than two', shortOfAnimals);
    },
  ),

  remembering(
    'list-animals.as-created',
    [
      earlierAnimals,
      herd,
      longNameListed,
      ...adds,
      addsWithoutStatus,
      ...namedOddly,
      pages,
      filteredPages,
      plainLists,
      listsOfDefaultLength,
    ],
    () => {
      const created = new Map<string, Known>();
      const testified = new Map<string, Known>();
      const fates = new Map<string, ReturnType<typeof earlierFate>>();
      return ({ added, known, lists = [] }, asked) => {
        // A refused animal is in no list, so only accepted ones are compared.
        if (added && isRefusal(added)) return noEvidence();
        if (added && !known) noAnimal(added);
        if (known) created.set(known.id, known);
        const isOfName = typeof asked === 'object' && 'refusable' in asked;
        if (expectAsCreated(lists, isOfName && known ? nameOf(known) : created) > 0) return;
        if (expectAsTestified(lists, { created, testified, fates }) > 0) return;
        if (created.size === 0) notApplicable('none known listed', 'untested');
        if (added && lists.length > 0)
          notApplicable('new ones not listed', undefined, inTheWay(lists));
        noEvidence();
      };
    },
  ),
];

/** A plainer case tells what is wrong with the rest of it, and with other animals. */
const nameOf = ({ id, shown: { name } }: Known): ReadonlyMap<string, Known> =>
  new Map([[id, { id, shown: { name } }]]);

function expectEachOnce(answered: Exchange): void {
  const ids = animalsOf(answered).map(({ id }) => id);
  const seen = new Set<string>();
  const doubled = ids.find((id) => seen.size === seen.add(id).size);
  if (doubled === undefined) return;
  accuse('an identifier listed twice', answered, {
    values: { id: doubled, first: ids.indexOf(doubled), last: ids.lastIndexOf(doubled) },
  });
}

/** Expects listed animals to be as they were created, and returns how many could be compared. */
function expectAsCreated(lists: readonly Exchange[], created: ReadonlyMap<string, Known>): number {
  let compared = 0;
  for (const answered of lists) {
    const differing = animalsOf(answered).flatMap((animal) => {
      const known = created.get(animal.id);
      if (!known) return [];
      compared++;
      const difference = differsFromKnown(known, animal);
      return difference ? [{ id: animal.id, difference }] : [];
    });
    // Others may have changed a status, which must not hide what nobody but the target can have done.
    const first = differing.find(({ difference }) => difference.field !== 'status') ?? differing[0];
    if (first) expectSame(first.difference, answered, { text: isListed, values: { id: first.id } });
  }
  return compared;
}

const isListed = 'Animal {id} is listed';

function accuseOfAltering(
  { id, categoryId }: Animal,
  sent: string | undefined,
  answered: Exchange,
): void {
  if (sent === undefined)
    accuse('another category than testified', answered, { values: { id, categoryId } });
  expectSame({ field: 'categoryId', expected: sent, actual: categoryId }, answered, {
    text: isListed,
    values: { id },
  });
}

interface Witnesses {
  readonly created: ReadonlyMap<string, Known>;
  /** Those that a list has shown as their names attest: after that, every list has to show them so. */
  readonly testified: Map<string, Known>;
  readonly fates: Map<string, ReturnType<typeof earlierFate>>;
}

/** Does the same with what the marked names of other animals attest; most of those come from earlier runs. */
function expectAsTestified(
  lists: readonly Exchange[],
  { created, testified, fates }: Witnesses,
): number {
  let compared = expectAsCreated(lists, testified);
  for (const answered of lists)
    for (const animal of animalsOf(answered)) {
      const { id } = animal;
      if (created.has(id) || testified.has(id)) continue;
      const key = `${animal.id} ${animal.categoryId} ${animal.status} ${animal.name}`;
      const fate = fates.get(key) ?? earlierFate(animal);
      fates.set(key, fate);
      if (fate === 'kept') {
        compared++;
        const { name, categoryId } = asShown(animal);
        testified.set(id, { id, shown: { name, categoryId } });
      }
      if (typeof fate === 'object') accuseOfAltering(animal, fate.sent, answered);
    }
  return compared;
}
