// What rules exclude from their judgement, and why: servers on which a case says nothing, or on which evidence is
// missing. Without the excuse, a rule would accuse a server of what another rule is for, or pass without evidence. Only
// a few rules run against each.
import { expect, test } from 'vitest';
import type { RuleId } from '../lib/contract/rule-ids.js';
import { TransportError, type Transport } from '../lib/http/types.js';
import { after, before, insteadOfRefusal, replace } from '../lib/reference/changes/change.js';
import { faultNamed, type Variant, variantNamed } from '../lib/reference/index.js';
import { refuse } from '../lib/reference/changes/refusals.js';
import { Refusal } from '../lib/reference/refusal.js';
import type { NewAnimal } from '../lib/reference/types.js';
import { type InMemory, runInMemory } from '../lib/in-memory/in-memory.js';
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

const refusing = (when: (animal: NewAnimal) => boolean, status = 409): Variant['change'] =>
  replace('readNewAnimal', (read) => (call) => {
    const animal = read(call);
    if (when(animal)) throw new Refusal(status, 'refused', 'Not this one.');
    return animal;
  });
/** Accepts this many animals, and no more. */
const takes = (most: number): Variant['change'] => {
  let count = 0;
  return refusing(() => (count += 1) > most);
};
/** Knows only the animal that was added last. */
const forgetting: Variant['change'] = (changed) => {
  let last: bigint | undefined;
  replace('assignId', (assign) => async (call, body) => (last = await assign(call, body)))(changed);
  replace('find', (find) => (id, call) => (id === last ? find(id, call) : undefined))(changed);
};
/** Returns a different name for its animals each time. */
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
/** Responds with a server error, which other rules judge. */
const failingWhereInvalid = insteadOfRefusal('readNewAnimal', () => {
  throw new Refusal(500, 'internal', 'Something went wrong.');
});
const failingWhereEmpty = before('listText', (animals) => {
  if (animals.length === 0) throw new Refusal(500, 'internal', 'There is nothing to show.');
});
const showingNoneByIdentifier = before('find', () => {
  throw new Refusal(403, 'forbidden', 'Nobody may see this animal.');
});
const withoutText = after('messageFields', (fields) =>
  fields.filter(([name]) => name !== 'message'),
);
/** Drops these requests before they reach the server. */
const dropping =
  (method: string) =>
  (server: Transport): Transport => ({
    ...server,
    send: (request, signal) =>
      request.method === method
        ? Promise.reject(new TransportError('reset', 'the connection was closed'))
        : server.send(request, signal),
  });

/** The outcome of each rule, with its reason. */
type Outcomes = Partial<Record<RuleId, string>>;

