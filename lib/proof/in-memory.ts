// The rules against a reference server in this process: no sockets, no waiting, the same judgement. It is what the
// proof runs some hundred times, so nothing here may cost time.
import { aim } from '../judge/aim.js';
import type { Report } from '../judge/report.js';
import type { Rule } from '../judge/rule.js';
import { createReference, type Fault, type Variant } from '../reference/index.js';
import { memoryTransport } from '../target/memory.js';
import { virtualClock } from '../target/clock.js';
import { allRules, populating } from '../../suites/index.js';

export interface InMemory {
  readonly faults?: readonly Fault[];
  readonly variants?: readonly Variant[];
  readonly animals?: number;
  readonly seed?: number;
  readonly rules?: readonly Rule[];
  readonly confirmations?: number;
}

export async function runInMemory({ faults = [], variants = [], animals = 0, seed = 1, rules = allRules, confirmations = 1 }: InMemory): Promise<Report> {
  const clock = virtualClock();
  const reference = createReference({ clock, random: randomFrom(seed), animals, faults, variants });
  return aim({
    kit: { name: 'animal-store-conformance', version: '0.0.0', digest: '' },
    rules,
    populating,
    target: { name: 'reference', baseUrl: `http://in.memory${reference.basePath}`, quickstartBaseUrl: `http://in.memory${reference.quickstartPath}` },
    key: reference.key,
    quickstartKey: reference.quickstartKey,
    transport: memoryTransport((request) => reference.handle(request)),
    clock,
    seed,
    effort: 'standard',
    scope: { full: rules === allRules, readOnly: false, only: [], shard: null },
    strict: false,
    settleMs: 2_000,
    categoryIds: [],
    asOf: new Date(clock.now()).toISOString().slice(0, 10),
    warnings: [],
    confirmations,
  });
}

/** mulberry32: the chance of a faulty server, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
