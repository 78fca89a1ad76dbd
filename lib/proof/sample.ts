// What `npm test` runs of the proof. The whole of it is run by `proof`, which CI runs, and with PROOF=whole.
import type { Fault } from '../reference/index.js';
import { known } from './signs/known.js';

export const isWhole = process.env['PROOF'] === 'whole';

/** Every n-th, or all of them with PROOF=whole. */
export const oneIn = <T>(n: number, all: readonly T[]): readonly T[] =>
  isWhole ? all : all.filter((_, index) => index % n === 0);

/** Faults that break the same rules in the same experiments are of one kind: the first of each kind. */
export function oneOfEachKind(faults: readonly Fault[]): readonly Fault[] {
  const kinds = new Set<string>();
  return faults.filter(({ name }) => {
    const kind = kindOf.get(name) ?? name;
    if (kinds.has(kind)) return false;
    kinds.add(kind);
    return true;
  });
}

// One that was never measured, as it is new, is of a kind of its own: it is always tried.
const kindOf = new Map(
  known
    .filter(({ signs }) => signs.length > 0)
    .map(({ fault, rule, signs }) => {
      const places = new Set(signs.map((sign) => `${sign.rule} ${sign.experiment}`));
      return [fault, [rule, ...[...places].sort()].join('\n')];
    }),
);
