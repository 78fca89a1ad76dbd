// How a run grows with the effort, with the size of the target's store, and with its latency. Each run uses a new
// process and a new server. A round measures all of them, so that ratios compare neighbours in time.
import { spreadOf, type Spread } from './measure.js';
import { inClient } from './processes/process.js';
import type { Grown, Task } from './processes/tasks.js';

type RunTask = Extract<Task, { readonly kind: 'run' }>;

export interface Row {
  readonly label: string;
  readonly exchanges: number;
  readonly writes: number;
  /** The number of animals that remain. */
  readonly remaining: number;
  readonly verdict: string;
  readonly wallMs: Spread;
  readonly cpuMs: Spread;
  readonly peakMb: Spread;
  /** The ratio of wall time to that of the first row in the same round. */
  readonly toFirst: Spread;
}

export interface Growth {
  readonly effort: readonly Row[];
  readonly store: readonly Row[];
  readonly latency: readonly Row[];
  readonly lists: readonly Row[];
}

const run = (wanted: RunTask['wanted'], options: RunTask['run'] = {}): RunTask => ({
  kind: 'run',
  wanted,
  run: options,
});

/** With a thousand connections, responses come as soon as dependent requests allow. */
const unbounded = { concurrency: 1000 };

const series = {
  effort: {
    quick: run({}, { effort: 'quick' }),
    standard: run({}),
    thorough: run({}, { effort: 'thorough' }),
    'ten times standard': run({}, { casesTimes: 10 }),
  },
  store: {
    '100 animals': run({ animals: 100 }),
    '10,000 animals': run({ animals: 10_000 }),
    '1,000,000 animals': run({ animals: 1_000_000 }),
  },
  latency: {
    '0 ms': run({}),
    '5 ms': run({ latencyMs: 5 }),
    '50 ms': run({ latencyMs: 50 }),
    [chainLabel()]: run({ latencyMs: 50 }, unbounded),
  },
  lists: {
    'a hundred animals': run({}),
    'two million empty objects': run({ lists: 'two million empty objects' }),
    'four million numbers': run({ lists: 'four million numbers' }),
    'an object with 300,000 members': run({ lists: 'an object with 300,000 members' }),
    '900 animals of 1 kB': run({ lists: '900 animals of 1 kB' }),
    'one name of 900 kB': run({ lists: 'one name of 900 kB' }),
  },
} satisfies Record<keyof Growth, Record<string, RunTask>>;

/** The row that shows how long a chain of dependent requests takes. */
export function chainLabel(): '50 ms, no bound on connections' {
  return '50 ms, no bound on connections';
}

export async function growth(rounds: number, log: (what: string) => void): Promise<Growth> {
  const measured = new Map<RunTask, Grown[]>();
  for (let round = 0; round < rounds; round += 1) {
    log(`growth, round ${round + 1} of ${rounds}`);
    for (const task of Object.values(series).flatMap((one) => Object.values(one)))
      measured.set(task, [...(measured.get(task) ?? []), await inClient<Grown>(task)]);
  }
  const rows = (one: Readonly<Record<string, RunTask>>): readonly Row[] => {
    const all = Object.entries(one).map(([label, task]) => ({
      label,
      grown: measured.get(task) ?? [],
    }));
    const first = all[0]?.grown ?? [];
    return all.map(({ label, grown }) => rowOf(label, grown, first));
  };
  return {
    effort: rows(series.effort),
    store: rows(series.store),
    latency: rows(series.latency),
    lists: rows(series.lists),
  };
}

function rowOf(label: string, grown: readonly Grown[], first: readonly Grown[]): Row {
  const of = (figure: (one: Grown, round: number) => number): Spread => spreadOf(grown.map(figure));
  return {
    label,
    exchanges: of(({ exchanges }) => exchanges).median,
    writes: of(({ writes }) => writes).median,
    remaining: of(({ remaining }) => remaining).median,
    verdict: [...new Set(grown.map(({ verdict }) => verdict))].join(', '),
    wallMs: of(({ cost }) => cost.wallMs),
    cpuMs: of(({ cost }) => cost.cpuMs),
    peakMb: of(({ peakMb }) => peakMb),
    toFirst: of(({ cost }, round) => cost.wallMs / (first[round]?.cost.wallMs ?? Number.NaN)),
  };
}
