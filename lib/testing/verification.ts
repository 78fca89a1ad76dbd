// What was found out about a certificate that nobody has made, for tests of what is told of it.
import type { Verification } from '../certify/verification/verification.js';
import { cleanReport } from './reports/fixture.js';
import { implementation } from './vendor.js';

/** It holds, and a known key has signed it. */
export const verificationOf = (more: Partial<Verification> = {}): Verification => ({
  problems: [],
  notes: [],
  report: cleanReport(),
  implementation,
  statement: undefined,
  digest: 'd'.repeat(64),
  keyId: 'f'.repeat(64),
  borneOut: 2,
  passed: 3,
  questions: 1,
  exchanges: 12,
  ...more,
});
