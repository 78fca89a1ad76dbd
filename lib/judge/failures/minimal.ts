// Finds the smallest case that breaks the rule in the same experiment, within a budget of requests and time. fast-check
// shrinks the cases that it drew; an experiment that offers smaller values is searched greedily.
import fc from 'fast-check';
import type { Cases, Experiment } from '../rules/rule.js';
import type { Broken } from '../evidence/evidence.js';

export interface Budget {
  /** The number of cases that may be sent. */
  readonly sends: number;
  readonly spentMs: () => number;
  readonly timeMs: number;
}

export type Try = (value: unknown) => Promise<Broken | undefined>;

/** The smallest case that breaks the rule, or the given one if no smaller case does. */
export async function minimal(
  broken: Broken,
  cases: Cases<unknown> | undefined,
  seed: number,
  attempt: Try,
  budget: Budget,
): Promise<Broken> {
  if (!cases || !broken.experiment) return broken;
  const bounded = withinBudget(attempt, budget);
  return 'arbitrary' in cases
    ? shrunk(broken, cases.arbitrary, seed, bounded)
    : smaller(broken, broken.experiment, bounded);
}

function withinBudget(attempt: Try, budget: Budget): Try {
  let sends = 0;
  return async (value) => {
    if (++sends > budget.sends || budget.spentMs() > budget.timeMs) return undefined;
    return attempt(value);
  };
}

async function shrunk(
  broken: Broken,
  arbitrary: fc.Arbitrary<unknown>,
  seed: number,
  attempt: Try,
): Promise<Broken> {
  let best = broken;
  let first = true;
  // fast-check takes everything that is thrown for a violation, but a defect of the kit must not pass for one.
  const defects: unknown[] = [];
  const property = fc.asyncProperty(arbitrary, async (value) => {
    // The first value is the broken case itself, which was sent already.
    const found = first
      ? broken
      : await attempt(value).catch((thrown: unknown) => void defects.push(thrown));
    first = false;
    if (!found) return;
    best = { ...found, path: best.path };
    throw new Error('broken');
  });
  const details = await fc.check(property, {
    seed,
    path: broken.path,
    numRuns: 1,
    endOnFailure: false,
  });
  if (defects.length > 0) throw defects[0];
  return {
    ...best,
    path: details.failed && details.counterexamplePath ? details.counterexamplePath : broken.path,
  };
}

async function smaller(
  broken: Broken,
  experiment: Experiment<unknown, unknown>,
  attempt: Try,
): Promise<Broken> {
  for (let best = broken; ;) {
    let next: Broken | undefined;
    for (const [index, value] of (experiment.smaller?.(best.value) ?? []).entries()) {
      const found = await attempt(value);
      if (found) next = { ...found, path: `${best.path}:${index}` };
      if (next) break;
    }
    if (!next) return best;
    best = next;
  }
}
