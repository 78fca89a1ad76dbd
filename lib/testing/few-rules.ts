// A contract with a few rules, for tests of what is done with a report: a full run and a second judgement take almost
// no time.
import { allRules } from '../../suites/index.js';
import { type Contract, loadContract } from '../contract/contract.js';
import type { RuleId } from '../contract/rule-ids.js';
import type { RunFacts } from '../judge/result/report.js';
import type { Rule } from '../judge/rules/rule.js';

export interface FewRules {
  readonly contract: Contract;
  readonly rules: readonly Rule[];
  /** The scope of a run of all rules of this contract. */
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
