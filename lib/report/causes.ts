// What failed, by cause: the failure to be read first, and what one defect broke besides.
import type { KnownFault, Report, RuleResult } from '../judge/result/report.js';
import { type Group, groupsOf } from './groups.js';
import { count, type FailureEntry, knownLink, knownText, worstFirst } from './words.js';

export interface CauseEntry {
  /** The failure to read first. */
  readonly first: FailureEntry;
  /** For each other rule that it breaks, the failure to be read first. */
  readonly also: readonly FailureEntry[];
  /** All that it explains, the first one included. */
  readonly all: readonly FailureEntry[];
  readonly like: readonly KnownFault[];
}

/**
 * The causes of failures that are not known, the worst first. If causes were not determined, each failed rule is one.
 */
export const causesOf = (report: Report): readonly CauseEntry[] =>
  causesAmong(
    report,
    worstFirst(report).filter(({ mark }) => mark !== 'known'),
  );

/** The causes of failures that the baseline knows. */
export const knownCausesOf = (report: Report): readonly CauseEntry[] =>
  causesAmong(report, knownIn(report));

/** The same in short: what one cause breaks, and is known for one reason, is one. */
export const knownTogether = (report: Report): readonly Group<FailureEntry>[] =>
  knownCausesOf(report).flatMap(({ all }) =>
    groupsOf(all, ({ failure }) => knownText(failure) + knownLink(failure)),
  );

const knownIn = (report: Report): readonly FailureEntry[] =>
  worstFirst(report).filter(({ mark }) => mark === 'known');

function causesAmong(report: Report, entries: readonly FailureEntry[]): readonly CauseEntry[] {
  const known = report.causes?.map(({ failures, like }) => ({
    all: failures.flatMap((id) => entries.find(({ failure }) => failure.id === id) ?? []),
    like,
  }));
  const groups = known ?? byRule(entries).map((all) => ({ all, like: [] }));
  return groups.flatMap(({ all, like }) => {
    const [first] = all;
    return first === undefined ? [] : [{ first, also: alsoBroken(all, first.rule), all, like }];
  });
}

/** The other requests that crashed the candidate by the same defect; nothing where it did not crash. */
export const alsoCrashedWith = ({ first, all }: CauseEntry): readonly string[] =>
  first.failure.output === undefined
    ? []
    : all.flatMap(({ failure }) =>
        failure === first.failure || failure.output === undefined ? [] : [failure.input],
      );

/** Nothing stated is broken, so nothing failed. */
export const areWarnings = (causes: readonly CauseEntry[]): boolean =>
  causes.every(({ all }) => all.every(({ mark }) => mark === 'warning'));

/** A warning fails no run, so it is not the cause of a failure. */
export const failingAmong = (causes: readonly CauseEntry[]): readonly CauseEntry[] =>
  causes.filter(({ first }) => first.mark !== 'warning');

/** "What failed, worst first: 3 causes (12 rules), 2 warnings", or "Warnings (2)" of as many rules. */
export function titleOf(causes: readonly CauseEntry[]): string {
  const entries = causes.flatMap(({ all }) => all);
  const rulesMarked = (isWarning: boolean): number =>
    new Set(entries.flatMap(({ mark, rule }) => ((mark === 'warning') === isWarning ? rule : [])))
      .size;
  const warnings = rulesMarked(true);
  if (areWarnings(causes)) return `Warnings (${warnings})`;
  const failing = failingAmong(causes).length;
  const besides = warnings === 0 ? '' : `, and ${count(warnings, 'warning')}`;
  if (failing === 1) return `What failed${besides}`;
  return `What failed, worst first: ${count(failing, 'cause')} (${count(rulesMarked(false), 'rule')})${besides}`;
}

export const byRule = (entries: readonly FailureEntry[]): readonly Group<FailureEntry>[] =>
  groupsOf(entries, ({ rule }) => rule);

const alsoBroken = (all: readonly FailureEntry[], first: RuleResult): readonly FailureEntry[] =>
  byRule(all).flatMap(([one]) => (one.rule === first ? [] : [one]));
