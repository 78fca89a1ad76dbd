// What rules leave out of their judgement, and why: servers on which a case says nothing, or its evidence is missing. Without
// the excuse they would be accused of what another rule is for, or pass without evidence. Of each only a few rules are asked.
import { expect, test } from 'vitest';
import type { RuleId } from '../lib/contract/rule-ids.js';
import { replace } from '../lib/reference/changes/change.js';
import { faultNamed, type Variant, variantNamed } from '../lib/reference/index.js';
import { Refusal } from '../lib/reference/refusal.js';
import type { NewAnimal } from '../lib/reference/types.js';
import { type InMemory, runInMemory } from '../lib/rehearsal/in-memory.js';
import { allRules } from './index.js';

const server = (change: Variant['change']): InMemory => ({
  variants: [{ name: 'other', sentence: 'Is another one.', change }],
});
const faulty = (name: string): InMemory => ({
  faults: [faultNamed(name)].flatMap((fault) => fault ?? []),
});
const legal = (...names: readonly string[]): InMemory => ({
  variants: names.flatMap((name) => variantNamed(name) ?? []),
});
const readOnly = { full: false, readOnly: true, only: [], shard: null };

const refusing = (when: (animal: NewAnimal) => boolean): Variant['change'] =>
  replace('readNewAnimal', (read) => (call) => {
    const animal = read(call);
    if (when(animal)) throw new Refusal(409, 'refused', 'Not this one.');
    return animal;
  });
/** Takes so many animals, and no more. */
const takes = (most: number): Variant['change'] => {
  let count = 0;
  return refusing(() => (count += 1) > most);
};
/** Knows the animal that came last, and no other. */
const forgetting: Variant['change'] = (changed) => {
  let last: bigint | undefined;
  replace('assignId', (assign) => async (call, body) => (last = await assign(call, body)))(changed);
  replace('find', (find) => (id, call) => (id === last ? find(id, call) : undefined))(changed);
};
/** Its animals have another name each time. */
const restless: Variant['change'] = (changed) => {
  let turn = 0;
  replace('animalText', () => ({ id }) => {
    const name = `Turn ${(turn += 1)}`;
    return `{"id":${id},"name":"${name}","categoryId":1,"status":"sold"}`;
  })(changed);
};
const inventing = replace('find', (find) => async (id, call) => {
  const found = await find(id, call);
  return found ?? { id, name: 'Anybody', categoryId: 1n, status: 'sold', addedAt: 0 };
});

/** Of each rule its outcome, and what it says of it. */
type Outcomes = Partial<Record<RuleId, string>>;

