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
  const { seed, name: known } = failure.case;
  const { name, path } = placeOf(failure) ?? {};
  if (!rule || name === undefined || path === undefined) return undefined;
  if (name === '') return { rule, onlyCase: undefined, populated: false };
  const experiment = experimentNamed(name, rules);
  if (!experiment) return undefined;
  // A crash may be of a case that only another rule judges: then the whole rule is repeated, which needs a request like it.
  const isOwn = rule.form !== 'cases' || rule.experiments.includes(experiment);
  const alone = isOwn && !(rule.form === 'cases' && rule.remembers === true);
  // The words of a rule over every exchange name a request, not a case.
  const input = rule.form === 'exchanges' ? {} : { input: failure.input };
  return {
    rule,
    onlyCase: alone ? { experiment, path, seed, ...input, name: known } : undefined,
    populated: experiment.stage === 'populated',
  };
}

/**
 * The rules that failed, and those that send what showed it: a rule over every exchange, or one that a crash breaks, may
 * fail by a request that only another rule sends.
 */
export function rulesToRepeat(
  { rules: results }: Pick<Report, 'rules'>,
  rules: readonly Rule[],
): readonly string[] {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const chosen = new Set(failed.map(({ id }) => id));
  for (const { failures } of failed)
    for (const failure of failures) {
      const name = placeOf(failure)?.name;
      const senders = rules.filter(({ experiments }) =>
        experiments.some((experiment) => experiment.name === name),
      );
      if (senders.some(({ id }) => chosen.has(id))) continue;
      const [fewest] = senders.toSorted(
        (one, other) => one.experiments.length - other.experiments.length,
      );
      if (fewest) chosen.add(fewest.id);
    }
  return [...chosen];
}

/** The experiment, whose name is empty for what was broken while the run was prepared, and the case in it. */
function placeOf({ case: { path } }: Failure) {
  const at = path.lastIndexOf('#');
  return at < 0 ? undefined : { name: path.slice(0, at), path: path.slice(at + 1) };
}

function experimentNamed(name: string, rules: readonly Rule[]): AnyExperiment | undefined {
  return rules.flatMap((rule) => rule.experiments).find((one) => one.name === name);
}
