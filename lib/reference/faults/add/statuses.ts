// Faults of clause 2: statuses that are stored or shown differently from what was sent.
import { after, before, type Change } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import { field, inAdds, without } from '../../changes/shown.js';
import type { Status } from '../../types.js';
import { breaking, type Fault } from '../fault.js';

const stored = (alter: (status: Status) => Status): Change =>
  after('statusOf', (status) => (status === undefined ? undefined : alter(status)));
const refusingStatusless = (status: number): Change =>
  before('statusOf', (body) => {
    if (!body.has('status')) refuse(status);
  });

export const addStatuses: readonly Fault[] = [
  ...breaking('add-animal.keeps-status', {
    'add-answers-without-status': [
      'Omits the status when an animal is added.',
      inAdds(without('status')),
    ],
    'status-ignored': ['Stores every animal as available.', stored(() => 'available')],
    'sold-as-pending': [
      'Stores a sold animal as pending.',
      stored((status) => (status === 'sold' ? 'pending' : status)),
    ],
    'available-as-pending': [
      'Stores an available animal as pending.',
      stored((status) => (status === 'available' ? 'pending' : status)),
    ],
    'added-status-in-capitals': [
      'Returns the status in upper case when an animal is added.',
      inAdds(field('status', (literal) => literal.toUpperCase())),
    ],
  }),
  ...breaking('add-animal.status-optional', {
    'status-required': ['Refuses an animal without a status.', refusingStatusless(400)],
    'missing-status-fails': [
      'Returns 500 for an animal without a status.',
      refusingStatusless(500),
    ],
  }),
];
