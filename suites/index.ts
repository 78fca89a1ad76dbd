// All suites by name. A rule is found through the name of its suite and its row in the ledger; nothing else lists it.
import type { AnyExperiment, Rule } from '../lib/judge/rules/rule.js';
import { rules as addAnimal } from './add-animal/index.js';
import { rules as authentication } from './authentication/index.js';
import { aboutEveryOperation, derivedSuites } from './derived.js';
import { rules as errorsObserved } from './errors-observed.js';
import { rules as errors } from './errors.js';
import { rules as getAnimal } from './get-animal.js';
import { rules as listAnimals } from './list-animals/index.js';
import { rules as messages } from './messages/index.js';
import { rules as sequences } from './sequences.js';
import { rules as storeOrders } from './store-orders.js';
import { rules as version } from './version.js';

export const suites: Readonly<Record<string, readonly Rule[]>> = {
  authentication,
  'list-animals': listAnimals,
  'add-animal': addAnimal,
  'get-animal': getAnimal,
  errors: [...aboutEveryOperation(errors), ...errorsObserved],
  'store-orders': storeOrders,
  version,
  messages,
  sequences,
  ...derivedSuites,
};

export const allRules: readonly Rule[] = Object.values(suites).flat();

/** The experiments whose adds fill the store. */
export const populating: readonly AnyExperiment[] = [
  ...new Set(allRules.flatMap((rule) => rule.experiments)),
].filter((experiment) => experiment.populates);

export { order } from './order.js';
