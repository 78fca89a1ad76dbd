// Faults of clause 7: statuses that are none of the three.
import { instead, insteadOfRefusal, type Change } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import type { Json } from '../../json.js';
import { statuses } from '../../store.js';
import type { Status } from '../../types.js';
import { breaking, type Fault } from '../fault.js';

const taking = (take: (value: Json | undefined) => Status | undefined): Change =>
  instead('statusOf', (body) => take(body.get('status')));
const takingText = (take: (text: string) => Status | undefined): Change =>
  taking((value) => (typeof value === 'string' ? take(value) : undefined));
const isStatus = (text: string): boolean => statuses.some((each) => each === text);
const refusedWith = (
  status: number,
  when: (value: Json | undefined) => boolean = () => true,
): Change =>
  insteadOfRefusal('statusOf', (_refusal, body) =>
    when(body.get('status')) ? refuse(status) : undefined,
  );

export const invalidStatuses: readonly Fault[] = [
  ...breaking('add-animal.invalid-status', {
    'only-unknown-status-taken': [
      'Takes only a status that it does not know.',
      taking((value) => (typeof value === 'string' && isStatus(value) ? refuse(400) : 'available')),
    ],
    'unknown-status-as-default': [
      'Stores the default for a status that it does not know.',
      takingText((text) => (isStatus(text) ? undefined : 'available')),
    ],
    'unknown-status-taken': [
      'Stores any string as a status.',
      takingText((text) => text as Status),
    ],
    'status-of-any-case': [
      'Takes SOLD for sold.',
      takingText((text) => statuses.find((each) => each === text.toLowerCase())),
    ],
    'status-by-beginning': [
      'Takes the beginning of a status for the status.',
      takingText((text) =>
        text === '' ? undefined : statuses.find((each) => each.startsWith(text)),
      ),
    ],
    'status-empty-taken': [
      'Takes an empty status for none.',
      takingText((text) => (text === '' ? 'available' : undefined)),
    ],
    'status-number-taken': [
      'Takes the number of a status for the status.',
      taking((value) =>
        typeof value === 'bigint' ? (statuses[Number(value)] ?? 'available') : undefined,
      ),
    ],
    'status-word-taken': [
      'Takes true for available, and false for sold.',
      taking((value) => (typeof value === 'boolean' ? (value ? 'available' : 'sold') : undefined)),
    ],
    'status-array-taken': [
      'Takes an array for a status.',
      taking((value) =>
        Array.isArray(value)
          ? (statuses.find((each) => each === value[0]) ?? 'available')
          : undefined,
      ),
    ],
    'status-object-taken': [
      'Takes an object for a status.',
      taking((value) => (value instanceof Map ? 'available' : undefined)),
    ],
    'status-removed-taken': [
      'Takes the status removed for available.',
      takingText((text) =>
        /^(available|pending|sold|)$/i.test(text.trim()) ? undefined : 'available',
      ),
    ],
    'status-invalid-422': ['Refuses a status that it does not know with 422.', refusedWith(422)],
    'status-invalid-500': ['Fails with 500 for a status that it does not know.', refusedWith(500)],
    'status-null-500': [
      'Fails with 500 for a status that is null.',
      refusedWith(500, (value) => value === null),
    ],
    'status-proto-taken': [
      'Takes constructor and __proto__ for a status.',
      takingText((text) => (text in {} ? 'available' : undefined)),
    ],
  }),
  ...breaking('add-animal.null-status', {
    'status-null-taken': [
      'Takes null for no status.',
      taking((value) => (value === null ? 'available' : undefined)),
    ],
  }),
  ...breaking('add-animal.padded-status', {
    'status-trimmed': [
      'Takes a status with spaces around it.',
      takingText((text) => statuses.find((each) => each === text.trim())),
    ],
    'status-line-feed-taken': [
      'Takes a status with a line feed at its end.',
      takingText((text) => statuses.find((each) => `${each}\n` === text)),
    ],
  }),
];
