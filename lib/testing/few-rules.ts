// A contract of a few rules, for tests of what becomes of a report: its full run, and its judging again, take no time.
import { allRules } from '../../suites/index.js';
import { type Contract, loadContract } from '../contract/contract.js';
import type { RuleId } from '../contract/rule-ids.js';
import type { RunFacts } from '../judge/result/report.js';
import type { Rule } from '../judge/rules/rule.js';

export interface FewRules {
  readonly contract: Contract;
  readonly rules: readonly Rule[];
  /** Of a run of all the rules that there are. */
  readonly scope: RunFacts['scope'];
}

export function fewRules(...ids: readonly RuleId[]): FewRules {
  const contract = loadContract();
  const { ledger } = contract;
  const isOne = ({ id }: { readonly id: string }): boolean =>
    (ids as readonly string[]).includes(id);
  return {
    contract: { ...contract, ledger: { ...ledger, rules: ledger.rules.filter(isOne) } },
    rules: allRules.filter(isOne),
    scope: { full: true, readOnly: false, only: [], shard: null },
  };
}
