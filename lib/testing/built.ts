// For tests: the built command, and a process that runs it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../contract/files.js';
import type { Ran } from './io.js';

const root = packageRoot();
export const mainFile = join(root, 'dist', 'lib', 'cli', 'main.js');

/** Builds before any test if a source is newer. A build during the tests would remove the files that others use. */
export default function ensureBuilt(): void {
  if (
    existsSync(mainFile) &&
    newest(join(root, 'dist'), '.js') >=
      Math.max(newest(join(root, 'lib'), '.ts', '.js', '.css'), newest(join(root, 'suites'), '.ts'))
  )
    return;
  const build = spawnSync(process.execPath, [join('.build', 'build.js')], {
    cwd: root,
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(`The build failed (${build.status}): ${build.stdout}`);
}

function newest(folder: string, ...endings: readonly string[]): number {
  return Math.max(
    0,
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && endings.some((one) => entry.name.endsWith(one)))
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}

export interface Process {
  readonly child: ChildProcess;
  readonly written: { out: string; err: string };
  /** Resolves when `pattern` appears in either stream. */
  shows(pattern: RegExp): Promise<void>;
  readonly ended: Promise<number | null>;
}

export function start(
  argv: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  file = mainFile,
): Process {
  return followed(process.execPath, [file, ...argv], folder, environment);
}

/** Runs a line in a shell, for what only a shell can do: limits and redirections. */
export const startShell = (
  line: string,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Process => followed('/bin/bash', ['-c', line], folder, environment);

function followed(
  program: string,
  argv: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Process {
  const child = spawn(program, argv, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { out: '', err: '' };
  const waiting = new Set<() => void>();
  const heard = (name: 'out' | 'err') => (chunk: string) => {
    written[name] += chunk;
    for (const look of waiting) look();
  };
  child.stdout.setEncoding('utf8').on('data', heard('out'));
  child.stderr.setEncoding('utf8').on('data', heard('err'));
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => resolve(code)),
  );
  return {
    child,
    written,
    ended,
    shows: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!pattern.test(written.out) && !pattern.test(written.err)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        void ended.then(() =>
          reject(new Error(`The process ended without ${pattern}: ${written.out}${written.err}`)),
        );
      }),
  };
}

interface Measured extends Ran {
  /** The most memory that the process used at any time. */
  readonly megabytes: number;
}

/**
 * `maxRSS` would start with the memory of the parent process; the peak in the system's own records starts with the
 * program.
 */
const reportPeak = `
  import { readFileSync, writeFileSync } from 'node:fs';
  const peak = () => { try { return Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]); } catch { return process.resourceUsage().maxRSS; } };
  process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(peak())));`;

/** Runs the command and waits for its end. */
export async function measured(
  argv: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const file = join(folder, 'peak');
  const run = start(argv, folder, {
    ...environment,
    PEAK_FILE: file,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(reportPeak)}`,
  });
  const code = await run.ended;
  return {
    code: code ?? -1,
    ...run.written,
    megabytes: existsSync(file) ? Number(readFileSync(file, 'utf8')) / 1024 : 0,
  };
}
