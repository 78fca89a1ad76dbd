// Finds out what a run will send by running it against a correct server in this process, with the same rules and
// effort. The numbers are approximate, because a real run depends on what the target contains and answers.
import { startRun, type RunStart } from '../judge/run/start-run.js';
import type { RuleResult } from '../judge/result/report.js';
import type { AnyExperiment, Rule } from '../judge/rules/rule.js';
import { prepareInMemory } from './in-memory.js';

export interface Cost {
  readonly requests: number;
  /** The number of requests that could write. */
  readonly writes: number;
}

/** The number of requests, and of the animals that remain. */
export interface WholeCost extends Cost {
  /** Animals that are added, and stay: the API has no delete. */
  readonly animals: number;
}

export interface RuleCost extends Cost {
  readonly id: string;
  readonly clause: string;
  /** The reason why the rule will not be tested or observed; null if it will. */
  readonly note: string | null;
}

export interface Plan extends WholeCost {
  /** Asked before any rule, or for several. */
  readonly preparation: Cost;
  /** Several rules may judge the same requests, so their sum is more than the whole. */
  readonly rules: readonly RuleCost[];
}

type Planned = Pick<
  RunStart,
  'rules' | 'effort' | 'scope' | 'seed' | 'asOf' | 'categoryIds' | 'strict'
> &
  Partial<Pick<RunStart, 'limits'>> & {
    readonly quickstart: boolean;
    /** How many animals the store has; by default as many as seem likely. */
    readonly animals?: number;
  };

/**
 * A read-only run adds none, so that on an empty store it would leave out what it sends to the store of a service that is in
 * use: some 200 requests of 1,000. This many are enough for every rule.
 */
export const animalsRehearsedWith = (readOnly: boolean): number => (readOnly ? 400 : 0);

export async function dryRun({ quickstart, limits, animals, ...planned }: Planned): Promise<Plan> {
  const spent = new Map<AnyExperiment | undefined, { requests: number; writes: number }>();
  const usual = prepareInMemory({
    animals: animals ?? animalsRehearsedWith(planned.scope.readOnly),
  });
  const { maxRequests, maxWrites } = limits ?? {};
  const report = await startRun({
    ...usual,
    ...planned,
    // A rate costs time, not requests.
    limits: {
      maxRequests,
      maxWrites,
    },
    target: quickstart ? usual.target : { ...usual.target, quickstartBaseUrl: null },
    onSent: ({ ask, answer }, experiment) => {
      if (answer === undefined) return;
      const cost = spent.get(experiment) ?? { requests: 0, writes: 0 };
      spent.set(experiment, cost);
      cost.requests += 1;
      if (ask.writes) cost.writes += 1;
    },
  });
  const costOf = (experiments: readonly (AnyExperiment | undefined)[]): Cost => {
    const costs = experiments.map((one) => spent.get(one) ?? { requests: 0, writes: 0 });
    return {
      requests: sum(costs.map((one) => one.requests)),
      writes: sum(costs.map((one) => one.writes)),
    };
  };
  const chosen = new Map<string, Rule>(planned.rules.map((rule) => [rule.id, rule]));
  const experiments = new Set(planned.rules.flatMap((rule) => rule.experiments));
  return {
    requests: report.run.exchanges,
    writes: report.run.writes,
    animals: report.run.created.length,
    preparation: costOf(
      [...spent.keys()].filter((one) => one === undefined || !experiments.has(one)),
    ),
    rules: report.rules.map((result) => ({
      id: result.id,
      clause: result.clause,
      ...costOf(chosen.get(result.id)?.experiments ?? []),
      note: noteOf(result),
    })),
  };
}

/**
 * A rule may lack evidence only because the store of the dry run has few animals. The target may hold any number of animals,
 * so nothing is said of it.
 */
const noteOf = ({ kind, outcome, reason, because, evidence, why }: RuleResult): string | null =>
  because === 'few animals' ||
  // A question that was asked, and that an empty store does not answer.
  (kind === 'open' && outcome === 'untested' && evidence.cases > 0)
    ? 'the rehearsal lacked the animals for it'
    : outcome === 'untested' || outcome === 'cantTell' || why?.why?.what === 'outside budget'
      ? reason
      : null;

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
