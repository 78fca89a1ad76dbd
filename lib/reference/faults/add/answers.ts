// Faults of clause 4.2: wrong responses to adds.
import { after, before, replace, type Change } from '../../changes/change.js';
import { refuse, refusingName } from '../../changes/refusals.js';
import { empty, inArray, inMember, rewriting, withStatus } from '../../changes/replies.js';
import { textIn } from '../../changes/requests.js';
import {
  everywhere,
  field,
  fixed,
  inAdds,
  rounded,
  where,
  withField,
  without,
} from '../../changes/shown.js';
import { quoted } from '../../json.js';
import { statuses } from '../../store.js';
import { breaking, each, type Fault } from '../fault.js';

/** Shows another status if the client sent none. */
const statuslessAs = (literal: string): Change =>
  inAdds(
    where(
      (call, _animal, server) => !server.readObject(call).has('status'),
      fixed('status', literal),
    ),
  );

export const addAnswers: readonly Fault[] = [
  ...breaking('add-animal.answers-201', {
    'every-status-refused': [
      'Refuses every animal that has a status.',
      before('statusOf', (body) => {
        if (body.has('status')) refuse(400);
      }),
    ],
    'add-answers-200': [
      'Returns 200 instead of 201 when an animal is added.',
      withStatus('createPet', 200),
    ],
    'add-answers-204': [
      'Returns 204 without a body when an animal is added.',
      after('createPet', () => empty(204)),
    ],
    'add-of-sold-answers-200': [
      'Returns 200 instead of 201 when a sold animal is added.',
      after('createPet', (reply) =>
        String(reply.body).includes('"status":"sold"') ? { ...reply, status: 200 } : reply,
      ),
    ],
    'add-with-quotes-answers-200': [
      'Returns 200 instead of 201 when the name of an added animal has quotation marks.',
      after('createPet', (reply, call) =>
        /\\"/.test(textIn(call)) ? { ...reply, status: 200 } : reply,
      ),
    ],
    'indented-add-answers-202': [
      'Returns 202 instead of 201 when the body of an added animal has line breaks.',
      after('createPet', (reply, call) =>
        textIn(call).includes('\n') && reply.status === 201 ? { ...reply, status: 202 } : reply,
      ),
    ],
    'add-without-status-answers-200': [
      'Returns 200 instead of 201 when an animal without a status is added.',
      after('createPet', (reply, call) =>
        textIn(call).includes('"status"') ? reply : { ...reply, status: 200 },
      ),
    ],
    'letter-beyond-ascii-refused': [
      'Refuses a name with a non-ASCII character.',
      refusingName(400, (name) => /[\u0080-\u{10ffff}]/u.test(name)),
    ],
    'short-name-refused': [
      'Refuses a name of fewer than ten characters.',
      refusingName(400, (name) => name.length < 10),
    ],
    'name-of-one-word-refused': [
      'Refuses a name that has no space.',
      refusingName(422, (name) => !name.includes(' ')),
    ],
    'sold-refused': [
      'Refuses to add a sold animal.',
      before('statusOf', (body) => {
        if (body.get('status') === 'sold') refuse(400);
      }),
    ],
    'refused-then-next-refused': [
      'Refuses the next animal after refusing one.',
      replace('readNewAnimal', (readNewAnimal) => {
        let refusesNext = false;
        return (call) => {
          const refused = refusesNext;
          refusesNext = !refused;
          if (refused) refuse(400);
          const animal = readNewAnimal(call);
          refusesNext = false;
          return animal;
        };
      }),
    ],
  }),
  ...breaking('add-animal.returns-pet', {
    'add-answers-without-body': [
      'Returns 201 without a body when an animal is added.',
      after('createPet', () => empty(201)),
    ],
    ...each('Omits the %s when an animal is added.', (name) => inAdds(without(name)), {
      'add-answers-without-id': ['id', 'id'],
      'add-answers-without-name': ['name', 'name'],
      'add-answers-without-category': ['categoryId', 'categoryId'],
    }),
    'every-id-as-text': ['Returns every id as a string.', everywhere(field('id', quoted))],
    ...each('Returns %s when an animal is added.', inAdds, {
      'added-id-as-text': ['the id as a string', field('id', quoted)],
      'added-id-null': ['null as the id', fixed('id', 'null')],
      'added-id-a-fraction': ['an id with a fraction', field('id', (literal) => `${literal}.5`)],
    }),
    'added-animal-in-data': [
      'Wraps a new animal in an object.',
      rewriting('createPet', inMember('data')),
    ],
    'added-animal-in-array': ['Wraps a new animal in an array.', rewriting('createPet', inArray)],
    'added-animal-as-text': [
      'Returns a new animal as a string that holds JSON.',
      rewriting('createPet', quoted),
    ],
    'id-beyond-int64': [
      'Assigns identifiers that do not fit in int64.',
      after('assignId', (id) => id + 2n ** 63n),
    ],
    'doubled-member-in-add': [
      'Returns the id twice when an animal is added.',
      rewriting('createPet', (text) => text.replace(/("id":-?\d+)/, '$1,$1')),
    ],
    'category-as-text': [
      'Returns every categoryId as a string.',
      everywhere(field('categoryId', quoted)),
    ],
    'category-beyond-double-as-text': [
      'Returns a categoryId as a string if a double cannot hold it.',
      everywhere(
        field('categoryId', (literal) =>
          rounded(literal) === literal ? literal : quoted(literal),
        ),
      ),
    ],
    'category-0-missing': [
      'Omits a categoryId of 0.',
      everywhere((fields) =>
        fields.filter(([each, literal]) => each !== 'categoryId' || literal !== '0'),
      ),
    ],
    'status-as-number': [
      'Returns a status as a number.',
      everywhere((fields, animal) =>
        withField(fields, 'status', () => String(statuses.indexOf(animal.status))),
      ),
    ],
    ...each('Returns %s when an animal without a status is added.', statuslessAs, {
      'missing-status-null': ['null as the status', 'null'],
      'missing-status-unknown': ['the status unknown', '"unknown"'],
    }),
  }),
];
