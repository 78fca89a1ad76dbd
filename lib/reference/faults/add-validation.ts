// Faults of clauses 4.2 and 7: invalid animals that are taken, or refused in the wrong way.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import type { Json, JsonObject } from '../json.js';
import { Refusal } from '../refusal.js';
import { statuses } from '../store.js';
import type { Call } from '../types.js';
import { takeCategory, takeName, takeStatus } from './changes.js';

const noName = 'add-animal.missing-name';
const noCategory = 'add-animal.missing-category';
const badName = 'add-animal.invalid-name';
const badCategory = 'add-animal.invalid-category';
const badStatus = 'add-animal.invalid-status';
const noObject = 'add-animal.not-an-object';

type Member = 'name' | 'categoryId' | 'status';
const steps = { name: 'nameOf', categoryId: 'categoryOf', status: 'statusOf' } as const;
const fault = (
  name: string,
  clause: string,
  sentence: string,
  fails: readonly string[],
  change: Fault['change'],
): Fault => ({
  name,
  clause,
  sentence,
  fails,
  change,
});
/** An invalid member is refused with another status than 400. */
const refusedWith = (
  member: Member,
  status: number,
  when: (value: Json | undefined) => boolean = () => true,
): Fault['change'] => {
  const otherwise = (body: JsonObject, thrown: unknown): never => {
    if (thrown instanceof Refusal && when(body.get(member)))
      throw new Refusal(status, status < 500 ? 'invalid' : 'internal', thrown.message);
    throw thrown;
  };
  // One branch for each member, because their steps return different types.
  const guarded =
    <T>(step: (body: JsonObject, call: Call) => T) =>
    (body: JsonObject, call: Call): T => {
      try {
        return step(body, call);
      } catch (thrown) {
        return otherwise(body, thrown);
      }
    };
  if (member === 'name') return replace(steps.name, guarded);
  return member === 'categoryId'
    ? replace(steps.categoryId, guarded)
    : replace(steps.status, guarded);
};
/** Refuses valid categories with 400. */
const storedOnly = (isTaken: (category: bigint) => boolean): Fault['change'] =>
  replace('categoryOf', (categoryOf) => (body, call) => {
    const category = categoryOf(body, call);
    if (!isTaken(category)) throw new Refusal(400, 'invalid', '`categoryId` is out of range.');
    return category;
  });
const isDecimal = (value: Json | undefined): value is number => typeof value === 'number';
const whole = (value: number): bigint | undefined =>
  Number.isFinite(value) ? BigInt.asIntN(64, BigInt(Math.trunc(value))) : undefined;
const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

