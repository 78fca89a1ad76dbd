// Reads a file that the user named, or says in one line why it cannot be read.
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { quoted } from './options/flags.js';
import { UsageError } from './errors.js';

const sizeInWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`;

export interface PlainFile {
  readonly bytes: Buffer;
  readonly mode: number;
}

/** A link counts as there, wherever it leads. What cannot be looked at does not: writing there reports the reason. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The path as a person in this folder would write it. */
export function shownIn(folder: string, path: string): string {
  return path !== folder && isBelow(folder, path) ? relative(folder, path) : path;
}

/**
 * Throws as Node does, also if the path is not a regular file, because a pipe or a device could block forever or
 * never end. With O_NOFOLLOW among the flags, a link is not followed.
 */
export function readPlainFile(path: string, most: number, flags = 0): PlainFile {
  // Without O_NONBLOCK a pipe would block as it is opened.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  try {
    const status = fstatSync(file);
    if (status.isDirectory()) throw new Error('it is a folder');
    if (!status.isFile()) throw new Error('it is not a regular file');
    if (status.size > most) throw new Error(`it is larger than ${sizeInWords(most)}`);
    // Reads at most as much as the file had when it was opened, because somebody may be writing without end.
    const bytes = Buffer.alloc(status.size);
    return { bytes: bytes.subarray(0, readSync(file, bytes)), mode: status.mode };
  } finally {
    closeSync(file);
  }
}

/** Creates one level after another, because Node's own recursion never ends below a folder such as /proc. */
export function makeFolders(path: string, made: string[] = []): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolders(dirname(path), made);
  mkdirSync(path);
  made.push(path);
}

/** The number of links that a system follows. */
const mostLinks = 40;

/**
 * Finds a link on the way to this path that lies inside the working folder or the checkout around it. A checkout may
 * contain such a link, and then somebody else has decided where it leads. Links elsewhere belong to the machine, and
 * are followed.
 */
export function linkInside(
  workingFolder: string,
  path: string,
  most = mostLinks,
): string | undefined {
  const { root } = parse(path);
  const parts = path.slice(root.length).split(sep);
  try {
    for (let at = root; parts.length > 0;) {
      const next = join(at, parts.shift() ?? '');
      const status = lstatSync(next, { throwIfNoEntry: false });
      if (status === undefined) return undefined;
      if (status.isSymbolicLink()) {
        if (isBelow(realpathSync(checkoutOf(workingFolder)), realpathSync(at))) return next;
        const onward = resolve(at, readlinkSync(next), ...parts);
        return most > 0 ? linkInside(workingFolder, onward, most - 1) : next;
      }
      at = next;
    }
  } catch {
    return undefined; // what cannot be read cannot be written to either, and writing reports that
  }
  return undefined;
}

/** The working folder of a job may be one package of a repository. */
function checkoutOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** Whether a path lies in the checkout that this folder is part of. Links are followed as far as the path exists. */
export function isInCheckout(workingFolder: string, path: string): boolean {
  const there = (at: string): string => {
    try {
      return realpathSync(at);
    } catch {
      return join(there(dirname(at)), relative(dirname(at), at));
    }
  };
  return isBelow(there(checkoutOf(workingFolder)), there(path));
}

/**
 * Whether a path is, or lies below, a folder .git: Git runs its hooks, and does what its configuration says. A project file
 * may name the path, so that only somebody who reads it closely would notice. Not every system tells .git from .GIT.
 */
export const isOfGit = (workingFolder: string, path: string): boolean =>
  relative(checkoutOf(workingFolder), path)
    .split(sep)
    .some((part) => part.toLowerCase() === '.git');
export const ofGit = 'it is part of .git, where only Git may write';

/** `subject` names what would be written: "Reports". */
export function expectPlainPlace(
  subject: string,
  path: string,
  { folder, flag }: { readonly folder: string; readonly flag: string },
): void {
  if (isOfGit(folder, path))
    throw new UsageError(
      `${subject} cannot be written to ${quoted(relative(folder, path) || path)}: ${ofGit}. Specify another folder with ${flag} DIR.`,
    );
  const link = linkInside(folder, path);
  if (link === undefined) return;
  const [shown, linkPath] = [path, link].map((one) => quoted(relative(folder, one) || one));
  throw new UsageError(
    `${subject} cannot be written to ${shown}: ${linkPath === shown ? 'it' : linkPath} is a link, and a link inside the working folder could lead anywhere. Remove it, or specify another folder with ${flag} DIR.`,
  );
}

function isBelow(folder: string, path: string): boolean {
  const within = relative(folder, path);
  return !isAbsolute(within) && within.split(sep)[0] !== '..';
}

/** Writes a file that the user has named, but through no link that a checkout may have brought. */
export function writeNamed(folder: string, out: string, text: string): void {
  const path = resolve(folder, out);
  if (isOfGit(folder, path)) throw new Error(ofGit);
  // A link to a file gives way to the new file; one to a device or a pipe would be written through.
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() !== false;
  const link = linkInside(folder, isFile ? dirname(path) : path);
  if (link !== undefined)
    throw new Error(`${relative(folder, link) || link} is a link, which could lead anywhere`);
  // One of the shell, such as /dev/fd/63, has a reader; the reader of one in the checkout may never read.
  if (lstatSync(path, { throwIfNoEntry: false })?.isFIFO() && isInCheckout(folder, path))
    throw new Error('it is a pipe in the working folder');
  writeWhole(path, text);
}

/** The same, but where the file cannot be written, one line for the user says why. */
export function save(folder: string, out: string, text: string): void {
  try {
    writeNamed(folder, out, text);
  } catch (error) {
    throw new UsageError(
      `${quoted(out)} cannot be written (${whyNot(error)}): specify another file.`,
    );
  }
}

/**
 * Writes all of a file or nothing: an existing file stays as it is until the new one is complete. Pipes and devices
 * are written to directly.
 */
export function writeWhole(path: string, text: string): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status !== undefined && !status.isFile()) {
    if (status.isFIFO()) expectReader(path);
    return writeFileSync(path, text);
  }
  // In a container, the number of a process is the same in every run.
  const beside = `${path}.${randomBytes(4).toString('hex')}.new`;
  // Who may read the file stays as it was.
  const file = openSync(beside, 'wx');
  try {
    try {
      if (status !== undefined) fchmodSync(file, status.mode & 0o777);
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** A pipe that nobody reads would be waited for as it is opened. */
function expectReader(path: string): void {
  try {
    closeSync(openSync(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    throw new Error('nobody reads this pipe', { cause: error });
  }
}

/**
 * Appends to a regular file, which is created if there is none. A pipe is refused, because it would block until
 * somebody reads it.
 */
export function appendPlainFile(path: string, text: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error('it is not a regular file');
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/**
 * The most bytes that are read. Settings, keys and certificates are small; known failures are read by a parser that takes
 * many times their size. An ordinary report has half a megabyte, a certificate five at most, and a run at a target that
 * sends megabytes in each response stays below this limit, too.
 */
export const mostBytes = {
  small: 1024 * 1024,
  ofBaseline: 256 * 1024,
  ofReport: 16 * 1024 * 1024,
} as const;

export function readText(
  path: string,
  flag: string | undefined,
  folder: string,
  most: number = mostBytes.small,
): { readonly text: string; readonly mode: number } {
  try {
    const { bytes, mode } = readPlainFile(resolve(folder, path), most);
    return { text: bytes.toString('utf8'), mode };
  } catch (error) {
    throw new UsageError(
      flag === undefined
        ? `${path} cannot be read (${whyNot(error)}): fix or remove it.`
        : `${flag} ${quoted(path)} cannot be read (${whyNot(error)}): check the path.`,
    );
  }
}

export function whyNot(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'no such file or folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EISDIR: 'it is a folder',
    ENXIO: 'it is not a regular file',
    ELOOP: 'its links lead in a circle',
    EFBIG: 'it would become too large',
    EDQUOT: 'the disk is full',
    EMFILE: 'too many files are open',
    ENFILE: 'too many files are open',
    ENOTDIR: 'part of the path is not a folder',
    EEXIST: 'a file is in the way',
    ELINK: 'a link has taken its place',
    ENOSPC: 'the disk is full',
    EROFS: 'the file system is read-only',
  };
  return words[code ?? ''] ?? code ?? message;
}
