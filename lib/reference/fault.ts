// What a fault and a legal variant are, and the helper that changes one step of the server. No fault is defined here.
import type { Change } from './reference.js';
import type { Server } from './server.js';

/** One deliberate defect of the correct server. */
export interface Fault extends Change {
  readonly clause: string;
  readonly sentence: string;
  /** The rules that must fail because of it: those that it is made for, and in the list of all faults those that fail too. */
  readonly fails: readonly string[];
  /** Only those that it is made for. */
  readonly madeFor?: readonly string[];
  /** Rules that fail or not, by chance or by the order of requests. */
  readonly mayFail?: readonly string[];
  /** It shows only now and then. */
  readonly flaky?: true;
}

/** A correct server that makes another choice where the contract is silent. */
export interface Variant extends Change {
  readonly sentence: string;
  /** Implied rules that it breaks although it is legal. */
  readonly mayFail?: readonly string[];
  /** Names of variants that it cannot be combined with. */
  readonly conflictsWith?: readonly string[];
}

/** Replaces one step by one that may call the step it replaces. */
export const replace =
  <K extends keyof Server>(step: K, make: (original: Server[K], server: Server) => Server[K]) =>
  (server: Server): void => {
    server[step] = make(server[step], server);
  };

/** Several changes of one server. */
export const all =
  (...changes: readonly ((server: Server) => void)[]) =>
  (server: Server): void => {
    for (const change of changes) change(server);
  };
