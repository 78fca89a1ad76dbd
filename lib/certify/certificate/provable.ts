// Reduces a report to the kept cases that the rules confirm when they judge them again. A judgement may depend on
// something that no report contains; such a case is no evidence, and does not count against anybody.
import type { Report, RuleResult, ReportedCase, ReportedCases } from '../../judge/result/report.js';
import { count } from '../../report/words.js';
import type { Rule } from '../../judge/rules/rule.js';
import {
  type Contradiction,
  reEvaluated,
  type ReEvaluation,
} from '../../judge/recorded-cases/re-evaluate.js';

interface Provable {
  readonly report: Report;
  /** Rules that passed or do not apply, although no kept case confirms it. */
  readonly without: readonly string[];
  /** The contradictions between the list of cases and the report, as sentences. */
  readonly wrong: readonly string[];
}

export async function provable(report: Report, rules: readonly Rule[]): Promise<Provable> {
  const again = await reEvaluated(report, rules);
  return {
    report: withoutContradicted(report, again.contradictions),
    without: withoutRecordedCase(report, again),
    wrong: wronglyListed(report, again),
  };
}

/**
 * Checks that the cases of the run are those that the seed gives, and that each unbroken rule has the case that the
 * digest of all cases has drawn. If an earlier run used the store, the seed gives fewer cases.
 */
export function wronglyListed(
  { witnesses, rules }: Report,
  { listed, undrawn, most }: ReEvaluation,
): readonly string[] {
  if (witnesses?.commitment === undefined)
    return ['The report does not list the cases of its run.'];
  return [
    ...[...listed].flatMap(([name, { missing, strange }]) => [
      ...(missing > 0
        ? [`The seed gives ${count(missing, 'more case')} than the report lists: "${name}".`]
        : []),
      ...(strange > 0
        ? [`The report lists ${count(strange, 'case')} that no seed gives: "${name}".`]
        : []),
    ]),
    ...rules.flatMap(({ id, evidence }) => {
      const listedCases = most.get(id) ?? Infinity;
      return evidence.cases > listedCases
        ? [`${id} has ${evidence.cases} cases, but the report lists only ${listedCases} of them.`]
        : [];
    }),
    ...[...undrawn].map(([id, why]) => `${id} fails in a case that was drawn: ${why}.`),
  ];
}

/** Rules that are said to have passed, not to apply or to be untested, without a case that shows it. */
export function withoutRecordedCase(
  { rules, run, target }: Report,
  { borneOut, inapplicable }: ReEvaluation,
): readonly string[] {
  const isLeftOut = ({ profile, kind }: RuleResult): boolean =>
    kind === 'open' || (profile === 'quickstart' && target.quickstartBaseUrl === null);
  return rules.flatMap((rule) => {
    const { id, outcome } = rule;
    const lacks =
      (outcome === 'passed' && !borneOut.has(id)) ||
      (outcome === 'inapplicable' && !inapplicable.has(id)) ||
      (outcome === 'untested' && run.scope.full && !inapplicable.has(id) && !isLeftOut(rule));
    return lacks ? [id] : [];
  });
}

function withoutContradicted(report: Report, contradictions: readonly Contradiction[]): Report {
  const { witnesses } = report;
  if (witnesses === undefined || contradictions.length === 0) return report;
  const bears = (recordedCase: ReportedCase, rule: string): boolean =>
    !contradictions.some(
      (one) =>
        one.rule === rule && (one.recordedCase === undefined || one.recordedCase === recordedCase),
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
        .filter((one) => one.rules.length + one.excuses.length + (one.drawn?.length ?? 0) > 0),
    }))
    .filter(({ cases }) => cases.length > 0);
  const kept = { ...witnesses, experiments };
  return { ...report, samples: judgedSamples(report, kept), witnesses: kept };
}

/** Keeps the samples that a remaining case needs, each shown for a rule that its case is about. */
function judgedSamples(
  { samples }: Report,
  { setup, experiments }: ReportedCases,
): Report['samples'] {
  const rulesOf = new Map<number, readonly string[]>(
    [
      setup.twin?.exchange ?? [],
      setup.messageTwin ?? [],
      ...experiments.flatMap(({ firstAdded }) => firstAdded.map(({ exchange }) => exchange)),
    ]
      .flat()
      .map((number) => [number, []]),
  );
  for (const { exchanges, rules, excuses, drawn = [] } of experiments.flatMap(({ cases }) => cases))
    for (const number of exchanges) rulesOf.set(number, [...rules, ...excuses, ...drawn]);
  return samples.flatMap((one) => {
    const rules = rulesOf.get(one.number);
    if (rules === undefined) return [];
    return [rules.includes(one.rule ?? '') ? one : { ...one, rule: rules[0] ?? null }];
  });
}
