// The environment of one command in a test: a folder of its own, captured streams, and an interruption on demand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../cli/cli.js';
import { exitCodes } from '../api/exit-codes.js';
import type { Environment } from '../api/environment.js';
import type { Output, ProcessIo } from '../cli/io.js';

export interface World {
  readonly environment?: Environment;
  readonly folder?: string;
  /** Whether standard input and both outputs are a terminal. */
  readonly terminal?: boolean;
  readonly stdin?: string;
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Running {
  readonly io: ProcessIo;
  readonly written: { out: string; err: string };
  interrupt(signal?: string): void;
  /** How many listeners wait for an interruption. */
  readonly listeners: number;
}

export function world({
  environment = {},
  folder = tmpdir(),
  terminal = false,
  stdin = '',
}: World = {}): Running {
  const written = { out: '', err: '' };
  const listeners = new Set<(signal: string) => void>();
  const output = (name: 'out' | 'err'): Output => ({
    write: (text) => {
      written[name] += text;
    },
    isTTY: terminal,
    columns: 100,
  });
  return {
    io: {
      stdout: output('out'),
      stderr: output('err'),
      stdin: {
        isTTY: terminal,
        text: () => Promise.resolve(stdin),
        line: () => Promise.resolve(stdin.split('\n')[0] ?? ''),
      },
      environment,
      folder,
      onInterrupt(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    written,
    interrupt: (signal = 'SIGINT') => listeners.forEach((listener) => listener(signal)),
    get listeners() {
      return listeners.size;
    },
  };
}

export async function command(argv: readonly string[], given: World = {}): Promise<Ran> {
  const { io, written } = world({
    ...given,
    environment: { DEBUG: '1', ...given.environment },
  });
  const code = await main(argv, io);
  // No test expects exit code 70 through this helper, and the code alone would explain nothing.
  if (code === exitCodes.ours) throw new Error(written.err);
  return { code, out: written.out, err: written.err };
}

/** Makes a folder that is removed when `work` is done. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
