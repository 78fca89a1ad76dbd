// Makes a verdict of outcomes, and the one sentence that states it.
import type { Counts, Report, RuleResult, Scope, TargetFacts, Verdict } from './report.js';

interface Judged {
  readonly rules: readonly RuleResult[];
  readonly scope: Scope;
  readonly strict: boolean;
  readonly interrupted: boolean;
}

export function verdictOf({ rules, scope, strict, interrupted }: Judged): Verdict {
  if (rules.some((rule) => rule.outcome === 'failed' && decides(rule, strict)))
    return 'not-conformant';
  // What an interrupted run has not found, it may yet have found.
  if (interrupted) return 'inconclusive';
  if (rules.some((rule) => leavesOpen(rule, { scope, strict }))) return 'inconclusive';
  // A budget may be too small for a whole profile.
  if (isNothing(rules) && scope.shard === null && scope.budget === undefined) return 'inconclusive';
  return scope.full ? 'conformant' : 'no-violation-found';
}

/** The selected rules could not be tried at all: without a quickstart address, for example. */
export const isNothing = (rules: readonly RuleResult[]): boolean =>
  rules.length > 0 && rules.every(({ outcome }) => outcome === 'untested');

interface Verdicts {
  readonly verdict: Verdict;
  readonly profiles: { readonly catalogue: Verdict; readonly quickstart: Verdict | null };
}

/** The verdict on all rules, and on each profile that has an address. */
export function verdictsOf(judged: Judged, hasQuickstart: boolean): Verdicts {
  const { rules } = judged;
  const of = (profile: RuleResult['profile']): Verdict => {
    const own = rules.filter((rule) => rule.profile === profile);
    // Where no rule of a profile was chosen, nobody has looked for a violation.
    return own.length === 0 ? 'inconclusive' : verdictOf({ ...judged, rules: own });
  };
  const covered = rules.filter(({ profile }) => profile === 'catalogue' || hasQuickstart);
  // If only untested rules were chosen, the verdict says so.
  const whole = covered.length === 0 ? rules : covered;
  const shown = verdictOf({ ...judged, rules: whole });
  return {
    // With a budget that is too small for any rule, the run found nothing out.
    verdict:
      shown === 'no-violation-found' && judged.scope.budget !== undefined && isNothing(whole)
        ? 'inconclusive'
        : shown,
    profiles: { catalogue: of('catalogue'), quickstart: hasQuickstart ? of('quickstart') : null },
  };
}

/** All that a report says of its results as a whole. */
export function concluded(
  judged: Judged,
  { name, quickstartBaseUrl }: Pick<TargetFacts, 'name' | 'quickstartBaseUrl'>,
): Pick<Report, 'profiles' | 'verdict' | 'summary' | 'counts'> {
  const verdicts = verdictsOf(judged, quickstartBaseUrl !== null);
  return {
    ...verdicts,
    summary: summaryOf({ ...judged, ...verdicts, targetName: name }),
    counts: countsOf(judged.rules, judged.strict),
  };
}

/** Whether a failure of this rule is one of the run, and not a warning: only such a rule can keep the verdict open. */
export const decides = ({ kind }: Pick<RuleResult, 'kind'>, strict: boolean): boolean =>
  kind === 'stated' || (strict && kind === 'implied');

/** While this rule is not decided, neither is the verdict. A full run may leave nothing untested that the contract states. */
export function leavesOpen(
  rule: RuleResult,
  { scope, strict }: Pick<Judged, 'scope' | 'strict'>,
): boolean {
  const isUntested = scope.full && rule.kind === 'stated' && rule.outcome === 'untested';
  return decides(rule, strict) && (rule.outcome === 'cantTell' || isUntested);
}

export function countsOf(rules: readonly RuleResult[], strict: boolean): Counts {
  const of = (outcome: RuleResult['outcome']): number =>
    rules.filter((rule) => rule.outcome === outcome).length;
  const warnings = strict
    ? 0
    : rules.filter((rule) => rule.outcome === 'failed' && rule.kind === 'implied').length;
  return {
    passed: of('passed'),
    failed: of('failed') - warnings,
    cantTell: of('cantTell'),
    inapplicable: of('inapplicable'),
    untested: of('untested'),
    observed: of('observed'),
    warnings,
  };
}

/** The last format of reports that this version knows, and the one that it writes. */
export const latestFormat = 2;

/** The counts as a report of this format has them. */
export function countsIn({ format, rules, run }: Pick<Report, 'format' | 'rules' | 'run'>): Counts {
  const counts = countsOf(rules, run.strict);
  return format === 1 ? { ...counts, failed: counts.failed + counts.warnings } : counts;
}

