// The whole proof as data, on as many cores as there are: every fault, every variant, and combinations of variants.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { builtPath } from '../contract/files.js';
import { faults, variants } from '../reference/index.js';
import { companies } from './combine.js';
import { knockOnProblems, proveEveryRun, proveFault, type Proven } from './prove.js';

export interface Proof {
  readonly seed: number;
  readonly faults: readonly Proven[];
  readonly variants: readonly Proven[];
}

/** A piece of work: the index of a fault, or the indexes of combined variants. */
export type Piece = { readonly fault: number } | { readonly variants: readonly number[] };

function pieces(seed: number, chosenFaults: readonly string[] | null): readonly Piece[] {
  const ofFaults = faults.flatMap((fault, index) =>
    chosenFaults === null || chosenFaults.includes(fault.name) ? [{ fault: index }] : [],
  );
  const legal = [
    [],
    ...variants.map((_, index) => [index]),
    ...companies(variants, seed).map((company) => company.map((one) => variants.indexOf(one))),
  ];
  return [
    ...ofFaults,
    ...(chosenFaults === null ? legal.map((company) => ({ variants: company })) : []),
  ];
}

export async function provePiece(piece: Piece, seed: number): Promise<Proven> {
  if ('variants' in piece)
    return proveEveryRun(
      piece.variants.flatMap((index) => variants[index] ?? []),
      seed,
    );
  const fault = faults[piece.fault];
  if (!fault) throw new Error(`there is no fault number ${piece.fault}`);
  const proven = await proveFault(fault, seed);
  return { ...proven, problems: [...proven.problems, ...knockOnProblems(fault, proven.failed)] };
}

/** `chosenFaults` limits the proof to these faults, without variants; null means everything. */
export async function proveAll(
  seed: number,
  chosenFaults: readonly string[] | null,
  onProgress: (done: number, of: number) => void,
): Promise<Proof> {
  const work = pieces(seed, chosenFaults);
  const results = new Map<Piece, Proven>();
  let next = 0;
  const take = (): number | undefined => (next < work.length ? next++ : undefined);
  const workers = Math.min(availableParallelism(), work.length);
  await Promise.all(
    Array.from({ length: workers }, () =>
      inWorker(seed, work, take, (piece, proven) => {
        results.set(piece, proven);
        onProgress(results.size, work.length);
      }),
    ),
  );
  const of = (wanted: (piece: Piece) => boolean): Proven[] =>
    work.filter(wanted).flatMap((piece) => results.get(piece) ?? []);
  return {
    seed,
    faults: of((piece) => 'fault' in piece),
    variants: of((piece) => 'variants' in piece),
  };
}

/** A worker that gets one piece after another until none is left. */
function inWorker(
  seed: number,
  work: readonly Piece[],
  take: () => number | undefined,
  done: (piece: Piece, proven: Proven) => void,
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
    worker.on('message', (proven: Proven) => {
      if (current) done(current, proven);
      give();
    });
    worker.on('error', reject);
    give();
  });
}
