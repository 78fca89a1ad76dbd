// Quick effort: a few members of a domain that is else tried whole, evenly spread and always the same, so that a quick
// run is as steady as a long one.

/** The places of those that are chosen. */
export function fewOf(length: number, most: number): readonly number[] {
  if (length <= most) return Array.from({ length }, (_, index) => index);
  return Array.from({ length: most }, (_, index) =>
    Math.round((index * (length - 1)) / (most - 1)),
  );
}
