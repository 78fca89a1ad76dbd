// Combines legal variants by a seed, because what is legal alone must be legal together.
import fc from 'fast-check';
import { conflict, type Variant } from '../reference/index.js';

/** Each variant is in exactly one of the groups, whose size is limited. */
export function companies(
  variants: readonly Variant[],
  seed: number,
  most = 10,
): readonly (readonly Variant[])[] {
  const count = variants.length;
  const [shuffled = []] = fc.sample(
    fc.shuffledSubarray([...variants], { minLength: count, maxLength: count }),
    { seed, numRuns: 1 },
  );
  const made: Variant[][] = [];
  for (const one of shuffled) {
    const fits = (others: readonly Variant[]): boolean =>
      others.length < most && !others.some((other) => conflict(one, other));
    const company = made.find(fits);
    if (company) company.push(one);
    else made.push([one]);
  }
  return made;
}
