// The rules of clause 4.5: the quickstart, on an address of its own. Their order is that in which their experiments start.
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
