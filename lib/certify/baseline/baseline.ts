// Known failures: the entries of a baseline, and the failures that they cover on a given day. It reads no file and no
// clock.
import type { Known, KnownFailure } from '../../judge/result/report.js';

export interface Baseline {
  /** The path of the file, as a person wrote it. */
  readonly file: string;
  /** The digest of its text. */
  readonly digest: string;
  readonly entries: readonly KnownFailure[];
}

/** The file that `baseline` writes by default. */
export const usualBaseline = 'known-failures.yaml';

/** A baseline with the current day, YYYY-MM-DD in UTC. */
export interface KnownToday extends Baseline {
  readonly day: string;
}

/** What a baseline says about a failure; empty if no entry covers it. */
type Says = { readonly known: Known } | { readonly wasKnown: Known } | undefined;

/** Looks up a failure by the ids of its rule and of itself. */
export type Saying = (rule: string, failure: string) => Says;

/** An entry counts until the end of its last day. */
export const hasExpired = ({ expires }: Known, day: string): boolean => expires < day;

/** Indexes the entries once, because a report may have many failures. */
export function sayingOf({ entries, day }: Pick<KnownToday, 'entries' | 'day'>): Saying {
  const ofRule = new Map<string, KnownFailure[]>();
  for (const entry of entries) ofRule.set(entry.rule, [...(ofRule.get(entry.rule) ?? []), entry]);
  return (rule, failure) => {
    const covering = (ofRule.get(rule) ?? [])
      .filter((entry) => entry.case === undefined || entry.case === failure)
      // An entry for the exact case takes precedence over one for the rule.
      .sort((one, other) => Number(one.case === undefined) - Number(other.case === undefined));
    const valid = covering.find((entry) => !hasExpired(entry, day));
    if (valid !== undefined) return { known: knownBy(valid) };
    const [expired] = covering;
    return expired === undefined ? undefined : { wasKnown: knownBy(expired) };
  };
}

/** In place of a case: a known failure keeps the rule from being judged. */
export const undecidedCase = 'undecided';

/** The rules that the entries of this day know as undecided. */
export const knownAsUndecided = ({
  entries,
  day,
}: Pick<KnownToday, 'entries' | 'day'>): ReadonlySet<string> =>
  new Set(
    entries
      .filter((entry) => entry.case === undecidedCase && !hasExpired(entry, day))
      .map(({ rule }) => rule),
  );

const knownBy = ({ reason, expires, link }: KnownFailure): Known => ({
  reason,
  expires,
  ...(link !== undefined && { link }),
});

/** The name of an entry in messages: "add-animal.missing-name, case 7c17f7c9". */
export function nameOf(entry: Pick<KnownFailure, 'rule' | 'case'>): string {
  if (entry.case === undefined) return entry.rule;
  return `${entry.rule}, ${entry.case === undecidedCase ? '' : 'case '}${entry.case}`;
}
