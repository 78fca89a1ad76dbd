// How well a run uses what a target tolerates: its time compared with the shortest that the target allows.
import { inClient } from './processes/process.js';
import type { Grown, Task } from './processes/tasks.js';

type RunTask = Extract<Task, { readonly kind: 'run' }>;

interface Target {
  readonly wanted: RunTask['wanted'];
  readonly run: RunTask['run'];
  /** The shortest time for each of many requests. */
  readonly msForEach: number;
}

export interface Width {
  readonly label: string;
  readonly exchanges: number;
  readonly seconds: number;
  readonly leastSeconds: number;
  readonly verdict: string;
}

const targets: Readonly<Record<string, Target>> = {
  'one request at a time, 20 ms each': {
    wanted: { workers: 1, workMs: 20 },
    run: { effort: 'quick' },
    msForEach: 20,
  },
  'four connections, 20 ms each': {
    wanted: { connections: 4, latencyMs: 20 },
    run: {},
    msForEach: 20 / 4,
  },
  'eight workers, 50 ms each': {
    wanted: { workers: 8, workMs: 50 },
    run: {},
    msForEach: 50 / 8,
  },
};

export async function widths(): Promise<readonly Width[]> {
  const all: Width[] = [];
  for (const [label, { wanted, run, msForEach }] of Object.entries(targets)) {
    const { cost, exchanges, verdict } = await inClient<Grown>({ kind: 'run', wanted, run });
    all.push({
      label,
      exchanges,
      seconds: cost.wallMs / 1000,
      leastSeconds: (exchanges * msForEach) / 1000,
      verdict,
    });
  }
  return all;
}
