// The kinds of problems of a certificate, each with a name on which programs can rely, and a sentence for people.

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
  | 'masked-report'
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

/** The first few names: "a, b and 3 more". */
export function some(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** Those that apply: the others are false. */
export const those = <One>(all: readonly (One | false)[]): readonly One[] =>
  all.flatMap((one) => (one === false ? [] : [one]));
