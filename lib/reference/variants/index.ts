// All legal variants. No variant is defined here.
import { animals } from './animals.js';
import { errorsAndKeys } from './errors-and-keys.js';
import { getsAndOrders } from './gets-and-orders.js';
import { limitsOfSize } from './limits-of-size.js';
import { lists } from './lists.js';
import { quickstart } from './quickstart.js';
import { traffic } from './traffic.js';
import type { Variant } from './variant.js';

/** Whether two variants conflict, whichever of them declares it. */
export const conflict = (one: Variant, other: Variant): boolean =>
  (one.conflictsWith ?? []).includes(other.name) || (other.conflictsWith ?? []).includes(one.name);

export const variants: readonly Variant[] = [
  ...lists,
  ...animals,
  ...limitsOfSize,
  ...getsAndOrders,
  ...errorsAndKeys,
  ...traffic,
  ...quickstart,
];
