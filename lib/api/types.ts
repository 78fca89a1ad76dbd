// What the functions of the API give back, under one roof.
export type { Comparison } from '../certify/comparison/comparison.js';
export type { VerificationOutcome } from '../certify/verification/outcome.js';
