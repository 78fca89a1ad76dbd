// The result of a run as it is told: on the terminal or as JSON, in the files of its folder, to GitHub, by the exit code.
import type { Report } from '../../judge/result/report.js';
import { steady } from '../../report/steady.js';
import { renderResults } from '../../report/terminal/terminal.js';
import { program } from '../../api/package.js';
import { CannotWrite, oneLine } from '../../api/errors.js';
import { exitCodes, exitCodeOf } from '../../api/exit-codes.js';
import type { Io } from '../io.js';
import type { ReportFolder } from '../../api/reports/report-folder.js';
import type { TestFile } from '../run/test-file.js';
import { writeReports } from '../../api/reports/write-reports.js';
import { appearanceOf } from './appearance.js';
import { clausesAlone, contextFrom } from '../../api/reports/clauses.js';
import { tellGitHub } from './github.js';

export interface Shown {
  readonly folder: ReportFolder;
  readonly tests: TestFile | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** The page is opened in the browser. */
  readonly open?: boolean;
  /** Asked once the run is over: did somebody end it? */
  readonly isInterrupted?: () => boolean;
}

/** Shows and writes what was found; gives the exit code of the verdict. */
export async function tellResult(report: Report, shown: Shown, io: Io): Promise<number> {
  const isInterrupted = shown.isInterrupted?.() === true;
  const code = isInterrupted ? exitCodes.interrupted : exitCodeOf(report);
  try {
    await tell(report, isInterrupted, shown, io);
    if (shown.open === true)
      await (await import('../course/browser.js')).openPage(shown.folder, io);
    return code;
  } catch (thrown) {
    // The folder was writable before the run. What was found is told all the same.
    if (!(thrown instanceof CannotWrite)) throw thrown;
    io.stderr.write(`${program}: ${oneLine(thrown.message)}\n`);
    return code === exitCodes.fine ? exitCodes.cannotWrite : code;
  }
}

async function tell(
  found: Report,
  isInterrupted: boolean,
  { folder, tests, json, quiet, verbose }: Shown,
  io: Io,
): Promise<void> {
  const context = contextFrom(io.folder);
  const report = steady(found);
  if (json) {
    const { reportJson } = await import('../../report/files/json.js');
    io.stdout.data(reportJson(report));
  } else if (isInterrupted) {
    const { renderInterrupted } = await import('../../report/terminal/interrupted.js');
    io.stdout.write(renderInterrupted(report, appearanceOf(io)));
  } else {
    const options = { ...appearanceOf(io), quiet, verbose };
    io.stdout.write(renderResults(report, context, options));
  }
  await writeReports(report, context, folder);
  await tellGitHub(report, { clauses: clausesAlone() }, io.environment, (text) =>
    (json ? io.stderr : io.stdout).data(text),
  );
  const aboutTests = await tests?.write(report);
  io.stderr.write(`Reports: ${folder.shown}\n`);
  if (!quiet && aboutTests !== undefined) io.stderr.write(`${oneLine(aboutTests)}\n`);
}
