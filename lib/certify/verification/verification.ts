// What is found out about a certificate.
import type { Report } from '../../judge/result/report.js';
import type { Implementation } from '../certificate/implementation.js';
import type { Repetition } from '../certificate/repetition.js';
import type { Statement } from '../certificate/statement.js';
import type { Problem } from './problems.js';

export interface Verification {
  /** The worst first; empty for a certificate that holds. */
  readonly problems: readonly Problem[];
  /** What a reader should know, and what does not speak against it. */
  readonly notes: readonly string[];
  readonly report: Report | undefined;
  readonly implementation: Implementation | undefined;
  readonly statement: Statement | undefined;
  /** Of the statement: the certificate's own. */
  readonly digest: string | undefined;
  readonly keyId: string | undefined;
  /** Somebody has repeated the run, and found the same. */
  readonly repetition?: Repetition | undefined;
  /** Passed rules that a recorded case bears out, of all that passed. */
  readonly borneOut: number;
  readonly passed: number;
  readonly questions: number;
  readonly exchanges: number;
}
