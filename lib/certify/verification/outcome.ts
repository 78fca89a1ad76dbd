// What a verification found, as programs read it.
import type { Report, Verdict } from '../../judge/result/report.js';
import type { Implementation } from '../certificate/implementation.js';
import { untestedForStore } from '../certificate/incomplete.js';
import type { Repetition } from '../certificate/repetition.js';
import { practiceOf } from '../certificate/practice.js';
import { validUntil } from '../certificate/statement.js';
import type { Problem } from './problems.js';
import type { Verification } from './verification.js';

export interface VerificationOutcome {
  /** It holds, and the given key has signed it. */
  readonly verified: boolean;
  /** What is wrong with it, the worst first. */
  readonly problems: readonly Problem[];
  /** What a reader should know, and what does not speak against it. */
  readonly notes: readonly string[];
  /** What the run itself has warned of. */
  readonly warnings: readonly string[];
  readonly implementation: Implementation | null;
  readonly verdict: Verdict | null;
  readonly profiles: Report['profiles'] | null;
  readonly target: Report['target'] | null;
  readonly validUntil: string | null;
  /** Why it is for practice only: nobody else could have asked its server. */
  readonly practice: string | null;
  /** Digest of the statement that was signed. */
  readonly certificate: string | null;
  /** Digest of the key that has signed it. */
  readonly key: string | null;
  /** Who has repeated the run, and found the same: by the digest of a key. */
  readonly repeated: Repetition | null;
  /** Stated rules that only the contents of the store kept from being judged. */
  readonly incomplete: readonly string[];
  /** Passed rules that recorded cases bear out. */
  readonly judgedAgain: { readonly rules: number; readonly of: number };
}

export function outcomeOf(verification: Verification): VerificationOutcome {
  const { problems, notes, report, implementation, digest, keyId, borneOut, passed } = verification;
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
  };
}
