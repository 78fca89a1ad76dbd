// The folder of a run's reports. It is claimed before anything is sent, so that two runs never write into the same one,
// and released at the end of the run: a run that wrote nothing leaves nothing behind.
import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  makeFolders,
  expectPlainPlace,
  isThere,
  linkInside,
  mostBytes,
  readPlainFile,
  shownIn,
  whyNot,
} from '../files.js';
import type { Configuration } from '../configuration/configuration.js';
import { quoted } from '../options/flags.js';
import { program } from '../package.js';
import { reportFileNames } from '../../report/names.js';
import { UsageError } from '../errors.js';

export interface ReportFolder {
  readonly path: string;
  /** The path as a person in the working directory would write it. */
  readonly shown: string;
  /** The report of an earlier run lies there. */
  readonly holdsReport: boolean;
  /** A link that has come in between since it was claimed: a candidate may have put it there. */
  link(): string | undefined;
  giveBack(): void;
}

/** Identifies the process that writes here: by its number, and by a word in the folder of temporary files. */
const claimName = '.running';
/** A checkout can bring a claim, but not what bears it out. */
const borneOutBy = (word: string): string => join(tmpdir(), `animal-store-conformance-${word}`);
/** The number of folders with the same name: more simultaneous runs than anybody needs. */
const mostBeside = 100;
/** A claim that is older is of a run that was killed: another process may have its number by now. */
const longestRunMs = 2 * 24 * 3600 * 1000;

/** The names of the files that a run writes into its folder. */
export const namesInFolder = [...reportFileNames, 'created.json', 'animal-store.md'];

/** The claims of this process, and their words. */
const held = new Map<string, string>();

/** Shards on one machine keep out of each other's way. */
export const folderOf = ({
  target,
  scope: { shard },
}: Pick<Configuration, 'target' | 'scope'>): string =>
  shard === null ? target.folder : `${target.folder}-shard-${shard.index}-of-${shard.of}`;

export function openReportFolder(
  wanted: string | undefined,
  name: string,
  io: { readonly folder: string; readonly stderr: { write(text: string): unknown } },
): ReportFolder {
  const workingFolder = io.folder;
  const first = resolve(workingFolder, wanted ?? join('reports', name));
  for (let number = 1; number <= mostBeside; number += 1) {
    const path = number === 1 ? first : `${first}-${number}`;
    const made = claimed(path, workingFolder);
    if (made === undefined) continue;
    const shown = shownIn(workingFolder, path);
    if (path !== first)
      io.stderr.write(
        `${program}: Another run is writing to ${shownIn(workingFolder, first)}: the reports of this run go to ${shown}.\n`,
      );
    return {
      path,
      shown,
      link: () => linkInside(workingFolder, path),
      holdsReport: existsSync(join(path, 'report.json')),
      giveBack: givenBack(path, made),
    };
  }
  throw new UsageError(
    `Too many runs are writing to ${quoted(shownIn(workingFolder, first))}: specify another folder with --output DIR.`,
  );
}

/** The folders that had to be made for it; undefined where another run is at work. */
function claimed(path: string, workingFolder: string): readonly string[] | undefined {
  const made: string[] = [];
  const claim = join(path, claimName);
  const word = randomUUID();
  expectPlainPlace('Reports', path, { folder: workingFolder, flag: '--output' });
  const foreign = foreignIn(path);
  if (foreign !== undefined)
    throw new UsageError(
      `Reports cannot be written to ${quoted(shownIn(workingFolder, path))}: it contains ${foreign}, which is not part of a report. Specify another folder with --output DIR.`,
    );
  try {
    makeFolders(path, made);
    if (isClaimed(claim)) return undefined;
    rmSync(claim, { force: true });
    bearOut(word);
    writeFileSync(claim, `${process.pid} ${word}`, { flag: 'wx' });
  } catch (error) {
    const isOthers = (error as NodeJS.ErrnoException).code === 'EEXIST' && existsSync(claim);
    // On a full disk the file is created and stays empty.
    if (!isOthers) removeClaim(claim);
    removeClaim(borneOutBy(word));
    removeEmpty(made);
    // Another run has just claimed the folder.
    if (isOthers) return undefined;
    throw new UsageError(
      `Reports cannot be written to ${quoted(shownIn(workingFolder, path))} (${whyNot(error)}): specify another folder with --output DIR.`,
    );
  }
  held.set(claim, word);
  return made;
}

/** If no temporary file can be made, for example on a read-only system, a claim has no effect. */
function bearOut(word: string): void {
  try {
    writeFileSync(borneOutBy(word), '', { flag: 'wx' });
  } catch {
    // the run goes on without it
  }
}

/** A file that a report would replace although no earlier run wrote it. */
function foreignIn(path: string): string | undefined {
  const report = join(path, 'report.json');
  if (isThere(report)) return isReport(report) ? undefined : 'report.json';
  return namesInFolder.find((name) => isThere(join(path, name)));
}

/** Whether a run wrote it. A link is replaced and not followed; replacing an unreadable file reports the reason. */
function isReport(path: string): boolean {
  try {
    if (lstatSync(path).isSymbolicLink()) return true;
    const { bytes } = readPlainFile(path, mostBytes.ofReport);
    return bytes.toString('latin1', 0, 4096).includes(`"name": "${program}"`);
  } catch {
    return true;
  }
}

function isClaimed(claim: string): boolean {
  if (held.has(claim)) return true;
  let text: string;
  try {
    if (Date.now() - lstatSync(claim).mtimeMs > longestRunMs) return false;
    text = readPlainFile(claim, mostBytes.small).bytes.toString('latin1');
  } catch {
    return false;
  }
  const [, digits, word = ''] = /^(\d{1,9}) ([\da-f-]{36})$/.exec(text) ?? [];
  const number = Number(digits);
  // In a container, a run that was killed often had the same process number as this one.
  if (digits === undefined || number === process.pid || !isThere(borneOutBy(word))) return false;
  try {
    return process.kill(number, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function givenBack(path: string, made: readonly string[]): () => void {
  const claim = join(path, claimName);
  const giveBack = (): void => {
    process.removeListener('exit', giveBack);
    const word = held.get(claim);
    if (word === undefined) return;
    held.delete(claim);
    removeClaim(claim);
    removeClaim(borneOutBy(word));
    removeEmpty(made);
  };
  process.once('exit', giveBack);
  return giveBack;
}

function removeClaim(claim: string): void {
  try {
    rmSync(claim, { force: true });
  } catch {
    // a claim of a process that has ended does not count
  }
}

function removeEmpty(folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) {
    try {
      if (readdirSync(folder).length === 0) rmdirSync(folder);
    } catch {
      return; // somebody else's business by now
    }
  }
}
