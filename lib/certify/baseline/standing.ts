// The state of each entry of a baseline: on a given day, or compared with a report too.
import type { KnownFailure, Report } from '../../judge/result/report.js';
import { noLongerFailingOf } from './apply.js';
import { hasExpired, type KnownToday } from './baseline.js';

export type Standing =
  /** The entry counts, and does not expire soon. */
  | 'known'
  | 'expires soon'
  | 'expired'
  /** The rule passed in the report. */
  | 'no longer fails'
  /** The rule failed in the report, but in other cases. */
  | 'other case';

interface StandingEntry {
  readonly entry: KnownFailure;
  readonly standing: Standing;
}

/** An entry warns this many days before it expires. */
const daysOfWarning = 14;

export function standingsOf(
  { entries, day }: Pick<KnownToday, 'entries' | 'day'>,
  report: Report | null,
): readonly StandingEntry[] {
  const fixed = new Set(report === null ? [] : noLongerFailingOf(entries, report));
  return entries.map((entry) => ({ entry, standing: standingOf(entry) }));

  function standingOf(entry: KnownFailure): Standing {
    if (fixed.has(entry)) return 'no longer fails';
    if (hasExpired(entry, day)) return 'expired';
    if (report !== null && failsOtherwise(entry, report)) return 'other case';
    return daysBetween(day, entry.expires) <= daysOfWarning ? 'expires soon' : 'known';
  }
}

/** Whether the rule failed, but not in the known case. */
export function failsOtherwise(entry: KnownFailure, report: Report): boolean {
  const failures = report.rules.find(({ id }) => id === entry.rule)?.failures ?? [];
  return (
    entry.case !== undefined && failures.length > 0 && failures.every(({ id }) => id !== entry.case)
  );
}

const dayMs = 24 * 60 * 60 * 1000;
const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const daysBetween = (from: string, to: string): number =>
  Math.round((midnight(to) - midnight(from)) / dayMs);

/** The day that is this many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(midnight(day) + days * dayMs).toISOString().slice(0, 10);
