// The folder of a comparison: its three files, and the reports of the targets that were run for it.
import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Comparison } from '../../../certify/comparison/comparison.js';
import type { Report } from '../../../judge/result/report.js';
import { quoted } from '../../../api/options/flags.js';
import { whyNot } from '../../../api/files.js';
import { CannotWrite, UsageError } from '../../../api/errors.js';
import { type Io } from '../../io.js';
import { openReportFolder, type ReportFolder } from '../../../api/reports/report-folder.js';
import { writeInto, writeReports } from '../../../api/reports/write-reports.js';
import { clausesFrom } from '../../../api/reports/clauses.js';

const names = ['comparison.json', 'comparison.html', 'comparison.md'] as const;

/** The folder is claimed before anything is sent. */
export function openComparisonFolder(wanted: string, io: Io): ReportFolder {
  const path = resolve(io.folder, wanted);
  const [own, ...others] = names;
  const foreign = isThere(join(path, own))
    ? undefined
    : others.find((name) => isThere(join(path, name)));
  if (foreign !== undefined)
    throw new UsageError(
      `The comparison cannot be written to ${quoted(wanted)}: it contains ${foreign}, which is not part of a comparison. Specify another folder with --output DIR.`,
    );
  return openReportFolder(wanted, '', io);
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** `reports` are those of targets that were run, by the side that they are on. */
export async function writeComparison(
  comparison: Comparison,
  reports: Readonly<Partial<Record<'a' | 'b', Report>>>,
  folder: ReportFolder,
  io: Io,
): Promise<void> {
  const [{ comparisonJson }, { comparisonHtml }, { comparisonMarkdown }] = await Promise.all([
    import('../../../certify/comparison/shown/parts.js'),
    import('../../../certify/comparison/shown/page.js'),
    import('../../../certify/comparison/shown/markdown.js'),
  ]);
  try {
    writeInto(folder, [
      { name: names[0], text: comparisonJson(comparison) },
      { name: names[1], text: comparisonHtml(comparison) },
      { name: names[2], text: comparisonMarkdown(comparison) },
    ]);
  } catch (error) {
    throw new CannotWrite(
      `The comparison could not be written to ${quoted(folder.shown)} (${whyNot(error)}): it is only shown above.`,
    );
  }
  for (const side of ['a', 'b'] as const) {
    const report = reports[side];
    if (report === undefined) continue;
    const beside = openReportFolder(join(folder.path, side), '', io);
    try {
      await writeReports(report, { clauses: clausesFrom(io.folder) }, beside);
    } finally {
      beside.giveBack();
    }
  }
}
