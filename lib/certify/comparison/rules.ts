// Compares the rules that judge. Only rules that were decided for both sides can differ: if a rule could not be tested
// on one, because its store is full for example, that says nothing about how it behaves.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { wayOf } from '../../report/way-of.js';
import type { Labels, OnlyInOne, RuleDifference, RuleSide } from './comparison.js';
import { askedAlike } from './scopes.js';

/** What a comparison finds of rules, or of observations. */
export interface Compared<Difference> {
  readonly different: readonly Difference[];
  readonly onlyInOne: readonly OnlyInOne[];
  readonly same: readonly string[];
  readonly neither: readonly string[];
}

export function compareRules(a: Report, b: Report, labels: Labels): Compared<RuleDifference> {
  const judged = (report: Report): readonly RuleResult[] =>
    report.rules.filter(({ kind }) => kind !== 'open');
  const different: RuleDifference[] = [];
  const onlyInOne: OnlyInOne[] = [];
  const same: string[] = [];
  const neither: string[] = [];
  const [ofA, ofB] = [judged(a), judged(b)];
  const [inA, inB] = [byId(ofA), byId(ofB)];
  const alike = { seed: a.run.seed === b.run.seed, scope: askedAlike(a, b) };
  const isCut = a.run.interrupted || b.run.interrupted;
  for (const id of unionOf(ofA, ofB)) {
    const [one, other] = [inA.get(id), inB.get(id)];
    const rule = (one ?? other) as RuleResult;
    const isOpen = isCut && [one, other].some(isUndecided);
    if (one !== undefined && other !== undefined && !isOpen && differ(one, other, alike))
      different.push(differenceOf(one, other, labels));
    else if ([one, other].every(isUndecided)) neither.push(id);
    else if (one?.outcome === other?.outcome) same.push(id);
    else
      onlyInOne.push({
        id,
        kind: rule.kind,
        statement: rule.statement,
        a: one === undefined ? null : sideOf(one),
        b: other === undefined ? null : sideOf(other),
      });
  }
  return { different, onlyInOne, same, neither };
}

const isUndecided = (rule: RuleResult | undefined): boolean =>
  rule?.outcome === 'untested' || rule?.outcome === 'cantTell';

/**
 * A rule that was not run is not counted as different. One that is undecided differs from one that fails, unless its run
 * was ended early.
 */
function differ(
  one: RuleResult,
  other: RuleResult,
  alike: { readonly seed: boolean; readonly scope: boolean },
): boolean {
  const outcomes = [one.outcome, other.outcome];
  if (outcomes.includes('untested')) return false;
  // A run of another scope may have skipped just the cases that break the rule.
  const isPartial = [one, other].some(({ outcome, reason }) => outcome === 'passed' && reason);
  if (isPartial && !alike.scope) return false;
  if (one.outcome !== other.outcome) return outcomes.includes('failed');
  // Another seed finds other cases of the same violation.
  return one.outcome === 'failed' && alike.seed && failDifferently(one, other);
}

/**
 * Each run may have found only some of the ways in which its server breaks a rule, so a single common way makes them
 * equal.
 */
function failDifferently(one: RuleResult, other: RuleResult): boolean {
  const [ways, others] = [waysOf(one), waysOf(other)];
  return ways.length > 0 && others.length > 0 && !others.some((way) => ways.includes(way));
}

/** Null if one is unknown, because reports of older kits contain only sentences. */
function waysOf({ failures }: RuleResult): readonly string[] {
  const findings = failures.flatMap(({ finding }) => finding ?? []);
  return findings.length < failures.length ? [] : findings.map(wayOf);
}

const sideOf = ({ outcome, reason, failures }: RuleResult): RuleSide => ({
  outcome,
  why: failures[0]?.cause ?? reason,
});

function differenceOf(one: RuleResult, other: RuleResult, labels: Labels): RuleDifference {
  const { id, clause, kind, statement } = one;
  const [a, b] = [sideOf(one), sideOf(other)];
  return { id, clause, kind, statement, a, b, sentences: sentencesOf(a, b, labels) };
}

function sentencesOf(a: RuleSide, b: RuleSide, [nameA, nameB]: Labels): readonly string[] {
  if (a.outcome === b.outcome)
    return [
      `Both break this rule, each in its own way.`,
      `${nameA}: ${a.why ?? ''}`,
      `${nameB}: ${b.why ?? ''}`,
    ];
  const [broken, breaks, other, side] =
    a.outcome === 'failed' ? [a, nameA, nameB, b] : [b, nameB, nameA, a];
  const otherwise =
    side.outcome === 'passed'
      ? `${other} keeps it`
      : `for ${other} it is ${side.outcome === 'cantTell' ? 'undecided' : side.outcome}`;
  return [`${breaks} breaks this rule; ${otherwise}.`, broken.why ?? ''].filter(
    (text) => text !== '',
  );
}

/** The ids of both, in the order of the first and then of the second. */
export function unionOf(
  a: readonly { readonly id: string }[],
  b: readonly { readonly id: string }[],
): readonly string[] {
  return [...new Set([...a, ...b].map(({ id }) => id))];
}

/** Keeps the first of each id, because a file that names one twice does not come from the kit. */
export const byId = <One extends { readonly id: string }>(all: readonly One[]): Map<string, One> =>
  new Map([...all].reverse().map((one) => [one.id, one]));
