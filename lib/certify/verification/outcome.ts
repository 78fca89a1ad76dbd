// The result of verifying a certificate, as the kit has it and in the form that programs read.
import type { Report, Verdict } from '../../judge/result/report.js';
import type { Implementation } from '../certificate/implementation.js';
import { untestedForStore } from '../certificate/facts.js';
import type { Repetition } from '../certificate/repetition.js';
import { practiceOf } from '../certificate/practice.js';
import { type Statement, validUntil } from '../certificate/statement.js';
import type { Problem } from './problems.js';

export interface Verification {
  /** What is wrong with it, the worst first; empty for a valid certificate. */
  readonly problems: readonly Problem[];
  /** What a reader should know, although it does not count against the certificate. */
  readonly notes: readonly string[];
  readonly report: Report | undefined;
  readonly implementation: Implementation | undefined;
  readonly statement: Statement | undefined;
  /** The digest of the statement, which identifies the certificate. */
  readonly digest: string | undefined;
  readonly keyId: string | undefined;
  /** Present if somebody has repeated the run with the same result. */
  readonly repetition?: Repetition | undefined;
  /** The number of passed rules that a recorded case confirms. */
  readonly borneOut: number;
  readonly passed: number;
  /** The ids of observations whose answers no recorded exchange confirms. */
  readonly unconfirmed: readonly string[];
  readonly exchanges: number;
}

export interface VerificationOutcome {
  /** Whether it is valid, and signed with the given key. */
  readonly verified: boolean;
  /** What is wrong with it, the worst first. */
  readonly problems: readonly Problem[];
  /** What a reader should know, although it does not count against the certificate. */
  readonly notes: readonly string[];
  /** The warnings of the run itself. */
  readonly warnings: readonly string[];
  readonly implementation: Implementation | null;
  readonly verdict: Verdict | null;
  readonly profiles: Report['profiles'] | null;
  readonly target: Report['target'] | null;
  readonly validUntil: string | null;
  /** The reason why it is for practice only: nobody else could have tested its server. */
  readonly practice: string | null;
  /** The digest of the signed statement. */
  readonly certificate: string | null;
  /** The digest of the key that signed it. */
  readonly key: string | null;
  /** The repetition of the run with the same result; its signer is identified by the digest of a key. */
  readonly repeated: Repetition | null;
  /** Stated rules that only the contents of the store kept from being judged. */
  readonly incomplete: readonly string[];
  /** How many of the passed rules are confirmed by recorded cases. */
  readonly judgedAgain: { readonly rules: number; readonly of: number };
  /** The observations that rest on the vendor's word. */
  readonly unconfirmed: readonly string[];
}

export function outcomeOf(verification: Verification): VerificationOutcome {
  const { problems, notes, report, implementation, digest, keyId, borneOut, passed, unconfirmed } =
    verification;
  return {
    verified: problems.length === 0 && keyId !== undefined,
    problems,
    notes,
    warnings: report?.run.warnings ?? [],
    implementation: implementation ?? null,
    verdict: report?.verdict ?? null,
    profiles: report?.profiles ?? null,
    target: report?.target ?? null,
    validUntil: report === undefined ? null : validUntil(report),
    practice: (report && practiceOf(report)) ?? null,
    certificate: digest ?? null,
    key: keyId ?? null,
    repeated: verification.repetition ?? null,
    incomplete: report === undefined ? [] : untestedForStore(report).map(({ id }) => id),
    judgedAgain: { rules: borneOut, of: passed },
    unconfirmed,
  };
}
