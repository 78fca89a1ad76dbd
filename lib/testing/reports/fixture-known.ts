// Reports of runs with a baseline, for tests: failures that are known, were known, or are new; and a report with a
// hostile baseline.
import { withKnown } from '../../certify/baseline/apply.js';
import type { KnownToday } from '../../certify/baseline/baseline.js';
import type { KnownFailure, Report } from '../../judge/result/report.js';
import { failingReport } from './fixture.js';
import { nasty } from './fixture-hostile.js';

export const day = '2026-11-05';

export function entry(rule: string, more: Partial<KnownFailure> = {}): KnownFailure {
  return { rule, reason: 'The next release mends it.', expires: '2026-12-31', ...more };
}

export function known(...entries: readonly KnownFailure[]): KnownToday {
  return { file: 'known-failures.yaml', digest: '3'.repeat(64), entries, day };
}

/**
 * A report with a known rule, a rule with one known case, an expired entry, a known warning, and a rule that no longer
 * fails.
 */
export function knownReport(): Report {
  const link = 'https://tracker.example/42';
  return withKnown(
    failingReport(),
    known(
      entry('list-animals.limit-is-maximum', { link }),
      entry('errors.status-field', { case: 'f-0005', reason: 'The gateway writes it.' }),
      entry('add-animal.keeps-category', { expires: '2026-11-04', reason: 'A slow week.' }),
      entry('add-animal.odd-names', { reason: 'Names are trimmed.' }),
      entry('list-animals.filter', { reason: 'Mended since.' }),
    ),
  );
}

/** A report and a baseline that anybody may have written, so both are hostile. */
export function hostileKnownReport(): Report {
  const report = knownReport();
  const evil = { reason: nasty, expires: day, link: `https://evil.example/${nasty}` };
  return {
    ...report,
    run: {
      ...report.run,
      baseline: {
        file: nasty,
        digest: nasty,
        day,
        entries: 1,
        gate: 'passed',
        noLongerFailing: [{ rule: nasty, case: nasty, ...evil }],
      },
    },
    rules: report.rules.map((rule) => ({
      ...rule,
      failures: rule.failures.map((failure) => ({
        ...failure,
        ...(failure.known === undefined ? {} : { known: evil }),
        ...(failure.wasKnown === undefined ? {} : { wasKnown: evil }),
      })),
    })),
  };
}
