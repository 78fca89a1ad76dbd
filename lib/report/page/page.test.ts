// Whatever stands anywhere in a Report comes out of its page as text.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../contract/files.js';
import { poison, poisoned, readPoisoned } from '../../testing/reports/poison.js';
import { cleanReport, context, crashReport, failingReport } from '../../testing/reports/fixture.js';
import { knownReport } from '../../testing/reports/fixture-known.js';
import { trendAfter } from '../../testing/reports/fixture-trend.js';
import { visible } from '../text/inert.js';
import { reportHtml } from './page.js';

/** Names that the page looks up; its types allow no others. */
const lookedUp = new Set(['verdict', 'outcome', 'profile', 'profiles', 'encoding']);

describe.each([
  ['clean', cleanReport()],
  ['failing', failingReport()],
  ['crash', crashReport()],
  ['known', knownReport()],
])('the page of a report: %s', (_, report) => {
  test('shows every text as text, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(poison, { minLength: 1, maxLength: 40 }), (texts) => {
        const trend = trendAfter(cleanReport(), [failingReport()]);
        const hostile = poisoned({ report, context: { ...context, trend } }, texts, lookedUp);
        const { evil, text } = readPoisoned(reportHtml(hostile.report, hostile.context));
        expect(evil).toEqual([]);
        for (const { statement, id } of hostile.report.rules) {
          expect(text).toContain(visible(id));
          expect(text).toContain(visible(statement.replace(/`([^`]+)`/g, '$1')));
        }
      }),
      { numRuns: 12 },
    );
  });
});

test('of a long name of the target the page shows the beginning', () => {
  const report = cleanReport();
  const name = 'n'.repeat(130);
  const page = reportHtml({ ...report, target: { ...report.target, name } }, context);
  expect(page).toContain(`>${'n'.repeat(120)}… (10 more characters)<`);
});

test('the page names the page on reading a report, which the package has', () => {
  const named = /<code>(spec\/guide\/[^<]+)<\/code>/.exec(reportHtml(failingReport(), context));
  expect(existsSync(join(packageRoot(), named?.[1] ?? 'nowhere'))).toBe(true);
});
