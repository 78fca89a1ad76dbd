// Notices when somebody changes a file below a folder. Files that tools and candidates write are left out as far as
// they can be recognised, because otherwise every run would start the next one.
import { existsSync, fstatSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { whyNot } from '../../../api/files.js';
import { UsageError } from '../../../api/errors.js';

export interface Changes {
  /** Resolves with the changed files once no more changes come. Changes before the call count too. */
  next(): Promise<readonly string[]>;
  /** It is written by the candidate, and not by a person. */
  leaveOut(path: string): void;
  close(): void;
}

/** An editor writes a file in several steps. */
const quietMs = 50;
const foldersOfTools = new Set(['node_modules', '__pycache__', 'coverage']);
/** The file that marks a folder as a cache for backup programs. The build output of some languages has it. */
const markOfCaches = 'CACHEDIR.TAG';
const writtenByPrograms =
  /(?:\.(?:log|pid|lock|tmp|pyc|sw[a-p]|db|sqlite\d?)|-(?:wal|shm|journal)|~)$/i;

/** `besides`: folders that are not watched, such as that of the reports. */
export function watchFolder(root: string, besides: readonly string[]): Changes {
  const watchers = new Map<string, FSWatcher>();
  const leftOut = new Set(besides);
  const changed = new Set<string>();
  let waiting: ((paths: readonly string[]) => void) | undefined;
  let quiet: NodeJS.Timeout | undefined;

  const isIgnored = (path: string): boolean => {
    const parts = relative(root, path).split(sep);
    const folders = parts.slice(0, -1);
    return (
      leftOut.has(path) ||
      folders.some((part) => part.startsWith('.') || foldersOfTools.has(part)) ||
      besides.some((folder) => path.startsWith(folder + sep)) ||
      writtenByPrograms.test(basename(path))
    );
  };
  const note = (path: string): void => {
    if (isIgnored(path) || isFolder(path) || isOwnOutput(path)) return;
    changed.add(relative(root, path));
    clearTimeout(quiet);
    quiet = setTimeout(notify, quietMs);
  };
  const notify = (): void => {
    quiet = undefined;
    if (waiting === undefined) return;
    // An editor writes another file first, which takes the place of the one that was edited.
    const there = [...changed].filter((path) => existsSync(join(root, path)));
    waiting(there.length > 0 ? there : [...changed]);
    waiting = undefined;
    changed.clear();
  };
  const follow = (folder: string, recursive: boolean): void => {
    const watcher = watch(folder, { recursive }, (_event, name) => {
      if (name === null) return;
      const path = join(folder, name);
      if (!recursive && isFolder(path)) look(path, note);
      note(path);
    });
    watcher.on('error', () => forget(folder)); // it is gone
    watchers.set(folder, watcher);
  };
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  /**
   * Starts a watcher for each folder, because a recursive one of Node would also watch the folders of tools. `heard`
   * is called with the files that a new folder contains already.
   */
  const look = (folder: string, heard: (path: string) => void = () => {}): void => {
    if (watchers.has(folder) || isOfTools(folder, root) || leftOut.has(folder)) return;
    try {
      follow(folder, false);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory()) look(join(folder, entry.name), heard);
        else heard(join(folder, entry.name));
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR') return forget(folder);
      throw new UsageError(
        `--watch cannot watch ${folder} (${code === 'ENOSPC' ? 'the system watches as many folders as it can' : whyNot(error)}): change into a folder with fewer folders in it.`,
      );
    }
  };
  if (process.platform === 'darwin' || process.platform === 'win32') follow(root, true);
  else look(root);

  return {
    next: () =>
      new Promise((resolve) => {
        waiting = resolve;
        if (changed.size > 0 && quiet === undefined) notify();
      }),
    leaveOut: (path) => void leftOut.add(join(root, path)),
    close() {
      clearTimeout(quiet);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

function isOfTools(folder: string, root: string): boolean {
  const name = basename(folder);
  return (
    folder !== root &&
    (name.startsWith('.') || foldersOfTools.has(name) || existsSync(join(folder, markOfCaches)))
  );
}

/** Whether the output of this command is sent to the file, as by `> out.txt`. */
function isOwnOutput(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  return (
    file !== undefined &&
    [1, 2].some((stream) => {
      const { dev, ino } = fstatSync(stream);
      return file.dev === dev && file.ino === ino;
    })
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** In so many runs in a row. */
const mostRepeated = 5;

/**
 * Distinguishes files that a candidate writes from those that people write: nobody changes the same file during one run
 * after another.
 */
export class Repeated {
  readonly #times = new Map<string, number>();

  /** Notes the files that changed during a run. */
  note(paths: readonly string[]): void {
    for (const path of this.#times.keys()) if (!paths.includes(path)) this.#times.delete(path);
    for (const path of paths) this.#times.set(path, (this.#times.get(path) ?? 0) + 1);
  }

  /** Notes that a run ended before anything changed. */
  clear(): void {
    this.#times.clear();
  }

  /** Each file is reported once. */
  tooOften(): readonly string[] {
    const found = [...this.#times]
      .filter(([, times]) => times >= mostRepeated)
      .map(([path]) => path);
    for (const path of found) this.#times.delete(path);
    return found;
  }
}
