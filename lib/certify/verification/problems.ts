// What is wrong with a certificate: each kind has a name of its own that programs can rely on, and a sentence for people.

export type ProblemKind =
  | 'missing-file'
  | 'cut-file'
  | 'not-an-attestation'
  | 'other-key'
  | 'bad-signature'
  | 'not-signed'
  | 'other-statement'
  | 'changed-report'
  | 'changed-page'
  | 'changed-file'
  | 'not-a-report'
  | 'other-contract'
  | 'other-kit'
  | 'not-a-full-run'
  | 'missing-rule'
  | 'doubled-rule'
  | 'unknown-rule'
  | 'changed-rule'
  | 'no-evidence'
  | 'impossible-outcome'
  | 'changed-counts'
  | 'changed-verdict'
  | 'not-conformant'
  | 'other-server'
  | 'not-borne-out'
  | 'contradiction'
  | 'changed-observation'
  | 'future-date'
  | 'expired';

export interface Problem {
  readonly kind: ProblemKind;
  readonly message: string;
}

export const problem = (kind: ProblemKind, message: string): Problem => ({ kind, message });

/** "a, b and 3 more" */
export function some(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}
