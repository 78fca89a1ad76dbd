// Writes a file where none is: whole or not at all, never over another one, and through no link. Folders on the way are
// made, and gone again if the file cannot be written.
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { quoted } from '../../../api/options/flags.js';
import { whyNot } from '../../../api/files.js';
import { UsageError } from '../../../api/errors.js';

/** `path` is below the folder, with slashes. */
export function writeNew(folder: string, path: string, text: string, mode = 0o666): void {
  const made: string[] = [];
  try {
    makeFolders(folder, path.split('/').slice(0, -1), made);
    writeExclusively(join(folder, path), text, mode);
  } catch (error) {
    for (const one of made.reverse()) rmdirSync(one);
    throw new UsageError(
      `${quoted(path)} cannot be written (${whyNot(error)}): make room for it, and try again.`,
    );
  }
}

function makeFolders(folder: string, names: readonly string[], made: string[]): void {
  let path = folder;
  for (const name of names) {
    path = join(path, name);
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status?.isSymbolicLink()) throw new Error(`${name} is a link`);
    if (status !== undefined) continue;
    mkdirSync(path);
    made.push(path);
  }
}

function writeExclusively(path: string, text: string, mode: number): void {
  // Exclusive: it fails where anything is, a link included.
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}
