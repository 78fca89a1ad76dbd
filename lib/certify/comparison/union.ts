// Merges two lists without duplicates, in the order of the first and then of the second.

export function unionOf(
  a: readonly { readonly id: string }[],
  b: readonly { readonly id: string }[],
): readonly string[] {
  return [...new Set([...a, ...b].map(({ id }) => id))];
}

/** Keeps the first of each id, because a file that names one twice does not come from the kit. */
export const byId = <One extends { readonly id: string }>(all: readonly One[]): Map<string, One> =>
  new Map([...all].reverse().map((one) => [one.id, one]));
