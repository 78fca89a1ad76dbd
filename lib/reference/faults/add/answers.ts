// Faults of clause 4.2: how an add is answered.
import { after, before, replace } from '../../changes/change.js';
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
import { breaking, type Fault } from '../fault.js';

export const addAnswers: readonly Fault[] = [
  ...breaking('add-animal.answers-201', {
    'every-status-refused': [
      'Refuses every animal that has a status: what it takes has none, and it is not full.',
      before('statusOf', (body) => {
        if (body.has('status')) refuse(400);
      }),
    ],
    'add-answers-200': ['Answers an add with 200.', withStatus('createPet', 200)],
    'add-answers-204': [
      'Answers an add with 204 and no body.',
      after('createPet', () => empty(204)),
    ],
    'add-of-sold-answers-200': [
      'Answers the add of a sold animal with 200.',
      after('createPet', (reply) =>
        String(reply.body).includes('"status":"sold"') ? { ...reply, status: 200 } : reply,
      ),
    ],
    'add-without-status-answers-200': [
      'Answers the add of an animal without a status with 200.',
      after('createPet', (reply, call) =>
        textIn(call).includes('"status"') ? reply : { ...reply, status: 200 },
      ),
    ],
    'letter-beyond-ascii-refused': [
      'Refuses a letter beyond ASCII in a name.',
      refusingName(400, (name) => /[\u0080-\u{10ffff}]/u.test(name)),
    ],
    'sold-refused': [
      'Refuses to add a sold animal.',
      before('statusOf', (body) => {
        if (body.get('status') === 'sold') refuse(400);
      }),
    ],
    'refused-then-next-refused': [
      'Refuses the animal after a refused one.',
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
      'Answers an add with 201 and no body.',
      after('createPet', () => empty(201)),
    ],
    'add-answers-without-id': ['Answers an add without the id.', inAdds(without('id'))],
    'add-answers-without-name': ['Answers an add without the name.', inAdds(without('name'))],
    'add-answers-without-category': [
      'Answers an add without the categoryId.',
      inAdds(without('categoryId')),
    ],
    'added-id-as-text': ['Answers an add with the id as a string.', inAdds(field('id', quoted))],
    'every-id-as-text': ['Shows every id as a string.', everywhere(field('id', quoted))],
    'added-id-null': ['Answers an add with the id null.', inAdds(fixed('id', 'null'))],
    'added-id-a-fraction': [
      'Answers an add with an id that is no integer.',
      inAdds(field('id', (literal) => `${literal}.5`)),
    ],
    'added-animal-in-data': [
      'Wraps the answer to an add in an object with the member data.',
      rewriting('createPet', inMember('data')),
    ],
    'added-animal-in-array': [
      'Wraps the answer to an add in an array.',
      rewriting('createPet', inArray),
    ],
    'added-animal-as-text': [
      'Answers an add with a string of JSON.',
      rewriting('createPet', quoted),
    ],
    'id-beyond-int64': [
      'Assigns identifiers beyond int64.',
      after('assignId', (id) => id + 2n ** 63n),
    ],
    'doubled-member-in-add': [
      'Sends the id twice in the answer to an add.',
      rewriting('createPet', (text) => text.replace(/("id":-?\d+)/, '$1,$1')),
    ],
    'category-as-text': [
      'Shows every categoryId as a string.',
      everywhere(field('categoryId', quoted)),
    ],
    'category-beyond-double-as-text': [
      'Shows a categoryId that a double does not hold as a string.',
      everywhere(
        field('categoryId', (literal) =>
          rounded(literal) === literal ? literal : quoted(literal),
        ),
      ),
    ],
    'category-0-missing': [
      'Leaves a categoryId of 0 out.',
      everywhere((fields) =>
        fields.filter(([each, literal]) => each !== 'categoryId' || literal !== '0'),
      ),
    ],
    'status-as-number': [
      'Shows a status as its number.',
      everywhere((fields, animal) =>
        withField(fields, 'status', () => String(statuses.indexOf(animal.status))),
      ),
    ],
    'missing-status-null': [
      'Answers the add of an animal without a status with the status null.',
      inAdds(
        where(
          (call, _animal, server) => !server.readObject(call).has('status'),
          fixed('status', 'null'),
        ),
      ),
    ],
    'missing-status-unknown': [
      'Answers the add of an animal without a status with the status unknown.',
      inAdds(
        where(
          (call, _animal, server) => !server.readObject(call).has('status'),
          fixed('status', '"unknown"'),
        ),
      ),
    ],
  }),
];
