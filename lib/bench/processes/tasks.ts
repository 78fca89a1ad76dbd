// What a client process can be asked to do, and what it answers. Types only.
import type { Expense } from '../measure.js';
import type { AimedOptions } from './aimed.js';
import type { Wanted } from './server.js';

export type Task =
  /** A whole run, and the same requests in the bare loops, again and again. */
  | { readonly kind: 'whole'; readonly repetitions: number }
  /** The engine alone: lists of so many animals from the fixed server, and the same in the bare loops. */
  | { readonly kind: 'lists'; readonly limit: number; readonly repetitions: number }
  /** A whole run at the reference server; its requests go into a file. */
  | { readonly kind: 'record'; readonly file: string }
  /** The requests of the file by a bare loop. */
  | { readonly kind: 'loop'; readonly file: string; readonly loop: 'bare' | 'dispatched' }
  /** How many faults are found, for each budget of requests. */
  | { readonly kind: 'found'; readonly order: 'shipped' | 'of the other half' }
  /** One run in a fresh process, made as the command makes it. */
  | {
      readonly kind: 'run';
      readonly wanted: Partial<Wanted>;
      readonly run: Omit<AimedOptions, 'onExchange' | 'rules'>;
    };

/** One repetition. */
export interface Beside {
  readonly exchanges: number;
  readonly kit: Expense;
  readonly bare: Expense;
  readonly dispatched: Expense;
}

export interface Grown {
  readonly verdict: string;
  readonly exchanges: number;
  readonly writes: number;
  /** Animals that remain of it. */
  readonly remaining: number;
  readonly cost: Expense;
  readonly peakMb: number;
}
