// The rules of clause 4.5: the quickstart, at an address of its own. Experiments start in the order of these rules.
import { rules as answers } from './answers.js';
import { rules as identifiers } from './identifiers.js';
import { rules as keys } from './keys.js';
import { rules as observed } from './observed.js';
import { rules as refused } from './refused.js';
import { rules as times } from './times.js';
import { rules as unusual } from './unusual.js';

export const rules = [
  ...answers,
  ...times,
  ...keys,
  ...refused,
  ...identifiers,
  ...unusual,
  ...observed,
];
