// Faults of clause 7: animals without a name, or with one that is no string.
import { after, instead, insteadOfRefusal, type Change } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import { textIn } from '../../changes/requests.js';
import type { Json, JsonObject } from '../../json.js';
import { anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, type Fault } from '../fault.js';

const taking = (take: (value: Json | undefined) => string | undefined): Change =>
  instead('nameOf', (body) => take(body.get('name')));
const refusedWith = (status: number, when: (value: Json | undefined) => boolean): Change =>
  insteadOfRefusal('nameOf', (_refusal, body) =>
    when(body.get('name')) ? refuse(status) : undefined,
  );
const takingMissing = (when: (body: JsonObject) => boolean): Change =>
  instead('nameOf', (body) => (!body.has('name') && when(body) ? '' : undefined));

/** Another member stands for it as well. */
const alsoNamed = (name: string): Change =>
  instead('nameOf', (body) => {
    const other = body.get(name);
    return !body.has('name') && typeof other === 'string' ? other : undefined;
  });
const unwrapping = (name: string): Change =>
  after('requireObject', (body) => {
    const inner = body.get(name);
    return inner instanceof Map ? inner : body;
  });

export const invalidNames: readonly Fault[] = [
  ...breaking('add-animal.missing-name', {
    'missing-name-taken': [
      'Takes an animal without a name, and stores an empty one.',
      takingMissing(() => true),
    ],
    'missing-name-422': [
      'Refuses an animal without a name with 422.',
      refusedWith(422, (value) => value === undefined),
    ],
    'missing-name-500': [
      'Fails with 500 for an animal without a name.',
      refusedWith(500, (value) => value === undefined),
    ],
    'missing-name-taken-with-status': [
      'Takes an animal without a name when it has a status.',
      takingMissing((body) => body.has('status')),
    ],
    'title-taken': ['Takes the member title for name.', alsoNamed('title')],
    'pet-name-taken': ['Takes the member pet_name for name.', alsoNamed('pet_name')],
    'label-taken': ['Takes the member label for name.', alsoNamed('label')],
    'wrapped-in-pet-taken': ['Takes an animal that is the member pet.', unwrapping('pet')],
    'wrapped-in-data-taken': ['Takes an animal that is the member data.', unwrapping('data')],
    'wrapped-in-attributes-taken': [
      'Takes an animal that is the member attributes.',
      unwrapping('attributes'),
    ],
    'empty-object-taken': [
      'Takes an empty object for an animal.',
      instead('readNewAnimal', (call, server) =>
        server.readObject(call).size === 0
          ? { name: '', categoryId: 0n, status: undefined }
          : undefined,
      ),
    ],
    'no-validation-without-status': [
      'Looks at the fields only when there is a status.',
      insteadOfRefusal('readNewAnimal', (_refusal, call) =>
        /^\{"(?!.*"status").*\}$/s.test(textIn(call))
          ? { name: 'x', categoryId: 1n, status: undefined }
          : undefined,
      ),
    ],
    'missing-name-without-status-taken': [
      'Takes an animal that has nothing but a categoryId.',
      takingMissing((body) => !body.has('status') && body.has('categoryId')),
    ],
    'invalid-taken-when-sold': [
      'Takes a sold animal without a name.',
      takingMissing((body) => body.get('status') === 'sold'),
    ],
  }),
  ...breaking('add-animal.invalid-name', {
    'name-null-taken': [
      'Takes null for a missing name, and stores an empty one.',
      taking((value) => (value === null ? '' : undefined)),
    ],
    'name-number-taken': [
      'Takes a number for a name.',
      taking((value) =>
        typeof value === 'bigint' || typeof value === 'number' ? String(value) : undefined,
      ),
    ],
    'name-fraction-taken': [
      'Takes a number with a fraction for a name.',
      taking((value) => (typeof value === 'number' ? String(value) : undefined)),
    ],
    'name-word-taken': [
      'Takes true or false for a name.',
      taking((value) => (typeof value === 'boolean' ? String(value) : undefined)),
    ],
    'name-false-taken': [
      'Takes false for an empty name.',
      taking((value) => (value === false ? '' : undefined)),
    ],
    'name-0-taken': [
      'Takes 0 for an empty name.',
      taking((value) => (value === 0n ? '' : undefined)),
    ],
    'name-array-taken': [
      'Takes an array for a name.',
      taking((value) => (Array.isArray(value) ? value.map(String).join(',') : undefined)),
    ],
    'name-array-of-name-taken': [
      'Takes an array of one string for a name.',
      taking((value) => {
        const [only] = Array.isArray(value) && value.length === 1 ? value : [];
        return typeof only === 'string' ? only : undefined;
      }),
    ],
    'name-object-taken': [
      'Takes an object for a name.',
      taking((value) => (value instanceof Map ? '[object Object]' : undefined)),
    ],
    'name-invalid-422': [
      'Refuses a name that is no string with 422.',
      refusedWith(422, (value) => value !== undefined),
    ],
    'name-number-500': [
      'Fails with 500 for a name that is a number.',
      refusedWith(500, (value) => typeof value === 'bigint'),
    ],
    'invalid-name-without-status-taken': [
      'Takes a number for a name when there is no status.',
      instead('nameOf', (body) =>
        typeof body.get('name') === 'bigint' && !body.has('status') ? '7' : undefined,
      ),
    ],
  }),
  ...breakingByChance('add-animal.invalid-name', anyAnswer, {
    'invalid-taken-once-in-4': [
      'Takes one animal in four without a look at its name.',
      instead('nameOf', (body, _call, server) =>
        typeof body.get('name') !== 'string' && onceIn(4, server) ? '' : undefined,
      ),
    ],
  }),
];
