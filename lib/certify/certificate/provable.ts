// A report with those kept cases only that the rules bear out when they judge them again: what a target made of a case may
// hang on what no report tells. Such a case is no witness, and speaks against nobody.
import { removalDay } from '../../contract/facts.js';
import type { Report, RuleResult, Witness } from '../../judge/result/report.js';
import { getPetIsGone } from '../../judge/run/cases/needs.js';
import type { Rule } from '../../judge/rules/rule.js';
import { type Contradiction, judgedAgain, type JudgedAgain } from '../../judge/witnesses/again.js';

export interface Provable {
  readonly report: Report;
  /** Rules that passed or do not apply, and that no kept case bears out. */
  readonly without: readonly string[];
}

export async function provable(report: Report, rules: readonly Rule[]): Promise<Provable> {
  const again = await judgedAgain(report, rules);
  return {
    report: witnessed(report, again.contradictions),
    without: withoutWitness(report, again),
  };
}

/** Rules that passed without a case that shows it, or that are said not to apply without one. */
export function withoutWitness(
  { rules, run }: Report,
  { borneOut, excused }: JudgedAgain,
): readonly string[] {
  const isGone = ({ reason }: RuleResult): boolean =>
    reason === getPetIsGone && run.asOf >= removalDay;
  return rules.flatMap((rule) => {
    const { id, outcome } = rule;
    const lacks =
      (outcome === 'passed' && !borneOut.has(id)) ||
      (outcome === 'inapplicable' && !excused.has(id) && !isGone(rule));
    return lacks ? [id] : [];
  });
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
        .map((one) => ({
          ...one,
          rules: one.rules.filter((rule) => bears(one, rule)),
          excuses: one.excuses.filter((rule) => bears(one, rule)),
        }))
        .filter((one) => one.rules.length + one.excuses.length > 0),
    }))
    .filter(({ cases }) => cases.length > 0);
  return { ...report, witnesses: { ...witnesses, experiments } };
}
