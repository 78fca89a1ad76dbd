// The rules of clause 4.2, with what clauses 2, 4 and 7 say about added and refused animals. Experiments start in the
// order of these rules.
import { rules as accepted } from './accepted.js';
import { rules as identifiers } from './identifiers.js';
import { rules as kept } from './kept.js';
import { rules as names } from './names.js';
import { rules as observed } from './observed.js';
import { rules as refused } from './refused.js';
import { rules as spellings } from './spellings.js';
import { rules as stored } from './stored.js';
import { rules as unusual } from './unusual.js';

export const rules = [
  ...accepted,
  ...kept,
  ...identifiers,
  ...stored,
  ...spellings,
  ...names,
  ...refused,
  ...unusual,
  ...observed,
];
