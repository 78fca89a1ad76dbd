// The ten faults with which a run takes longest, compared with the correct server. Virtual time, in which waiting costs
// nothing, selects the candidates; those are then run in real time.
import { faults } from '../reference/index.js';
import { runInMemory } from '../in-memory/in-memory.js';
import { inClient } from './processes/process.js';
import type { Grown } from './processes/tasks.js';

interface Slow {
  readonly fault: string;
  readonly seconds: number;
  readonly exchanges: number;
}

export interface Slowest {
  readonly correctSeconds: number;
  readonly of: number;
  readonly faults: readonly Slow[];
}

const candidates = 25;
const shown = 10;
/** The approximate cost of an exchange besides waiting. */
const msOfAnExchange = 0.4;

export async function slowest(): Promise<Slowest> {
  const expected: { readonly name: string; readonly ms: number }[] = [];
  for (const fault of faults) {
    const { durationMs, exchanges } = (await runInMemory({ faults: [fault] })).run;
    expected.push({ name: fault.name, ms: durationMs + exchanges * msOfAnExchange });
  }
  expected.sort((one, other) => other.ms - one.ms);
  const correct = await inClient<Grown>({ kind: 'run', wanted: {}, run: {} });
  const measured: Slow[] = [];
  for (const { name } of expected.slice(0, candidates)) {
    const { cost, exchanges } = await inClient<Grown>({
      kind: 'run',
      wanted: { fault: name },
      run: {},
    });
    measured.push({ fault: name, seconds: cost.wallMs / 1000, exchanges });
  }
  measured.sort((one, other) => other.seconds - one.seconds);
  return {
    correctSeconds: correct.cost.wallMs / 1000,
    of: faults.length,
    faults: measured.slice(0, shown),
  };
}
