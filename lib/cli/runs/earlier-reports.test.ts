// What is said where an earlier report does not help.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { reportJson } from '../../report/files/json.js';
import { cleanReport, failingReport } from '../../testing/reports/fixture.js';
import { command, inFolder } from '../../testing/io.js';

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
