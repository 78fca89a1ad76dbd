// The reference server as the rest of the project sees it.
import type { Fault } from './faults/fault.js';
import { faults, faultsByPart } from './faults/index.js';
import { uncaught } from './faults/uncaught.js';
import { conflict, variants } from './variants/index.js';
import type { Variant } from './variants/variant.js';

export { createReference, fakeKey } from './reference.js';
export type { Reference } from './reference.js';
export { serve } from './serve.js';
export type { Serving } from './serve.js';
export type { ReferenceRequest, ReferenceResponse } from './types.js';
export type { Fault } from './faults/fault.js';
export type { Variant } from './variants/variant.js';
export { conflict, faults, faultsByPart, uncaught, variants };

export const faultNamed = (name: string): Fault | undefined =>
  faults.find((fault) => fault.name === name);
export const variantNamed = (name: string): Variant | undefined =>
  variants.find((variant) => variant.name === name);
