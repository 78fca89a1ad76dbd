// The part of the proof that `npm test` runs. `proof`, which CI runs, does the whole of it, and so does PROOF=whole.
import { createHash } from 'node:crypto';
import type { Fault } from '../reference/index.js';
import { known } from './failure-signatures/known.js';

/** Fixed, so that a failing test keeps failing. PROOF_SEED selects another one. */
export const seed = Number(process.env['PROOF_SEED'] ?? 1);

export const isWhole = process.env['PROOF'] === 'whole';

/** The slow tests try all of what the others try in part. */
const isSlow = process.env['OFTEN'] === 'yes';

/** Every n-th element; all of them with PROOF=whole, and in the slow tests. */
export const oneIn = <T>(n: number, all: readonly T[]): readonly T[] =>
  isWhole || isSlow ? all : all.filter((_, index) => index % n === 0);

/** About every n-th fault. Its name decides, so that a new fault changes the sample by itself at most. */
export const aboutOneIn = (n: number, all: readonly Fault[]): readonly Fault[] =>
  isWhole ? all : all.filter((fault) => isOneIn(n, fault));

const isOneIn = (n: number, { name }: Fault): boolean =>
  createHash('sha256').update(name).digest().readUInt32BE() % n === 0;

/** A fault for each rule, one for about every third kind, and those that were never measured. */
export function someOfEachRule(faults: readonly Fault[]): readonly Fault[] {
  const rules = new Set<string>();
  return oneOfEachKind(faults).filter((fault) => {
    const isFirst = !rules.has(fault.rule);
    rules.add(fault.rule);
    return isFirst || !kindOf.has(fault.name) || isOneIn(3, fault);
  });
}

/** The first fault of each kind. Faults that break the same rules in the same experiments are of one kind. */
function oneOfEachKind(faults: readonly Fault[]): readonly Fault[] {
  const kinds = new Set<string>();
  return faults.filter(({ name }) => {
    const kind = kindOf.get(name) ?? name;
    if (kinds.has(kind)) return false;
    kinds.add(kind);
    return true;
  });
}

// A new fault that was never measured is a kind of its own.
const kindOf = new Map(
  known
    .filter(({ signatures }) => signatures.length > 0)
    .map(({ fault, rule, signatures }) => {
      const places = new Set(
        signatures.map((signature) => `${signature.rule} ${signature.experiment}`),
      );
      return [fault, [rule, ...[...places].sort()].join('\n')];
    }),
);
