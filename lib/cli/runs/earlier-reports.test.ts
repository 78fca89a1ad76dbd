// What is said where an earlier report does not help.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportJson } from '../../report/files/json.js';
import type { Report } from '../../judge/result/report.js';
import { cleanReport, failingReport } from '../../testing/reports/fixture.js';
import { command, inFolder } from '../../testing/io.js';
import { findFailure } from './earlier-reports.js';

const ids = failingReport().rules.flatMap(({ failures }) => failures.map(({ id }) => id));
const where = 'reports/there/report.json';
const clean = reportJson(cleanReport());
const failing = reportJson(failingReport());
const { name } = failingReport().target;

test.each([
  ['--last-failed', clean, `--last-failed: no rule failed in ${where}, so there is nothing`],
  [
    '--rerun-failed reports/there',
    clean,
    '--rerun-failed "reports/there": no rule failed in this report, so',
  ],
  ['--last-failed', failing, `--last-failed: ${where} is of "${name}", and not of a run of yours`],
  [
    '--rerun-failed reports/there',
    failing,
    `--rerun-failed "reports/there": this report is of "${name}", and not of a run of yours: specify`,
  ],
  ['--last-failed --only 4.1', failing, '--last-failed and --only both choose the rules: omit one'],
  [
    '--rerun-failed reports/there --only 4.1',
    failing,
    '--rerun-failed and --only both choose the rules',
  ],
  ['replay 00000000', failing, 'No report in reports/ contains the failure "00000000": specify'],
  [
    'replay 00000000 --report reports/there',
    failing,
    `The report "reports/there" does not contain the failure "00000000": it contains ${ids.slice(0, 12).join(', ')}`,
  ],
  [
    'replay 00000000 --report reports/there',
    clean,
    'contain the failure "00000000": nothing failed.',
  ],
])('%s', (words, text, why) =>
  inFolder(async (folder) => {
    mkdirSync(join(folder, dirname(where)), { recursive: true });
    writeFileSync(join(folder, where), text);
    const { code, out, err } = await command(words.split(' '), { folder });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
  }),
);

test.each([
  ['2026-01-01', '2026-01-02'],
  ['2026-01-02', '2026-01-01'],
])('a failure is looked up in the newest report that has it: %s and %s', (...days) =>
  inFolder(async (folder) => {
    for (const [at, day] of days.entries()) {
      const report = failingReport();
      const run = { ...report.run, startedAt: `${day}T00:00:00.000Z` };
      mkdirSync(join(folder, `reports/${at}`), { recursive: true });
      writeFileSync(join(folder, `reports/${at}/report.json`), reportJson({ ...report, run }));
    }
    expect(findFailure(ids[0]!, undefined, folder).report.run.startedAt).toMatch(/^2026-01-02/);
  }),
);

describe('--last-failed says what it repeats', () => {
  const said = (report: Report): Promise<string> =>
    inFolder(async (folder) => {
      mkdirSync(join(folder, dirname(where)), { recursive: true });
      writeFileSync(join(folder, where), reportJson(report));
      const { code, err } = await command(['plan', 'http://127.0.0.1:1/v1', '--last-failed'], {
        folder,
      });
      expect(code).toBe(0);
      return err;
    });
  const only = (...ids: readonly string[]): Report => {
    const report = failingReport();
    return { ...report, rules: report.rules.filter(({ id }) => ids.includes(id)) };
  };
  const failed = failingReport().rules.filter(({ outcome }) => outcome === 'failed');
  const stated = failed.filter(({ kind }) => kind === 'stated').map(({ id }) => id);
  const implied = failed.filter(({ kind }) => kind === 'implied').map(({ id }) => id);

  test('what failed the run', async () => {
    expect([stated.length, implied.length]).toEqual([5, 1]);
    expect(await said(failingReport())).toContain(`repeats 5 rules that failed in "${where}".\n`);
  });

  test('the warnings, where nothing failed the run', async () => {
    expect(await said(only(...implied))).toContain(`repeats 1 rule with a warning in "${where}".`);
  });

  test('with the rules that send what broke it', async () => {
    const report = only(...stated.filter((id) => id.startsWith('errors.')));
    const strange = JSON.stringify(report).replaceAll(
      '"path":"36"',
      '"path":"identifiers that no service should assign#36"',
    );
    expect(await said(JSON.parse(strange) as Report)).toContain(
      'repeats 1 rule that failed, and get-animal.impossible-id, which sent the requests that broke it, in',
    );
  });
});
