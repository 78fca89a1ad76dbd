// What `verify` prints of a certificate that holds.
import { describe, expect, test } from 'vitest';
import { cleanReport } from '../../../testing/reports/fixture.js';
import { verificationOf } from '../../../testing/certificates/verification.js';
import { verificationLines } from './lines.js';

const warnedOf = (...warnings: readonly string[]): string => {
  const report = cleanReport();
  const run = { ...report.run, warnings };
  return verificationLines(verificationOf({ report: { ...report, run } }), undefined, {
    quiet: false,
  });
};

describe('the warnings of a run', () => {
  test('are printed, each on a line', () => {
    const lines = warnedOf('The clock\u202eof the target differs.', 'It was slow.').split('\n');
    expect(lines).toContain('! warning of the run: The clock of the target differs.');
    expect(lines).toContain('! warning of the run: It was slow.');
  });

  test('are no flood', () => {
    const lines = warnedOf(...Array.from({ length: 500 }, (_, at) => `Warning ${at}.`)).split('\n');
    expect(lines.filter((line) => line.includes('warning of the run'))).toHaveLength(21);
    expect(lines).toContain('! warning of the run: and 480 more');
  });
});
