// The faults of the proof, and the signatures by which a server with one of them is recognised.
import { faults } from '../../reference/index.js';
import type { Known } from './match.js';
import measured from './measured.json' with { type: 'json' };
import { signaturesIn, type Measured } from './row.js';

/** Each fault with its signatures. A fault that is newer than the measurement has none. */
export const known: readonly Known[] = faults.map(({ name, rule }) => ({
  fault: name,
  rule,
  signatures: signaturesIn(measured as Measured, name),
}));

const measuredRules = new Set(
  known.flatMap(({ signatures }) => signatures.map(({ rule }) => rule)),
);

/**
 * Whether the rule was measured: each rule that judges has a fault that shows it, unless it is newer than the
 * measurement.
 */
export const wasMeasured = (rule: string): boolean => measuredRules.has(rule);
