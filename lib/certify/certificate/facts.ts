// The facts of a certificate, in the words that its badge, its page and its README share.
import type { Report } from '../../judge/result/report.js';
import { argument } from '../../http/shell.js';
import { type Implementation, productOf } from './implementation.js';
import type { Repetition } from './repetition.js';
import { practiceOf } from './practice.js';
import { validUntil } from './statement.js';

export interface CertificateFacts {
  readonly report: Report;
  readonly implementation: Implementation;
  /** The digest of the signed statement, which identifies this certificate. */
  readonly digest: string;
  /** The digest of the public key that belongs to the signature. */
  readonly keyId: string;
  readonly reportDigest: string;
  /** Present if somebody has repeated the run. */
  readonly repetition?: Repetition | undefined;
}

export const testedOn = ({ report }: CertificateFacts): string => report.run.startedAt.slice(0, 10);
export const endsOn = ({ report }: CertificateFacts): string => validUntil(report);

/** The tested profiles in words: "catalogue and quickstart". */
export const profilesIn = ({ report: { profiles } }: CertificateFacts): string =>
  profiles.quickstart === null ? 'catalogue' : 'catalogue and quickstart';

export const contractOf = ({ report: { contract } }: CertificateFacts): string =>
  `${contract.title} ${contract.version}`;

/** What the certificate is about, and how much it is worth. */
export function titleOf(facts: CertificateFacts): string {
  const product = productOf(facts.implementation);
  return practiceOf(facts.report) === undefined
    ? `${product} is a conformant ${contractOf(facts)}`
    : `For practice only: ${product}, ${contractOf(facts)}`;
}

/** Names the repeater of the run: "on 2026-11-23 at https://animals.example/v1 by the holder of the key sha256:…". */
export const repeatedText = ({ day, target, keyId }: Repetition): string =>
  `on ${day} at ${target} by the holder of the key sha256:${keyId}`;

/** The target without the part that all addresses share. */
export const targetOf = ({ report: { target } }: CertificateFacts): string =>
  target.baseUrl.replace(/^https?:\/\//, '');

/** The command that runs exactly the version of the kit that made the certificate. */
const programOf = ({ report: { kit } }: CertificateFacts): string =>
  `npx ${kit.name}@${kit.version}`;

export const verifyCommand = (facts: CertificateFacts): string =>
  `${programOf(facts)} verify . --public-key vendor.pem`;

export function rerunCommand(facts: CertificateFacts): string {
  const { target } = facts.report;
  const quickstart = target.quickstartBaseUrl ?? 'none';
  return `${verifyCommand(facts)} --rerun ${argument(target.baseUrl)} --quickstart ${argument(quickstart)}`;
}

/** The command that repeats the run, for readers who do not need the certificate. */
export function runCommand(facts: CertificateFacts): string {
  const { target, run } = facts.report;
  const quickstart = target.quickstartBaseUrl ?? 'none';
  return `${programOf(facts)} ${argument(target.baseUrl)} --quickstart ${argument(quickstart)} --effort ${run.effort} --seed ${run.seed}`;
}
