// Faults of clause 4.2: how an add is answered, and how its identifier is made.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { quoted } from '../json.js';
import { Refusal } from '../refusal.js';
import { empty, inAdds, replies, withField, withoutField, everywhere } from './changes.js';

const created = 'add-animal.answers-201';
const pet = 'add-animal.returns-pet';
const keeps = [
  'add-animal.keeps-name',
  'add-animal.keeps-spaces',
  'add-animal.keeps-category',
  'add-animal.keeps-status',
  'add-animal.odd-names',
];
const ids = 'add-animal.unique-ids';
const assigned = 'add-animal.assigns-id';
const model = 'sequences.model';
const answering = (status: number): Fault['change'] =>
  replies('createPet', (reply) => ({ ...reply, status }));
const body = (change: (text: string) => string): Fault['change'] =>
  replies('createPet', (reply) => ({ ...reply, body: change(String(reply.body)) }));

export const addAnswers: readonly Fault[] = [
  {
    name: 'add-answers-200',
    clause: '4.2',
    sentence: 'Answers an add with 200.',
    fails: [created],
    change: answering(200),
  },
  {
    name: 'add-answers-202',
    clause: '4.2',
    sentence: 'Answers an add with 202.',
    fails: [created],
    change: answering(202),
  },
  {
    name: 'add-answers-204',
    clause: '4.2',
    sentence: 'Answers an add with 204 and no body.',
    fails: [created],
    change: replies('createPet', () => empty(204)),
  },
  {
    name: 'add-of-sold-answers-200',
    clause: '4.2',
    sentence: 'Answers the add of a sold animal with 200.',
    fails: [created],
    change: replace('createPet', (createPet) => async (call) => {
      const reply = await createPet(call);
      return String(reply.body).includes('"status":"sold"') ? { ...reply, status: 200 } : reply;
    }),
  },
  {
    name: 'add-without-status-answers-200',
    clause: '4.2',
    sentence: 'Answers the add of an animal without a status with 200.',
    fails: [created],
    change: replace('createPet', (createPet) => async (call) => {
      const reply = await createPet(call);
      return String(call.request.body).includes('"status"') ? reply : { ...reply, status: 200 };
    }),
  },
  {
    name: 'add-answers-without-body',
    clause: '4.2',
    sentence: 'Answers an add with 201 and no body.',
    fails: [pet],
    change: replies('createPet', () => empty(201)),
  },
  {
    name: 'add-answers-id-only',
    clause: '4.2',
    sentence: 'Answers an add with the id alone.',
    fails: [pet],
    change: inAdds((fields) => fields.filter(([name]) => name === 'id')),
  },
  {
    name: 'add-answers-without-id',
    clause: '4.2',
    sentence: 'Answers an add without the id.',
    fails: [pet],
    change: inAdds((fields) => withoutField(fields, 'id')),
  },
  {
    name: 'add-answers-without-name',
    clause: '4.2',
    sentence: 'Answers an add without the name.',
    fails: [pet],
    change: inAdds((fields) => withoutField(fields, 'name')),
  },
  {
    name: 'add-answers-without-category',
    clause: '4.2',
    sentence: 'Answers an add without the categoryId.',
    fails: [pet],
    change: inAdds((fields) => withoutField(fields, 'categoryId')),
  },
  {
    name: 'add-answers-without-status',
    clause: '2',
    sentence: 'Answers an add without the status.',
    fails: ['add-animal.keeps-status'],
    change: inAdds((fields) => withoutField(fields, 'status')),
  },
  {
    name: 'added-id-as-text',
    clause: '2',
    sentence: 'Answers an add with the id as a string.',
    fails: [pet],
    change: inAdds((fields) => withField(fields, 'id', quoted)),
  },
  {
    name: 'every-id-as-text',
    clause: '2',
    sentence: 'Shows every id as a string.',
    fails: [pet, 'list-animals.bare-array'],
    change: everywhere((fields) => withField(fields, 'id', quoted)),
  },
  {
    name: 'added-id-null',
    clause: '2',
    sentence: 'Answers an add with the id null.',
    fails: [pet],
    change: inAdds((fields) => withField(fields, 'id', () => 'null')),
  },
  {
    name: 'added-id-a-fraction',
    clause: '2',
    sentence: 'Answers an add with an id that is no integer.',
    fails: [pet],
    change: inAdds((fields) => withField(fields, 'id', (literal) => `${literal}.5`)),
  },
  {
    name: 'added-id-always-0',
    clause: '2',
    sentence: 'Answers every add with the id 0.',
    fails: [ids, model],
    change: inAdds((fields) => withField(fields, 'id', () => '0')),
  },
  {
    name: 'added-id-one-too-high',
    clause: '4.2',
    sentence: 'Answers an add with the id of the next animal.',
    fails: [model],
    change: inAdds((fields) => withField(fields, 'id', (literal) => String(BigInt(literal) + 1n))),
  },
  {
    name: 'added-animal-in-data',
    clause: '4.2',
    sentence: 'Wraps the answer to an add in an object with the member data.',
    fails: [pet],
    change: body((text) => `{"data":${text}}`),
  },
  {
    name: 'added-animal-in-array',
    clause: '4.2',
    sentence: 'Wraps the answer to an add in an array.',
    fails: [pet],
    change: body((text) => `[${text}]`),
  },
  {
    name: 'added-animal-as-text',
    clause: '4.2',
    sentence: 'Answers an add with a string of JSON.',
    fails: [pet],
    change: body((text) => quoted(text)),
  },
  {
    name: 'add-answers-message',
    clause: '4.2',
    sentence: 'Answers an add with a message of success.',
    fails: [pet],
    change: body(() => '{"success":true,"message":"Animal added"}'),
  },
  {
    name: 'previous-animal-answered',
    clause: '4.2',
    sentence: 'Answers an add with the animal that was added before.',
    fails: [...keeps],
    change: (server) => {
      let previous: string | undefined;
      replace('addedText', (addedText) => (animal, call) => {
        const text = addedText(animal, call);
        const answered = previous ?? text;
        previous = text;
        return answered;
      })(server);
    },
  },
  {
    name: 'id-beyond-int64',
    clause: '2',
    sentence: 'Assigns identifiers beyond int64.',
    fails: [pet],
    change: replace(
      'assignId',
      (assignId) => async (call, animal) => (await assignId(call, animal)) + 2n ** 63n,
    ),
  },
  {
    name: 'ids-wrap-at-100',
    clause: '2',
    sentence: 'Begins again with the first identifier after a hundred animals.',
    fails: [ids],
    change: replace(
      'assignId',
      (assignId) => async (call, animal) => (((await assignId(call, animal)) - 1n) % 100n) + 1n,
    ),
  },
  {
    name: 'ids-wrap-at-256',
    clause: '2',
    sentence: 'Keeps eight bits of an identifier.',
    fails: [ids],
    change: replace(
      'assignId',
      (assignId) => async (call, animal) => BigInt.asUintN(8, await assignId(call, animal)),
    ),
  },
  {
    name: 'ids-from-the-clock',
    clause: '2',
    sentence: 'Takes the second of the clock for an identifier.',
    fails: [ids],
    change: replace('assignId', (_, server) => () => BigInt(Math.floor(server.clock.now() / 1000))),
  },
  {
    name: 'ids-from-the-name',
    clause: '2',
    sentence: 'Takes the sum of the letters of the name for an identifier.',
    fails: [ids, 'add-animal.names-may-repeat'],
    change: replace(
      'assignId',
      () =>
        (_, { name }) =>
          [...name].reduce((sum, letter) => sum + BigInt(letter.codePointAt(0) ?? 0), 1n),
    ),
  },
  {
    name: 'ids-by-chance-up-to-1000',
    clause: '2',
    sentence: 'Draws identifiers from a thousand numbers, without a look at those that are taken.',
    fails: [ids],
    mayFail: [
      'sequences.model',
      'list-animals.unique-ids',
      'list-animals.as-created',
      'list-animals.filter-finds',
      'add-animal.can-be-fetched',
      'add-animal.assigns-id',
      'add-animal.odd-names',
      'add-animal.names-may-repeat',
      'get-animal.exact-animal',
      'get-animal.until-removal',
    ],
    flaky: true,
    change: replace(
      'assignId',
      (_, server) => () => BigInt(1 + Math.floor(server.random() * 1000)),
    ),
  },
  {
    name: 'same-id-for-each-status',
    clause: '2',
    sentence: 'Counts identifiers for each status by itself.',
    fails: [ids],
    change: replace(
      'assignId',
      (_, server) =>
        (_call, { status }) =>
          BigInt(1 + server.store.count(status ?? server.defaultStatus)),
    ),
  },
  {
    name: 'id-taken-from-client',
    clause: '2',
    sentence: 'Adopts an id that is an integer from the request.',
    fails: [assigned],
    change: adopting((id) => typeof id === 'bigint'),
  },
  {
    name: 'id-above-1000000-taken-from-client',
    clause: '2',
    sentence: 'Adopts an id from the request when it is above a million.',
    fails: [assigned],
    change: adopting((id) => typeof id === 'bigint' && id > 1_000_000n),
  },
  {
    name: 'client-id-echoed',
    clause: '2',
    sentence: 'Answers an add with the id of the request, but stores another one.',
    fails: [assigned],
    change: inAdds((fields, _animal, call, server) => {
      const id = server.readObject(call).get('id');
      return typeof id === 'bigint' ? withField(fields, 'id', () => String(id)) : fields;
    }),
  },
  {
    name: 'name-taken-409',
    clause: '2',
    sentence: 'Refuses a name that another animal has.',
    fails: ['add-animal.names-may-repeat'],
    change: uniqueNames((name) => name),
  },
  {
    name: 'name-taken-in-any-case-409',
    clause: '2',
    sentence: 'Refuses a name that another animal has, also with other capital letters.',
    fails: ['add-animal.names-may-repeat'],
    change: uniqueNames((name) => name.toLowerCase()),
  },
  {
    name: 'same-body-adds-nothing',
    clause: '2',
    sentence: 'Answers an add with the animal of the same name that is there already.',
    fails: ['add-animal.names-may-repeat'],
    change: replace(
      'add',
      (add, server) => (animal, call) =>
        server.store.slice(undefined, 1, ({ name }) => name === animal.name)[0] ??
        add(animal, call),
    ),
  },
  {
    name: 'category-taken-409',
    clause: '4.2',
    sentence: 'Takes only one animal of each category with the same name.',
    fails: ['add-animal.names-may-repeat'],
    change: replace('add', (add, server) => (animal, call) => {
      const same = server.store.slice(
        undefined,
        1,
        ({ name, categoryId }) => name === animal.name && categoryId === animal.categoryId,
      );
      if (same.length > 0) throw new Refusal(409, 'conflict', 'The animal exists already.');
      return add(animal, call);
    }),
  },
  {
    name: 'doubled-member-in-add',
    clause: '2',
    sentence: 'Sends the id twice in the answer to an add.',
    fails: ['add-animal.returns-pet'],
    change: replies('createPet', (reply) => ({
      ...reply,
      body: String(reply.body).replace(/("id":-?\d+)/, '$1,$1'),
    })),
  },
];

function adopting(when: (id: unknown) => boolean): Fault['change'] {
  return replace('assignId', (assignId, server) => (call, animal) => {
    const id = server.readObject(call).get('id');
    return when(id) ? (id as bigint) : assignId(call, animal);
  });
}

function uniqueNames(keyOf: (name: string) => string): Fault['change'] {
  return (server) => {
    const taken = new Set<string>();
    replace('add', (add) => (animal, call) => {
      if (taken.has(keyOf(animal.name))) throw new Refusal(409, 'conflict', 'The name is taken.');
      taken.add(keyOf(animal.name));
      return add(animal, call);
    })(server);
  };
}
