// Remembers the rules that failed last time, so that a new run tests them first.
import type { RuleResult } from '../../../judge/result/report.js';
import { readReport } from '../../../api/reports/report-file.js';
import type { ReportFolder } from '../../../api/reports/report-folder.js';

export type Failed = ReadonlySet<string>;

/** What the report of an earlier run says; nothing where none can be read. */
export function failedBefore({ path }: Pick<ReportFolder, 'path'>): Failed {
  try {
    return failedNow(new Set(), readReport('report.json', path).rules);
  } catch {
    return new Set();
  }
}

/** A rule that the ended run did not decide still counts as failed if it failed before. */
export function failedNow(before: Failed, rules: readonly RuleResult[]): Failed {
  const decided = rules.filter(({ outcome }) => outcome !== 'untested' && outcome !== 'cantTell');
  const now = new Set(before);
  for (const { id, outcome } of decided) {
    if (outcome === 'failed') now.add(id);
    else now.delete(id);
  }
  return now;
}