export const addValidation: readonly Fault[] = [
  fault(
    'missing-name-taken',
    '7',
    'Takes an animal without a name, and stores an empty one.',
    [noName],
    takeName((value) => (value === undefined ? '' : undefined)),
  ),
  fault(
    'missing-name-undefined',
    '7',
    'Takes an animal without a name, and stores the word undefined.',
    [noName],
    takeName((value) => (value === undefined ? 'undefined' : undefined)),
  ),
  fault(
    'missing-name-422',
    '7',
    'Refuses an animal without a name with 422.',
    [noName],
    refusedWith('name', 422, (value) => value === undefined),
  ),
  fault(
    'missing-name-500',
    '7',
    'Fails with 500 for an animal without a name.',
    [noName, 'errors.invalid-requests'],
    refusedWith('name', 500, (value) => value === undefined),
  ),
  fault(
    'missing-name-taken-with-status',
    '7',
    'Takes an animal without a name when it has a status.',
    [noName],
    replace(
      'nameOf',
      (nameOf) => (body, call) =>
        !body.has('name') && body.has('status') ? '' : nameOf(body, call),
    ),
  ),
  fault(
    'missing-category-taken',
    '7',
    'Takes an animal without a categoryId, and stores 0.',
    [noCategory],
    takeCategory((value) => (value === undefined ? 0n : undefined)),
  ),
  fault(
    'missing-category-422',
    '7',
    'Refuses an animal without a categoryId with 422.',
    [noCategory],
    refusedWith('categoryId', 422, (value) => value === undefined),
  ),
  fault(
    'missing-category-500',
    '7',
    'Fails with 500 for an animal without a categoryId.',
    [noCategory, 'errors.invalid-requests'],
    refusedWith('categoryId', 500, (value) => value === undefined),
  ),
  fault(
    'missing-category-taken-with-status',
    '7',
    'Takes an animal without a categoryId when it has a status.',
    [noCategory],
    replace(
      'categoryOf',
      (categoryOf) => (body, call) =>
        !body.has('categoryId') && body.has('status') ? 0n : categoryOf(body, call),
    ),
  ),
  fault(
    'empty-object-taken',
    '7',
    'Takes an empty object for an animal.',
    ['add-animal.missing-name'],
    replace(
      'readNewAnimal',
      (readNewAnimal, server) => (call) =>
        server.readObject(call).size === 0
          ? { name: '', categoryId: 0n, status: undefined }
          : readNewAnimal(call),
    ),
  ),

  fault(
    'name-null-taken',
    '7',
    'Takes null for a missing name, and stores an empty one.',
    [badName],
    takeName((value) => (value === null ? '' : undefined)),
  ),
  fault(
    'name-number-taken',
    '7',
    'Takes a number for a name.',
    [badName],
    takeName((value) =>
      typeof value === 'bigint' || isDecimal(value) ? String(value) : undefined,
    ),
  ),
  fault(
    'name-fraction-taken',
    '7',
    'Takes a number with a fraction for a name.',
    [badName],
    takeName((value) => (isDecimal(value) ? String(value) : undefined)),
  ),
  fault(
    'name-word-taken',
    '7',
    'Takes true or false for a name.',
    [badName],
    takeName((value) => (typeof value === 'boolean' ? String(value) : undefined)),
  ),
  fault(
    'name-false-taken',
    '7',
    'Takes false for an empty name.',
    [badName],
    takeName((value) => (value === false ? '' : undefined)),
  ),
  fault(
    'name-0-taken',
    '7',
    'Takes 0 for an empty name.',
    [badName],
    takeName((value) => (value === 0n ? '' : undefined)),
  ),
  fault(
    'name-array-taken',
    '7',
    'Takes an array for a name.',
    [badName],
    takeName((value) => (Array.isArray(value) ? value.map(String).join(',') : undefined)),
  ),
  fault(
    'name-array-of-name-taken',
    '7',
    'Takes an array of one string for a name.',
    [badName],
    takeName((value) => (Array.isArray(value) && value.length === 1 ? text(value[0]) : undefined)),
  ),
  fault(
    'name-object-taken',
    '7',
    'Takes an object for a name.',
    [badName],
    takeName((value) => (value instanceof Map ? '[object Object]' : undefined)),
  ),
  fault(
    'name-invalid-422',
    '7',
    'Refuses a name that is no string with 422.',
    [badName],
    refusedWith('name', 422, (value) => value !== undefined),
  ),
  fault(
    'name-null-500',
    '7',
    'Fails with 500 for a name that is null.',
    [badName, 'errors.invalid-requests'],
    refusedWith('name', 500, (value) => value === null),
  ),
  fault(
    'name-number-500',
    '7',
    'Fails with 500 for a name that is a number.',
    [badName, 'errors.invalid-requests'],
    refusedWith('name', 500, (value) => typeof value === 'bigint'),
  ),
  fault(
    'name-object-500',
    '7',
    'Fails with 500 for a name that is an object.',
    [badName, 'errors.invalid-requests'],
    refusedWith('name', 500, (value) => value instanceof Map),
  ),

  fault(
    'category-text-taken',
    '7',
    'Takes a string of digits for a categoryId.',
    [badCategory],
    takeCategory((value) =>
      /^-?\d{1,18}$/.test(text(value) ?? '') ? BigInt(value as string) : undefined,
    ),
  ),
  fault(
    'category-any-text-taken',
    '7',
    'Takes any string for a categoryId.',
    [badCategory],
    takeCategory((value) =>
      typeof value === 'string' ? BigInt(Number.parseInt(value, 10) || 0) : undefined,
    ),
  ),
  fault(
    'category-empty-text-taken',
    '7',
    'Takes an empty string for a categoryId of 0.',
    [badCategory],
    takeCategory((value) => (value === '' ? 0n : undefined)),
  ),
  fault(
    'category-fraction-cut',
    '7',
    'Cuts the fraction of a categoryId off.',
    [badCategory],
    takeCategory((value) =>
      isDecimal(value) && !Number.isInteger(value) ? whole(value) : undefined,
    ),
  ),
  fault(
    'category-fraction-rounded',
    '7',
    'Rounds the fraction of a categoryId.',
    [badCategory],
    takeCategory((value) =>
      isDecimal(value) && !Number.isInteger(value) ? whole(Math.round(value)) : undefined,
    ),
  ),
  fault(
    'category-true-taken',
    '7',
    'Takes true for a categoryId of 1, and false for 0.',
    [badCategory],
    takeCategory((value) => (typeof value === 'boolean' ? BigInt(value) : undefined)),
  ),
  fault(
    'category-false-taken',
    '7',
    'Takes false for a missing categoryId.',
    [badCategory],
    takeCategory((value) => (value === false ? 0n : undefined)),
  ),
  fault(
    'category-null-taken',
    '7',
    'Takes null for a categoryId of 0.',
    [badCategory],
    takeCategory((value) => (value === null ? 0n : undefined)),
  ),
  fault(
    'category-array-taken',
    '7',
    'Takes an array for a categoryId.',
    [badCategory],
    takeCategory((value) =>
      Array.isArray(value)
        ? typeof value[0] === 'bigint'
          ? BigInt.asIntN(64, value[0])
          : 0n
        : undefined,
    ),
  ),
  fault(
    'category-object-taken',
    '7',
    'Takes an object for a categoryId.',
    [badCategory],
    takeCategory((value) => (value instanceof Map ? 0n : undefined)),
  ),
  fault(
    'category-beyond-int64-taken',
    '7',
    'Takes a categoryId beyond int64.',
    [badCategory],
    takeCategory((value) => (typeof value === 'bigint' ? value : undefined)),
  ),
  fault(
    'category-beyond-int64-wraps',
    '7',
    'Keeps 64 bits of a categoryId beyond int64.',
    [badCategory],
    takeCategory((value) => (typeof value === 'bigint' ? BigInt.asIntN(64, value) : undefined)),
  ),
  fault(
    'category-beyond-int64-cut',
    '7',
    'Stores the highest int64 for a categoryId above it.',
    [badCategory],
    takeCategory((value) =>
      typeof value === 'bigint' && value >= 2n ** 63n ? 2n ** 63n - 1n : undefined,
    ),
  ),
  fault(
    'category-below-int64-taken',
    '7',
    'Takes a categoryId below int64.',
    [badCategory],
    takeCategory((value) => (typeof value === 'bigint' && value < 0n ? value : undefined)),
  ),
  fault(
    'category-unsigned-taken',
    '7',
    'Takes a categoryId of up to 64 bits without a sign.',
    [badCategory],
    takeCategory((value) =>
      typeof value === 'bigint' && value >= 0n && value < 2n ** 64n ? value : undefined,
    ),
  ),
  fault(
    'category-2-to-63-taken',
    '7',
    'Takes the first integer above int64 for a categoryId.',
    [badCategory],
    takeCategory((value) => (value === 2n ** 63n ? value : undefined)),
  ),
  fault(
    'category-in-double-precision',
    '7',
    'Compares a categoryId with int64 as a double, so that 2^63 is taken.',
    [badCategory],
    takeCategory((value) =>
      typeof value === 'bigint' && Number(value) <= 2 ** 63 && Number(value) >= -(2 ** 63)
        ? value
        : undefined,
    ),
  ),
  fault(
    'category-beyond-int64-500',
    '7',
    'Fails with 500 for a categoryId beyond int64.',
    [badCategory, 'errors.invalid-requests'],
    refusedWith('categoryId', 500, (value) => typeof value === 'bigint'),
  ),
  fault(
    'category-text-500',
    '7',
    'Fails with 500 for a categoryId that is a string.',
    [badCategory, 'errors.invalid-requests'],
    refusedWith('categoryId', 500, (value) => typeof value === 'string'),
  ),
  fault(
    'category-invalid-422',
    '7',
    'Refuses a categoryId that is no integer with 422.',
    [badCategory],
    refusedWith('categoryId', 422, (value) => value !== undefined),
  ),
  fault(
    'category-fraction-422',
    '7',
    'Refuses a categoryId with a fraction with 422.',
    [badCategory],
    refusedWith('categoryId', 422, isDecimal),
  ),

  fault(
    'unknown-status-as-default',
    '7',
    'Stores the default for a status that it does not know.',
    [badStatus],
    takeStatus((value) =>
      typeof value === 'string' && !statuses.some((each) => each === value)
        ? 'available'
        : undefined,
    ),
  ),
  fault(
    'unknown-status-taken',
    '7',
    'Stores any string as a status.',
    [badStatus],
    takeStatus((value) => text(value) as (typeof statuses)[number] | undefined),
  ),
  fault(
    'status-of-any-case',
    '7',
    'Takes SOLD for sold.',
    [badStatus],
    takeStatus((value) => statuses.find((each) => each === text(value)?.toLowerCase())),
  ),
  fault(
    'status-trimmed',
    '7',
    'Takes a status with spaces around it.',
    ['add-animal.padded-status'],
    takeStatus((value) => statuses.find((each) => each === text(value)?.trim())),
  ),
  fault(
    'status-by-beginning',
    '7',
    'Takes the beginning of a status for the status.',
    [badStatus],
    takeStatus((value) =>
      text(value) ? statuses.find((each) => each.startsWith(text(value) ?? '')) : undefined,
    ),
  ),
  fault(
    'status-empty-taken',
    '7',
    'Takes an empty status for none.',
    [badStatus],
    takeStatus((value) => (value === '' ? 'available' : undefined)),
  ),
  fault(
    'category-beyond-53-bits-refused',
    '2',
    'Refuses a categoryId that JavaScript does not hold.',
    ['add-animal.category-range'],
    storedOnly((category) => Number.isSafeInteger(Number(category))),
  ),
  fault(
    'status-null-taken',
    '7',
    'Takes null for no status.',
    ['add-animal.null-status'],
    takeStatus((value) => (value === null ? 'available' : undefined)),
  ),
  fault(
    'status-number-taken',
    '7',
    'Takes the number of a status for the status.',
    [badStatus],
    takeStatus((value) =>
      typeof value === 'bigint' ? (statuses[Number(value)] ?? 'available') : undefined,
    ),
  ),
  fault(
    'status-word-taken',
    '7',
    'Takes true for available, and false for sold.',
    [badStatus],
    takeStatus((value) =>
      typeof value === 'boolean' ? (value ? 'available' : 'sold') : undefined,
    ),
  ),
  fault(
    'status-array-taken',
    '7',
    'Takes an array for a status.',
    [badStatus],
    takeStatus((value) =>
      Array.isArray(value)
        ? (statuses.find((each) => each === value[0]) ?? 'available')
        : undefined,
    ),
  ),
  fault(
    'status-object-taken',
    '7',
    'Takes an object for a status.',
    [badStatus],
    takeStatus((value) => (value instanceof Map ? 'available' : undefined)),
  ),
  fault(
    'status-removed-taken',
    '7',
    'Takes the status removed for available.',
    [badStatus],
    takeStatus((value) =>
      typeof value === 'string' && !/^(available|pending|sold|)$/i.test(value.trim())
        ? 'available'
        : undefined,
    ),
  ),
  fault(
    'status-invalid-422',
    '7',
    'Refuses a status that it does not know with 422.',
    [badStatus],
    refusedWith('status', 422),
  ),
  fault(
    'status-invalid-500',
    '7',
    'Fails with 500 for a status that it does not know.',
    [badStatus, 'errors.invalid-requests'],
    refusedWith('status', 500),
  ),
  fault(
    'status-number-500',
    '7',
    'Fails with 500 for a status that is a number.',
    [badStatus, 'errors.invalid-requests'],
    refusedWith('status', 500, (value) => typeof value === 'bigint'),
  ),
  fault(
    'status-null-500',
    '7',
    'Fails with 500 for a status that is null.',
    [badStatus, 'errors.invalid-requests'],
    refusedWith('status', 500, (value) => value === null),
  ),

  fault(
    'array-taken',
    '7',
    'Takes the first animal of an array.',
    [noObject],
    takeObject((json) => (Array.isArray(json) && json[0] instanceof Map ? json[0] : undefined)),
  ),
  fault(
    'any-array-taken',
    '7',
    'Takes an array for an animal.',
    [noObject],
    takeObject((json) => (Array.isArray(json) ? standIn() : undefined)),
  ),
  fault(
    'text-taken',
    '7',
    'Takes a string for the name of an animal.',
    [noObject],
    takeObject((json) => (typeof json === 'string' ? standIn(json) : undefined)),
  ),
  fault(
    'number-taken',
    '7',
    'Takes a number for the category of an animal.',
    [noObject],
    takeObject((json) => (typeof json === 'bigint' || isDecimal(json) ? standIn() : undefined)),
  ),
  fault(
    'null-taken',
    '7',
    'Takes null for an animal.',
    [noObject],
    takeObject((json) => (json === null ? standIn() : undefined)),
  ),
  fault(
    'word-taken',
    '7',
    'Takes true or false for an animal.',
    [noObject],
    takeObject((json) => (typeof json === 'boolean' ? standIn() : undefined)),
  ),
  fault(
    'null-500',
    '7',
    'Fails with 500 for a body that is null.',
    [noObject, 'errors.invalid-requests'],
    failing((json) => json === null),
  ),
  fault(
    'array-500',
    '7',
    'Fails with 500 for a body that is an array.',
    [noObject, 'errors.invalid-requests'],
    failing(Array.isArray),
  ),
  fault(
    'text-500',
    '7',
    'Fails with 500 for a body that is a string.',
    [noObject, 'errors.invalid-requests'],
    failing((json) => typeof json === 'string'),
  ),
  fault(
    'no-object-422',
    '7',
    'Refuses a body that is not an object with 422.',
    [noObject],
    replace('requireObject', (requireObject) => (json, call) => {
      if (json instanceof Map || call.operation !== 'createPet') return requireObject(json, call);
      throw new Refusal(422, 'invalid', 'The body must be an object.');
    }),
  ),
];

function standIn(name = ''): JsonObject {
  return new Map<string, Json>([
    ['name', name],
    ['categoryId', 1n],
  ]);
}

function takeObject(take: (json: Json) => JsonObject | undefined): Fault['change'] {
  return replace(
    'requireObject',
    (requireObject) => (json, call) =>
      (call.operation === 'createPet' ? take(json) : undefined) ?? requireObject(json, call),
  );
}

function failing(when: (json: Json) => boolean): Fault['change'] {
  return replace('requireObject', (requireObject) => (json, call) => {
    if (call.operation === 'createPet' && when(json))
      throw new Refusal(500, 'internal', 'Something went wrong.');
    return requireObject(json, call);
  });
}
