// A report with those kept cases only that the rules bear out when they judge them again: what a target made of a case may
// hang on what no report tells. Such a case is no witness, and speaks against nobody.
import type { Report, Witness } from '../../judge/result/report.js';
import type { Rule } from '../../judge/rules/rule.js';
import { type Contradiction, judgedAgain } from '../../judge/witnesses/again.js';

export interface Provable {
  readonly report: Report;
  /** Rules that passed, and that no kept case bears out. */
  readonly without: readonly string[];
}

export async function provable(report: Report, rules: readonly Rule[]): Promise<Provable> {
  const { borneOut, contradictions } = await judgedAgain(report, rules);
  const without = report.rules.filter(
    ({ id, outcome }) => outcome === 'passed' && !borneOut.has(id),
  );
  return { report: witnessed(report, contradictions), without: without.map(({ id }) => id) };
}

function witnessed(report: Report, contradictions: readonly Contradiction[]): Report {
  const { witnesses } = report;
  if (witnesses === undefined || contradictions.length === 0) return report;
  const bears = (witness: Witness, rule: string): boolean =>
    !contradictions.some(
      (one) => one.rule === rule && (one.witness === undefined || one.witness === witness),
    );
  const experiments = witnesses.experiments
    .map((experiment) => ({
      ...experiment,
      cases: experiment.cases
        .map((one) => ({ ...one, rules: one.rules.filter((rule) => bears(one, rule)) }))
        .filter((one) => one.rules.length > 0),
    }))
    .filter(({ cases }) => cases.length > 0);
  return { ...report, witnesses: { ...witnesses, experiments } };
}
