// The planned position of something in a run: experiment, case, exchange. Responses come in any order, so everything
// that is kept or shown is sorted by this alone: then the same seed gives the same report.

/** Identifies a case: the run's seed by which it was drawn, the first being 0, and fast-check's path or the index. */
export interface At {
  readonly stream: number;
  readonly path: string;
  /** The name of the case, which does not depend on other cases; left out for a case that was not planned. */
  readonly name?: string | undefined;
}

/** The key of requests that prepare the run, which belong to no case. */
export const nowhere: At = { stream: 0, path: '' };

/** Keys are compared part by part. Parts at the same depth are of the same kind. */
export type SortKey = readonly (number | string)[];

export function bySortKey(
  { place: one }: { readonly place: SortKey },
  { place: other }: { readonly place: SortKey },
): number {
  for (const [at, part] of one.entries()) {
    const beside = other[at];
    if (beside === undefined) return 1;
    if (part !== beside) return part < beside ? -1 : 1;
  }
  return one.length - other.length;
}

/** Inserts an item in order, and drops the last one if there are more than `most`. */
export function keepSorted<T extends { readonly place: SortKey }>(
  kept: T[],
  item: T,
  most = Infinity,
): void {
  let at = kept.length;
  while (at > 0 && bySortKey(kept[at - 1] as T, item) > 0) at -= 1;
  if (at >= most) return;
  kept.splice(at, 0, item);
  if (kept.length > most) kept.pop();
}

/** The path of a case, "12" or "12:0:3", as the parts of a place. */
export const partsOf = (path: string): readonly number[] =>
  path === '' ? [] : path.split(':').map(Number);
