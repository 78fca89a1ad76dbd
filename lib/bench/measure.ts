// Measures a piece of work, and turns several measurements into a figure with its spread.

export interface Expense {
  readonly wallMs: number;
  /** The processor time of this process, over all its threads. */
  readonly cpuMs: number;
}

/** The median of several repetitions, with the least and the greatest value. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

export async function expenseOf(work: () => Promise<unknown>): Promise<Expense> {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN;
  return { median: at(0.5), least: at(0), greatest: at(1) };
}
