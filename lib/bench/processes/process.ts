// The other processes of the benchmark: the server, and clients that measure themselves. Each runs one file of this
// folder.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { builtPath } from '../../contract/files.js';
import type { Served, Wanted } from './server.js';
import type { Task } from './tasks.js';

const file = (name: string): string => builtPath(`tools/lib/bench/processes/${name}.js`);

export class ServerProcess {
  readonly #child: ChildProcess = fork(file('server'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

  /** Starts a new server after ending the previous one. */
  async serve(wanted: Partial<Wanted>): Promise<Served> {
    this.#child.send({
      server: 'reference',
      animals: 0,
      latencyMs: 0,
      lists: null,
      workers: null,
      workMs: 0,
      connections: null,
      fault: null,
      ...wanted,
    } satisfies Wanted);
    const [served] = (await once(this.#child, 'message')) as [Served];
    return served;
  }

  close(): void {
    this.#child.disconnect();
  }
}

/** Runs a task in a new client process, and returns its last message. */
export async function inClient<T>(task: Task): Promise<T> {
  const child = fork(file('client'), [JSON.stringify(task)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [ending, result] = await Promise.all([once(child, 'exit'), once(child, 'message')]);
  if (ending[0] !== 0)
    throw new Error(`a client of the benchmark ended with ${String(ending[0] ?? ending[1])}`);
  return result[0] as T;
}
