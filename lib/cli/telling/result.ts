// The result of a run as it is told: on the terminal or as JSON, in the files of its folder, to GitHub, by the exit code.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Report } from '../../judge/result/report.js';
import { steady } from '../../report/steady.js';
import { renderResults } from '../../report/terminal/terminal.js';
import { countsOf, tally } from '../../report/words.js';
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
  /** More warnings than these fail the run. */
  readonly maxWarnings?: number | undefined;
  /** Asked once the run is over: did somebody end it? */
  readonly isInterrupted?: () => boolean;
}

/** Writes and shows what was found; gives the exit code of the verdict. */
export async function tellResult(found: Report, shown: Shown, io: Io): Promise<number> {
  const isInterrupted = shown.isInterrupted?.() === true;
  const tooMany = tooManyWarnings(found, shown);
  const ofReport = tooMany === undefined ? exitCodeOf(found) : exitCodes.notConformant;
  const code = isInterrupted ? exitCodes.interrupted : ofReport;
  const report = steady(found);
  const { isWritten, aboutTests, failed } = await written(report, shown, io);
  const isNamed = await tell(report, { ...shown, isInterrupted, isWritten }, io);
  // The folder was writable before the run. What was found is told all the same.
  if (failed !== undefined) {
    io.stderr.write(`${program}: ${oneLine(failed.message)}\n`);
    return code === exitCodes.fine ? exitCodes.cannotWrite : code;
  }
  if (tooMany !== undefined) io.stderr.write(`${program}: ${tooMany}\n`);
  if (!isNamed) io.stderr.write(`Reports: ${shown.folder.shown}\n`);
  if (!shown.quiet && aboutTests !== undefined) io.stderr.write(`${oneLine(aboutTests)}\n`);
  if (shown.open === true) await (await import('../course/browser.js')).openPage(shown.folder, io);
  return code;
}

/** Undefined where nothing else fails the run than what its verdict says. */
function tooManyWarnings(report: Report, { maxWarnings }: Shown): string | undefined {
  const warnings = countsOf(report).find(({ mark }) => mark === 'warning')?.count ?? 0;
  return maxWarnings === undefined ||
    warnings <= maxWarnings ||
    exitCodeOf(report) !== exitCodes.fine
    ? undefined
    : `${tally('warning', warnings)}, but --max-warnings allows ${maxWarnings}: exit status 1.`;
}

interface Written {
  readonly isWritten: boolean;
  readonly aboutTests?: string | undefined;
  readonly failed?: CannotWrite;
}

/** Before the verdict is told, so that it stands last and the page that it names is there. */
async function written(report: Report, { folder, tests, json }: Shown, io: Io): Promise<Written> {
  let isWritten = false;
  try {
    await writeReports(report, contextFrom(io.folder), folder);
    isWritten = true;
    await tellGitHub(report, { clauses: clausesAlone() }, io.environment, (text) =>
      (json ? io.stderr : io.stdout).data(text),
    );
    return { isWritten, aboutTests: await tests?.write(report) };
  } catch (thrown) {
    if (thrown instanceof CannotWrite) return { isWritten, failed: thrown };
    throw thrown;
  }
}

interface Told extends Omit<Shown, 'isInterrupted'> {
  readonly isInterrupted: boolean;
  readonly isWritten: boolean;
}

/** True where it says where the page is. */
async function tell(
  report: Report,
  { folder, json, quiet, verbose, isInterrupted, isWritten }: Told,
  io: Io,
): Promise<boolean> {
  if (json) {
    const { reportJson } = await import('../../report/files/json.js');
    io.stdout.data(reportJson(report));
    return false;
  }
  if (isInterrupted) {
    const { renderInterrupted } = await import('../../report/terminal/interrupted.js');
    io.stdout.write(renderInterrupted(report, appearanceOf(io)));
    return false;
  }
  const page = isWritten ? { page: pageIn(folder, io) } : {};
  const options = { ...appearanceOf(io), quiet, verbose, ...page };
  io.stdout.write(renderResults(report, contextFrom(io.folder), options));
  return isWritten && !quiet;
}

/** A pipe has no use for an address that a click opens. */
function pageIn({ path, shown }: ReportFolder, { stdout }: Io) {
  const name = 'report.html';
  const address = stdout.isTTY ? { address: pathToFileURL(join(path, name)).href } : {};
  return { shown: join(shown, name), ...address };
}
