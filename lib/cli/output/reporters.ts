// Reads --reporter: the reporter for standard output, and those that write files. Impossible combinations are refused
// before anything is sent.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Report } from '../../judge/result/report.js';
import type { ReportContext } from '../../report/words.js';
import { CannotWrite, UsageError } from '../../api/errors.js';
import { makeFolders, isOfGit, linkInside, ofGit, whyNot, writeNamed } from '../../api/files.js';
import { quoted } from '../../api/options/flags.js';
import type { Reporter, ReporterName } from '../../api/options/reporter.js';

/** These write the whole of the standard output, for people or for a program. */
type Whole = Exclude<ReporterName, 'github'>;

export interface Reporters {
  readonly stdout: Whole;
  /** Marks in the log of a job on GitHub, also where nobody runs there. */
  readonly github: boolean;
  readonly files: readonly { readonly name: ReporterName; readonly file: string }[];
}

interface Wanted {
  readonly reporter?: readonly Reporter[] | undefined;
  readonly json?: true | undefined;
}

export const isForPrograms = (stdout: Whole): boolean =>
  stdout === 'json' || stdout === 'junit' || stdout === 'tap';

export function reportersOf({ reporter = [], json }: Wanted, folder: string): Reporters {
  const shown = reporter.filter(({ file }) => file === undefined).map(({ name }) => name);
  const whole = new Set(shown.filter((name) => name !== 'github'));
  if (json === true) whole.add('json');
  const [stdout = 'default', other] = whole;
  if (other !== undefined)
    throw new UsageError(
      `The reporters ${stdout} and ${other} cannot both write to standard output: give one of them a file, as in --reporter ${other}=FILE.`,
    );
  const github = shown.includes('github');
  if (github && isForPrograms(stdout))
    throw new UsageError(
      `The marks of the reporter github would spoil the ${stdout} on standard output: give one of them a file, as in --reporter ${stdout}=FILE.`,
    );
  const files = reporter.flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]));
  const twice = files.find(
    ({ file }, at) =>
      files.findIndex((one) => resolve(folder, one.file) === resolve(folder, file)) !== at,
  );
  if (twice !== undefined)
    throw new UsageError(
      `Two reporters write to ${quoted(twice.file)}: specify another file for one of them.`,
    );
  for (const one of files) expectWritable(one, folder);
  return { stdout, github, files };
}

/** The beginning of each file that a reporter writes, by which an earlier report is recognised. */
const beginnings: Readonly<Record<ReporterName, RegExp>> = {
  default: /^Animal Store /,
  dot: /^[.FWK?-]+\n/,
  json: /^\{\s*"format"/,
  junit: /^<\?xml /,
  github: /^::/,
  tap: /^TAP version /,
};
const longestBeginning = 200;

/**
 * Refuses what would be found out only after the run, and a file that is no earlier report: a project file, which others
 * may have written, may name any file of the project.
 */
function expectWritable(
  { name, file }: { readonly name: ReporterName; readonly file: string },
  folder: string,
): void {
  const refuse = (why: string): never => {
    throw new UsageError(
      `--reporter ${quoted(file)} cannot be written (${why}): specify another file.`,
    );
  };
  const path = resolve(folder, file);
  if (isOfGit(folder, path)) refuse(ofGit);
  if (linkInside(folder, dirname(path)) !== undefined)
    refuse('a link is in its path, which could lead anywhere');
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status?.isDirectory() === true) refuse('it is a folder');
    if (status?.isFile() === true && status.size > 0 && !beginnings[name].test(beginningOf(path)))
      refuse('it holds something else than an earlier report');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    refuse(whyNot(error));
  }
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(longestBeginning);
    return bytes.toString('utf8', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

export type Rendered = Readonly<Record<ReporterName, (report: Report) => string | Promise<string>>>;

/** `terminal`: as the terminal shows it, in plain text. */
export function rendering(context: ReportContext, terminal: Rendered['default']): Rendered {
  return {
    default: terminal,
    dot: async (report) =>
      (await import('../../report/terminal/dots.js')).renderDots(report) + (await terminal(report)),
    json: async (report) => (await import('../../report/files/json.js')).reportJson(report),
    junit: async (report) =>
      (await import('../../report/files/junit.js')).junitXml(report, context),
    tap: async (report) => (await import('../../report/files/tap.js')).tapText(report, context),
    github: async (report) =>
      (await import('../../report/files/annotations.js')).githubAnnotations(report, context),
  };
}

export async function writeFiles(
  report: Report,
  { files }: Reporters,
  rendered: Rendered,
  folder: string,
): Promise<void> {
  for (const { name, file } of files) {
    const text = await rendered[name](report);
    try {
      makeFolders(dirname(resolve(folder, file)));
      writeNamed(folder, file, text);
    } catch (error) {
      throw new CannotWrite(
        `The reporter ${name} could not write ${quoted(file)} (${whyNot(error)}).`,
      );
    }
  }
}
