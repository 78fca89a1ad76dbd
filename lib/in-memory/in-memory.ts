// The rules against a reference server in this process: no sockets, no waiting, the same judgement. It is what the
// proof runs some hundred times, so nothing here may cost time.
import { allRules } from '../../suites/index.js';
import { referenceFacts } from '../contract/facts.js';
import { startRun, type RunStart } from '../judge/run/start-run.js';
import type { Report } from '../judge/result/report.js';
import type { Fault, Variant } from '../reference/index.js';
import { createReference } from '../reference/reference.js';
import { memoryTransport } from '../http/memory.js';
import { virtualClock } from '../http/pacing/clock.js';
import type { Clock, Transport } from '../http/types.js';
import { usual } from './usual.js';

/** The options in which the server or the run differs from the usual one. */
export interface InMemory extends Partial<Omit<RunStart, 'transport' | 'quickstartTransport'>> {
  readonly faults?: readonly Fault[];
  readonly variants?: readonly Variant[];
  readonly animals?: number;
  /** The key of the server, and so of the run. */
  readonly serverKey?: string;
  /** Wraps the transport between the kit and the server. */
  readonly between?: (server: Transport, clock: Clock) => Transport;
}

/** The same again for the same seed, names and all. */
export function runInMemory(unusual: InMemory): Promise<Report> {
  return startRun({ salt: 'in memory', ...prepareInMemory(unusual) });
}

/** Prepares the options of `startRun` for a new server. A second run with them finds the animals of the first. */
export function prepareInMemory({
  faults = [],
  variants = [],
  animals = 0,
  serverKey,
  between = (server) => server,
  ...unusual
}: InMemory): RunStart {
  const { seed = usual.seed, rules = allRules } = unusual;
  const clock = virtualClock();
  const reference = createReference({
    clock,
    random: randomFrom(seed),
    facts: referenceFacts,
    animals,
    ...(serverKey !== undefined && { key: serverKey, quickstartKey: serverKey }),
    faults,
    variants,
  });
  return {
    ...usual,
    target: {
      name: 'reference',
      baseUrl: `http://in.memory${reference.basePath}`,
      quickstartBaseUrl: `http://in.memory${reference.quickstartPath}`,
    },
    key: reference.key,
    quickstartKey: reference.quickstartKey,
    transport: between(
      memoryTransport((request) => reference.handle(request)),
      clock,
    ),
    clock,
    scope: { full: rules === allRules, readOnly: false, only: [], shard: null },
    asOf: new Date(clock.now()).toISOString().slice(0, 10),
    confirmations: 1,
    ...unusual,
  };
}

/** mulberry32: the chance of a faulty server, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
