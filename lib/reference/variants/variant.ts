// What a legal variant is, and how variants are written down. None is defined here.
import type { Change } from '../changes/change.js';

/** A correct server that makes another choice where the contract is silent. */
export interface Variant extends Limits {
  readonly name: string;
  /** What the server does. */
  readonly sentence: string;
  readonly change: Change;
}

interface Limits {
  /** Implied rules that it breaks although it is legal. */
  readonly mayFail?: readonly string[];
  /** Names of variants that it cannot be combined with. */
  readonly conflictsWith?: readonly string[];
}

/** To each name what the server does, and how it comes to do that. */
type Variants = Readonly<
  Record<string, readonly [sentence: string, change: Change, limits?: Limits]>
>;

export const legal = (variants: Variants): readonly Variant[] =>
  Object.entries(variants).map(([name, [sentence, change, limits]]) => ({
    name,
    sentence,
    change,
    ...limits,
  }));

/** A server can have only one of them. */
export const oneOf = (variants: Variants): readonly Variant[] =>
  legal(variants).map((variant) => ({
    ...variant,
    conflictsWith: [
      ...(variant.conflictsWith ?? []),
      ...Object.keys(variants).filter((name) => name !== variant.name),
    ],
  }));
