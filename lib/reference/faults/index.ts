// All faults, by clause. A list, nothing else.
import type { Fault } from '../fault.js';
import { addAnimal } from './add-animal.js';
import { authentication } from './authentication.js';
import { listAnimals } from './list-animals.js';

export const faults: readonly Fault[] = [...listAnimals, ...addAnimal, ...authentication];
