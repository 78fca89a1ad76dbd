// The rules of clause 4.1, with what clauses 2 and 8 say about lists. Experiments start in the order of these rules.
import { rules as entries } from './entries.js';
import { rules as filter } from './filter.js';
import { rules as limits } from './limits.js';
import { rules as listed } from './listed.js';
import { rules as observed } from './observed.js';
import { rules as shape } from './shape.js';
import { rules as unknown } from './unknown.js';

export const rules = [
  ...shape,
  ...limits,
  ...filter,
  ...entries,
  ...unknown,
  ...listed,
  ...observed,
];
