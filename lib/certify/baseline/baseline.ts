// Which failures are known: the entries of a baseline, and what they cover on a given day. Reads no file and asks no clock.
import type { Known, KnownFailure } from '../../judge/result/report.js';

export interface Baseline {
  /** As a person wrote its path. */
  readonly file: string;
  /** Of its text. */
  readonly digest: string;
  readonly entries: readonly KnownFailure[];
}

/** A baseline on a day, YYYY-MM-DD in UTC. */
export interface KnownToday extends Baseline {
  readonly day: string;
}

/** What a baseline says of a failure; nothing where no entry covers it. */
type Says = { readonly known: Known } | { readonly wasKnown: Known } | undefined;

/** What is said of a failure of a rule, by their ids. */
export type Saying = (rule: string, failure: string) => Says;

/** An entry counts up to the end of its last day. */
export const hasExpired = ({ expires }: Known, day: string): boolean => expires < day;

/** Reads the entries once, as a report may have many failures. */
export function sayingOf({ entries, day }: Pick<KnownToday, 'entries' | 'day'>): Saying {
  const ofRule = new Map<string, KnownFailure[]>();
  for (const entry of entries) ofRule.set(entry.rule, [...(ofRule.get(entry.rule) ?? []), entry]);
  return (rule, failure) => {
    const covering = (ofRule.get(rule) ?? [])
      .filter((entry) => entry.case === undefined || entry.case === failure)
      // What is said of the very case tells more than what is said of the rule.
      .sort((one, other) => Number(one.case === undefined) - Number(other.case === undefined));
    const valid = covering.find((entry) => !hasExpired(entry, day));
    if (valid !== undefined) return { known: knownBy(valid) };
    const [expired] = covering;
    return expired === undefined ? undefined : { wasKnown: knownBy(expired) };
  };
}

const knownBy = ({ reason, expires, link }: KnownFailure): Known => ({
  reason,
  expires,
  ...(link === undefined ? {} : { link }),
});

/** "add-animal.missing-name, case 7c17f7c9" */
export const nameOf = (entry: Pick<KnownFailure, 'rule' | 'case'>): string =>
  entry.case === undefined ? entry.rule : `${entry.rule}, case ${entry.case}`;
