// A client process of the benchmark: it carries out the task in its arguments, measures itself, and sends the result
// back.
import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { compileLate, keepSmall } from '../cli/node-settings.js';
import { realClock } from '../http/pacing/clock.js';
import { openTransport } from '../http/sockets/transport.js';
import type { HttpRequest } from '../http/types.js';
import { usual } from '../in-memory/usual.js';
import { startRun } from '../judge/run/start-run.js';
import { bare, canBeSentByUndici } from './bare.js';
import { found } from './detection.js';
import { connections, withServer, type Expense, type Measured, type Task } from './processes.js';

process.send?.(await done(JSON.parse(process.argv[2] ?? '{}') as Task));

function done(task: Task): Promise<unknown> {
  if (task.kind === 'found') return found(task.order);
  return task.kind === 'run' ? run(task) : bareLoop(task.file);
}

async function run(task: Extract<Task, { readonly kind: 'run' }>): Promise<Measured> {
  const { server = {}, effort = 'standard', concurrency, casesTimes, file } = task;
  compileLate();
  keepSmall();
  return withServer(server, async ({ url, quickstartUrl, key }) => {
    const open = () => openTransport({ baseUrl: url, connections: concurrency });
    // The bare loop loads its modules at the start; the kit loads its client when the first request is sent.
    await (await open()).close();
    const requests: HttpRequest[] = [];
    const [{ verdict, run: ran }, cost] = await measured(async () => {
      const transport = await open();
      const report = await startRun({
        ...usual,
        target: { name: 'benchmark', baseUrl: url, quickstartBaseUrl: quickstartUrl },
        key,
        transport,
        clock: realClock,
        effort,
        scope: { full: effort !== 'quick', readOnly: false, only: [], shard: null },
        asOf: '2026-01-01',
        concurrency,
        casesTimes,
        ...(file === undefined ? {} : { onExchange: ({ request }) => requests.push(request) }),
      });
      await transport.close();
      return report;
    });
    if (file !== undefined) writeFileSync(file, serialize(requests.filter(canBeSentByUndici)));
    const peakMb = process.resourceUsage().maxRSS / 1024;
    return { verdict, exchanges: ran.exchanges, ...cost, peakMb };
  });
}

function bareLoop(file: string): Promise<Expense> {
  const requests = deserialize(readFileSync(file)) as HttpRequest[];
  return withServer({}, async ({ url }) => {
    const [, cost] = await measured(() => bare(requests, new URL(url).origin, connections));
    return cost;
  });
}

async function measured<T>(work: () => Promise<T>): Promise<[T, Expense]> {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return [result, { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 }];
}
