#!/usr/bin/env node
// The entry point: hands streams, environment and signals to the command, and returns its exit code. Any error in the
// kit is reported as a failure of the kit (70), and never as a verdict. Therefore only Node's own modules are loaded
// before the handlers of uncaught errors are set.
import { statSync, writeSync } from 'node:fs';
import * as nodeModule from 'node:module';
import type { Input } from '../api/environment.js';
import type { Output, ProcessIo } from './io.js';

/** The same as `exitCodes.ours`, for when nothing of the kit could be loaded. */
const ours = 70;
/** A run in which something went wrong may take this long to write its results. */
const lastMs = 5000;

// From Node 22.1 on, compiled code can be cached for the next time. If it cannot, nothing is said.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();

const listeners = new Set<(signal: string) => void>();
/** The exit code of a failure of the kit itself; undefined if there was none. */
let failure: number | undefined;

process.on('uncaughtException', (thrown: unknown) => {
  const isFirst = failure === undefined;
  failure = ours;
  if (!isFirst) return;
  setTimeout(() => process.exit(ours), lastMs);
  void print(thrown).finally(() => {
    if (listeners.size === 0) process.exit(ours);
    for (const listener of listeners) listener('a failure of the kit');
  });
});

// Node exits with this code when a top-level promise can never settle. Versions differ in where they report it.
process.on('exit', (code) => {
  if (code !== 13 && process.exitCode !== 13) return;
  plainly('it waited for something that never happened');
  process.exitCode = ours;
});

async function print(thrown: unknown): Promise<void> {
  const { code, name } = (thrown ?? {}) as NodeJS.ErrnoException;
  // Whether the rest of the kit can still be loaded then is chance.
  if (code === 'EMFILE' || code === 'ENFILE')
    return plainly('too many files are open: raise the limit, for example with ulimit -n 1024');
  try {
    const [{ printFailure }, { guarded }] = await Promise.all([
      import('./cli.js'),
      import('./way-out.js'),
    ]);
    printFailure(thrown, await guarded(processIo()));
  } catch {
    plainly(code ?? name ?? 'unknown');
  }
}

/** Writes without the streams of the kit, which may be what has failed. */
function plainly(why: string): void {
  try {
    writeSync(
      2,
      `animal-store-conformance: The kit itself failed (${why}). This says nothing about the target.\n`,
    );
  } catch {
    // nobody is left to read a message
  }
}

/** An error while writing to standard output matters, because the results go there. */
let lost: NodeJS.ErrnoException | undefined;

function outputOf(stream: NodeJS.WriteStream, isMissed: boolean): Output {
  let open = true;
  // The reader of a pipe may end first (`| head`). The run continues, and its reports are still written.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    if (isMissed && error.code !== 'EPIPE') lost ??= error;
  });
  return {
    write: (text) => void (open && stream.write(text)),
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns ?? 80;
    },
  };
}

const mostOfInput = 1024 * 1024;
const stdin: Input = {
  get isTTY() {
    return process.stdin.isTTY === true;
  },
  async text() {
    let all = '';
    process.stdin.setEncoding('utf8');
    for await (const chunk of process.stdin) {
      all += chunk as string;
      // No key is longer, and somebody may be writing without end.
      if (all.length > mostOfInput) break;
    }
    return all;
  },
  async line() {
    // A stream emits its end only once.
    if (process.stdin.readableEnded) return '';
    const { createInterface } = await import('node:readline');
    const lines = createInterface({ input: process.stdin });
    try {
      for await (const line of lines) return line;
      return '';
    } finally {
      lines.close();
    }
  },
};

const folder = workingFolder();

function workingFolder(): string {
  try {
    const path = process.cwd();
    // Node replaces what is not UTF-8 in a name, and files would be read and written elsewhere.
    if (!path.includes('\ufffd') || isHere(path)) return path;
    plainly('the name of the working folder is not valid UTF-8: change to another one');
  } catch {
    plainly('the working folder is gone: change to another one');
  }
  process.exit(ours);
}

function isHere(path: string): boolean {
  const [named, here] = [statSync(path, { throwIfNoEntry: false }), statSync('.')];
  return named?.ino === here.ino && named.dev === here.dev;
}

let known: ProcessIo | undefined;
const processIo = (): ProcessIo =>
  (known ??= {
    stdout: outputOf(process.stdout, true),
    stderr: outputOf(process.stderr, false),
    stdin,
    environment: process.env,
    folder,
    onInterrupt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });

// Without a listener, Node would open a debugger for whoever sends this signal, so that a candidate could take over
// the kit.
if (process.platform !== 'win32') process.on('SIGUSR1', () => {});

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interrupted || listeners.size === 0) process.exit(130);
    interrupted = true;
    for (const listener of listeners) listener(signal);
  });
}

const [{ main }, { compileLate, keepSmall }] = await Promise.all([
  import('./cli.js'),
  import('./node-settings.js'),
]);
compileLate();
keepSmall();
const code = await main(process.argv.slice(2), processIo());
// A socket that is still closing must not keep the process; what was written must still get out.
await Promise.all(
  [process.stdout, process.stderr].map(
    (stream) =>
      new Promise((resolve) =>
        stream.destroyed || !stream.writable ? resolve(null) : stream.write('', resolve),
      ),
  ),
);
if (lost !== undefined) {
  const { whyNot } = await import('../api/files.js');
  plainly(`standard output could not be written: ${whyNot(lost)}`);
}
process.exit(failure ?? (lost === undefined ? code : ours));
