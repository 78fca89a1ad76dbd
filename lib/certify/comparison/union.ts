// What two lists hold, each once, in the order of the first and then of the second.

export function unionOf(
  a: readonly { readonly id: string }[],
  b: readonly { readonly id: string }[],
): readonly string[] {
  return [...new Set([...a, ...b].map(({ id }) => id))];
}
