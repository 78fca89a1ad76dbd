// Compares the ledger with that of an older version of the kit: rules that are new, fixed or gone.
import type { Ledger, LedgerRule, RetiredRule } from '../ledger.js';
import { compareVersions } from '../versions.js';

export interface Changes {
  readonly added: readonly LedgerRule[];
  /** The rules that were fixed since, each with what was fixed in which version, oldest first. */
  readonly changed: readonly ChangedRule[];
  readonly retired: readonly RetiredRule[];
}

interface ChangedRule {
  readonly rule: LedgerRule;
  readonly changes: readonly { readonly version: string; readonly what: string }[];
}

export function changesSince(version: string, { rules, retired }: Ledger): Changes {
  const isLater = (other: string): boolean => compareVersions(other, version) > 0;
  return {
    added: rules.filter(({ since }) => isLater(since)),
    changed: rules
      .filter(({ since }) => !isLater(since))
      .map((rule) => ({ rule, changes: changesIn(rule).filter((one) => isLater(one.version)) }))
      .filter(({ changes }) => changes.length > 0),
    retired: retired.filter((rule) => isLater(rule.in)),
  };
}

const changesIn = ({ changed = {} }: LedgerRule): ChangedRule['changes'] =>
  Object.entries(changed)
    .map(([version, what]) => ({ version, what }))
    .sort((one, other) => compareVersions(one.version, other.version));
