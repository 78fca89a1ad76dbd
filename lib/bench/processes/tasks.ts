// The tasks of a client process, and their results. Types only.
import type { Expense } from '../measure.js';
import type { RunAtOptions } from './run-at.js';
import type { Wanted } from './server.js';

export type Task =
  /** Measures the engine alone: lists of this length from the fixed server, and the same in the bare loop. */
  | { readonly kind: 'lists'; readonly limit: number; readonly repetitions: number }
  /** Makes a whole run against the reference server, and writes its requests to a file. */
  | { readonly kind: 'record'; readonly file: string }
  /** Sends the requests of the file in the bare loop. */
  | { readonly kind: 'bare'; readonly file: string }
  /** Counts how many faults are found, for each budget of requests. */
  | { readonly kind: 'found'; readonly order: 'shipped' | 'of the other half' }
  /** Makes one run in a new process, as the command does. */
  | {
      readonly kind: 'run';
      readonly wanted: Partial<Wanted>;
      readonly run: Omit<RunAtOptions, 'onExchange' | 'rules'>;
    };

/** The result of one repetition. */
export interface Beside {
  readonly exchanges: number;
  readonly kit: Expense;
  readonly bare: Expense;
}

export interface Grown {
  readonly verdict: string;
  readonly exchanges: number;
  readonly writes: number;
  /** The number of animals that remain. */
  readonly remaining: number;
  readonly cost: Expense;
  readonly peakMb: number;
}
