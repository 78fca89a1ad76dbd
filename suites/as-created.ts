// What an animal is from its add on: what the service said it is or, where its answer does not say, what was sent.
import type { NewAnimal } from '../lib/contract/values.js';
import { animalOf, fieldsSent, type Exchange, type Fields } from '../lib/judge/index.js';

export function asCreated(sent: NewAnimal, added: Exchange): Fields {
  const answered = animalOf(added);
  return answered ? { name: answered.name, categoryId: answered.categoryId, status: answered.status } : fieldsSent(sent);
}
