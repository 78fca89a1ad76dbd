// The processes of the benchmark: a client for each task, and a server for each client, so that nothing is measured
// together with its server, nor after what has warmed it up.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { builtPath } from '../contract/files.js';
import type { Effort } from '../judge/result/report.js';
import type { Served, Wanted } from './server.js';

/** The number that the kit uses if responses come at once. */
export const connections = 16;

export type Task =
  /** A whole run, as the command makes it; its requests go to the file, if there is one. */
  | {
      readonly kind: 'run';
      readonly server?: Partial<Wanted>;
      readonly effort?: Effort;
      readonly concurrency?: number;
      readonly casesTimes?: number;
      readonly file?: string;
    }
  /** The requests of the file in the bare loop. */
  | { readonly kind: 'bare'; readonly file: string }
  /** How many faults are found, for each budget of requests. */
  | { readonly kind: 'found'; readonly order: 'shipped' | 'of the other half' };

export interface Expense {
  readonly wallMs: number;
  /** The processor time of the process, over all its threads. */
  readonly cpuMs: number;
}

export interface Measured extends Expense {
  readonly verdict: string;
  readonly exchanges: number;
  readonly peakMb: number;
}

async function started(name: string, wanted: unknown): Promise<[ChildProcess, unknown]> {
  const child = fork(builtPath(`tools/lib/bench/${name}.js`), [JSON.stringify(wanted)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code, signal]: unknown[]) => {
    throw new Error(`the ${name} of the benchmark ended with ${String(code ?? signal)}`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return [child, message];
}

/** Runs a task in a new process, and returns what it measured. */
export async function inClient<T = Measured>(task: Task): Promise<T> {
  const [child, result] = await started('client', task);
  if (child.exitCode === null) await once(child, 'exit');
  return result as T;
}

/** Starts a server in a new process, does something with it, and ends it. */
export async function withServer<T>(
  wanted: Partial<Wanted>,
  use: (served: Served) => Promise<T>,
): Promise<T> {
  const [child, served] = await started('server', wanted);
  try {
    return await use(served as Served);
  } finally {
    child.disconnect();
  }
}
