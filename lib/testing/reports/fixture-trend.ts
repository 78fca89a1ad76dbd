// The runs before a report, for the tests of what shows them. Test support only: no reporter imports it.
import { trendOf } from '../../certify/history/comparable.js';
import { pastRunOf } from '../../certify/history/past-run.js';
import type { Report } from '../../judge/result/report.js';
import type { PastRun, Trend } from '../../report/trend.js';

/** One night after the other, all like these in turn, up to the day before that of the report. */
export function trendAfter(report: Report, nights: readonly Report[]): Trend {
  const day = Date.parse(report.run.startedAt);
  const past = nights.map((night, at): PastRun => {
    const startedAt = new Date(day - (nights.length - at) * 24 * 3_600_000).toISOString();
    return pastRunOf({ ...night, target: report.target, run: { ...night.run, startedAt } });
  });
  const trend = trendOf(report, past);
  if (trend === undefined) throw new Error('These nights are no trend.');
  return trend;
}
