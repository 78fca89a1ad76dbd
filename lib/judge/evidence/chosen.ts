// Chooses the cases of an experiment that a run sends: all of a small domain, and of a large one the same number for
// each seed of the run.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { jsonText } from '../../contract/values/values.js';
import type { AnyExperiment, Cases } from '../rules/rule.js';
import type { At } from './sort-key.js';

export interface Chosen extends At {
  readonly value: unknown;
}

export interface ChoiceOptions {
  readonly seed: number;
  /** The number of seeds from which values are drawn, one after another. */
  readonly seeds: number;
  readonly onlyCase?: OnlyCase | undefined;
}

/** Chooses the cases; undefined if the only case that is wanted cannot be made. */
export function chosen(
  experiment: AnyExperiment,
  cases: Cases<unknown>,
  { seed, seeds, onlyCase }: ChoiceOptions,
): readonly Chosen[] | undefined {
  const streams = Array.from({ length: seeds }, (_, stream) => stream);
  const seedAt = (stream: number): number => seedOf(seed + stream, experiment.name);
  if (onlyCase?.experiment === experiment) {
    const found = valueAt(experiment, cases, onlyCase);
    return (
      found && [
        {
          value: found.value,
          path: onlyCase.path,
          name: onlyCase.name,
          stream: Math.max(
            0,
            streams.findIndex((stream) => seedAt(stream) === onlyCase.seed),
          ),
        },
      ]
    );
  }
  if (!('arbitrary' in cases))
    return cases.map((value, index) => ({ value, path: String(index), stream: 0 }));
  const numRuns = Math.ceil(cases.runs / seeds);
  return streams.flatMap((stream) =>
    fc
      .sample(cases.arbitrary, { seed: seedAt(stream), numRuns })
      .map((value, index) => ({ value, path: String(index), stream })),
  );
}

/** Each experiment has its own stream of values, so that one more experiment changes no other. */
export const seedOf = (seed: number, name: string): number =>
  createHash('sha256').update(`${seed} ${name}`).digest().readInt32LE(0);

/**
 * The few cases that are sent to a store that an earlier run has used: neighbours, of which the seed chooses the first.
 */
export function fewOf<T>(
  { name, always = 0 }: AnyExperiment,
  all: readonly T[],
  count: number,
  seed: number,
): readonly T[] {
  if (all.length <= count) return all;
  const first = count > always ? all.slice(0, always) : [];
  const others = all.slice(first.length);
  const from = Math.abs(seedOf(seed, name)) % others.length;
  return [...first, ...others.slice(from), ...others.slice(0, from)].slice(0, count);
}

/** Leads from a reported failure back to its minimal case. */
export interface OnlyCase {
  readonly experiment: AnyExperiment;
  readonly path: string;
  readonly seed: number;
  /** The case in words, as it was reported: the target's data may have changed the order of the cases since. */
  readonly input?: string;
  readonly name?: string | undefined;
}

/** The value at a path; undefined if the experiment has no such case. */
export function valueAt(
  experiment: AnyExperiment,
  cases: Cases<unknown>,
  { seed, path, input }: Omit<OnlyCase, 'experiment'>,
): { readonly value: unknown } | undefined {
  if ('arbitrary' in cases) return sampledAt(cases.arbitrary, seed, path);
  const same = path.includes(':')
    ? undefined
    : cases.find((value) => describeCase(experiment, value) === input);
  const [first = 0, ...smallerOnes] = path.split(':').map(Number);
  const value =
    same ??
    smallerOnes.reduce<unknown>(
      (larger, index) => (larger === undefined ? undefined : experiment.smaller?.(larger)[index]),
      cases[first],
    );
  return value === undefined ? undefined : { value };
}

function sampledAt(
  arbitrary: fc.Arbitrary<unknown>,
  seed: number,
  path: string,
): { readonly value: unknown } | undefined {
  try {
    const values = fc.sample(arbitrary, { seed, path, numRuns: 1 });
    return values.length === 0 ? undefined : { value: values[0] };
  } catch {
    return undefined; // the values are others than they were, and this one does not shrink so far
  }
}

/** How a person would name the case. */
export const describeCase = (experiment: AnyExperiment, value: unknown): string =>
  experiment.describe?.(value) ?? jsonText(value);
