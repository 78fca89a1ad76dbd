// The rules of clause 5, and of clause 1: all requests are authenticated. Experiments start in the order of these
// rules.
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
    // An identifier is the only part that the kit can make wrong. Only for POST /pets can it verify that nothing was
    // added.
    'authentication.comes-first': derivedOperations.filter((one) => !one.takesAnimal),
    'authentication.writes-nothing': derivedOperations.filter((one) => !one.isRead),
  },
);
