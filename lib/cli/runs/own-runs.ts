// Remembers the targets of the user's own runs, so that commands that do not say them again find them. They are stored
// outside of the checkout, by the folder and the digest of each report: a report that somebody else has written, or that was
// moved, is never found.
import { createHash } from 'node:crypto';
import { chmodSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import {
  isInCheckout,
  makeFolders,
  mostBytes,
  readPlainFile,
  writeWhole,
} from '../../api/files.js';
import type { RunValues } from '../../api/options/run-table.js';
import { program } from '../../api/package.js';
import type { Command } from '../arguments/command.js';
import { parse } from '../arguments/parse.js';
import type { Io } from '../io.js';

/** Identifies each report, with the words that lead to its target, the latest last. */
type Kept = readonly (readonly [name: string, words: readonly string[]])[];

const mostKept = 100;

/** The words that were typed for the run with this report folder. What cannot be kept is typed again, and so is a key. */
export function rememberRun(
  folder: string,
  words: readonly string[],
  mask: (text: string) => string,
  io: Place,
): void {
  if (words.some((word) => mask(word) !== word)) return;
  const file = fileIn(io);
  const name = nameOf(join(folder, 'report.json'), io);
  if (file === undefined || name === undefined) return;
  const others = keptIn(file).filter(([other]) => other !== name);
  try {
    makeFolders(dirname(file));
    chmodSync(dirname(file), 0o700);
    writeWhole(file, JSON.stringify([...others.slice(1 - mostKept), [name, words]]));
    chmodSync(file, 0o600);
  } catch {
    // If the home folder is read-only, only this memory is lost.
  }
}

/** The words that led to the target of a report, if the user ran it from this folder. */
export function wordsOfOwn(report: string, io: Place): readonly string[] | undefined {
  const file = fileIn(io);
  const name = nameOf(report, io);
  if (file === undefined || name === undefined || !isOurs(file)) return undefined;
  return keptIn(file).find(([own]) => own === name)?.[1];
}

export interface TargetArguments {
  readonly operand: string | undefined;
  readonly values: RunValues;
}

/** Adds the target of a report if it came from a run of this user; what is typed now has priority. */
export function withOwnTarget(
  report: string,
  typed: RunValues,
  commands: readonly Command[],
  io: Place,
): TargetArguments {
  const words = wordsOfOwn(report, io) ?? [];
  const [usual] = commands;
  if (words.length === 0 || usual === undefined) return { operand: undefined, values: typed };
  const parsed = parse(['run', ...words], commands, usual);
  if (parsed.want !== 'run') return { operand: undefined, values: typed };
  return { operand: parsed.operand, values: { ...parsed.values, ...typed } };
}

type Place = Pick<Io, 'environment' | 'folder'>;

/** Undefined if the file would be in the checkout, which anybody may have written. */
function fileIn({ environment, folder }: Place): string | undefined {
  const { XDG_STATE_HOME, HOME, LOCALAPPDATA } = environment;
  const home = HOME && join(HOME, '.local', 'state');
  const state = [XDG_STATE_HOME, home, LOCALAPPDATA].find((one) => one && isAbsolute(one));
  return state && !isInCheckout(folder, state) ? join(state, program, 'runs.json') : undefined;
}

/**
 * Nobody else can have written it. What a checkout or an image brings along is mostly readable for others, unlike what
 * this kit writes.
 */
const isOurs = (file: string): boolean =>
  [file, dirname(file)].every((path) => {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined) return false;
    return (
      process.getuid === undefined ||
      (status.uid === process.getuid() && (status.mode & 0o077) === 0)
    );
  });

/** The words are of this folder: a relative path in them means another file elsewhere. */
function nameOf(report: string, { folder }: Place): string | undefined {
  try {
    const { bytes } = readPlainFile(report, mostBytes.ofReport);
    return createHash('sha256')
      .update(`${realpathSync(folder)}\0`)
      .update(bytes)
      .digest('hex');
  } catch {
    return undefined;
  }
}

function keptIn(file: string): Kept {
  try {
    const kept = JSON.parse(readPlainFile(file, mostBytes.small).bytes.toString('utf8')) as unknown;
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

const isKept = (one: unknown): one is Kept[number] =>
  Array.isArray(one) &&
  typeof one[0] === 'string' &&
  Array.isArray(one[1]) &&
  one[1].every((word) => typeof word === 'string');