const notTaken = 'the valid message was refused';
const cases: readonly [what: string, on: () => InMemory, outcomes: Outcomes][] = [
  [
    'a status is required',
    () => faulty('status-required'),
    {
      'add-animal.status-optional': 'failed',
      'add-animal.answers-201': 'passed: the target refuses animals without a status',
    },
  ],
  [
    'animals of one status are refused',
    () => server(refusing(({ status }) => status === 'sold')),
    {
      'add-animal.answers-201': 'failed',
      'add-animal.returns-pet': 'cantTell: a valid animal was refused',
    },
  ],
  [
    'no animal but the first is taken',
    () => server(takes(1)),
    {
      'add-animal.charset': 'cantTell: the same animal without a charset was refused',
      'add-animal.any-spelling': 'cantTell: the same animal in plain JSON was refused',
      'add-animal.names-may-repeat': 'cantTell: the first of two namesakes was refused',
      'add-animal.adds-one': 'cantTell: a valid animal was refused',
    },
  ],
  [
    'names with spaces around or beside one another are refused',
    () => server(refusing(({ name }) => /^ | $| {2}/.test(name))),
    {
      'add-animal.keeps-spaces': 'refuses names with leading or trailing spaces',
      'add-animal.keeps-padding': 'the target refuses some names',
    },
  ],
  [
    'only the last animal is known',
    () => server(forgetting),
    { 'add-animal.names-may-repeat': 'cantTell: older animals are gone as well' },
  ],
  [
    'some bodies are too long',
    () => legal('bodies-up-to-160-bytes'),
    {
      'add-animal.keeps-name': 'passed: the target refuses some names',
      'add-animal.keeps-unicode-form': 'passed: the target refuses some names',
      'list-animals.finds-created': 'passed: the target refused some of the animals',
      'list-animals.filter-finds': 'passed: the target refused some of the animals',
    },
  ],
  [
    'few categories are taken',
    () => legal('categories-1-to-3'),
    { 'add-animal.category-range': 'inapplicable: the target does not accept every category (23' },
  ],
  [
    'the categories are given',
    () => ({ categoryIds: [1n] }),
    { 'add-animal.category-range': 'inapplicable: only the categories given' },
  ],
  [
    'full lists show nothing new, and identifiers tell nothing',
    () => legal('residents-5000', 'ids-random-63-bits'),
    {
      'add-animal.adds-one': 'inapplicable: the lists do not show the new animals',
      'add-animal.refused-adds-nothing': 'inapplicable: full lists cannot show whether anything',
      'authentication.writes-nothing':
        'inapplicable: neither the lists of this target nor its identifiers',
      'list-animals.as-created': 'inapplicable: new animals do not appear in the lists',
      'list-animals.filter-few': 'inapplicable: every status has enough animals',
      'list-animals.name-form': 'inapplicable: new animals do not appear in the lists',
    },
  ],
  [
    'one animal is gone after the day of removal',
    () => ({ asOf: '2031-01-01', ...faulty('get-removed-404') }),
    {
      'add-animal.can-be-fetched': 'inapplicable: GET /pets/{petId} is no longer available',
      'get-animal.exact-animal': 'inapplicable: GET /pets/{petId} is no longer available',
    },
  ],
  [
    'animals change all the time',
    () => ({ ...server(restless), scope: readOnly, animals: 12 }),
    { 'get-animal.exact-animal': 'cantTell: animals in the store change during the run' },
  ],
  [
    'each identifier is that of an animal',
    () => server(inventing),
    { 'get-animal.unknown-id': 'cantTell: exists on this target, or the target invents it' },
  ],
  [
    'there are no animals to read',
    () => ({ ...legal('unknown-status-lists-nothing'), scope: readOnly }),
    { 'list-animals.unknown-status-answer': 'untested: the store has no animals' },
  ],
  [
    'there is one animal to read',
    () => ({ scope: readOnly, animals: 1 }),
    {
      'list-animals.filter-few': 'passed: the store has no animals of another status',
      'list-animals.unique-ids': 'untested: the lists hold fewer than two animals',
    },
  ],
  [
    'there are only animals of other people',
    () => ({ scope: readOnly, animals: 12 }),
    {
      'list-animals.as-created': 'untested: the lists show no animals of which the kit knows',
      'list-animals.finds-created': 'untested: the lists show no animals of an earlier run',
    },
  ],
  // What a reasonable reading permits is for the implied rule alone.
  [
    'null is taken for no status',
    () => faulty('status-null-taken'),
    { 'add-animal.null-status': 'failed', 'add-animal.invalid-status': 'passed' },
  ],
  [
    'spaces around a status are taken off',
    () => faulty('status-trimmed'),
    { 'add-animal.padded-status': 'failed', 'add-animal.invalid-status': 'passed' },
  ],
  [
    'an identifier that cannot be is invalid',
    () => faulty('id-0-400'),
    { 'get-animal.impossible-id': 'failed', 'get-animal.unknown-id': 'passed' },
  ],
  [
    'a moment is no timestamp',
    () => faulty('time-as-milliseconds-text'),
    {
      'messages.created-at': 'failed',
      'messages.recent': 'cantTell: `createdAt` is not a timestamp in UTC',
      'messages.timestamp-form': 'cantTell',
    },
  ],
  [
    'every message is refused',
    () => faulty('message-refused'),
    {
      'messages.accepted': 'failed',
      'messages.echo': 'cantTell: a valid message was refused',
      'messages.charset': 'cantTell: the same message without a charset was refused',
      'messages.missing-message': `cantTell: ${notTaken}`,
      'messages.text-is-string': `cantTell: ${notTaken}`,
    },
  ],
];

test.each(cases)('%s', async (_, on, outcomes) => {
  const ids = Object.keys(outcomes);
  const rules = allRules.filter(({ id }) => ids.includes(id));
  const report = await runInMemory({ rules, ...on() });
  const found = Object.fromEntries(
    report.rules.map(({ id, outcome, reason }) => [id, `${outcome}: ${reason ?? ''}`]),
  );
  for (const [id, said] of Object.entries(outcomes)) {
    const [outcome = '', why = ''] = said.includes(': ') ? said.split(': ') : [said];
    expect({ id, found: found[id] }).toEqual({ id, found: expect.stringContaining(outcome) });
    expect({ id, found: found[id] }).toEqual({ id, found: expect.stringContaining(why) });
  }
});
