// A client process of the benchmark: it carries out the task in its arguments, measures itself, and sends the result
// back.
import { compileLate, keepSmall } from '../../cli/node-settings.js';
import { openTransport } from '../../http/sockets/transport.js';
import { found } from '../detection.js';
import { listsSideBySide } from '../exchanges.js';
import { bareOnce, record } from '../fresh.js';
import { expenseOf } from '../measure.js';
import { ServerProcess } from './process.js';
import type { Grown, Task } from './tasks.js';
import { runAt } from './run-at.js';

const task = JSON.parse(process.argv[2] ?? '{}') as Task;
const server = new ServerProcess();
process.send?.(await done(task));
server.close();

async function done(wanted: Task): Promise<unknown> {
  if (wanted.kind === 'lists') return listsSideBySide(server, wanted.limit, wanted.repetitions);
  if (wanted.kind === 'record') return record(server, wanted.file);
  if (wanted.kind === 'bare') return bareOnce(server, wanted.file);
  if (wanted.kind === 'found') return found(wanted.order);
  compileLate();
  keepSmall();
  const served = await server.serve(wanted.wanted);
  // The bare loops load their modules at the start; the kit loads its client when the first request is sent.
  await (await openTransport({ baseUrl: served.url })).close();
  let grown: Omit<Grown, 'cost' | 'peakMb'> | undefined;
  const cost = await expenseOf(async () => {
    const { verdict, run } = await runAt(served, wanted.run);
    const { exchanges, writes, created } = run;
    grown = { verdict, exchanges, writes, remaining: created.length };
  });
  return { ...grown, cost, peakMb: process.resourceUsage().maxRSS / 1024 };
}
