// All figures of a benchmark as data: what --json writes, and what the table and the plot are made from.
import { cpus, loadavg } from 'node:os';
import { detection, type Detection } from '../detection.js';
import { growth, type Growth } from '../growth.js';
import { slowest, type Slowest } from '../slowest.js';
import { widths, type Width } from '../widths.js';
import { spreadOf, type Spread } from '../measure.js';
import { freshSideBySide } from '../fresh.js';
import { inClient } from '../processes/process.js';
import { startSideBySide } from '../start.js';
import type { Beside } from '../processes/tasks.js';

export interface Rates {
  readonly label: string;
  readonly exchanges: number;
  readonly perSecond: Sides;
  /** The microseconds of processor time for one exchange. */
  readonly cpuMicros: Sides;
  /** The ratio of the kit's processor time to that of the loop in the same round. */
  readonly cpuToBare: Spread;
  /** The ratio of the kit's exchanges per second to those of the loop. */
  readonly speedToBare: Spread;
}

interface Sides {
  readonly kit: Spread;
  readonly bare: Spread;
}

interface Start {
  readonly kitMs: Spread;
  readonly firstResultMs: Spread;
  readonly emptyMs: Spread;
  readonly vitestMs: Spread;
  readonly kitToEmpty: Spread;
  readonly kitToVitest: Spread;
  readonly firstResultToVitest: Spread;
  readonly peakMb: Spread;
}

export interface Results {
  readonly format: 1;
  readonly at: string;
  readonly machine: {
    readonly node: string;
    readonly processor: string;
    readonly cores: number;
    readonly loadBefore: number;
    readonly loadAfter: number;
  };
  readonly rates: readonly Rates[];
  readonly start: Start;
  readonly growth: Growth;
  readonly widths: readonly Width[];
  /** Absent with --quick, because measuring it takes ten minutes. */
  readonly detection: Detection | null;
  readonly slowest: Slowest | null;
  readonly tookMs: number;
}

/** How many times each figure is measured. */
interface Repetitions {
  readonly fresh: number;
  readonly lists: number;
  readonly start: number;
  readonly rounds: number;
  readonly faults: boolean;
}

export const usual: Repetitions = {
  fresh: 7,
  lists: 5,
  start: 7,
  rounds: 3,
  faults: true,
};
export const few: Repetitions = {
  fresh: 2,
  lists: 2,
  start: 2,
  rounds: 1,
  faults: false,
};

const load = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

export async function measureAll(
  repetitions: Repetitions,
  log: (what: string) => void,
): Promise<Results> {
  const startedAt = performance.now();
  const loadBefore = load();
  log('whole runs beside the bare loop, each in a process of its own');
  const rates = [ratesOf('a whole run', await freshSideBySide(repetitions.fresh))];
  for (const limit of [1, 20, 100]) {
    log(`the engine alone, lists of ${limit}`);
    rates.push(
      ratesOf(
        `the engine alone, ${limit === 1 ? 'one animal' : `${limit} animals`} a list`,
        await inClient<readonly Beside[]>({ kind: 'lists', limit, repetitions: repetitions.lists }),
      ),
    );
  }
  log('the command from start to end');
  const turns = await startSideBySide(repetitions.start);
  const first = turns.map(({ kit }) => kit.firstResultMs ?? Number.NaN);
  const start: Start = {
    kitMs: spreadOf(turns.map(({ kit }) => kit.wallMs)),
    firstResultMs: spreadOf(first),
    emptyMs: spreadOf(turns.map(({ empty }) => empty.wallMs)),
    vitestMs: spreadOf(turns.map(({ vitest }) => vitest.wallMs)),
    kitToEmpty: spreadOf(turns.map(({ kit, empty }) => kit.wallMs / empty.wallMs)),
    kitToVitest: spreadOf(turns.map(({ kit, vitest }) => kit.wallMs / vitest.wallMs)),
    firstResultToVitest: spreadOf(
      turns.map(({ vitest }, turn) => (first[turn] ?? Number.NaN) / vitest.wallMs),
    ),
    peakMb: spreadOf(turns.map(({ kit }) => kit.peakMb)),
  };
  const grown = await growth(repetitions.rounds, log);
  log('servers that bear little at once');
  const wide = await widths();
  if (repetitions.faults) log('every fault, by budgets of requests');
  const detected = repetitions.faults ? await detection() : null;
  if (repetitions.faults) log('the slowest faults');
  const slow = repetitions.faults ? await slowest() : null;
  const [processor] = cpus();
  return {
    format: 1,
    at: new Date().toISOString(),
    machine: {
      node: process.version,
      processor: processor?.model ?? 'unknown',
      cores: cpus().length,
      loadBefore,
      loadAfter: load(),
    },
    rates,
    start,
    growth: grown,
    widths: wide,
    detection: detected,
    slowest: slow,
    tookMs: Math.round(performance.now() - startedAt),
  };
}

function ratesOf(label: string, turns: readonly Beside[]): Rates {
  const sides = (figure: (cost: Beside['kit'], exchanges: number) => number): Sides => ({
    kit: spreadOf(turns.map(({ kit, exchanges }) => figure(kit, exchanges))),
    bare: spreadOf(turns.map(({ bare, exchanges }) => figure(bare, exchanges))),
  });
  return {
    label,
    exchanges: turns[0]?.exchanges ?? 0,
    perSecond: sides(({ wallMs }, exchanges) => (1000 * exchanges) / wallMs),
    cpuMicros: sides(({ cpuMs }, exchanges) => (1000 * cpuMs) / exchanges),
    cpuToBare: spreadOf(turns.map(({ kit, bare }) => kit.cpuMs / bare.cpuMs)),
    speedToBare: spreadOf(turns.map(({ kit, bare }) => bare.wallMs / kit.wallMs)),
  };
}
