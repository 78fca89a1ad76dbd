// Faults of clauses 2 and 4.1: what a list looks like, animals aside.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { Refusal } from '../refusal.js';
import { parameters } from '../request.js';
import type { Animal, Call, Reply } from '../types.js';
import { replies } from './changes.js';

const bare = 'list-animals.bare-array';
const nothing = 'list-animals.nothing-matches';
const ok = 'list-animals.answers-200';
const accepted = 'list-animals.limits-accepted';
const unique = 'list-animals.unique-ids';

const filtered = (call: Call): boolean => parameters(call, 'status').length > 0;
const asList = (change: (text: string, call: Call) => string): Fault['change'] =>
  replies('listPets', (reply, call) => ({ ...reply, body: change(String(reply.body), call) }));
const emptyAs = (change: (reply: Reply, call: Call) => Reply): Fault['change'] =>
  replies('listPets', (reply, call) => (reply.body === '[]' ? change(reply, call) : reply));
const answering = (status: number): Fault['change'] =>
  replies('listPets', (reply) => ({ ...reply, status }));
const withAnimals = (
  change: (animals: readonly Animal[], call: Call) => readonly Animal[],
): Fault['change'] =>
  replace('listText', (listText) => (animals, call) => listText(change(animals, call), call));
const failing = (when: (call: Call) => boolean): Fault['change'] =>
  replace('listPets', (listPets) => (call) => {
    if (when(call)) throw new Refusal(500, 'internal', 'Something went wrong.');
    return listPets(call);
  });
const twice = (animals: readonly Animal[]): readonly Animal[] =>
  animals.length < 2 ? animals : [animals[0] as Animal, ...animals.slice(0, -1)];

