// Faults of clause 7: animals without a name, or with one that is not a string.
import { after, instead, insteadOfRefusal, type Change } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import { textIn } from '../../changes/requests.js';
import type { Json, JsonObject } from '../../json.js';
import { parameters } from '../../request.js';
import type { Call } from '../../types.js';
import { anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, eachOf, type Fault } from '../fault.js';

const taking = (take: (value: Json | undefined) => string | undefined): Change =>
  instead('nameOf', (body) => take(body.get('name')));
const refusedWith = (status: number, when: (value: Json | undefined) => boolean): Change =>
  insteadOfRefusal('nameOf', (_refusal, body) =>
    when(body.get('name')) ? refuse(status) : undefined,
  );
const takingMissing = (when: (body: JsonObject) => boolean): Change =>
  instead('nameOf', (body) => (!body.has('name') && when(body) ? '' : undefined));

function inQuery(call: Call): JsonObject {
  const [[name], [category]] = [parameters(call, 'name'), parameters(call, 'categoryId')];
  return new Map<string, Json>([
    ...(name === undefined ? [] : [['name', name] as const]),
    ...(/^\d+$/.test(category ?? '') ? [['categoryId', BigInt(category ?? '')] as const] : []),
  ]);
}

export const invalidNames: readonly Fault[] = [
  ...breaking('add-animal.missing-name', {
    'missing-name-taken': ['Accepts an animal without a name.', takingMissing(() => true)],
    ...eachOf('missing-name-%s', 'Returns %s for an animal without a name.', [422, 500], (status) =>
      refusedWith(status, (value) => value === undefined),
    ),
    'title-taken': [
      'Accepts the member title instead of name.',
      instead('nameOf', (body) => {
        const other = body.get('title');
        return !body.has('name') && typeof other === 'string' ? other : undefined;
      }),
    ],
    'wrapped-in-data-taken': [
      'Accepts an animal that is wrapped in the member data.',
      after('requireObject', (body) => {
        const inner = body.get('data');
        return inner instanceof Map ? inner : body;
      }),
    ],
    'missing-taken-from-query': [
      'Accepts an animal if what its body lacks is in the query.',
      after('requireObject', (body, _json, call) => new Map([...inQuery(call), ...body])),
    ],
    'missing-taken-from-prototype': [
      'Accepts an animal if what its body lacks is in the member __proto__.',
      after('requireObject', (body) => {
        const inherited = body.get('__proto__');
        return inherited instanceof Map ? new Map([...inherited, ...body]) : body;
      }),
    ],
    'empty-object-taken': [
      'Accepts an empty object as an animal.',
      instead('readNewAnimal', (call, server) =>
        server.readObject(call).size === 0
          ? { name: '', categoryId: 0n, status: undefined }
          : undefined,
      ),
    ],
    'no-validation-without-status': [
      'Validates an animal only if it has a status.',
      insteadOfRefusal('readNewAnimal', (_refusal, call) =>
        /^\{"(?!.*"status").*\}$/s.test(textIn(call))
          ? { name: 'x', categoryId: 1n, status: undefined }
          : undefined,
      ),
    ],
    'missing-name-without-status-taken': [
      'Accepts an animal that has nothing but a categoryId.',
      takingMissing((body) => !body.has('status') && body.has('categoryId')),
    ],
    'invalid-taken-when-sold': [
      'Accepts a sold animal without a name.',
      takingMissing((body) => body.get('status') === 'sold'),
    ],
  }),
  ...breaking('add-animal.invalid-name', {
    'name-null-taken': [
      'Accepts null as a name.',
      taking((value) => (value === null ? '' : undefined)),
    ],
    'name-number-taken': [
      'Accepts a number as a name.',
      taking((value) =>
        typeof value === 'bigint' || typeof value === 'number' ? String(value) : undefined,
      ),
    ],
    'name-fraction-taken': [
      'Accepts a number with a fraction as a name.',
      taking((value) => (typeof value === 'number' ? String(value) : undefined)),
    ],
    'name-word-taken': [
      'Accepts true or false as a name.',
      taking((value) => (typeof value === 'boolean' ? String(value) : undefined)),
    ],
    'name-false-taken': [
      'Accepts false as a name.',
      taking((value) => (value === false ? '' : undefined)),
    ],
    'name-0-taken': ['Accepts 0 as a name.', taking((value) => (value === 0n ? '' : undefined))],
    'name-array-taken': [
      'Accepts an array as a name.',
      taking((value) => (Array.isArray(value) ? value.map(String).join(',') : undefined)),
    ],
    'name-array-of-name-taken': [
      'Accepts an array of one string as a name.',
      taking((value) => {
        const [only] = Array.isArray(value) && value.length === 1 ? value : [];
        return typeof only === 'string' ? only : undefined;
      }),
    ],
    'name-object-taken': [
      'Accepts an object as a name.',
      taking((value) => (value instanceof Map ? '[object Object]' : undefined)),
    ],
    'name-invalid-422': [
      'Returns 422 for a name that is not a string.',
      refusedWith(422, (value) => value !== undefined),
    ],
    'name-number-500': [
      'Returns 500 for a name that is a number.',
      refusedWith(500, (value) => typeof value === 'bigint'),
    ],
    'invalid-name-without-status-taken': [
      'Accepts a number as a name if there is no status.',
      instead('nameOf', (body) =>
        typeof body.get('name') === 'bigint' && !body.has('status') ? '7' : undefined,
      ),
    ],
  }),
  ...breakingByChance('add-animal.invalid-name', anyAnswer, {
    'invalid-taken-once-in-4': [
      'Does not validate the name of one animal in four.',
      instead('nameOf', (body, _call, server) =>
        typeof body.get('name') !== 'string' && onceIn(4, server) ? '' : undefined,
      ),
    ],
  }),
];
