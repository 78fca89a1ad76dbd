// Keeps .env and reports/ out of version control: where the folder belongs to a git repository that does not ignore them yet,
// lines are added to .gitignore. Changes no line that is there.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isThere, mostBytes, readPlainFile, whyNot } from '../../../api/files.js';
import type { Environment } from '../../../api/environment.js';

export type Ignored =
  | 'no repository'
  | 'already'
  | 'added'
  /** The file is committed already, so ignoring it does not help. */
  | 'tracked'
  | { readonly impossible: string };

interface Entry {
  /** The line as it stands in .gitignore. */
  readonly line: string;
  /** A path that the line ignores. */
  readonly path: string;
  /** Other lines that do the same. */
  readonly pattern: RegExp;
}

const dotenv: Entry = { line: '.env', path: '.env', pattern: /^\/?\.env\*?\s*$/ };
const reports: Entry = {
  line: 'reports/',
  path: 'reports/candidate/report.json',
  pattern: /^\/?reports(?:\/\*{0,2})?\s*$/,
};

export const ignoreDotenv = (folder: string, environment: Environment): Ignored =>
  ignore(dotenv, folder, environment);

/** A user may keep other files in a folder of this name. If so, git tracks some of them. */
export const ignoreReports = (folder: string, environment: Environment): Ignored =>
  ignore(reports, folder, environment);

function ignore(entry: Entry, folder: string, environment: Environment): Ignored {
  if (!isInRepository(folder)) return 'no repository';
  if (git(['ls-files', '--error-unmatch', entry.line], folder, environment) === 0) return 'tracked';
  if (isIgnored(entry, folder, environment)) return 'already';
  try {
    appendLine(join(folder, '.gitignore'), entry.line);
    return 'added';
  } catch (error) {
    return { impossible: whyNot(error) };
  }
}

function isInRepository(folder: string): boolean {
  if (isThere(join(folder, '.git'))) return true;
  return dirname(folder) !== folder && isInRepository(dirname(folder));
}

function isIgnored({ path, pattern }: Entry, folder: string, environment: Environment): boolean {
  const status = git(['check-ignore', '--quiet', '--no-index', path], folder, environment);
  return status === 0 || (status !== 1 && standsIn(join(folder, '.gitignore'), pattern));
}

/** Without git, or where it does not trust the folder: the line itself. */
function standsIn(path: string, pattern: RegExp): boolean {
  try {
    const lines = readPlainFile(path, mostBytes.small).bytes.toString('utf8').split(/\r?\n/);
    return lines.some((line) => pattern.test(line));
  } catch {
    return false;
  }
}

/**
 * Runs git and returns its exit status; null without git. `fsmonitor` is switched off, because the repository may
 * name a program for it.
 */
const git = (argv: readonly string[], folder: string, environment: Environment): number | null =>
  spawnSync('git', ['-c', 'core.fsmonitor=false', ...argv], {
    cwd: folder,
    stdio: 'ignore',
    env: { PATH: '/usr/bin:/bin', ...environment },
  }).status;

function appendLine(path: string, line: string): void {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK);
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new Error('it is not a regular file');
    const last = Buffer.alloc(1);
    if (status.size > 0) readSync(file, last, 0, 1, status.size - 1);
    const isOpenLine = status.size > 0 && last.toString('latin1') !== '\n';
    try {
      writeFileSync(file, `${isOpenLine ? '\n' : ''}${line}\n`);
    } catch (error) {
      // On a full disk, half of the line may have been written.
      ftruncateSync(file, status.size);
      throw error;
    }
  } finally {
    closeSync(file);
  }
}
