// Which cases of an experiment a run sends. Small domains have theirs; of large ones each seed of the run draws as many.
import fc from 'fast-check';
import { valueAt, type OnlyCase } from '../../failures/minimal.js';
import type { AnyExperiment, Cases } from '../../rules/rule.js';
import type { At } from '../standing/place.js';
import { seedOf } from './seed.js';

export interface Chosen extends At {
  readonly value: unknown;
}

export interface ChoiceOptions {
  readonly seed: number;
  /** From so many seeds, one after the other, values are drawn. */
  readonly seeds: number;
  readonly onlyCase?: OnlyCase | undefined;
}

/** Undefined where the one case that is wanted does not come about. */
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
          ...(onlyCase.name === undefined ? {} : { name: onlyCase.name }),
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

/** Those that are sent where an earlier run has been: so many that stand side by side; from where on, the seed says. */
export function fewOf<T>(
  { name }: AnyExperiment,
  all: readonly T[],
  count: number,
  seed: number,
): readonly T[] {
  if (all.length <= count) return all;
  const from = Math.abs(seedOf(seed, name)) % all.length;
  return [...all.slice(from), ...all.slice(0, from)].slice(0, count);
}
