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
import { alsoFails, sometimesFails } from './knock-on.js';
import { listAnimalsShown } from './list-animals-shown.js';
import { listFilter } from './list-filter.js';
import { listLimits } from './list-limits.js';
import { listShape } from './list-shape.js';
import { messages } from './messages.js';
import { messagesRefused } from './messages-refused.js';
import { nowAndThen } from './now-and-then.js';
import { ordersAndVersion } from './orders-and-version.js';
import { overlooked } from './overlooked.js';
import { subtle } from './subtle.js';
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
  ...subtle,
  ...overlooked,
];

const namesOf = (
  table: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly string[]> => {
  const rules = new Map<string, string[]>();
  for (const [rule, names] of Object.entries(table))
    for (const name of names.trim().split(/\s+/))
      rules.set(name, [...(rules.get(name) ?? []), rule]);
  return rules;
};
const also = namesOf(alsoFails);
const sometimes = namesOf(sometimesFails);

/** Beside the rules that a fault is made for, those that fail with it: the proof holds each fault to exactly these. */
export const faults: readonly Fault[] = written.map((fault) => {
  const fails = [...fault.fails, ...(also.get(fault.name) ?? [])];
  // Groups of rules overlap: what must fail needs no mention among what may.
  const mayFail = new Set(
    [...(fault.mayFail ?? []), ...(sometimes.get(fault.name) ?? [])].filter(
      (id) => !fails.includes(id),
    ),
  );
  return { ...fault, madeFor: fault.fails, fails, mayFail: [...mayFail] };
});
