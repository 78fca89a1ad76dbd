// The result of verifying a certificate.
import type { Report } from '../../judge/result/report.js';
import type { Implementation } from '../certificate/implementation.js';
import type { Repetition } from '../certificate/repetition.js';
import type { Statement } from '../certificate/statement.js';
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
  readonly questions: number;
  readonly exchanges: number;
}
