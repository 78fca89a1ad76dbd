// A comparison as it is told: on the terminal, as Markdown or JSON, in the files of its folder, to GitHub, by the exit code.
import { compareReports, type Named } from '../../certify/comparison/compare.js';
import { type Aspect, type Comparison, differIn } from '../../certify/comparison/comparison.js';
import type { Report } from '../../judge/result/report.js';
import { program } from '../arguments/help.js';
import { CannotWrite, exitCodes, type Io, oneLine } from '../io.js';
import { ofReports } from '../run/report-file.js';
import type { ReportFolder } from '../run/report-folder.js';
import { appearanceOf } from '../telling/appearance.js';
import { toJobSummary } from '../telling/github.js';

export interface Shown {
  readonly json: boolean;
  readonly markdown: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Where these differ, the exit code says so. */
  readonly failOn: readonly Aspect[];
  /** Where the files go; undefined: none are wanted. */
  readonly folder: ReportFolder | undefined;
  /** Of the targets that were run for this. */
  readonly reports: Readonly<Partial<Record<'a' | 'b', Report>>>;
}

export async function compareAndTell(
  [a, b]: readonly [Report, Report],
  named: Named,
  shown: Shown,
  io: Io,
): Promise<number> {
  // A report may come from anywhere.
  return ofReports(async () => {
    const comparison = compareReports(a, b, named);
    const code = differIn(comparison, shown.failOn) ? exitCodes.different : exitCodes.fine;
    await print(comparison, shown, io);
    await tellGitHub(comparison, io);
    try {
      await write(comparison, shown, io);
      return code;
    } catch (thrown) {
      // The folder was writable before. What was found is told all the same.
      if (!(thrown instanceof CannotWrite)) throw thrown;
      io.stderr.write(`${program}: ${oneLine(thrown.message)}\n`);
      return code === exitCodes.fine ? exitCodes.cannotWrite : code;
    }
  });
}

async function print(
  comparison: Comparison,
  { json, markdown, quiet, verbose }: Shown,
  io: Io,
): Promise<void> {
  if (json) {
    const { comparisonJson } = await import('../../certify/comparison/shown/json.js');
    return io.stdout.data(comparisonJson(comparison));
  }
  if (markdown) {
    const { comparisonMarkdown } = await import('../../certify/comparison/shown/markdown.js');
    return io.stdout.data(comparisonMarkdown(comparison));
  }
  const { renderComparison } = await import('../../certify/comparison/shown/terminal.js');
  io.stdout.write(renderComparison(comparison, { ...appearanceOf(io), quiet, verbose }));
}

async function tellGitHub(comparison: Comparison, io: Io): Promise<void> {
  if ((io.environment['GITHUB_STEP_SUMMARY'] ?? '') === '') return;
  const { comparisonMarkdown } = await import('../../certify/comparison/shown/markdown.js');
  toJobSummary(comparisonMarkdown(comparison), io.environment, (text) => io.stderr.data(text));
}

async function write(comparison: Comparison, { folder, reports }: Shown, io: Io): Promise<void> {
  if (folder === undefined) return;
  const { writeComparison } = await import('./folder.js');
  await writeComparison(comparison, reports, folder, io);
  io.stderr.write(`Comparison: ${folder.shown}\n`);
}
