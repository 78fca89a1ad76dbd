#!/usr/bin/env node
// `npm run bench`: how much a run finds, what it costs beside its parts, and how it grows, as tables.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../contract/files.js';
import { runInMemory } from '../in-memory/in-memory.js';
import { faults } from '../reference/index.js';
import { commandSideBySide } from './command.js';
import { curveOf } from './curve.js';
import { detection, type Detection } from './detection.js';
import { number, spread, table, withFigures } from './figures.js';
import { connections, inClient, type Expense, type Measured, type Task } from './processes.js';

/** The parts of the figures, in their order on the page. */
const parts: Readonly<Record<string, (isQuick: boolean) => Promise<string>>> = {
  async detection(isQuick) {
    if (isQuick) return '';
    detected = await detection();
    const percent = (share: number): string => `${number(share * 100, 1)} %`;
    return `**Detection.** Of ${number(detected.faults, 0)} servers of the proof that break the contract, so many make a run say so. *Held out*: each half is looked for with an order that was learned from the other half.
Most faults of the proof are narrow on purpose: a single case shows them, and one in twenty only shows now and then, or after hundreds of requests.

${table(
  ['requests, at most', 'sent', 'found', 'found, held out'],
  detected.points.map(({ budget, requests, share, heldOut }) => [
    budget === null ? 'all' : number(budget, 0),
    number(requests, 0),
    percent(share),
    percent(heldOut),
  ]),
)}`;
  },

  async exchange(isQuick) {
    const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
    const file = join(folder, 'requests');
    await inClient({ kind: 'run', concurrency: connections, file });
    const turns = await repeated(isQuick ? 2 : 7, async () => ({
      kit: await inClient({ kind: 'run', concurrency: connections }),
      bare: await inClient<Expense>({ kind: 'bare', file }),
    }));
    rmSync(folder, { recursive: true });
    const exchanges = turns[0]?.kit.exchanges ?? Number.NaN;
    return `**An exchange.** *Bare* is undici’s \`request\`, \`JSON.parse\` and ajv as it comes, for the same requests over as many connections. *A whole run* is all rules at the reference server, in a process of its own, as the command makes it,
which lets Node’s compiler wait; so is the loop beside it, with Node as it is.

${table(
  ['', 'exchanges', 'a second', 'speed, bare = 1', 'µs of CPU each', 'CPU, bare = 1'],
  [
    [
      'a whole run',
      number(exchanges, 0),
      spread(
        turns.map(({ kit }) => (1000 * exchanges) / kit.wallMs),
        0,
      ),
      spread(
        turns.map(({ kit, bare }) => bare.wallMs / kit.wallMs),
        2,
      ),
      spread(
        turns.map(({ kit }) => (1000 * kit.cpuMs) / exchanges),
        0,
      ),
      spread(
        turns.map(({ kit, bare }) => kit.cpuMs / bare.cpuMs),
        2,
      ),
    ],
  ],
)}`;
  },

  async command(isQuick) {
    const turns = await repeated(isQuick ? 2 : 7, commandSideBySide);
    const row = (label: string, ms: (turn: (typeof turns)[number]) => number): string[] => [
      label,
      spread(
        turns.map((turn) => ms(turn) / 1000),
        2,
      ),
      spread(
        turns.map((turn) => ms(turn) / turn.vitest.wallMs),
        2,
      ),
      spread(
        turns.map((turn) => ms(turn) / turn.empty.wallMs),
        1,
      ),
    ];
    return `**The command.** All of \`npm start\` (without npm itself): the reference server is started, tested with every rule and reported on.

${table(
  ['', 'seconds', 'times an empty vitest run', 'times an empty `node -e 0`'],
  [
    row('first result printed', ({ kit }) => kit.firstResultMs),
    row('whole command', ({ kit }) => kit.wallMs),
    row('an empty vitest run', ({ vitest }) => vitest.wallMs),
    row('an empty `node -e 0`', ({ empty }) => empty.wallMs),
  ],
)}
It takes ${number(Math.max(...turns.map(({ kit }) => kit.peakMb)), 0)} MB at most, the server that it tests included.
`;
  },

  async runs(isQuick) {
    const rounds = await repeated(isQuick ? 1 : 3, async () => {
      const round = new Map<string, Measured>();
      for (const [label, task] of Object.entries(runs))
        round.set(label, await inClient({ kind: 'run', ...task }));
      return round;
    });
    const rows = Object.entries(runs).map(([label, { msForEach }]) => {
      const all = rounds.map((round) => round.get(label) as Measured);
      const standard = rounds.map((round) => round.get('standard effort') as Measured);
      const exchanges = all[0]?.exchanges ?? Number.NaN;
      return [
        label,
        number(exchanges, 0),
        spread(
          all.map(({ wallMs }) => wallMs / 1000),
          2,
        ),
        spread(
          all.map(({ wallMs }, at) => wallMs / (standard[at]?.wallMs ?? Number.NaN)),
          2,
        ),
        msForEach === undefined ? '' : number((exchanges * msForEach) / 1000, 1),
        `${number(Math.max(...all.map(({ peakMb }) => peakMb)), 0)} MB`,
        [...new Set(all.map(({ verdict }) => verdict))].join(', '),
      ];
    });
    return `**Growth.** Each run is made by a fresh process, whose start is not counted. *At least* is the shortest time in which the target itself can answer so many requests, where requests need not wait for one another.
Whatever a target sends in place of its lists, the memory that a run takes stays below 300 MB.

${table(['run', 'exchanges', 'seconds', 'times standard effort', 'at least', 'peak memory', 'verdict'], rows)}`;
  },

  async slowest(isQuick) {
    if (isQuick) return '';
    // Virtual time, in which waiting costs nothing, selects those that are then run in real time.
    const expected: { readonly fault: string; readonly ms: number }[] = [];
    for (const fault of faults) {
      const { durationMs, exchanges } = (await runInMemory({ faults: [fault] })).run;
      expected.push({ fault: fault.name, ms: durationMs + exchanges * msOfAnExchange });
    }
    expected.sort((one, other) => other.ms - one.ms);
    const correct = await inClient({ kind: 'run' });
    const slow: (Measured & { readonly fault: string })[] = [];
    for (const { fault } of expected.slice(0, 25))
      slow.push({ fault, ...(await inClient<Measured>({ kind: 'run', server: { fault } })) });
    slow.sort((one, other) => other.wallMs - one.wallMs);
    return `**Broken servers.** The slowest ten of ${number(faults.length, 0)} faults; the correct server takes ${number(correct.wallMs / 1000, 1)} s.

${table(
  ['fault', 'exchanges', 'seconds'],
  slow
    .slice(0, 10)
    .map(({ fault, exchanges, wallMs }) => [
      `\`${fault}\``,
      number(exchanges, 0),
      number(wallMs / 1000, 1),
    ]),
)}`;
  },
};

/** The approximate cost of an exchange besides waiting. */
const msOfAnExchange = 0.4;

interface Run extends Omit<Extract<Task, { readonly kind: 'run' }>, 'kind' | 'file'> {
  /** The shortest time that the target takes for each of many requests. */
  readonly msForEach?: number;
}

const runs: Readonly<Record<string, Run>> = {
  'quick effort': { effort: 'quick' },
  'standard effort': {},
  'thorough effort': { effort: 'thorough' },
  'ten times as many cases': { casesTimes: 10 },
  'a store of 100 animals': { server: { animals: 100 } },
  'a store of 10,000 animals': { server: { animals: 10_000 } },
  'a store of 1,000,000 animals': { server: { animals: 1_000_000 } },
  '5 ms for every answer': { server: { latencyMs: 5 } },
  '50 ms for every answer': { server: { latencyMs: 50 } },
  // With a thousand connections, responses come as soon as dependent requests allow.
  '50 ms, no bound on connections': { server: { latencyMs: 50 }, concurrency: 1000 },
  'lists of two million empty objects': { server: { lists: 'two million empty objects' } },
  'lists of four million numbers': { server: { lists: 'four million numbers' } },
  'lists that are an object with 300,000 members': {
    server: { lists: 'an object with 300,000 members' },
  },
  'lists of 900 animals of 1 kB': { server: { lists: '900 animals of 1 kB' } },
  'lists of one name of 900 kB': { server: { lists: 'one name of 900 kB' } },
  'one request at a time, 20 ms each, quick effort': {
    server: { workers: 1, workMs: 20 },
    effort: 'quick',
    msForEach: 20,
  },
  'four connections, 20 ms each': {
    server: { connections: 4, latencyMs: 20 },
    msForEach: 20 / 4,
  },
  'eight workers, 50 ms each': { server: { workers: 8, workMs: 50 }, msForEach: 50 / 8 },
};

async function repeated<T>(times: number, work: () => Promise<T>): Promise<readonly T[]> {
  const all: T[] = [];
  while (all.length < times) all.push(await work());
  return all;
}

let detected: Detection | undefined;

const { values, positionals } = parseArgs({
  options: { save: { type: 'boolean' }, quick: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
const isWrong =
  positionals.some((name) => !(name in parts)) || (values.save && positionals.length > 0);
if (values.help || isWrong)
  console.log(`npm run build && npm run bench -- [--quick] [--save | PART...]

  PART     one of ${Object.keys(parts).join(', ')}; all, if none is named
  --quick  few repetitions: some minutes, with figures that wander, and no faults
  --save   the tables in .github/speed.md and the curve in .github/pictures`);
else await measure();

async function measure(): Promise<void> {
  const load = (): string => number(loadavg()[0] ?? 0, 1);
  const before = load();
  const tables: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.error(`measuring: ${name}`);
    tables.push(await part(values.quick ?? false));
  }
  const figures = [
    `Measured ${new Date().toISOString().slice(0, 10)} with Node ${process.version.slice(1)} on ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, at a load of ${before} to ${load()} of other work. Each figure is the median of several repetitions,
with the least and the greatest in brackets; each ratio is of two measurements side by side. The server is a process of its own.
`,
    ...tables.filter((text) => text !== ''),
  ].join('\n');
  console.log(figures);
  if (!values.save) return;
  const pages = join(packageRoot(), '.github');
  const page = join(pages, 'speed.md');
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), figures));
  mkdirSync(join(pages, 'pictures'), { recursive: true });
  if (detected) writeFileSync(join(pages, 'pictures/curve.svg'), curveOf(detected));
}
