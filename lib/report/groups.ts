// Puts together what belongs together, in the order in which each group begins.

export type Group<One> = readonly [One, ...One[]];

/** What has no name is in no group. */
export function groupsOf<One>(
  all: readonly One[],
  nameOf: (one: One) => unknown,
): readonly Group<One>[] {
  const groups = new Map<unknown, [One, ...One[]]>();
  for (const one of all) {
    const name = nameOf(one);
    const group = groups.get(name);
    if (group !== undefined) group.push(one);
    else if (name !== undefined) groups.set(name, [one]);
  }
  return [...groups.values()];
}
