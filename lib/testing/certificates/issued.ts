// A certificate of the reference server by a vendor that does not exist, and what is needed to verify it.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { explained } from '../../api/execute/execute.js';
import { notAReport } from '../../api/reports/report-file.js';
import { certificateFiles } from '../../certify/certificate/certificate.js';
import { newKeys } from '../../certify/certificate/signature.js';
import { provable } from '../../certify/certificate/provable.js';
import type { Verification } from '../../certify/verification/verification.js';
import { verified, type Verifying } from '../../certify/verification/verify.js';
import type { Report } from '../../judge/result/report.js';
import { type InMemory, runInMemory } from '../../in-memory/in-memory.js';
import type { FewRules } from '../few-rules.js';
import { implementation } from './vendor.js';

export interface Issued {
  readonly report: Report;
  /** Signs a report as the vendor would, and returns the files. */
  filesOf(report: Report): Map<string, Buffer>;
  verify(files: ReadonlyMap<string, Buffer>, other?: Partial<Verifying>): Promise<Verification>;
}

const kit = { name: 'animal-store-conformance', version: '9.9.9', digest: 'a'.repeat(64) };
const day = 24 * 3_600_000;

export async function issuedFor(
  { contract, rules, scope }: FewRules,
  unusual: InMemory = {},
): Promise<Issued> {
  const ran = await runInMemory({
    keepCases: 'of any run',
    seed: 3,
    kit,
    rules,
    scope,
    ...unusual,
  });
  const { report } = await provable(await explained(ran, null), rules);
  const keys = newKeys();
  const key = createPrivateKey(keys.privateKey);
  const context = { clauses: contract.ledger.clauses.map((clause) => ({ ...clause, link: '' })) };
  return {
    report,
    filesOf: (certified) =>
      new Map(
        certificateFiles(certified, implementation, key, context).map(({ name, text }) => [
          name,
          Buffer.from(text),
        ]),
      ),
    verify: (files, other) =>
      verified({
        files,
        publicKey: createPublicKey(keys.publicKey),
        now: Date.parse(report.run.startedAt) + day,
        kit,
        contract,
        rules,
        context,
        notAReport,
        causesOf: async (of) => (await explained(of, null)).causes,
        ...other,
      }),
  };
}
