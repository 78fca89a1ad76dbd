// Names the cases, so that each is known from run to run and from version to version by its words and not by its
// position: measurements stay valid when other cases are added, removed or moved.
import { createHash } from 'node:crypto';
import type { AnyExperiment } from '../../rules/rule.js';

/** The length of a name: an experiment has so few cases that this many digits distinguish them. */
const digits = 4;

/**
 * Names the cases of an experiment that is tried whole, in their order. `known` has the measured ones, in their order.
 */
export function namesOf(
  { describe = () => '' }: AnyExperiment,
  values: readonly unknown[],
  known: readonly string[] = [],
): readonly string[] {
  const own = numbered(values.map((value) => digestOf(describe(value))));
  // A case that contains identifiers or categories of the target takes the name of the measured case in its place.
  const measured = new Set(known);
  const there = new Set(own);
  const left = known.filter((name) => !there.has(name)).values();
  return own.map((name) => (measured.has(name) ? name : (left.next().value ?? name)));
}

const digestOf = (words: string): string =>
  createHash('sha256').update(words).digest('hex').slice(0, digits);

/** Repeated cases have the same words each time. */
function numbered(names: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  return names.map((name) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return time === 1 ? name : `${name}.${time}`;
  });
}
