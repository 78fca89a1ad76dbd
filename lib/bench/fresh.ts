// The cost of an exchange in practice: every run and every bare loop has a process of its own, and they take turns.
// Loading the modules is not counted on either side. Compiling the called code is, because it happens again in each
// run.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { HttpRequest } from '../http/types.js';
import { runAt } from './processes/run-at.js';
import { bare, canBeSentByUndici } from './processes/bare.js';
import { connections } from './exchanges.js';
import { expenseOf, type Expense } from './measure.js';
import { inClient, type ServerProcess } from './processes/process.js';
import type { Beside, Grown } from './processes/tasks.js';

export async function freshSideBySide(repetitions: number): Promise<readonly Beside[]> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
  try {
    const file = join(folder, 'requests');
    await inClient({ kind: 'record', file });
    const turns: Beside[] = [];
    for (let turn = 0; turn < repetitions; turn += 1) {
      const { exchanges, cost } = await inClient<Grown>({
        kind: 'run',
        wanted: {},
        run: { concurrency: connections },
      });
      turns.push({
        exchanges,
        kit: cost,
        bare: await inClient<Expense>({ kind: 'bare', file }),
      });
    }
    return turns;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function record(server: ServerProcess, file: string): Promise<number> {
  const requests: HttpRequest[] = [];
  await runAt(await server.serve({}), {
    concurrency: connections,
    onExchange: ({ request }) => requests.push(request),
  });
  writeFileSync(file, serialize(requests.filter(canBeSentByUndici)));
  return requests.length;
}

export async function bareOnce(server: ServerProcess, file: string): Promise<Expense> {
  const requests = deserialize(readFileSync(file)) as HttpRequest[];
  const { url } = await server.serve({});
  return expenseOf(() => bare(requests, new URL(url).origin, connections));
}
