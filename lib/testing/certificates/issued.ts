// A certificate of the reference server by a vendor that does not exist, what is needed to verify it, and forgeries of it.
import { createPublicKey } from 'node:crypto';
import { explained } from '../../api/execute/execute.js';
import { notAReport } from '../../api/reports/report-file.js';
import { certificateFiles } from '../../certify/certificate/certificate.js';
import { newKeys, privateKeyOf } from '../../certify/certificate/signature.js';
import { provable } from '../../certify/certificate/provable.js';
import type { Verification } from '../../certify/verification/outcome.js';
import { verified, type Verifying } from '../../certify/verification/verify.js';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { type InMemory, runInMemory } from '../../in-memory/in-memory.js';
import type { FewRules } from '../few-rules.js';
import { implementation } from './vendor.js';

export type Files = Map<string, Buffer>;

/** A report that somebody changes. */
export type Copy = Changeable<Report>;
type Changeable<T> = { -readonly [K in keyof T]: Changeable<T[K]> };

export const kit = { name: 'animal-store-conformance', version: '9.9.9', digest: 'a'.repeat(64) };
export const vendorKey = privateKeyOf(newKeys().privateKey);
const day = 24 * 3_600_000;

export async function issuedFor(
  { contract, rules, scope }: FewRules,
  unusual: InMemory = {},
): Promise<Issued> {
  const run = { keepCases: 'of any run', seed: 3, kit, rules, scope, ...unusual } as const;
  const { report } = await provable(await explained(await runInMemory(run), null), rules);
  return new Issued(report, { contract, rules });
}

export class Issued {
  readonly report: Report;
  readonly files: Files;
  readonly #verifying: Omit<Verifying, 'files'>;

  constructor(report: Report, { contract, rules }: Pick<FewRules, 'contract' | 'rules'>) {
    this.report = report;
    this.#verifying = {
      publicKey: createPublicKey(vendorKey),
      now: Date.parse(report.run.startedAt) + day,
      kit,
      contract,
      rules,
      context: { clauses: contract.ledger.clauses.map((clause) => ({ ...clause, link: '' })) },
      notAReport,
      causesOf: async (of) => (await explained(of, null)).causes,
    };
    this.files = this.filesOf(report);
  }

  /** Signs a report as the vendor would, and returns the files. */
  filesOf(report: Report, key = vendorKey, by = implementation): Files {
    const files = certificateFiles(report, by, key, this.#verifying.context);
    return new Map(files.map(({ name, text }) => [name, Buffer.from(text)]));
  }

  verify(files: Files, other: Partial<Verifying> = {}): Promise<Verification> {
    return verified({ ...this.#verifying, files, ...other });
  }

  /** Has a vendor change the report, make the rest fit, and sign it. */
  forged(change: (copy: Copy) => unknown, other: Partial<Verifying> = {}): Promise<Verification> {
    return this.verify(this.filesOf(changedBy(this.report, change)), other);
  }
}

export function changedBy(report: Report, change: (copy: Copy) => unknown): Report {
  const copy = structuredClone(report) as Copy;
  change(copy);
  return copy as Report;
}

export const ruleOf = (copy: Copy, id: string): Changeable<RuleResult> =>
  copy.rules.find((rule) => rule.id === id) as Changeable<RuleResult>;

export const messagesOf = ({ problems }: Verification): string =>
  problems.map(({ message }) => message).join('\n');
