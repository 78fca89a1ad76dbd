// Faults of clause 1 that only a sequence of requests reveals.
import { field, inAdds } from '../../changes/shown.js';
import { breaking, type Fault } from '../fault.js';

export const serviceSequences: readonly Fault[] = [
  ...breaking('sequences.model', {
    'added-id-one-too-high': [
      'Returns the id of the next animal when an animal is added.',
      inAdds(field('id', (literal) => String(BigInt(literal) + 1n))),
    ],
  }),
];
