// Marks the known failures in a report, and decides what they mean for the gate. It takes a report and returns one.
// Outcomes, counts and the verdict stay the same, because a failure that everybody knows is still a failure.
import type {
  AppliedBaseline,
  Failure,
  Gate,
  KnownFailure,
  Report,
  RuleResult,
} from '../../judge/result/report.js';
import { sentEveryCase } from '../../judge/result/scope.js';
import { decides, isNothing, verdictOf } from '../../judge/result/verdict.js';
import { count, isKnown } from '../../report/words.js';
import { knownAsUndecided, type KnownToday, type Saying, sayingOf } from './baseline.js';

/** Marks from an earlier baseline are dropped: a failure is known only if this baseline knows it. */
export function withKnown(report: Report, baseline: KnownToday): Report {
  const says = sayingOf(baseline);
  const rules = report.rules.map((rule) => markedBy(says, rule));
  const noLongerFailing = noLongerFailingOf(baseline.entries, report);
  const open = undecidedOf({ ...report, rules }, baseline);
  const gate = gateOf({ ...report, rules }, noLongerFailing, open);
  const applied: AppliedBaseline = {
    file: baseline.file,
    digest: baseline.digest,
    day: baseline.day,
    entries: baseline.entries.length,
    gate,
    noLongerFailing,
  };
  const note = gateInWords({ ...report, rules }, applied, open);
  return {
    ...report,
    run: { ...report.run, baseline: applied },
    summary: note === '' ? report.summary : `${report.summary} ${note}`,
    counts: { ...report.counts, known: rules.filter(isKnown).length },
    rules,
  };
}

export function markedBy(says: Saying, rule: RuleResult): RuleResult {
  const failures = rule.failures.map((failure): Failure => {
    const { known: _, wasKnown: __, ...found } = failure;
    return { ...found, ...says(rule.id, failure.id) };
  });
  // New failures come first, because they are to be read first.
  const isNew = ({ known }: Failure): boolean => known === undefined;
  return {
    ...rule,
    failures: [...failures.filter(isNew), ...failures.filter((failure) => !isNew(failure))],
  };
}

/**
 * The entries whose rule passed. There are none if a run sent only some of the cases, because a rule that passed there
 * may fail in another case.
 */
export function noLongerFailingOf(
  entries: readonly KnownFailure[],
  report: Report,
): readonly KnownFailure[] {
  if (!sentEveryCase(report.run)) return [];
  const passed = new Set(
    report.rules.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id),
  );
  return entries.filter(({ rule }) => passed.has(rule));
}

interface UndecidedRules {
  /** The undecided rules that the baseline knows, in a run that shows a known failure. */
  readonly known: readonly RuleResult[];
  readonly unknown: readonly RuleResult[];
}

/** A rule that is undecided although nothing failed is so for another reason than a known failure. */
function undecidedOf({ rules, run }: Report, baseline: KnownToday): UndecidedRules {
  const open = rules.filter((rule) => rule.outcome === 'cantTell' && decides(rule, run.strict));
  const ids = rules.some(isKnown) ? knownAsUndecided(baseline) : new Set<string>();
  return {
    known: open.filter(({ id }) => ids.has(id)),
    unknown: open.filter(({ id }) => !ids.has(id)),
  };
}

/** The verdict without what is known. Another undecided rule stays undecided. */
function gateOf(
  report: Report,
  noLongerFailing: readonly KnownFailure[],
  { known }: UndecidedRules,
): Gate {
  const { scope, strict, interrupted } = report.run;
  const rules = report.rules.filter(
    (rule) => isCovered(rule, report) && !isKnown(rule) && !known.includes(rule),
  );
  const verdict = verdictOf({ rules, scope, strict, interrupted });
  if (verdict === 'not-conformant') return 'failed';
  if (strict && noLongerFailing.length > 0 && !interrupted) return 'failed';
  // A budget that was too small for any rule found nothing out.
  const isOpen =
    verdict === 'inconclusive' || (scope.budget !== undefined && isNothing(report.rules));
  return isOpen ? 'undecided' : 'passed';
}

const isCovered = ({ profile }: RuleResult, { target }: Report): boolean =>
  profile === 'catalogue' || target.quickstartBaseUrl !== null;

/** The result in words, or an empty text: "All 3 failures are known (known-failures.yaml): known failures do not fail the gate." */
function gateInWords(
  report: Report,
  { file, gate, noLongerFailing }: AppliedBaseline,
  open: UndecidedRules,
): string {
  const { strict, interrupted } = report.run;
  if (interrupted) return '';
  // Rules are counted, as in the sentence before this one.
  const rules = report.rules.filter((rule) => rule.outcome === 'failed' && decides(rule, strict));
  const known = rules.filter(isKnown).length;
  const expired = rules.filter(
    (rule) => !isKnown(rule) && rule.failures.every((one) => one.known ?? one.wasKnown),
  ).length;
  if (known < rules.length) return someAreNew({ of: rules.length, known, expired, file });
  const all = known === 0 ? '' : allAreKnown(known, file);
  if (strict && noLongerFailing.length > 0)
    return `${all === '' ? '' : `${all}, but `}${fixed(noLongerFailing.length, file)}: with --strict, the gate fails.`;
  if (all === '') return '';
  const rest =
    open.known.length === 0
      ? ''
      : `, and ${areUndecided(open.known.length)} because of ${known === 1 ? 'it' : 'them'}`;
  if (gate === 'passed') return `${all}${rest}: known failures do not fail the gate.`;
  const why =
    open.unknown.length === 0 ? 'too little is decided' : areUndecided(open.unknown.length);
  return `${all}${rest}, but ${why}: the gate does not pass.`;
}

const areUndecided = (rules: number): string =>
  `${count(rules, 'rule')} ${rules === 1 ? 'is' : 'are'} undecided`;

function allAreKnown(known: number, file: string): string {
  if (known === 1) return `The failure is known (${file})`;
  return `${bothOrAll(known)} failures are known (${file})`;
}

const bothOrAll = (of: number): string => (of === 2 ? 'Both' : `All ${of}`);

const fixed = (entries: number, file: string): string =>
  `${count(entries, 'known failure')} of ${file} no longer ${entries === 1 ? 'fails' : 'fail'}`;

interface New {
  readonly of: number;
  readonly known: number;
  readonly expired: number;
  readonly file: string;
}

function someAreNew({ of, known, expired, file }: New): string {
  if (of > 1 && expired === of)
    return `${bothOrAll(of)} failures were accepted, but their entries have expired (${file}): the gate fails.`;
  if (of === 1 && expired === 1)
    return `The failure was accepted, but its entry has expired (${file}): the gate fails.`;
  const parts = [
    known === 0 ? '' : `${known} ${known === 1 ? 'is' : 'are'} known (${file})`,
    expired === 0
      ? ''
      : `${expired} ${expired === 1 ? 'was known until its entry' : 'were known until their entries'} expired`,
  ].filter((part) => part !== '');
  if (parts.length === 0) return '';
  const rest = of - known - expired;
  if (rest > 0) parts.push(`${rest} ${rest === 1 ? 'is' : 'are'} new`);
  const last = parts.pop();
  return `Of ${of} failures, ${parts.length === 0 ? '' : `${parts.join(', ')} and `}${last}: the gate fails.`;
}
