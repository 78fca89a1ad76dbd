// The whole proof as data, on as many cores as there are: every fault, every variant, and combinations of variants.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { builtPath } from '../contract/files.js';
import { conflict, faults, variants, type Variant } from '../reference/index.js';
import type { Runs } from './later.js';
import { proveRuns, type Proven } from './prove.js';
import { groupsOf, proveTogether } from './together.js';

export interface Proof {
  readonly seed: number;
  readonly faults: readonly Proven[];
  readonly variants: readonly Proven[];
}

/** A piece of work: the indexes of faults that are tried together, or of combined variants. */
export type Piece =
  | { readonly faults: readonly number[] }
  | { readonly variants: readonly number[]; readonly runs: Runs };

/** Legal servers come first, as they take longest. */
function pieces(seed: number, chosenFaults: readonly string[] | null): readonly Piece[] {
  const indexesOf = (company: readonly Variant[]): readonly number[] =>
    company.map((one) => variants.indexOf(one));
  if (chosenFaults !== null)
    return faults.flatMap(({ name }, index) =>
      chosenFaults.includes(name) ? [{ faults: [index] }] : [],
    );
  // Each variant meets every kind of run in the company of two different sets of others.
  const together = [seed, seed + 1].flatMap((one) => companies(variants, one));
  return [
    ...together.map((company) => ({ variants: indexesOf(company), runs: 'all' }) as const),
    { variants: [], runs: 'all' },
    ...variants.map((_, index) => ({ variants: [index], runs: 'two' }) as const),
    ...groupsOf(faults).map((group) => ({ faults: group.map((one) => faults.indexOf(one)) })),
  ];
}

/**
 * Combines legal variants by a seed, because what is legal alone must be legal together: each is in exactly one of the
 * groups, whose size is limited.
 */
export function companies(
  variants: readonly Variant[],
  seed: number,
  most = 10,
): readonly (readonly Variant[])[] {
  const count = variants.length;
  const [shuffled = []] = fc.sample(
    fc.shuffledSubarray([...variants], { minLength: count, maxLength: count }),
    { seed, numRuns: 1 },
  );
  const made: Variant[][] = [];
  for (const one of shuffled) {
    const fits = (others: readonly Variant[]): boolean =>
      others.length < most && !others.some((other) => conflict(one, other));
    const company = made.find(fits);
    if (company) company.push(one);
    else made.push([one]);
  }
  return made;
}

export function provePiece(piece: Piece, seed: number): Promise<readonly Proven[]> {
  if ('faults' in piece) return proveTogether(chosen(faults, piece.faults), seed);
  return proveRuns(chosen(variants, piece.variants), seed, piece.runs).then((one) => [one]);
}

const chosen = <T>(all: readonly T[], indexes: readonly number[]): readonly T[] =>
  indexes.map((index) => {
    const one = all[index];
    if (one === undefined) throw new Error(`there is no server number ${index}`);
    return one;
  });

const serversOf = (piece: Piece): number => ('faults' in piece ? piece.faults.length : 1);

/** `chosenFaults` limits the proof to these faults, without variants; null means everything. */
export async function proveAll(
  seed: number,
  chosenFaults: readonly string[] | null,
  onProgress: (done: number, of: number) => void,
): Promise<Proof> {
  const work = pieces(seed, chosenFaults);
  const results = new Map<Piece, readonly Proven[]>();
  const of = work.reduce((sum, piece) => sum + serversOf(piece), 0);
  let done = 0;
  let next = 0;
  const take = (): number | undefined => (next < work.length ? next++ : undefined);
  const workers = Math.min(availableParallelism(), work.length);
  await Promise.all(
    Array.from({ length: workers }, () =>
      inWorker(seed, work, take, (piece, proven) => {
        results.set(piece, proven);
        onProgress((done += serversOf(piece)), of);
      }),
    ),
  );
  const proven = (wanted: (piece: Piece) => boolean): Proven[] =>
    work.filter(wanted).flatMap((piece) => results.get(piece) ?? []);
  const byFault = new Map(proven((piece) => 'faults' in piece).map((one) => [one.name, one]));
  return {
    seed,
    faults: faults.flatMap(({ name }) => byFault.get(name) ?? []),
    variants: proven((piece) => 'variants' in piece),
  };
}

/** A worker that gets one piece after another until none is left. */
function inWorker(
  seed: number,
  work: readonly Piece[],
  take: () => number | undefined,
  done: (piece: Piece, proven: readonly Proven[]) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(builtPath('lib/proof/worker.js'), { workerData: { seed } });
    let current: Piece | undefined;
    const give = (): void => {
      const index = take();
      current = index === undefined ? undefined : work[index];
      if (current) worker.postMessage(current);
      else void worker.terminate().then(() => resolve());
    };
    worker.on('message', (proven: readonly Proven[]) => {
      if (current) done(current, proven);
      give();
    });
    worker.on('error', reject);
    give();
  });
}
