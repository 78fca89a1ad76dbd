// Describes identifiers that a service assigned one after another, in the same words for any store, however many
// animals it has. Nothing is sent or judged.
import { undecided } from '../../lib/judge/rules/index.js';

/** Fewer identifiers, or numbers that many clients share, say nothing. */
const fewest = 10;
const exactInADouble = BigInt(Number.MAX_SAFE_INTEGER);
/** Other clients add animals at the same time, and each takes an identifier. */
const mostApart = 20n;

/** Expects identifiers roughly in the order in which they were assigned, because requests overtake one another. */
export function identifiersInWords(ids: readonly bigint[]): string {
  if (ids.length < fewest) undecided('too few added', 'untested');
  const sorted = [...ids].sort((one, other) => (one < other ? -1 : 1));
  const [least, greatest] = [sorted[0] as bigint, sorted.at(-1) as bigint];
  const isLarge = greatest > exactInADouble || least < -exactInADouble;
  const isDense = greatest - least <= mostApart * BigInt(ids.length);
  return [
    signOf(least, greatest),
    directionOf(ids),
    isDense ? 'close together' : 'far apart',
    ...(isLarge ? ['beyond 53 bits'] : []),
  ].join(', ');
}

function signOf(least: bigint, greatest: bigint): string {
  if (least >= 0n) return 'not negative';
  return greatest < 0n ? 'negative' : 'negative and not';
}

/** Compares each identifier with the one half a list later, because no request overtakes that many others. */
function directionOf(ids: readonly bigint[]): string {
  const half = Math.floor(ids.length / 2);
  const rising = ids.slice(0, half).filter((id, at) => id < (ids[at + half] as bigint)).length;
  if (rising >= 0.9 * half) return 'ascending';
  return rising <= 0.1 * half ? 'descending' : 'in no order';
}
