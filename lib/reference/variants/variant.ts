// What a legal variant is, and how variants are written down. None is defined here.
import type { Change } from '../changes/change.js';

/** A correct server that makes another choice where the contract is silent. */
export interface Variant extends Limits {
  readonly name: string;
  /** What the server does, as a sentence. */
  readonly sentence: string;
  readonly change: Change;
}

interface Limits {
  /** The implied rules that it breaks although it is legal. */
  readonly mayFail?: readonly string[];
  /** The names of variants with which it cannot be combined. */
  readonly conflictsWith?: readonly string[];
}

/** For each name, what the server does and the change that makes it do so. */
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

/** Makes variants of which a server can have only one. */
export const oneOf = (variants: Variants): readonly Variant[] =>
  legal(variants).map((variant) => ({
    ...variant,
    conflictsWith: [
      ...(variant.conflictsWith ?? []),
      ...Object.keys(variants).filter((name) => name !== variant.name),
    ],
  }));
