// The least number of defects behind what has failed so far. While a run goes on, only a part of each has shown.
import type { Known } from './match.js';
import { isAt, signsOf, type Failed, type Sign } from './signatures.js';

/**
 * A fault is considered only if at least this share of its signs was seen, which excludes faults that break nearly
 * everything.
 */
const enoughSeen = 0.5;

export function leastCauses(rules: readonly Failed[], known: readonly Known[]): number {
  let left = signsOf({ rules });
  const possible = known.filter(({ signs }) => {
    const seen = signs.filter((sign) => left.some((one) => isAt(one, sign)));
    return signs.length > 0 && seen.length >= enoughSeen * signs.length;
  });
  let causes = 0;
  while (left.length > 0) {
    const own = mostOf(left, possible);
    left = left.filter((sign) => !own.includes(sign));
    causes += 1;
  }
  return causes;
}

/** The signs that the most telling fault explains, or those of a single rule if no fault explains more. */
function mostOf(left: readonly Sign[], possible: readonly Known[]): readonly Sign[] {
  const alone = left.filter(({ rule }) => rule === left[0]?.rule);
  return possible
    .map(({ signs }) => left.filter((one) => signs.some((sign) => isAt(one, sign))))
    .reduce((most, own) => (own.length > most.length ? own : most), alone);
}
