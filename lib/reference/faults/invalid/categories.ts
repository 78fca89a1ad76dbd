// Faults of clause 7: animals without a categoryId, or with one that is not an int64.
import { after, instead, insteadOfRefusal, type Change } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import type { Json, JsonObject } from '../../json.js';
import { breaking, each, eachOf, type Fault } from '../fault.js';

const taking = (take: (value: Json | undefined) => bigint | undefined): Change =>
  instead('categoryOf', (body) => take(body.get('categoryId')));
const takingText = (form: RegExp): Change =>
  taking((value) => (typeof value === 'string' && form.test(value) ? BigInt(value) : undefined));
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
      'Accepts an animal without a categoryId.',
      takingMissing(() => true),
    ],
    ...eachOf(
      'missing-category-%s',
      'Returns %s for an animal without a categoryId.',
      [422, 500],
      (status) => refusedWith(status, (value) => value === undefined),
    ),
    'category-member-taken': [
      'Accepts the member category instead of categoryId.',
      instead('categoryOf', (body) => {
        const other = body.get('category');
        return !body.has('categoryId') && typeof other === 'bigint' ? other : undefined;
      }),
    ],
    'missing-category-without-status-taken': [
      'Accepts an animal that has nothing but a name.',
      takingMissing((body) => !body.has('status') && body.has('name')),
    ],
  }),
  ...breaking('add-animal.invalid-category', {
    ...each('Accepts %s as a categoryId.', takingText, {
      'category-text-taken': ['a string of digits', /^-?\d{1,18}$/],
      'category-text-with-space-taken': ['a string of a space and digits', /^\s+\d{1,18}$/],
      'category-in-hexadecimal-taken': ['a hexadecimal string', /^0x[\da-f]{1,15}$/i],
    }),
    'category-long-text-taken': [
      'Accepts a string of many digits as a categoryId, as some clients write large numbers.',
      takingText(/^\d{16,19}$/),
    ],
    'category-empty-text-taken': ['Accepts an empty string as a categoryId.', takingText(/^$/)],
    'category-object-with-id-taken': [
      'Accepts an object with an id as a categoryId.',
      taking((value) => {
        const id = value instanceof Map ? value.get('id') : undefined;
        return typeof id === 'bigint' ? id : undefined;
      }),
    ],
    'category-fraction-cut': [
      'Truncates a categoryId with a fraction.',
      taking((value) =>
        typeof value === 'number' && Number.isFinite(value) && !Number.isInteger(value)
          ? BigInt.asIntN(64, BigInt(Math.trunc(value)))
          : undefined,
      ),
    ],
    'category-true-taken': [
      'Accepts true as a categoryId of 1, and false as 0.',
      taking((value) => (typeof value === 'boolean' ? BigInt(value) : undefined)),
    ],
    'category-false-taken': [
      'Treats a categoryId of false as missing, and accepts the animal.',
      taking((value) => (value === false ? 0n : undefined)),
    ],
    'category-null-taken': [
      'Accepts null as a categoryId.',
      taking((value) => (value === null ? 0n : undefined)),
    ],
    'category-array-taken': [
      'Accepts an array as a categoryId.',
      taking((value) => {
        if (!Array.isArray(value)) return undefined;
        const [first] = value;
        return typeof first === 'bigint' ? BigInt.asIntN(64, first) : 0n;
      }),
    ],
    'category-object-taken': [
      'Accepts an object as a categoryId.',
      taking((value) => (value instanceof Map ? 0n : undefined)),
    ],
    'category-beyond-int64-taken': [
      'Accepts a categoryId above the highest int64.',
      takingInteger(() => true),
    ],
    'category-below-int64-taken': [
      'Accepts a categoryId below the lowest int64.',
      takingInteger((value) => value < 0n),
    ],
    'category-beyond-int64-500': [
      'Returns 500 for a categoryId beyond int64.',
      refusedWith(500, (value) => typeof value === 'bigint'),
    ],
    'category-invalid-422': [
      'Returns 422 for a categoryId that is not an integer.',
      refusedWith(422, (value) => value !== undefined),
    ],
    'category-4301-digits-500': [
      'Returns 500 for a categoryId of more than 4,300 digits.',
      after('decode', (text) => (/\d{4301}/.test(text) ? refuse(500) : text)),
    ],
    'category-beyond-every-double-taken': [
      'Accepts a categoryId beyond the range of a double (1e400).',
      taking((value) => (value === Infinity ? 2n ** 63n - 1n : undefined)),
    ],
  }),
];
