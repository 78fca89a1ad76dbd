// The identifiers of animals in short: most of them follow one another.

export const isNumber = (id: string): boolean => /^-?\d+$/.test(id);

/** "3", "7-12": the numbers among them, in order. */
export function rangesOf(ids: readonly string[]): readonly string[] {
  const sorted = ids
    .filter(isNumber)
    .map(BigInt)
    .sort((one, other) => (one < other ? -1 : 1));
  const runs: { first: bigint; last: bigint }[] = [];
  for (const id of sorted) {
    const run = runs.at(-1);
    if (run !== undefined && id <= run.last + 1n) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`));
}
