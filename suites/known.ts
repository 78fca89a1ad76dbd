// What is known about an animal after it was added or listed, and whether that still holds. The rules of the add judge
// a response that alters a field; it must not count a second time wherever the animal is shown.
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
  /** Absent if another client added the animal: then it must stay exactly as it was first shown. */
  readonly sent?: NewAnimal;
  /** The fields as the response to the add had them, or else as a list did. */
  readonly shown: Fields;
}

/** The part of an animal that is remembered from a response. */
export const asShown = (animal: Animal): Animal => ({
  ...animal,
  name: rememberedText(animal.name),
});

// Both sides of a comparison take the same form, however long ago and wherever the animal was read.
const shownOf = (shown: Fields): Fields =>
  shown.name === undefined ? shown : { ...shown, name: rememberedText(shown.name) };

/** The first field that is neither as it was sent nor as it was shown. */
export function differsFromKnown(
  { id, sent, shown }: Known,
  animal: Animal,
): Difference | undefined {
  if (animal.id !== id) return { field: 'id', expected: id, actual: animal.id };
  const now = asShown(animal);
  if (!sent) return differingField(nameInFormOf(now, shownOf(shown)), now);
  const fromSent = differingField(fieldsSent(inFormOf(animal, sent)), animal);
  if (fromSent) return differingField({ [fromSent.field]: shown[fromSent.field] }, now) && fromSent;
  // The service chooses a status that was not sent, but must keep the one it returned.
  return sent.status === undefined ? differingField({ status: shown.status }, animal) : undefined;
}

/** A trimmed name, or one in another Unicode form, is still the same name. Other rules judge which form it has. */
export const isInOtherForm = (sent: string, name: string): boolean =>
  isTrimmed(sent, name) || isOtherForm(sent, name);

const nameInFormOf = ({ name }: Animal, shown: Fields): Fields => {
  const isSame =
    typeof shown.name === 'string' &&
    (isInOtherForm(shown.name, name) || isInOtherForm(name, shown.name));
  return isSame ? { ...shown, name } : shown;
};

const inFormOf = ({ name }: Animal, sent: NewAnimal): NewAnimal =>
  isInOtherForm(sent.name, name) ? { ...sent, name } : sent;
