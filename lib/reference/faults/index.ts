// All faults, in the order of the ledger. No fault is defined here.
import type { Fault } from '../fault.js';
import { addAltered } from './add-altered.js';
import { addAnswers } from './add-answers.js';
import { addBodies } from './add-bodies.js';
import { addStored } from './add-stored.js';
import { addValidation } from './add-validation.js';
import { authenticationAnswers } from './authentication-answers.js';
import { authenticationForms } from './authentication-forms.js';
import { authenticationUnchecked } from './authentication-unchecked.js';
import { bodies } from './bodies.js';
import { combined } from './combined.js';
import { errorFaults } from './errors.js';
import { getAnimal } from './get-animal.js';
import { listAnimalsShown } from './list-animals-shown.js';
import { listFilter } from './list-filter.js';
import { listLimits } from './list-limits.js';
import { listShape } from './list-shape.js';
import { messages } from './messages.js';
import { messagesRefused } from './messages-refused.js';
import { nowAndThen } from './now-and-then.js';
import { ordersAndVersion } from './orders-and-version.js';
import { underLoad } from './under-load.js';

const written: readonly Fault[] = [
  ...bodies,
  ...listShape,
  ...listLimits,
  ...listFilter,
  ...listAnimalsShown,
  ...addAnswers,
  ...addAltered,
  ...addValidation,
  ...addBodies,
  ...addStored,
  ...getAnimal,
  ...ordersAndVersion,
  ...messages,
  ...messagesRefused,
  ...authenticationUnchecked,
  ...authenticationForms,
  ...authenticationAnswers,
  ...errorFaults,
  ...nowAndThen,
  ...underLoad,
  ...combined,
];

/** What a fault must fail needs no mention among what it may fail: groups of rules overlap. */
export const faults: readonly Fault[] = written.map((fault) => ({ ...fault, mayFail: [...new Set(fault.mayFail)].filter((id) => !fault.fails.includes(id)) }));
