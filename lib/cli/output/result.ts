// Reports the result of a run: on the terminal or as JSON, in the files of its folder, to GitHub, and by the exit
// code.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Report } from '../../judge/result/report.js';
import { steady } from '../../report/steady.js';
import { renderInterrupted } from '../../report/terminal/interrupted.js';
import { renderResults } from '../../report/terminal/terminal.js';
import { type ReportContext, countsOf, countInWords } from '../../report/words.js';
import { program } from '../../api/package.js';
import { CannotWrite, oneLine } from '../../api/errors.js';
import { exitCodes, exitCodeOf } from '../../api/exit-codes.js';
import type { Io } from '../io.js';
import type { ReportFolder } from '../../api/reports/report-folder.js';
import type { TestFile } from './test-file.js';
import { writeRun } from '../../api/reports/history.js';
import { appearanceOf } from './appearance.js';
import { clausesAlone, contextFrom } from '../../api/reports/clauses.js';
import { printGitHub } from './github.js';
import {
  isForPrograms,
  rendering,
  type Rendered,
  type Reporters,
  writeFiles,
} from './reporters.js';

export interface Shown {
  readonly folder: ReportFolder;
  readonly tests: TestFile | undefined;
  readonly reporters: Reporters;
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
export async function printResult(found: Report, shown: Shown, io: Io): Promise<number> {
  const isInterrupted = shown.isInterrupted?.() === true;
  const tooMany = tooManyWarnings(found, shown);
  const ofReport = tooMany === undefined ? exitCodeOf(found) : exitCodes.notConformant;
  const code = isInterrupted ? exitCodes.interrupted : ofReport;
  const report = steady(found);
  const butFails = isInterrupted ? undefined : tooMany;
  const { isWritten, context, aboutTests, failed } = await written(report, shown, butFails, io);
  const isNamed = await print(
    report,
    { ...shown, context, isInterrupted, isWritten, butFails },
    io,
  );
  // The folder was writable before the run. The result is printed all the same.
  if (failed !== undefined) {
    io.stderr.write(`${program}: ${oneLine(failed.message)}\n`);
    return code === exitCodes.fine ? exitCodes.cannotWrite : code;
  }
  if (butFails !== undefined && isForPrograms(shown.reporters.stdout))
    io.stderr.write(`${program}: ${butFails}\n`);
  if (!isNamed) io.stderr.write(`Reports: ${shown.folder.shown}\n`);
  if (!shown.quiet && aboutTests !== undefined) io.stderr.write(`${oneLine(aboutTests)}\n`);
  if (shown.open === true) await (await import('./browser.js')).openPage(shown.folder, io);
  return code;
}

/** The reason why the run fails although its verdict does not; undefined if there is none. */
function tooManyWarnings(report: Report, { maxWarnings }: Shown): string | undefined {
  const warnings = countsOf(report).find(({ mark }) => mark === 'warning')?.count ?? 0;
  return maxWarnings === undefined ||
    warnings <= maxWarnings ||
    exitCodeOf(report) !== exitCodes.fine
    ? undefined
    : `The gate fails: ${countInWords('warning', warnings)}, and --max-warnings allows ${maxWarnings}.`;
}

interface Written {
  readonly isWritten: boolean;
  /** The context of the report, with the runs before this one. */
  readonly context: ReportContext;
  readonly aboutTests?: string | undefined;
  readonly failed?: CannotWrite;
}

/**
 * The files are written before the verdict is printed, so that the verdict stands last and the page that it names
 * exists.
 */
async function written(
  report: Report,
  { folder, tests, reporters }: Shown,
  butFails: string | undefined,
  io: Io,
): Promise<Written> {
  let isWritten = false;
  let context = contextFrom(io.folder);
  try {
    const kept = await writeRun(report, context, folder);
    isWritten = true;
    context = kept.context;
    if (kept.trouble !== undefined)
      io.stderr.write(`${program}: warning: ${oneLine(kept.trouble)}\n`);
    await writeFiles(report, reporters, asText(io), io.folder);
    const print = (text: string): void =>
      (isForPrograms(reporters.stdout) ? io.stderr : io.stdout).data(text);
    const inJob = { ...context, clauses: clausesAlone() };
    await printGitHub(report, inJob, butFails, io.environment, print);
    if (reporters.github && io.environment['GITHUB_ACTIONS'] !== 'true')
      print(await asText(io).github(report));
    return { isWritten, context, aboutTests: await tests?.write(report) };
  } catch (thrown) {
    if (thrown instanceof CannotWrite) return { isWritten, context, failed: thrown };
    throw thrown;
  }
}

interface Reported extends Omit<Shown, 'isInterrupted'> {
  readonly context: ReportContext;
  readonly isInterrupted: boolean;
  readonly isWritten: boolean;
  readonly butFails: string | undefined;
}

/** Makes the text that reporters write to files and programs, independently of any terminal. */
const asText = ({ folder }: Io): Rendered =>
  rendering(contextFrom(folder), (report) =>
    renderResults(report, contextFrom(folder), {
      width: 100,
      colour: false,
      quiet: false,
      verbose: false,
    }),
  );

/** Prints the result. Returns whether it says where the page is. */
async function print(
  report: Report,
  { folder, context, reporters, quiet, verbose, isInterrupted, isWritten, butFails }: Reported,
  io: Io,
): Promise<boolean> {
  if (isForPrograms(reporters.stdout)) {
    io.stdout.data(await asText(io)[reporters.stdout](report));
    return false;
  }
  if (isInterrupted) {
    io.stdout.write(renderInterrupted(report, appearanceOf(io)));
    return false;
  }
  if (reporters.stdout === 'dot') {
    const { renderDots } = await import('../../report/terminal/dots.js');
    io.stdout.write(renderDots(report));
  }
  const page = isWritten ? { page: pageIn(folder, io) } : {};
  const isBrief = quiet || reporters.stdout === 'dot';
  const options = { ...appearanceOf(io), quiet: isBrief, verbose, butFails, ...page };
  io.stdout.write(renderResults(report, context, options));
  return isWritten && !isBrief;
}

/** A pipe has no use for an address that a click opens. */
function pageIn({ path, shown }: ReportFolder, { stdout }: Io) {
  const name = 'report.html';
  const address = stdout.isTTY ? { address: pathToFileURL(join(path, name)).href } : {};
  return { shown: join(shown, name), ...address };
}
