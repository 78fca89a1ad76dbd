// The rules of clause 5, and of clause 1: all requests are authenticated. Their order is that in which their experiments
// start.
import { rules as comesFirst } from './comes-first.js';
import { rules as everyRequest } from './every-request.js';
import { rules as keys } from './keys.js';
import { rules as silent } from './silent.js';
import { rules as writes } from './writes.js';

export const rules = [...keys, ...comesFirst, ...everyRequest, ...writes, ...silent];
