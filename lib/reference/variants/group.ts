// Variants of which a server can have only one. No variant is defined here.
import type { Variant } from '../fault.js';

/** Each excludes all others of the group. */
export const oneOf = (...variants: readonly Variant[]): readonly Variant[] =>
  variants.map((variant) => ({
    ...variant,
    conflictsWith: [
      ...(variant.conflictsWith ?? []),
      ...variants.filter(({ name }) => name !== variant.name).map(({ name }) => name),
    ],
  }));
