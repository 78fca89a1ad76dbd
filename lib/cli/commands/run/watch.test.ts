import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Outcome, RuleResult } from '../../../judge/result/report.js';
import { failingReport } from '../../../testing/reports/fixture.js';
import { inFolder } from '../../../testing/io.js';
import { failedNow, reportBefore } from './watch.js';

const reported = (outcomes: Readonly<Record<string, Outcome>>): readonly RuleResult[] =>
  Object.entries(outcomes).map(([id, outcome]) => ({ id, outcome }) as RuleResult);

test('what failed is known until it is decided anew', () => {
  const first = failedNow(
    new Set(),
    reported({ a: 'failed', b: 'passed', c: 'failed', d: 'failed' }),
  );
  expect([...first]).toEqual(['a', 'c', 'd']);
  const second = failedNow(
    first,
    reported({ a: 'passed', b: 'failed', c: 'untested', d: 'cantTell' }),
  );
  expect([...second].sort()).toEqual(['b', 'c', 'd']);
});

test('is read from the report of an earlier run, where there is one', async () => {
  await inFolder(async (folder) => {
    expect(reportBefore({ path: folder }).rules).toEqual([]);
    const report = failingReport();
    writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
    const failed = report.rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
    expect([...failedNow(new Set(), reportBefore({ path: folder }).rules)]).toEqual(failed);
    expect(failed.length).toBeGreaterThan(0);
  });
});
