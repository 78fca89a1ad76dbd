// The types that the functions of the API return.
export type { Comparison } from '../certify/comparison/comparison.js';
export type { VerificationOutcome } from '../certify/verification/outcome.js';
