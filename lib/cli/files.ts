// Reads a file that the user named, or says in one line why it cannot be read.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { quoted } from './arguments/flags.js';
import { UsageError } from './io.js';

/** No file that a user means to give is larger. */
const mostBytes = 256 * 1024 * 1024;

export function readText(
  path: string,
  flag: string,
  folder: string,
): { readonly text: string; readonly mode: number } {
  const whole = resolve(folder, path);
  try {
    const { mode, size } = statSync(whole);
    if (size > mostBytes)
      throw new UsageError(
        `${flag} ${quoted(path)} is larger than ${mostBytes / 1024 / 1024} MB: give another file.`,
      );
    return { text: readFileSync(whole, 'utf8'), mode };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${flag} ${quoted(path)} cannot be read (${whyNot(error)}): check the path.`,
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
    ENOTDIR: 'a part of the path is no folder',
    EEXIST: 'a file is in the way',
    ENOSPC: 'the disk is full',
    EROFS: 'the file system is read-only',
  };
  return words[code ?? ''] ?? code ?? message;
}