const notTaken = 'the valid message was refused';
const cases: readonly [what: string, on: () => InMemory, outcomes: Outcomes][] = [
  [
    'no animal is taken, though some are listed',
    () => ({ ...server(refusing(() => true, 400)), animals: 50 }),
    { 'add-animal.answers-201': 'failed' },
  ],
  [
    'the store is full from the start',
    () => ({ ...server(refusing(() => true, 409)), animals: 50 }),
    { 'add-animal.answers-201': 'cantTell', 'errors.valid-requests': 'passed' },
  ],
  [
    'no name with a mark is taken',
    () => ({ ...server(refusing(({ name }) => name.includes('-'), 400)), animals: 50 }),
    {
      'add-animal.answers-201':
        'cantTell: the target takes the name Animal, but refuses the names of this kit',
    },
  ],
  [
    'only an animal without a name is taken',
    () => server(replace('nameOf', () => (body) => (body.has('name') ? refuse(400) : ''))),
    {
      'add-animal.missing-name': 'failed',
      'add-animal.invalid-category': 'cantTell: a valid animal was not accepted either',
    },
  ],
  [
    'no animal is taken, and none shows which categories there are',
    () => server(refusing(() => true)),
    {
      'add-animal.answers-201': 'cantTell: the target refused an animal in each of the categories',
    },
  ],
  [
    'this key may add nothing',
    () => ({ ...server(refusing(() => true, 403)), animals: 50 }),
    {
      'add-animal.answers-201': 'cantTell: the target refused an animal in each of the categories',
    },
  ],
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
      'list-animals.as-created': 'passed',
    },
  ],
  [
    'no animal but the first is taken',
    () => server(takes(1)),
    {
      'add-animal.charset': 'cantTell: the same animal as application/json was refused',
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
    'control characters in names are refused',
    () => legal('control-characters-refused'),
    {
      'add-animal.returns-pet': 'passed: the target refuses some names',
      'add-animal.can-be-fetched': 'passed: the target refuses the name',
      'get-animal.exact-animal': 'passed: the target refuses some odd names',
    },
  ],
  [
    'letters beyond ASCII and signs in names are refused',
    () => server(refusing(({ name }) => /[^\w -]/.test(name))),
    { 'add-animal.json-form': 'cantTell: no animal was added' },
  ],
  [
    'adds are answered without the name',
    () => faulty('add-answers-without-name'),
    {
      'add-animal.returns-pet': 'failed',
      'add-animal.odd-names': 'cantTell: the response has no `name`',
    },
  ],
  [
    'animals with an identifier of their own are refused, by whatever name',
    () => legal('unknown-members-refused'),
    { 'add-animal.assigns-id': 'inapplicable: the target refuses an id in the request' },
  ],
  [
    'whatever is wrong with an animal is an error of the server',
    () => server(failingWhereInvalid),
    { 'add-animal.refused-adds-nothing': 'cantTell: none of the bodies was refused' },
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
      'add-animal.identifiers': 'untested: too few animals were added',
      // Shorter ones were tried instead.
      'add-animal.keeps-name': 'passed: ',
      'add-animal.keeps-unicode-form': 'passed: the target refuses some names',
      'list-animals.finds-created': 'passed: the target refused some of the animals',
      'list-animals.filter-finds': 'passed: the target refused some of the animals',
    },
  ],
  [
    'few categories are taken',
    () => legal('categories-1-to-3'),
    {
      'add-animal.category-range': 'inapplicable: the target does not accept every category (23',
      'add-animal.returns-pet': 'passed: the target refuses some categories',
      'add-animal.keeps-category': 'passed: the target refuses some categories',
      'add-animal.can-be-fetched': 'passed: the target refuses some categories',
    },
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
      'list-animals.delay': 'untested: the lists of this target are full',
      'list-animals.finds-created': 'inapplicable: the lists of this target are full',
      'list-animals.filter-finds': 'inapplicable: the filtered lists of this target are full',
      'list-animals.filter-few': 'inapplicable: every status has enough animals',
      'list-animals.name-form': 'inapplicable: new animals do not appear in the lists',
    },
  ],
  [
    'full lists show nothing new, and identifiers are counted',
    () => legal('residents-5000'),
    { 'authentication.writes-nothing': 'passed' },
  ],
  [
    'full lists show animals of one status only',
    () => legal('residents-150-available'),
    { 'list-animals.no-filter': 'passed: unfiltered lists contain animals of only one status' },
  ],
  [
    'what was added without a status has none',
    () => legal('default-without-status'),
    { 'list-animals.filter-finds': 'passed' },
  ],
  [
    'nothing is unusual',
    () => ({}),
    {
      'get-animal.sunset': 'inapplicable: the target sends no Sunset header',
      'list-animals.unique-ids': 'passed: a list of one animal cannot repeat an identifier',
      'list-animals.filter': 'passed: a list without a filter',
      'list-animals.limit-is-maximum': 'passed: testing this limit takes at least',
    },
  ],
  [
    'a list of nothing is an error of the server',
    () => server(failingWhereEmpty),
    { 'list-animals.nothing-matches': 'cantTell: `GET /pets` returned 500' },
  ],
  [
    'few writes are allowed',
    () => ({ limits: { maxWrites: 20 } }),
    { 'add-animal.odd-names-answer': 'untested: outside the budget' },
  ],
  [
    'HEAD gets no response',
    () => ({ between: dropping('HEAD') }),
    {
      'list-animals.head': 'cantTell: no response was received',
      'list-animals.preflight': 'observed',
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
    'of three replicas two show an animal late',
    () => legal('two-replicas-1500-ms-late'),
    { 'get-animal.until-removal': 'passed' },
  ],
  [
    'animals are taken away',
    () => legal('residents-leave'),
    { 'get-animal.exact-animal': 'passed: animals disappear from the store' },
  ],
  [
    'no animal may be seen',
    () => server(showingNoneByIdentifier),
    { 'get-animal.exact-animal': 'cantTell: no animal could be fetched' },
  ],
  [
    'each identifier is that of an animal',
    () => server(inventing),
    // One of them is given to the next animal, so no animal had it.
    { 'get-animal.unknown-id': 'failed' },
  ],
  [
    'there are no animals to read',
    () => ({ ...legal('unknown-status-lists-nothing'), scope: readOnly }),
    {
      'get-animal.exact-animal':
        'untested: the store has no animals, and a read-only run adds none',
      'list-animals.compression': 'untested: the list is so short',
      'list-animals.full-pages': 'untested: fewer animals match than the limit allows',
      'list-animals.limit-out-of-range': 'untested: telling what a limit does takes more',
      'list-animals.unknown-status': 'untested: no animal is known to be there',
      'list-animals.unknown-status-answer': 'untested: the store has no animals',
    },
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
      'list-animals.as-created': 'untested: the lists show no animals that the kit added',
      'list-animals.finds-created': 'untested: the lists show no animals of an earlier run',
      'list-animals.default-limit': 'untested: testing the default takes more than 20 animals',
      'list-animals.limit-is-maximum': 'untested: testing this limit takes at least',
      'list-animals.nothing-matches': 'inapplicable: every list of this target contains animals',
    },
  ],
  [
    'the content type is looked at before the key',
    () => legal('content-type-before-key'),
    { 'authentication.comes-first': 'passed: the target checks the content type before the key' },
  ],
  [
    'one animal is there, and shown without a key',
    () => ({ ...faulty('list-in-capitals-open'), scope: readOnly, animals: 1 }),
    { 'authentication.every-request': 'failed' },
  ],
  [
    'there are no orders',
    () => legal('orders-missing-for-everybody'),
    { 'authentication.store-orders': 'inapplicable: GET /store/orders does not exist' },
  ],
  [
    'unknown paths have a page',
    () => legal('unknown-path-answered'),
    { 'errors.unknown-paths': 'passed: the target serves this path or method' },
  ],
  // A reasonable reading permits this, so only the implied rule may judge it.
  [
    'null is taken for no status',
    () => faulty('status-null-taken'),
    { 'add-animal.null-status': 'failed', 'add-animal.invalid-status': 'passed' },
  ],
  [
    'a whole number is taken in whatever form',
    () => legal('whole-decimals-taken'),
    { 'add-animal.fine-fraction': 'observed', 'add-animal.invalid-category': 'passed' },
  ],
  [
    'a fine fraction is an integer of a category that there is not',
    () => ({
      variants: [
        {
          name: 'rounding',
          sentence: 'Reads doubles, and returns 409 for an unknown category.',
          change: before('readNewAnimal', (call, server) => {
            const value = server.readObject(call).get('categoryId');
            if (typeof value === 'number' && Math.abs(value) > 2 ** 53 && Math.abs(value) < 2 ** 63)
              throw new Refusal(409, 'refused', 'Not this one.');
          }),
        },
      ],
    }),
    {
      'add-animal.fine-fraction': 'observed',
      'add-animal.invalid-category': 'passed',
    },
  ],
  [
    'the key is taken in another header',
    () => legal('key-in-x-api-key-taken'),
    {
      'authentication.other-places': 'failed',
      'authentication.bearer-form': 'passed',
      'messages.other-places': 'failed',
      'messages.wrong-key': 'passed',
    },
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
      'messages.echo': 'cantTell: a valid message was not accepted',
      'messages.identifiers': 'cantTell: no message was accepted',
      'messages.charset': 'cantTell: the same message as application/json was refused',
      'messages.missing-message': `cantTell: ${notTaken}`,
      'messages.text-is-string': `cantTell: ${notTaken}`,
    },
  ],
  [
    'long messages are refused',
    () => legal('messages-up-to-200-bytes'),
    { 'messages.echo': 'passed: the target refuses some messages' },
  ],
  [
    'messages come back without their text',
    () => server(withoutText),
    {
      'messages.returns-message': 'failed',
      'messages.echo': 'cantTell: the response has no string `message`',
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

test('where few writes are allowed, nothing is asked of which short lists can tell nothing', async () => {
  const rules = allRules.filter(({ id }) => id === 'list-animals.limit-out-of-range');
  const report = await runInMemory({ rules, limits: { maxWrites: 20 } });
  expect(report.rules[0]).toMatchObject({
    outcome: 'untested',
    reason: 'outside the budget (--max-writes 20)',
    evidence: { cases: 0, exchanges: 0 },
  });
});

test.each(['filter-finds-no-sold', 'empty-list-once-in-10'])(
  'an empty list of a status that many have is no list that is late: %s',
  async (name) => {
    const rules = allRules.filter(({ id }) => id === 'list-animals.filter');
    const { rules: judged } = await runInMemory({ ...faulty(name), rules });
    expect(judged[0]?.failures[0]?.cause).toMatch(
      /returned no animals; at least \d+ are (?:available|pending|sold)\.$/,
    );
  },
);

test('empty lists are not called full, whatever was added', async () => {
  const { rules } = await runInMemory(faulty('adds-are-lost'));
  expect(rules.filter(({ outcome }) => outcome === 'inapplicable')).not.toEqual([]);
  expect(rules.filter(({ because }) => because === 'full lists')).toEqual([]);
});
