// Describes the order in which lists show animals, from several lists of one store. Nothing is sent or judged.
import type { Animal } from '../../lib/contract/values/animals.js';
import { undecided } from '../../lib/judge/rules/index.js';

type List = readonly Animal[];
type Compare = (one: Animal, other: Animal) => number;

const compared = <V>(one: V, other: V): number => Number(one > other) - Number(one < other);
const byNumber: Compare = ({ id: one }, { id: other }) => compared(BigInt(one), BigInt(other));

/** If two orders fit a list equally well, the first of them is the likelier one. */
const orders: readonly (readonly [words: string, compare: Compare])[] = [
  ['by ascending identifier', byNumber],
  ['by descending identifier', (one, other) => byNumber(other, one)],
  ['by identifier, compared as text', (one, other) => compared(one.id, other.id)],
  ['by name', (one, other) => compared(one.name, other.name)],
  ['by category', (one, other) => compared(BigInt(one.categoryId), BigInt(other.categoryId))],
];

/** Fewer animals are in some order by chance. */
const fewest = 3;
/**
 * The exact order may be broken: of two animals added at once, the one with the higher identifier may be stored first.
 */
const mostly = 0.9;

/**
 * `few` are lists that contain little but animals that were added one after another. `many` are whole lists, which may
 * begin with whatever was there before.
 */
export function orderInWords(few: readonly List[], many: readonly List[]): string {
  const [revealing, others] = [few, many].map((lists) =>
    lists.filter(({ length }) => length >= fewest),
  ) as [List[], List[]];
  const all = revealing.length > 0 ? revealing : others;
  if (all.length === 0) undecided('too few listed', 'untested');
  // Small numbers have the same order as numbers and as text, so the longer lists decide which of the two it is.
  const [best] = orders
    .map(([words, compare]) => ({
      words,
      holds: shareIn(compare, all),
      too: shareIn(compare, others),
    }))
    .filter(({ holds }) => holds >= mostly)
    .sort((one, other) => other.holds + other.too - one.holds - one.too);
  if (best) return best.words;
  return isSteady(all) ? 'in another order, the same in each list' : 'in an order that varies';
}

/** The share of steps from one animal to the next that follow this order, ignoring animals that compare as equal. */
function shareIn(compare: Compare, lists: readonly List[]): number {
  const steps = lists
    .flatMap((list) => list.slice(1).map((animal, at) => compare(list[at] as Animal, animal)))
    .filter((step) => step !== 0);
  return steps.length === 0 ? 0 : steps.filter((step) => step < 0).length / steps.length;
}

/** Whether no two animals appear one way in one list and the other way in another. */
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
