// Faults of clause 7: animals without a categoryId, or with one that is no int64.
import { after, instead, insteadOfRefusal, type Change } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import type { Json, JsonObject } from '../../json.js';
import { breaking, type Fault } from '../fault.js';

const taking = (take: (value: Json | undefined) => bigint | undefined): Change =>
  instead('categoryOf', (body) => take(body.get('categoryId')));
const takingText = (take: (text: string) => bigint | undefined): Change =>
  taking((value) => (typeof value === 'string' ? take(value) : undefined));
const refusedWith = (status: number, when: (value: Json | undefined) => boolean): Change =>
  insteadOfRefusal('categoryOf', (_refusal, body) =>
    when(body.get('categoryId')) ? refuse(status) : undefined,
  );
const takingInteger = (when: (value: bigint) => boolean): Change =>
  taking((value) => (typeof value === 'bigint' && when(value) ? value : undefined));
const takingMissing = (when: (body: JsonObject) => boolean): Change =>
  instead('categoryOf', (body) => (!body.has('categoryId') && when(body) ? 0n : undefined));

export const invalidCategories: readonly Fault[] = [
  ...breaking('add-animal.missing-category', {
    'missing-category-taken': [
      'Takes an animal without a categoryId, and stores 0.',
      takingMissing(() => true),
    ],
    'missing-category-422': [
      'Refuses an animal without a categoryId with 422.',
      refusedWith(422, (value) => value === undefined),
    ],
    'missing-category-500': [
      'Fails with 500 for an animal without a categoryId.',
      refusedWith(500, (value) => value === undefined),
    ],
    'missing-category-taken-with-status': [
      'Takes an animal without a categoryId when it has a status.',
      takingMissing((body) => body.has('status')),
    ],
    'category-member-taken': [
      'Takes the member category for categoryId.',
      instead('categoryOf', (body) => {
        const other = body.get('category');
        return !body.has('categoryId') && typeof other === 'bigint' ? other : undefined;
      }),
    ],
    'category-with-hyphen-taken': [
      'Takes the member category-id for categoryId.',
      instead('categoryOf', (body) => {
        const other = body.get('category-id');
        return !body.has('categoryId') && typeof other === 'bigint' ? other : undefined;
      }),
    ],
    'missing-category-without-status-taken': [
      'Takes an animal that has nothing but a name.',
      takingMissing((body) => !body.has('status') && body.has('name')),
    ],
  }),
  ...breaking('add-animal.invalid-category', {
    'category-text-taken': [
      'Takes a string of digits for a categoryId.',
      takingText((text) => (/^-?\d{1,18}$/.test(text) ? BigInt(text) : undefined)),
    ],
    'category-long-text-taken': [
      'Takes a string of many digits for a categoryId, as some write large numbers.',
      takingText((text) => (/^\d{16,19}$/.test(text) ? BigInt(text) : undefined)),
    ],
    'category-text-with-space-taken': [
      'Takes a string of a space and digits for a categoryId.',
      takingText((text) => (/^\s+\d{1,18}$/.test(text) ? BigInt(text.trim()) : undefined)),
    ],
    'category-in-hexadecimal-taken': [
      'Takes a string in hexadecimal for a categoryId.',
      takingText((text) => (/^0x[\da-f]{1,15}$/i.test(text) ? BigInt(text) : undefined)),
    ],
    'category-object-with-id-taken': [
      'Takes an object with an id for a categoryId.',
      taking((value) => {
        const id = value instanceof Map ? value.get('id') : undefined;
        return typeof id === 'bigint' ? id : undefined;
      }),
    ],
    'category-empty-text-taken': [
      'Takes an empty string for a categoryId of 0.',
      takingText((text) => (text === '' ? 0n : undefined)),
    ],
    'category-fraction-cut': [
      'Cuts the fraction of a categoryId off.',
      taking((value) =>
        typeof value === 'number' && Number.isFinite(value) && !Number.isInteger(value)
          ? BigInt.asIntN(64, BigInt(Math.trunc(value)))
          : undefined,
      ),
    ],
    'category-true-taken': [
      'Takes true for a categoryId of 1, and false for 0.',
      taking((value) => (typeof value === 'boolean' ? BigInt(value) : undefined)),
    ],
    'category-false-taken': [
      'Takes false for a missing categoryId.',
      taking((value) => (value === false ? 0n : undefined)),
    ],
    'category-null-taken': [
      'Takes null for a categoryId of 0.',
      taking((value) => (value === null ? 0n : undefined)),
    ],
    'category-array-taken': [
      'Takes an array for a categoryId.',
      taking((value) => {
        if (!Array.isArray(value)) return undefined;
        const [first] = value;
        return typeof first === 'bigint' ? BigInt.asIntN(64, first) : 0n;
      }),
    ],
    'category-object-taken': [
      'Takes an object for a categoryId.',
      taking((value) => (value instanceof Map ? 0n : undefined)),
    ],
    'category-beyond-int64-taken': ['Takes a categoryId beyond int64.', takingInteger(() => true)],
    'category-below-int64-taken': [
      'Takes a categoryId below int64.',
      takingInteger((value) => value < 0n),
    ],
    'category-2-to-63-taken': [
      'Takes the first integer above int64 for a categoryId.',
      takingInteger((value) => value === 2n ** 63n),
    ],
    'category-in-double-precision': [
      'Compares a categoryId with int64 as a double, so that 2^63 is taken.',
      takingInteger((value) => Math.abs(Number(value)) <= 2 ** 63),
    ],
    'category-beyond-int64-500': [
      'Fails with 500 for a categoryId beyond int64.',
      refusedWith(500, (value) => typeof value === 'bigint'),
    ],
    'category-invalid-422': [
      'Refuses a categoryId that is no integer with 422.',
      refusedWith(422, (value) => value !== undefined),
    ],
    'category-400-digits-500': [
      'Fails with 500 for a categoryId of 400 digits.',
      after('decode', (text) => (/\d{400}/.test(text) ? refuse(500) : text)),
    ],
    'category-beyond-every-double-taken': [
      'Takes a categoryId beyond every double (1e400) for the highest.',
      taking((value) => (value === Infinity ? 2n ** 63n - 1n : undefined)),
    ],
  }),
];
