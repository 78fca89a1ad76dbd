// A made-up result of verifying a certificate, for tests of how such results are printed.
import type { Verification } from '../../certify/verification/outcome.js';
import { cleanReport } from '../reports/fixture.js';
import { implementation } from './vendor.js';

/** A valid certificate that a known key has signed. */
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
  unconfirmed: ['version.forms'],
  exchanges: 12,
  ...more,
});
