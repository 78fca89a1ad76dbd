// Random legal combinations of variants, drawn by a seed: what is legal alone must be legal in company.
import fc from 'fast-check';
import { conflict, type Variant } from '../reference/index.js';

const most = 6;

export function combination(variants: readonly Variant[], seed: number): readonly Variant[] {
  const [order = []] = fc.sample(
    fc.shuffledSubarray([...variants], { minLength: most * 3, maxLength: most * 3 }),
    { seed, numRuns: 1 },
  );
  const chosen: Variant[] = [];
  for (const one of order)
    if (chosen.length < most && chosen.every((other) => !conflict(one, other))) chosen.push(one);
  return chosen;
}
