// Faults of adding (clause 4.2).
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';

export const addAnimal: readonly Fault[] = [
  {
    name: 'add-answers-200',
    clause: '4.2',
    sentence: 'Answers an add with 200.',
    fails: ['add-animal.answers-201', 'sequences.model'],
    change: replace('createPet', (createPet) => async (call) => ({ ...(await createPet(call)), status: 200 })),
  },
  {
    name: 'name-trimmed',
    clause: '2',
    sentence: 'Cuts the spaces around a name off.',
    fails: ['add-animal.keeps-spaces', 'add-animal.odd-names'],
    mayFail: ['list-animals.as-created', 'sequences.model'],
    change: replace('nameOf', (nameOf) => (body, call) => nameOf(body, call).trim()),
  },
  {
    name: 'int64-rounded',
    clause: '2',
    sentence: 'Rounds a categoryId to what a double holds.',
    fails: ['add-animal.keeps-category', 'list-animals.as-created'],
    mayFail: ['sequences.model', 'get-animal.exact-animal'],
    change: replace('categoryOf', (categoryOf) => (body, call) => BigInt(Number(categoryOf(body, call)))),
  },
];
