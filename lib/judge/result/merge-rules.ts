// One rule as several parts of a run judged it. Only the rules over every exchange are in more than one part.
import { hasReason } from './reasons.js';
import { mostFailures, nothings } from './of-a-rule.js';
import type { Failure, Outcome, RuleResult } from './report.js';

/**
 * The order of outcomes: a violation in one part is one of the whole, and a doubt in one part leaves the whole in
 * doubt.
 */
const weight: Record<Outcome, number> = {
  failed: 6,
  cantTell: 5,
  passed: 4,
  observed: 3,
  untested: 2,
  inapplicable: 1,
};

export function mergeRule(results: readonly RuleResult[]): RuleResult {
  const heard = results.filter((result) => !isSilent(result));
  const revealing = heard.length > 0 ? heard : results;
  const worst = revealing.reduce((one, other) =>
    weight[other.outcome] > weight[one.outcome] ? other : one,
  );
  if (results.length === 1) return worst;
  const sum = (count: (result: RuleResult) => number): number =>
    results.reduce((total, result) => total + count(result), 0);
  const evidence = {
    cases: sum((result) => result.evidence.cases),
    exchanges: sum((result) => result.evidence.exchanges),
  };
  const broken = sum((result) => result.failures[0]?.cases.failed ?? 0);
  return {
    ...worst,
    evidence,
    failures: eachKindOnce(results.flatMap((result) => result.failures)).map((failure) => ({
      ...failure,
      cases: { ...failure.cases, failed: broken, of: evidence.cases },
    })),
    durationMs: Math.max(...results.map((result) => result.durationMs)),
  };
}

/** Nothing that the rule could have judged occurred in this part, which says nothing against the other parts. */
const isSilent = (result: RuleResult): boolean =>
  result.evidence.cases === 0 &&
  result.outcome === 'cantTell' &&
  nothings.some((what) => hasReason(result, { what }));

/** Keeps one failure for each operation and status that broke the rule, as a whole run does. */
function eachKindOnce(failures: readonly Failure[]): readonly Failure[] {
  const kinds = new Map<string, Failure>();
  for (const failure of failures) {
    const last = failure.exchanges.at(-1);
    const kind = last ? `${last.operation} ${last.response?.status}` : failure.id;
    if (!kinds.has(kind)) kinds.set(kind, failure);
  }
  return [...kinds.values()].slice(0, mostFailures);
}
