// In which order lists show animals, told from several lists of one store. Words only; nothing is sent or judged.
import type { Animal } from '../../lib/contract/values/animals.js';
import { undecided } from '../../lib/judge/rules/index.js';

type List = readonly Animal[];
type Compare = (one: Animal, other: Animal) => number;

const compared = <V>(one: V, other: V): number => Number(one > other) - Number(one < other);
const byNumber: Compare = ({ id: one }, { id: other }) => compared(BigInt(one), BigInt(other));

/** Of several that hold the first is told: a list may be in two orders by chance, the likelier one comes first. */
const orders: readonly (readonly [words: string, compare: Compare])[] = [
  ['by ascending identifier', byNumber],
  ['by descending identifier', (one, other) => byNumber(other, one)],
  ['by identifier, compared as text', (one, other) => compared(one.id, other.id)],
  ['by name', (one, other) => compared(one.name, other.name)],
  ['by category', (one, other) => compared(BigInt(one.categoryId), BigInt(other.categoryId))],
];

/** Fewer are in some order by chance. */
const fewest = 3;

/**
 * `few`: the animals that were added one after another, in lists that have little else. `many`: whole lists, which may
 * begin with whatever was there before.
 */
export function orderInWords(few: readonly List[], many: readonly List[]): string {
  const [telling, others] = [few, many].map((lists) =>
    lists.filter(({ length }) => length >= fewest),
  ) as [List[], List[]];
  const all = telling.length > 0 ? telling : others;
  if (all.length === 0) undecided('too few animals are listed to decide', 'untested');
  const holding = orders.filter(([, compare]) => all.every((list) => isIn(compare, list)));
  // Small numbers are in one order as numbers and as text: a longer list tells which of them it is.
  const sure = holding.filter(([, compare]) => others.every((list) => isIn(compare, list)));
  const [words] = sure[0] ?? holding[0] ?? [];
  if (words !== undefined) return words;
  return isSteady(all) ? 'in another order, the same in each list' : 'in an order that varies';
}

/** Animals that are all alike are in no order. */
function isIn(compare: Compare, list: List): boolean {
  const steps = list.slice(1).map((animal, index) => compare(list[index] as Animal, animal));
  return steps.every((step) => step <= 0) && steps.some((step) => step < 0);
}

/** No two animals stand one way in one list, and the other way in another. */
function isSteady(lists: readonly List[]): boolean {
  const before = new Set<string>();
  for (const list of lists)
    for (const [at, one] of list.entries())
      for (const other of list.slice(at + 1)) {
        if (before.has(`${other.id} ${one.id}`)) return false;
        before.add(`${one.id} ${other.id}`);
      }
  return true;
}
