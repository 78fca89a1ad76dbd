// Reports a comparison: on the terminal, as Markdown or JSON, in the files of its folder, to GitHub, and by the exit
// code.
import { join, resolve } from 'node:path';
import { compareReports, type Named } from '../../../certify/comparison/compare.js';
import {
  type Aspect,
  aspects,
  type Comparison,
  differIn,
} from '../../../certify/comparison/comparison.js';
import { comparisonMarkdown } from '../../../certify/comparison/shown/markdown.js';
import { comparisonHtml } from '../../../certify/comparison/shown/page.js';
import { comparisonJson } from '../../../certify/comparison/shown/parts.js';
import { renderComparison } from '../../../certify/comparison/shown/terminal.js';
import type { Report } from '../../../judge/result/report.js';
import { quoted } from '../../../api/options/flags.js';
import { program } from '../../../api/package.js';
import { isThere, whyNot, writeNamed } from '../../../api/files.js';
import { CannotWrite, oneLine, UsageError } from '../../../api/errors.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { type Io } from '../../io.js';
import { clausesFrom } from '../../../api/reports/clauses.js';
import { ofReports } from '../../../api/reports/report-file.js';
import { openReportFolder, type ReportFolder } from '../../../api/reports/report-folder.js';
import { writeInto, writeReports } from '../../../api/reports/write-reports.js';
import { appearanceOf } from '../../output/appearance.js';
import { toJobSummary } from '../../output/github.js';

interface Shown {
  readonly json: boolean;
  /** The file for the page or the Markdown, or - for standard output. */
  readonly html: string | undefined;
  readonly markdown: string | undefined;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** A difference in one of these gives exit code 1. */
  readonly failOn: readonly Aspect[];
  /** The folder of the files; undefined if none are wanted. */
  readonly folder: ReportFolder | undefined;
  /** The reports of the targets that were run for this comparison. */
  readonly reports: Readonly<Partial<Record<'a' | 'b', Report>>>;
}

/** The files of its folder, beside the reports of the targets that were run for it. */
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

export async function compareAndPrint(
  [a, b]: readonly [Report, Report],
  named: Named,
  shown: Shown,
  io: Io,
): Promise<number> {
  // A report may come from anywhere.
  return ofReports(async () => {
    const comparison = compareReports(a, b, named);
    const code = differIn(comparison, shown.failOn) ? exitCodes.different : exitCodes.fine;
    print(comparison, shown, io);
    printGitHub(comparison, io);
    try {
      await write(comparison, shown, io);
      return code;
    } catch (thrown) {
      // The folder was writable before. The result is printed all the same.
      if (!(thrown instanceof CannotWrite)) throw thrown;
      io.stderr.write(`${program}: ${oneLine(thrown.message)}\n`);
      return code === exitCodes.fine ? exitCodes.cannotWrite : code;
    }
  });
}

/** Prints a single form, because a program that reads it expects nothing else. */
function print(comparison: Comparison, shown: Shown, io: Io): void {
  if (shown.json) io.stdout.data(comparisonJson(comparison));
  else if (shown.html === '-') io.stdout.data(comparisonHtml(comparison));
  else if (shown.markdown === '-') io.stdout.data(comparisonMarkdown(comparison));
  else {
    const { quiet, verbose } = shown;
    io.stdout.write(renderComparison(comparison, { ...appearanceOf(io), quiet, verbose }));
    if (!differIn(comparison, shown.failOn) && differIn(comparison, aspects))
      io.stdout.write(`That fails nothing (--fail-on ${shown.failOn.join(',')}).\n`);
  }
}

function printGitHub(comparison: Comparison, io: Io): void {
  if ((io.environment['GITHUB_STEP_SUMMARY'] ?? '') === '') return;
  toJobSummary(comparisonMarkdown(comparison), io.environment, (line) => io.stderr.data(line));
}

async function write(comparison: Comparison, shown: Shown, io: Io): Promise<void> {
  const { folder, html = '-', markdown = '-', reports } = shown;
  if (html !== '-') save(html, comparisonHtml(comparison), io);
  if (markdown !== '-') save(markdown, comparisonMarkdown(comparison), io);
  if (folder === undefined) return;
  await writeFolder(comparison, reports, folder, io);
  io.stderr.write(`Comparison: ${folder.shown}\n`);
}

function save(out: string, text: string, io: Io): void {
  try {
    writeNamed(io.folder, out, text);
  } catch (error) {
    throw new CannotWrite(
      `${quoted(out)} cannot be written (${whyNot(error)}): the comparison is only shown above.`,
    );
  }
}

/** `reports` are those of targets that were run, by the side that they are on. */
async function writeFolder(
  comparison: Comparison,
  reports: Readonly<Partial<Record<'a' | 'b', Report>>>,
  folder: ReportFolder,
  io: Io,
): Promise<void> {
  const [json, html, markdown] = names;
  const files = [
    { name: json, text: comparisonJson(comparison) },
    { name: html, text: comparisonHtml(comparison) },
    { name: markdown, text: comparisonMarkdown(comparison) },
  ];
  try {
    writeInto(folder, files);
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
