// What an animal is from its add on: what was sent and, where the service's answer says otherwise, that too. An answer
// that alters a field is judged by the rules of the add; here it must not count a second time.
import { isOtherForm, isTrimmed, type NewAnimal } from '../lib/contract/values/values.js';
import {
  animalOf,
  differingField,
  fieldsSent,
  type Exchange,
  type Fields,
} from '../lib/judge/rules/index.js';

export type Difference = NonNullable<ReturnType<typeof differingField>>;

/** The first field that is neither as it was sent nor as the add answered it. */
export function differsFromCreated(
  sent: NewAnimal,
  added: Exchange,
  actual: Fields,
): Difference | undefined {
  const { name = '' } = actual;
  // A name in another form is one all over; which form it has is judged by rules of its own.
  const asKept =
    isTrimmed(sent.name, name) || isOtherForm(sent.name, name) ? { ...sent, name } : sent;
  const fromSent = differingField(fieldsSent(asKept), actual);
  const answered = animalOf(added);
  // A status that was not sent is the service's choice, but it chose when it answered.
  if (!fromSent && sent.status === undefined && answered)
    return differingField({ status: answered.status }, actual);
  if (!fromSent || !answered) return fromSent;
  return (
    differingField(answered, { ...answered, [fromSent.field]: actual[fromSent.field] }) && fromSent
  );
}
