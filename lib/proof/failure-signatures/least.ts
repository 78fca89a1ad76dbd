// The least number of defects behind what has failed so far. While a run goes on, only a part of each has shown.
import type { Known } from './match.js';
import { isAt, signaturesOf, type Failed, type FailureSignature } from './signatures.js';

/**
 * A fault is considered only if at least this share of its signatures was seen, which excludes faults that break nearly
 * everything.
 */
const enoughSeen = 0.5;

export function leastCauses(rules: readonly Failed[], known: readonly Known[]): number {
  let left = signaturesOf({ rules });
  const possible = known.filter(({ signatures }) => {
    const seen = signatures.filter((signature) => left.some((one) => isAt(one, signature)));
    return signatures.length > 0 && seen.length >= enoughSeen * signatures.length;
  });
  let causes = 0;
  while (left.length > 0) {
    const own = mostOf(left, possible);
    left = left.filter((signature) => !own.includes(signature));
    causes += 1;
  }
  return causes;
}

/** The signatures that the most revealing fault explains, or those of a single rule if no fault explains more. */
function mostOf(
  left: readonly FailureSignature[],
  possible: readonly Known[],
): readonly FailureSignature[] {
  const alone = left.filter(({ rule }) => rule === left[0]?.rule);
  return possible
    .map(({ signatures }) =>
      left.filter((one) => signatures.some((signature) => isAt(one, signature))),
    )
    .reduce((most, own) => (own.length > most.length ? own : most), alone);
}
