// The outcome of a verification for programs: a certificate is verified only if nothing is wrong and its key is known.
import { describe, expect, test } from 'vitest';
import { cleanReport } from '../../testing/reports/fixture.js';
import { verificationOf } from '../../testing/certificates/verification.js';
import { implementation } from '../../testing/certificates/vendor.js';
import { outcomeOf } from './outcome.js';
import { problem } from './problems.js';

describe('a certificate is', () => {
  test('verified by the key that was given', () =>
    expect(outcomeOf(verificationOf())).toMatchObject({
      verified: true,
      key: 'f'.repeat(64),
      certificate: 'd'.repeat(64),
      implementation,
      verdict: cleanReport().verdict,
      target: cleanReport().target,
      judgedAgain: { rules: 2, of: 3 },
      unconfirmed: ['version.forms'],
    }));

  test('not verified where no key was given, though nothing is wrong with it', () =>
    expect(outcomeOf(verificationOf({ keyId: undefined }))).toMatchObject({
      verified: false,
      problems: [],
      key: null,
    }));

  test('not verified where something is wrong with it, though the key is right', () => {
    const problems = [problem('expired', 'It is too old.')];
    expect(outcomeOf(verificationOf({ problems }))).toMatchObject({ verified: false, problems });
  });

  test('not verified where there is no report', () =>
    expect(
      outcomeOf(verificationOf({ report: undefined, implementation: undefined, keyId: undefined })),
    ).toMatchObject({
      verified: false,
      implementation: null,
      verdict: null,
      profiles: null,
      target: null,
      validUntil: null,
      incomplete: [],
    }));
});
