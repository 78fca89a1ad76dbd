// The cost of an exchange: the kit's runs and the bare loops take turns in one process, after a warm-up of each.
import {
  everyExchange,
  expectSchema,
  expectStatus,
  experiment,
  rule,
} from '../judge/rules/index.js';
import type { HttpRequest } from '../http/types.js';
import { runAt, type RunAtOptions } from './processes/run-at.js';
import { bare, dispatched, type Loop } from './processes/bare.js';
import { expenseOf, type Expense } from './measure.js';
import type { ServerProcess } from './processes/process.js';
import type { Wanted } from './processes/server.js';
import type { Beside } from './processes/tasks.js';

/** The number that the kit uses if responses come at once. */
export const connections = 16;
const warmUps = 4;
const lists = 2_000;

/** Compares whole runs against the reference server. */
export function sideBySide(server: ServerProcess, repetitions: number): Promise<readonly Beside[]> {
  return inTurns(server, { server: 'reference' }, {}, repetitions);
}

/** Compares the engine with at most two rules against a server that costs as little as possible. */
export function listsSideBySide(
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
  return inTurns(server, { server: 'fixed' }, { rules }, repetitions);
}

async function inTurns(
  server: ServerProcess,
  wanted: Partial<Wanted>,
  options: RunAtOptions,
  repetitions: number,
): Promise<readonly Beside[]> {
  const run = { ...options, concurrency: connections };
  const requests: HttpRequest[] = [];
  await runAt(await server.serve(wanted), {
    ...run,
    onExchange: ({ request }) => requests.push(request),
  });
  const loop = async (send: Loop): Promise<Expense> => {
    // Each gets a store like that of the run, because added animals make lists longer.
    const { url } = await server.serve(wanted);
    return expenseOf(() => send(requests, new URL(url).origin, connections));
  };
  const turns: Beside[] = [];
  for (let turn = 0; turn < warmUps + repetitions; turn += 1) {
    const served = await server.serve(wanted);
    turns.push({
      exchanges: requests.length,
      kit: await expenseOf(() => runAt(served, run)),
      bare: await loop(bare),
      dispatched: await loop(dispatched),
    });
  }
  return turns.slice(warmUps);
}