interface Summarised extends Judged, Verdicts {
  readonly targetName: string;
}

/**
 * The verdict in words first, then what it rests on: the rules that judge, each counted once, so that the numbers add up.
 * What is only observed is no part of it.
 */
export function summaryOf(summarised: Summarised): string {
  const { rules, verdict, strict, scope, targetName } = summarised;
  const judged = rules.filter((rule) => rule.kind !== 'open');
  const counts = countsOf(judged, strict);
  const { failed } = counts;
  const parts = [
    `${counts.passed} of ${judged.length} ${judged.length === 1 ? 'rule' : 'rules'} passed`,
    failed > 0 ? `${failed} failed` : '',
    counts.warnings > 0
      ? `${counts.warnings} ${counts.warnings === 1 ? 'warning' : 'warnings'}`
      : '',
    counts.cantTell > 0 ? `${counts.cantTell} undecided` : '',
    counts.inapplicable > 0 ? `${counts.inapplicable} inapplicable` : '',
    counts.untested > 0 ? `${counts.untested} untested` : '',
  ].filter((part) => part !== '');
  const target = targetName === 'reference' ? 'the reference server' : targetName;
  const sentence = sentences[verdict](target, coveredText(summarised), scopeText(scope));
  // An address begins with a small letter, also at the start of a sentence.
  const start = sentence.startsWith('the ') ? 'T' : sentence.charAt(0);
  return `${start}${sentence.slice(1)} ${parts.join(', ')}.`;
}

/** A profile without tested rules has no verdict. */
const isTestedOf = (profile: RuleResult['profile'], rule: RuleResult): boolean =>
  rule.profile === profile && rule.outcome !== 'untested';

/** The profiles of the verdict, each with its own verdict if they differ. */
function coveredText({ rules, profiles }: Summarised): string {
  const covered = (['catalogue', 'quickstart'] as const).flatMap((name) => {
    const verdict = profiles[name];
    const isCovered = verdict !== null && rules.some((rule) => isTestedOf(name, rule));
    return isCovered ? [{ name, verdict }] : [];
  });
  return new Set(covered.map(({ verdict }) => verdict)).size > 1
    ? covered.map(({ name, verdict }) => `${name}: ${verdict.replaceAll('-', ' ')}`).join(', ')
    : covered.map(({ name }) => name).join(' and ');
}

const sentences: Record<Verdict, (target: string, covered: string, scope: string) => string> = {
  conformant: (target, covered) => `${target} is conformant (${covered}):`,
  'not-conformant': (target, covered) => `${target} is not conformant (${covered}):`,
  inconclusive: (target, covered) =>
    `Inconclusive: not enough evidence to judge ${target}${covered === '' ? '' : ` (${covered})`}.`,
  'no-violation-found': (target, covered, scope) =>
    `No violation found in ${target} (${covered}; scope: ${scope}):`,
};

/** "at most 300 requests and 50 writes, within 60 s"; nothing where no budget left anything out. */
function budgetText({ budget: { maxRequests, maxWrites, withinSeconds } = {} }: Scope): string {
  const times = (most: number | undefined, noun: string): readonly string[] =>
    most === undefined ? [] : [`${most} ${most === 1 ? noun : `${noun}s`}`];
  const most = [...times(maxRequests, 'request'), ...times(maxWrites, 'write')];
  return [
    ...(most.length === 0 ? [] : [`at most ${most.join(' and ')}`]),
    ...(withinSeconds === undefined ? [] : [`within ${withinSeconds} s`]),
  ].join(', ');
}

/** The summary names the scope briefly, because every report lists it in full elsewhere. */
function inShort(patterns: readonly string[]): string {
  const left = patterns.length - fewPatterns;
  if (left <= 1) return patterns.join(', ');
  return `${patterns.slice(0, fewPatterns).join(', ')} and ${left} more`;
}
const fewPatterns = 3;

export function scopeText(scope: Scope): string {
  if (scope.full) return 'full';
  const parts = [
    scope.readOnly ? 'read-only' : '',
    scope.only.length > 0 ? `only ${inShort(scope.only)}` : '',
    scope.exclude === undefined ? '' : `without ${inShort(scope.exclude)}`,
    scope.fewKeys ? 'few wrong keys' : '',
    budgetText(scope),
    scope.shard ? `shard ${scope.shard.index} of ${scope.shard.of}` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(', ') : 'quick';
}
