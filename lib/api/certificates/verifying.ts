// Everything that a verification needs of this kit: its rules, its contract, its own digests.
import { allRules } from '../../../suites/index.js';
import type { Verifying } from '../../certify/verification/verify.js';
import { loadContract } from '../../contract/contract.js';
import { describeKit } from '../package.js';
import { notAReport } from '../reports/report-file.js';
import { clausesAlone } from '../reports/clauses.js';

export function thisKit(): Omit<Verifying, 'files' | 'publicKey'> {
  return {
    now: Date.now(),
    kit: describeKit(),
    contract: loadContract(),
    rules: allRules,
    context: { clauses: clausesAlone() },
    notAReport,
    // A report without failures does not need the faults of the proof.
    causesOf: async (report) =>
      (await import('../../proof/failure-signatures/index.js')).withCauses(report).causes,
  };
}
