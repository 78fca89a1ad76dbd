// How each entry of a baseline stands: on a day alone, or beside a report too.
import type { KnownFailure, Report } from '../../judge/result/report.js';
import { noLongerFailingOf } from './apply.js';
import { hasExpired, type KnownToday } from './baseline.js';

export type Standing =
  /** It counts, for more than the days of warning. */
  | 'known'
  | 'expires soon'
  | 'expired'
  /** The rule passed in the report. */
  | 'no longer fails'
  /** The rule failed in the report, in other cases. */
  | 'other case';

interface StandingEntry {
  readonly entry: KnownFailure;
  readonly standing: Standing;
}

/** So many days before it expires, an entry says so. */
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

/** The case that is known is not among those that failed. */
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

/** The day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(midnight(day) + days * dayMs).toISOString().slice(0, 10);
