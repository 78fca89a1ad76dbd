// `compare` for programs: two reports side by side.
import { compareReports } from '../certify/comparison/compare.js';
import type { Comparison } from '../certify/comparison/comparison.js';
import type { Report } from '../judge/result/report.js';
import { steady } from '../report/steady.js';
import { expectReport } from './expect-report.js';
import { readReport, reportIn } from './reports/report-file.js';

/** The differences that clients of `a` will notice in `b`. Both are reports, or paths of a report.json or of its folder. */
export function compare(a: Report | string, b: Report | string): Comparison {
  const nameOf = (one: Report | string): string =>
    typeof one === 'string' ? one : one.target.name;
  const [ofA, ofB] = [reportOf(a), reportOf(b)];
  return compareReports(ofA, ofB, { operands: [nameOf(a), nameOf(b)] });
}

function reportOf(given: Report | string): Report {
  if (typeof given !== 'string') {
    expectReport(given, 'compare');
    return steady(given);
  }
  const folder = process.cwd();
  return readReport(reportIn(given, folder), folder);
}

export type { Comparison };
