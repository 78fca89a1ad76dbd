// A report with those kept cases only that the rules bear out when they judge them again: what a target made of a case may
// hang on what no report tells. Such a case is no witness, and speaks against nobody.
import { removalDay } from '../../contract/facts.js';
import type { Report, RuleResult, Witness, Witnesses } from '../../judge/result/report.js';
import { getPetIsGone } from '../../judge/run/cases/needs.js';
import type { Rule } from '../../judge/rules/rule.js';
import { type Contradiction, judgedAgain, type JudgedAgain } from '../../judge/witnesses/again.js';

interface Provable {
  readonly report: Report;
  /** Rules that passed or do not apply, and that no kept case bears out. */
  readonly without: readonly string[];
  /** What its list of cases contradicts, each in a sentence. */
  readonly wrong: readonly string[];
}

export async function provable(report: Report, rules: readonly Rule[]): Promise<Provable> {
  const again = await judgedAgain(report, rules);
  return {
    report: witnessed(report, again.contradictions),
    without: withoutWitness(report, again),
    wrong: wronglyListed(report, again),
  };
}

/**
 * The cases of the run are those that the seed gives, and of each rule that passed one is there that the digest of them all
 * has drawn. Where an earlier run had been, the seed gives fewer.
 */
export function wronglyListed(
  { witnesses, rules }: Report,
  { listed, undrawn, most }: JudgedAgain,
): readonly string[] {
  if (witnesses?.commitment === undefined)
    return ['The report does not list the cases of its run.'];
  return [
    ...[...listed].flatMap(([name, { missing, strange }]) => [
      ...(missing > 0
        ? [`The seed gives ${missing} more cases than the report lists: "${name}".`]
        : []),
      ...(strange > 0 ? [`The report lists ${strange} cases that no seed gives: "${name}".`] : []),
    ]),
    ...rules.flatMap(({ id, evidence }) => {
      const cases = most.get(id) ?? Infinity;
      return evidence.cases > cases
        ? [`${id} has ${evidence.cases} cases, but the report lists only ${cases} of them.`]
        : [];
    }),
    ...[...undrawn].map(([id, why]) => `${id} fails in a case that was drawn: ${why}.`),
  ];
}

/** Rules that passed without a case that shows it, or that are said not to apply, or to be untested, without one. */
export function withoutWitness(
  { rules, run, target }: Report,
  { borneOut, excused }: JudgedAgain,
): readonly string[] {
  const isGone = ({ reason }: RuleResult): boolean =>
    reason === getPetIsGone && run.asOf >= removalDay;
  const isLeftOut = ({ profile, kind }: RuleResult): boolean =>
    kind === 'open' || (profile === 'quickstart' && target.quickstartBaseUrl === null);
  return rules.flatMap((rule) => {
    const { id, outcome } = rule;
    const lacks =
      (outcome === 'passed' && !borneOut.has(id)) ||
      (outcome === 'inapplicable' && !excused.has(id) && !isGone(rule)) ||
      (outcome === 'untested' && run.scope.full && !excused.has(id) && !isLeftOut(rule));
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
        .filter((one) => one.rules.length + one.excuses.length + (one.drawn?.length ?? 0) > 0),
    }))
    .filter(({ cases }) => cases.length > 0);
  const kept = { ...witnesses, experiments };
  return { ...report, samples: judgedSamples(report, kept), witnesses: kept };
}

/** Of the samples those that a case needs that is still there, each shown for a rule that the case is about. */
function judgedSamples({ samples }: Report, { setup, experiments }: Witnesses): Report['samples'] {
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
