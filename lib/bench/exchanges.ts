// The cost of an exchange in the engine alone: it and the bare loop take turns in one process, after a warm-up of each.
import {
  everyExchange,
  expectSchema,
  expectStatus,
  experiment,
  rule,
} from '../judge/rules/index.js';
import type { HttpRequest } from '../http/types.js';
import { runAt } from './processes/run-at.js';
import { bare } from './processes/bare.js';
import { expenseOf } from './measure.js';
import type { ServerProcess } from './processes/process.js';
import type { Beside } from './processes/tasks.js';

/** The number that the kit uses if responses come at once. */
export const connections = 16;
const warmUps = 4;
const lists = 2_000;

/** Compares the engine with at most two rules against a server that costs as little as possible. */
export async function listsSideBySide(
  server: ServerProcess,
  limit: number,
  repetitions: number,
): Promise<readonly Beside[]> {
  const sameList = experiment({
    name: 'the same list again and again',
    stage: 'populated',
    cases: () => Array.from({ length: lists }, () => limit),
    send: (wanted, bench) => bench.list({ limit: wanted }),
  });
  const rules = [
    rule('list-animals.answers-200', sameList, (answered) =>
      expectStatus(answered, 200, 'with valid parameters'),
    ),
    rule('list-animals.bare-array', sameList, (answered) => expectSchema(answered, 'Pets')),
    everyExchange(
      'errors.valid-requests',
      [sameList],
      ({ ask }) => ask.validity === 'valid',
      (answered) => expectStatus(answered, 200, 'with valid parameters'),
    ),
  ];
  const run = { rules, concurrency: connections };
  const fixed = { server: 'fixed' } as const;
  const requests: HttpRequest[] = [];
  await runAt(await server.serve(fixed), {
    ...run,
    onExchange: ({ request }) => requests.push(request),
  });
  const turns: Beside[] = [];
  for (let turn = 0; turn < warmUps + repetitions; turn += 1) {
    const served = await server.serve(fixed);
    turns.push({
      exchanges: requests.length,
      kit: await expenseOf(() => runAt(served, run)),
      bare: await expenseOf(() => bare(requests, new URL(served.url).origin, connections)),
    });
  }
  return turns.slice(warmUps);
}
