// What a legal variant is, and those of which a server can have only one. No variant is defined here.
import type { Change } from '../change.js';

/** A correct server that makes another choice where the contract is silent. */
export interface Variant {
  readonly name: string;
  readonly sentence: string;
  readonly change: Change;
  /** Implied rules that it breaks although it is legal. */
  readonly mayFail?: readonly string[];
  /** Names of variants that it cannot be combined with. */
  readonly conflictsWith?: readonly string[];
}

/** Each excludes all others of the group. */
export const oneOf = (...variants: readonly Variant[]): readonly Variant[] =>
  variants.map((variant) => ({
    ...variant,
    conflictsWith: [
      ...(variant.conflictsWith ?? []),
      ...variants.filter(({ name }) => name !== variant.name).map(({ name }) => name),
    ],
  }));
