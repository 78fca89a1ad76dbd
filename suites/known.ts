// What is known of an animal once it was added or listed, and whether it is still that. An answer to an add that alters
// a field is judged by the rules of the add; it must not count a second time wherever the animal shows.
import type { Animal } from '../lib/contract/values/animals.js';
import { isOtherForm, isTrimmed, type NewAnimal } from '../lib/contract/values/values.js';
import {
  differingField,
  fieldsSent,
  rememberedText,
  type Difference,
  type Fields,
} from '../lib/judge/rules/index.js';

export interface Known {
  readonly id: string;
  /** Absent where others have added it: then it is what it was shown as, to the letter. */
  readonly sent?: NewAnimal;
  /** As the answer to its add had it, or else a list. */
  readonly shown: Fields;
}

/** What is remembered of an animal as it was shown. */
export const asShown = (animal: Animal): Animal => ({
  ...animal,
  name: rememberedText(animal.name),
});

// However long ago, and wherever it was read: both sides of a comparison are in the same form.
const shownOf = (shown: Fields): Fields =>
  shown.name === undefined ? shown : { ...shown, name: rememberedText(shown.name) };

/** The first field that is neither as it was sent nor as it was shown. */
export function differsFromKnown(
  { id, sent, shown }: Known,
  animal: Animal,
): Difference | undefined {
  if (animal.id !== id) return { field: 'id', expected: id, actual: animal.id };
  const now = asShown(animal);
  if (!sent) return differingField(shownOf(shown), now);
  const fromSent = differingField(fieldsSent(inFormOf(animal, sent)), animal);
  if (fromSent) return differingField({ [fromSent.field]: shown[fromSent.field] }, now) && fromSent;
  // A status that was not sent is the service's choice, but it chose when it answered.
  return sent.status === undefined ? differingField({ status: shown.status }, animal) : undefined;
}

/** Trimmed, or in another of the forms of Unicode: it is the same name. Which form it has is judged by rules of its own. */
export const isInOtherForm = (sent: string, name: string): boolean =>
  isTrimmed(sent, name) || isOtherForm(sent, name);

const inFormOf = ({ name }: Animal, sent: NewAnimal): NewAnimal =>
  isInOtherForm(sent.name, name) ? { ...sent, name } : sent;
