// Faults of clause 7: statuses that the contract does not have.
import { instead, insteadOfRefusal, type Change } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import type { Json } from '../../json.js';
import { statuses } from '../../store.js';
import type { Status } from '../../types.js';
import { breaking, eachOf, type Fault } from '../fault.js';

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
      'Accepts only statuses that are not in the contract.',
      taking((value) => (typeof value === 'string' && isStatus(value) ? refuse(400) : 'available')),
    ],
    'unknown-status-as-default': [
      'Stores the default instead of an unknown status.',
      takingText((text) => (isStatus(text) ? undefined : 'available')),
    ],
    'unknown-status-taken': [
      'Accepts any string as a status.',
      takingText((text) => text as Status),
    ],
    'status-of-any-case': [
      'Accepts SOLD as a status.',
      takingText((text) => statuses.find((each) => each === text.toLowerCase())),
    ],
    'status-by-beginning': [
      'Accepts the beginning of a status as the status.',
      takingText((text) =>
        text === '' ? undefined : statuses.find((each) => each.startsWith(text)),
      ),
    ],
    'status-empty-taken': [
      'Treats an empty status as missing.',
      takingText((text) => (text === '' ? 'available' : undefined)),
    ],
    'status-number-taken': [
      'Accepts a number as a status.',
      taking((value) =>
        typeof value === 'bigint' ? (statuses[Number(value)] ?? 'available') : undefined,
      ),
    ],
    'status-ordinal-taken': [
      'Accepts 1, 2 and 3 as the three statuses.',
      taking((value) => (typeof value === 'bigint' ? statuses[Number(value) - 1] : undefined)),
    ],
    'status-word-taken': [
      'Accepts true as the status available, and false as sold.',
      taking((value) => (typeof value === 'boolean' ? (value ? 'available' : 'sold') : undefined)),
    ],
    'status-array-taken': [
      'Accepts an array as a status.',
      taking((value) =>
        Array.isArray(value)
          ? (statuses.find((each) => each === value[0]) ?? 'available')
          : undefined,
      ),
    ],
    'status-object-taken': [
      'Accepts an object as a status.',
      taking((value) => (value instanceof Map ? 'available' : undefined)),
    ],
    'status-removed-taken': [
      'Accepts the status removed.',
      takingText((text) =>
        /^(available|pending|sold|)$/i.test(text.trim()) ? undefined : 'available',
      ),
    ],
    ...eachOf(
      'status-invalid-%s',
      'Returns %s for an unknown status when an animal is added.',
      [422, 500],
      (status) => refusedWith(status),
    ),
    'status-null-500': [
      'Returns 500 for a status that is null.',
      refusedWith(500, (value) => value === null),
    ],
    'status-proto-taken': [
      'Accepts constructor and __proto__ as a status.',
      takingText((text) => (text in {} ? 'available' : undefined)),
    ],
    'status-reserved-taken': [
      'Accepts a fourth status, reserved.',
      takingText((text) => (text === 'reserved' ? (text as Status) : undefined)),
    ],
  }),
  ...breaking('add-animal.null-status', {
    'status-null-taken': [
      'Treats a status of null as missing.',
      taking((value) => (value === null ? 'available' : undefined)),
    ],
  }),
  ...breaking('add-animal.padded-status', {
    'status-trimmed': [
      'Accepts a status with spaces around it.',
      takingText((text) => statuses.find((each) => each === text.trim())),
    ],
    'status-line-feed-taken': [
      'Accepts a status that ends with a line feed.',
      takingText((text) => statuses.find((each) => `${each}\n` === text)),
    ],
  }),
];
