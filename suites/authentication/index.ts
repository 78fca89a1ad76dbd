// The rules of clause 5, and of clause 1: all requests are authenticated. Their order is that in which their experiments
// start.
import { derivedOperations } from '../../lib/contract/operations.js';
import { aboutEveryOperation } from '../derived.js';
import { rules as comesFirst } from './comes-first.js';
import { rules as everyRequest } from './every-request.js';
import { rules as keys } from './keys.js';
import { rules as silent } from './silent.js';
import { rules as writes } from './writes.js';

export const rules = aboutEveryOperation(
  [...keys, ...comesFirst, ...everyRequest, ...writes, ...silent],
  {
    // What else is wrong with a request is known of identifiers alone, and what it adds of POST /pets.
    'authentication.comes-first': derivedOperations.filter((one) => !one.takesAnimal),
    'authentication.writes-nothing': derivedOperations.filter((one) => !one.isRead),
  },
);
