// Finds what has to be sent again for a reported failure: its rule, and its case if a single case can show it. Knows no
// rule by itself and sends nothing.
import type { Failure, Report, RuleResult } from '../result/report.js';
import type { AnyExperiment, Rule } from '../rules/rule.js';
import type { OnlyCase } from '../evidence/chosen.js';

export interface ReportedFailure {
  readonly result: RuleResult;
  readonly failure: Failure;
}

export function failureIn(report: Report, id: string): ReportedFailure | undefined {
  for (const result of report.rules) {
    const failure = result.failures.find((one) => one.id === id);
    if (failure) return { result, failure };
  }
  return undefined;
}

export interface Replayed {
  readonly rule: Rule;
  /**
   * Undefined if only the whole rule can show the failure, because it compares cases, or was broken while the run was
   * prepared.
   */
  readonly onlyCase: OnlyCase | undefined;
  /** Whether the run had added its animals before this case, because a rule may be broken only if they are there. */
  readonly populated: boolean;
}

/** Undefined if these rules are not those of the report. */
export function replayed(
  { result, failure }: ReportedFailure,
  rules: readonly Rule[],
): Replayed | undefined {
  const rule = rules.find(({ id }) => id === result.id);
  const { seed, path: place, name: known } = failure.case;
  const at = place.lastIndexOf('#');
  const [name, path] = [place.slice(0, at), place.slice(at + 1)];
  if (!rule || at < 0) return undefined;
  if (name === '') return { rule, onlyCase: undefined, populated: false };
  const experiment = experimentNamed(name, rules);
  if (!experiment) return undefined;
  const alone = !(rule.form === 'cases' && rule.remembers === true);
  // The words of a rule over every exchange name a request, not a case.
  const input = rule.form === 'exchanges' ? {} : { input: failure.input };
  return {
    rule,
    onlyCase: alone ? { experiment, path, seed, ...input, name: known } : undefined,
    populated: experiment.stage === 'populated',
  };
}

/**
 * The rules that failed, and those that send what showed it: a rule over every exchange may fail by a request that only
 * another rule sends, such as one that crashes the candidate.
 */
export function rulesToRepeat(
  { rules: results }: Pick<Report, 'rules'>,
  rules: readonly Rule[],
): readonly string[] {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const chosen = new Set(failed.map(({ id }) => id));
  for (const { id, failures } of failed)
    for (const failure of failures) {
      const experiment = experimentOf(failure, rules);
      const senders = rules.filter(({ experiments }) => experiments.some((e) => e === experiment));
      if (senders.some((rule) => rule.id === id || chosen.has(rule.id))) continue;
      const [fewest] = senders.toSorted((a, b) => a.experiments.length - b.experiments.length);
      if (fewest) chosen.add(fewest.id);
    }
  return [...chosen];
}

/** Undefined for what was broken while the run was prepared. */
function experimentOf({ case: { path } }: Failure, rules: readonly Rule[]) {
  return experimentNamed(path.slice(0, Math.max(0, path.lastIndexOf('#'))), rules);
}

function experimentNamed(name: string, rules: readonly Rule[]): AnyExperiment | undefined {
  return rules.flatMap((rule) => rule.experiments).find((one) => one.name === name);
}