export const listShape: readonly Fault[] = [
  {
    name: 'list-in-data',
    clause: '2',
    sentence: 'Wraps the list in an object with the member data.',
    fails: [bare],
    change: asList((text) => `{"data":${text}}`),
  },
  {
    name: 'list-in-pets',
    clause: '2',
    sentence: 'Wraps the list in an object with the member pets.',
    fails: [bare],
    change: asList((text) => `{"pets":${text}}`),
  },
  {
    name: 'list-with-page-facts',
    clause: '2',
    sentence: 'Wraps the list in an object with the number of the page.',
    fails: [bare],
    change: asList((text) => `{"page":1,"items":${text},"next":null}`),
  },
  {
    name: 'list-in-data-with-filter',
    clause: '2',
    sentence: 'Wraps the list in an object when it is filtered.',
    fails: [bare],
    change: asList((text, call) => (filtered(call) ? `{"data":${text}}` : text)),
  },
  {
    name: 'list-in-array',
    clause: '2',
    sentence: 'Wraps the list in another array.',
    fails: [bare],
    change: asList((text) => `[${text}]`),
  },
  {
    name: 'list-by-id',
    clause: '2',
    sentence: 'Sends an object with the animals by their identifiers.',
    fails: [bare],
    change: replace(
      'listText',
      (_, server) => (animals, call) =>
        `{${animals.map((animal) => `"${animal.id}":${server.listedText(animal, call)}`).join(',')}}`,
    ),
  },
  {
    name: 'list-of-ids',
    clause: '2',
    sentence: 'Lists only the identifiers.',
    fails: [bare],
    change: replace(
      'listText',
      () => (animals) => `[${animals.map((animal) => animal.id).join(',')}]`,
    ),
  },
  {
    name: 'list-of-texts',
    clause: '2',
    sentence: 'Lists every animal as a string of JSON.',
    fails: [bare],
    change: replace(
      'listText',
      (_, server) => (animals, call) =>
        `[${animals.map((animal) => JSON.stringify(server.listedText(animal, call))).join(',')}]`,
    ),
  },
  {
    name: 'list-by-lines',
    clause: '4',
    sentence: 'Sends one animal on each line instead of an array.',
    fails: ['bodies.json', bare],
    change: replace(
      'listText',
      (_, server) => (animals, call) =>
        animals.map((animal) => server.listedText(animal, call)).join('\n'),
    ),
  },
  {
    name: 'list-ends-with-null',
    clause: '2',
    sentence: 'Puts null at the end of a list.',
    fails: [bare],
    change: asList((text) => (text === '[]' ? '[null]' : text.replace(/\]$/, ',null]'))),
  },
  {
    name: 'single-animal-unwrapped',
    clause: '2',
    sentence: 'Sends the animal itself when the list holds only one.',
    fails: [bare],
    change: replace(
      'listText',
      (listText) => (animals, call) =>
        animals.length === 1 ? listText(animals, call).slice(1, -1) : listText(animals, call),
    ),
  },
  {
    name: 'empty-list-null',
    clause: '4.1',
    sentence: 'Sends null for an empty list.',
    fails: [nothing],
    change: emptyAs((reply) => ({ ...reply, body: 'null' })),
  },
  {
    name: 'empty-list-object',
    clause: '4.1',
    sentence: 'Sends an empty object for an empty list.',
    fails: [nothing],
    change: emptyAs((reply) => ({ ...reply, body: '{}' })),
  },
  {
    name: 'empty-list-204',
    clause: '4.1',
    sentence: 'Answers 204 when the list is empty.',
    fails: [nothing],
    change: emptyAs(() => ({ status: 204, headers: [], body: '' })),
  },
  {
    name: 'empty-list-404',
    clause: '4.1',
    sentence: 'Answers 404 when no animal matches.',
    fails: [nothing],
    change: replies('listPets', (reply) => {
      if (reply.body === '[]') throw new Refusal(404, 'not_found', 'No animal matches.');
      return reply;
    }),
  },
  {
    name: 'empty-list-500',
    clause: '4.1',
    sentence: 'Fails with 500 when no animal matches.',
    fails: ['errors.valid-requests'],
    change: replies('listPets', (reply) => {
      if (reply.body === '[]') throw new Refusal(500, 'internal', 'Something went wrong.');
      return reply;
    }),
  },
  {
    name: 'empty-list-without-body',
    clause: '4.1',
    sentence: 'Sends no body for an empty list.',
    fails: [nothing, 'bodies.json'],
    change: emptyAs((reply) => ({ ...reply, body: '' })),
  },
  {
    name: 'list-answers-206',
    clause: '4.1',
    sentence: 'Answers a list with 206.',
    fails: [ok],
    change: answering(206),
  },
  {
    name: 'list-answers-201',
    clause: '4.1',
    sentence: 'Answers a list with 201.',
    fails: [ok],
    change: answering(201),
  },
  {
    name: 'filtered-list-answers-203',
    clause: '4.1',
    sentence: 'Answers a filtered list with 203.',
    fails: [ok],
    change: replies('listPets', (reply, call) =>
      filtered(call) ? { ...reply, status: 203 } : reply,
    ),
  },
  {
    name: 'limit-100-fails',
    clause: '4',
    sentence: 'Fails with 500 for a limit of 100.',
    fails: [accepted, 'errors.valid-requests'],
    change: failing((call) => parameters(call, 'limit')[0] === '100'),
  },
  {
    name: 'sold-with-limit-1-fails',
    clause: '4',
    sentence: 'Fails with 500 for sold animals with a limit of 1.',
    fails: [accepted, 'errors.valid-requests'],
    change: failing(
      (call) => parameters(call, 'limit')[0] === '1' && parameters(call, 'status')[0] === 'sold',
    ),
  },
  {
    name: 'limit-0-fails',
    clause: '7',
    sentence: 'Fails with 500 for a limit of 0.',
    fails: ['errors.invalid-requests'],
    change: failing((call) => parameters(call, 'limit')[0] === '0'),
  },
  {
    name: 'limit-in-words-fails',
    clause: '7',
    sentence: 'Fails with 500 for a limit that is no number.',
    fails: ['errors.invalid-requests'],
    change: failing((call) => /[a-z]/i.test(parameters(call, 'limit')[0] ?? '')),
  },
  {
    name: 'negative-limit-fails',
    clause: '7',
    sentence: 'Fails with 500 for a negative limit.',
    fails: ['errors.invalid-requests'],
    change: failing((call) => /^-\d/.test(parameters(call, 'limit')[0] ?? '')),
  },
  {
    name: 'huge-limit-fails',
    clause: '7',
    sentence: 'Fails with 500 for a limit beyond 32 bits.',
    fails: ['errors.invalid-requests'],
    change: failing((call) => Number(parameters(call, 'limit')[0]) > 2 ** 31),
  },
  {
    name: 'unknown-status-fails',
    clause: '7',
    sentence: 'Fails with 500 for a status of the list that it does not know.',
    fails: ['errors.invalid-requests'],
    change: failing(
      (call) =>
        filtered(call) && !/^(available|pending|sold)$/.test(parameters(call, 'status')[0] ?? ''),
    ),
  },
  {
    name: 'first-animal-twice',
    clause: '2',
    sentence: 'Lists the first animal twice, and the last one not at all.',
    fails: [unique],
    change: withAnimals(twice),
  },
  {
    name: 'first-animal-twice-with-filter',
    clause: '2',
    sentence: 'Lists the first animal twice when the list is filtered.',
    fails: [unique],
    change: withAnimals((animals, call) => (filtered(call) ? twice(animals) : animals)),
  },
  {
    name: 'first-animal-twice-above-50',
    clause: '2',
    sentence: 'Lists the first animal twice when a list holds more than 50.',
    fails: [unique],
    change: withAnimals((animals) => (animals.length > 50 ? twice(animals) : animals)),
  },
  {
    name: 'second-page-overlaps',
    clause: '2',
    sentence:
      'Reads the store in pages of 20, each of which begins with the last animal of the one before.',
    fails: [unique],
    change: withAnimals((animals) =>
      animals.map((animal, at) => (at > 0 && at % 20 === 0 ? (animals[at - 1] as Animal) : animal)),
    ),
  },
  {
    name: 'doubled-member-in-list',
    clause: '2',
    sentence: 'Sends the name of every animal twice in lists.',
    fails: [bare],
    change: asList((text) => text.replace(/"status":/g, '"name":"","status":')),
  },
];
