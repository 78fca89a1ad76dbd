// What follows from a defect is no second one, and what the same key opens in several places is one. Tested with faults of
// the proof, and with failures as another server showed them.
import { expect, test } from 'vitest';
import { allRules } from '../../../suites/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { instead } from '../../reference/changes/change.js';
import { page } from '../../reference/changes/replies.js';
import { faults } from '../../reference/index.js';
import type { Finding } from '../../judge/result/finding.js';
import type { Failure } from '../../judge/result/report.js';
import { brokenDown } from './broken-down.js';
import { nowAndThen, type Shown } from './intermittent.js';
import { withCauses } from './index.js';
import { withTheSameDefect } from './joined.js';
import { signaturesOf, type FailureSignature } from './signatures.js';

const named = (name: string) => faults.find((fault) => fault.name === name) ?? expect.fail(name);

test('a wrong key that both services accept is one cause, which the catalogue leads', async () => {
  const both = ['key-of-any-case', 'message-key-of-any-case'].map(named);
  const rules = allRules.filter(({ id }) => /^(?:authentication|messages)\./.test(id));
  const { causes = [] } = withCauses(await runInMemory({ faults: both, rules, seed: 3 }));
  const [cause, ...others] = causes;
  expect(others).toEqual([]);
  expect(cause?.rules[0]).toBe('authentication.wrong-key');
  expect(cause?.rules).toContain('messages.wrong-key');
  expect(cause?.like.map(({ fault }) => fault)).toContain('key-of-any-case');
});

type Seen = readonly [rule: string, shown: string, altered?: string];

/** The rules of each cause, where each of these groups was one before. */
function rulesOf(...groups: readonly (readonly Seen[])[]): readonly (readonly string[])[] {
  const read = (rule: string): Shown =>
    ({ rule: { id: rule }, failure: { exchanges: [], difference: null } }) as unknown as Shown;
  const signed = groups.map((seen) => ({
    rule: undefined,
    signatures: seen.map(
      ([rule, shown, altered]) =>
        ({ rule, experiment: '', at: '', shown, altered, failure: rule }) as FailureSignature,
    ),
  }));
  return withTheSameDefect(signed, read).map(({ signatures }) =>
    signatures.map(({ rule }) => rule),
  );
}

const short: Seen = ['list-animals.full-pages', 'fewer of a status than the limit'];
const unknown: Seen = ['list-animals.unknown-status', 'unknown status lists animals'];
const odd: Seen = ['add-animal.odd-names', 'an odd name altered: a tab', 'replaced'];

test.each<[string, Seen, Seen]>([
  ['a list that lacks animals', ['list-animals.finds-created', 'not listed'], short],
  ['a limit that is ignored', ['list-animals.limit-is-maximum', 'more than the limit'], short],
  ['a filter that is ignored', ['list-animals.filter', 'another status listed'], unknown],
  [
    'a name that is cut as it is stored',
    ['list-animals.as-created', 'name: Animal {id} is listed', 'cut255'],
    ['get-animal.exact-animal', 'name: the animal', 'cut255'],
  ],
  ['any name', ['add-animal.keeps-name', 'name: ', 'replaced'], odd],
  [
    'a category in an added and in a listed animal',
    ['add-animal.returns-pet', 'Pet/categoryId: string'],
    ['list-animals.bare-array', 'Pets/*/categoryId: string'],
  ],
  [
    'animals that are not listed at all',
    ['list-animals.finds-created', 'not listed'],
    ['list-animals.filter-finds', 'not listed by its status'],
  ],
  [
    'a filter that finds nothing of a status',
    ['list-animals.filter', 'none of a status that many have'],
    ['list-animals.filter-finds', 'not listed by its status'],
  ],
  [
    'a request that adds two animals',
    ['add-animal.adds-one', 'several animals by one request'],
    ['add-animal.refused-adds-nothing', 'refused, but added'],
  ],
  [
    'an identifier that is taken from the request',
    ['add-animal.assigns-id', 'the identifier of the request'],
    ['list-animals.bare-array', 'Pets/*/id: string'],
  ],
  [
    'a limit that is refused',
    ['list-animals.limits-accepted', 'status 400'],
    ['list-animals.answers-200', 'status 400'],
  ],
  [
    'text that is not written in UTF-8',
    ['bodies.json', 'no JSON', 'bytes'],
    ['messages.returns-message', 'Message: no JSON'],
  ],
  [
    'the same finding in two experiments',
    ['get-animal.exact-animal', 'status: returned'],
    ['get-animal.exact-animal', 'status: returned'],
  ],
])('%s: one cause, whatever else shows it', (_, cause, follows) => {
  const both = [cause[0], follows[0]].toSorted();
  for (const groups of [
    [[follows], [cause]],
    [[cause], [follows]],
  ])
    expect(rulesOf(...groups).map((rules) => rules.toSorted())).toEqual([both]);
});

test('two animals of one identifier are one, however they are shown', () => {
  const named = (sent: string, returned: string): Finding => ({
    kind: 'field',
    operation: 'GET /pets',
    what: 'Animal {id} is listed',
    field: 'name',
    expected: `"Rex conformance-${sent.padEnd(21, '0')}"`,
    actual: `"Rex conformance-${returned.padEnd(21, '0')}"`,
    values: { id: '7' },
  });
  const findings: Readonly<Record<string, Finding>> = {
    another: named('a', 'b'),
    same: named('a', 'a'),
  };
  const read = (id: string): Shown =>
    ({
      rule: { id: '' },
      failure: { exchanges: [], difference: null, finding: findings[id] },
    }) as unknown as Shown;
  const group = (rule: string, shown: string, failure: string) => ({
    rule: undefined,
    signatures: [
      { rule, experiment: '', at: '', shown, altered: undefined, failure } as FailureSignature,
    ],
  });
  const added = group('add-animal.unique-ids', 'one identifier for two animals', '');
  const listed = group('list-animals.unique-ids', 'an identifier listed twice', '');
  const rulesIn = (...groups: readonly ReturnType<typeof group>[]) =>
    withTheSameDefect(groups, read).map(({ signatures }) => signatures.map(({ rule }) => rule));
  const shown = (which: string) => group('list-animals.as-created', 'name: listed', which);
  expect(rulesIn(added, shown('another'), listed)).toEqual([
    ['list-animals.unique-ids', 'add-animal.unique-ids', 'list-animals.as-created'],
  ]);
  expect(rulesIn(added, shown('same'))).toHaveLength(2);
  const { signatures } = shown('same');
  const adds = { ...added, signatures: [...added.signatures, ...signatures] };
  expect(rulesIn(adds, listed)).toHaveLength(1);
  // A list that holds one animal twice is another defect than a list of other animals.
  expect(rulesIn(listed, shown('another'))).toHaveLength(2);
});

test.each<[string, Seen, Seen]>([
  ['an empty list', ['list-animals.filter-few', 'no status listed'], short],
  ['a filter that finds nothing', ['list-animals.filter', 'none of a status'], unknown],
  ['a name that is cut', ['add-animal.keeps-name', 'name: ', 'cut'], odd],
  [
    'two wrong keys',
    ['authentication.wrong-key', 'status 200'],
    ['authentication.wrong-key', 'status 200'],
  ],
  [
    'text that is cut off',
    ['bodies.json', 'no JSON', 'syntax'],
    ['messages.returns-message', 'Message: no JSON'],
  ],
  [
    'lists that fail in another way',
    ['list-animals.limits-accepted', 'status 400'],
    ['list-animals.answers-200', 'status 500'],
  ],
  [
    'a string for an identifier',
    ['list-animals.unique-ids', 'an identifier listed twice'],
    ['list-animals.bare-array', 'Pets/*/id: string'],
  ],
  [
    'a message that is cut to the length of a name',
    ['get-animal.exact-animal', 'name: the animal', 'cut255'],
    ['messages.echo', 'message: the message', 'cut255'],
  ],
  [
    'another field',
    ['add-animal.returns-pet', 'Pet/name: nothing'],
    ['list-animals.bare-array', 'Pets/*/categoryId: nothing'],
  ],
])('%s: a cause of its own', (_, one, other) => {
  expect(rulesOf([one], [other])).toEqual([[one[0]], [other[0]]]);
});

type Failing = readonly [
  rule: string,
  about: Partial<Pick<Failure, 'difference' | 'finding' | 'confirmed'>> & {
    readonly method?: string;
    readonly status?: number;
    readonly operation?: string;
  },
];

/** Whether these failures of one server are one cause. */
function areOne(...failing: readonly Failing[]): boolean {
  const all = failing.map(([rule, { method = 'GET', status = 200, operation, ...about }]) => ({
    rule: { id: rule, kind: 'stated' },
    failure: {
      id: rule,
      difference: null,
      confirmed: { held: 3, of: 3 },
      cases: { failed: 1, of: 9 },
      case: { path: 'one#0' },
      exchanges: [
        {
          operation,
          request: { method, url: '', headers: [] },
          response: { status, headers: [], body: {} },
        },
      ],
      ...about,
    },
  }));
  const found = new Map(all.map((shown) => [shown.failure.id, shown as unknown as Shown]));
  const read = (id: string): Shown => found.get(id) ?? expect.fail(id);
  const rules = all.map(({ rule, failure }) => ({
    ...rule,
    outcome: 'failed',
    failures: [failure],
  }));
  const signatures = signaturesOf({ rules } as unknown as Parameters<typeof signaturesOf>[0]);
  const apart = signatures.map((signature) => ({ rule: undefined, signatures: [signature] }));
  return (
    brokenDown(signatures, read).some(({ length }) => length === all.length) ||
    nowAndThen([...found.values()]).some(({ failures }) => failures.length === all.length) ||
    withTheSameDefect(apart, read).length === 1
  );
}

const statusOf = (actual: number): Finding =>
  ({ kind: 'status', operation: 'listPets', expected: 401, actual }) as Finding;
const altered = (expected: string, actual: string): Finding =>
  ({
    kind: 'field',
    operation: 'createPet',
    what: '',
    field: 'name',
    expected: JSON.stringify(expected),
    actual: JSON.stringify(actual),
  }) as Finding;
const none = 'no Authorization header';
const trusted = 'no key, but headers that some servers trust';
const intermittent = { held: 0, of: 3 };

test.each<[string, Failing, Failing]>([
  [
    'no key that is needed, whatever other header is there',
    ['authentication.every-request', { difference: none }],
    ['authentication.missing-key', { difference: trusted }],
  ],
  [
    'no key that is needed, whatever else is wrong with the request',
    ['authentication.missing-key', { difference: none, operation: 'getPet' }],
    ['authentication.comes-first', { difference: none, operation: 'getPet', status: 404 }],
  ],
  [
    'a form of the key that is accepted for reads and writes',
    ['authentication.writes-nothing', { difference: 'Bearer, another word and the key' }],
    ['authentication.bearer-form', { difference: 'Bearer, another word and the key' }],
  ],
  [
    'an error for wrong keys at both addresses',
    ['authentication.wrong-key', { status: 500, finding: statusOf(500) }],
    ['messages.wrong-key', { status: 500, finding: statusOf(500) }],
  ],
  [
    'any white space that is collapsed',
    ['add-animal.odd-names', { finding: altered('a\tb', 'a b') }],
    ['add-animal.keeps-spaces', { finding: altered('two  spaces', 'two spaces') }],
  ],
  [
    'no key that is needed now and then, at both addresses',
    ['authentication.every-request', { confirmed: intermittent }],
    ['messages.missing-key', { confirmed: intermittent }],
  ],
  [
    'a filter that stays in force, so that a list now and then lacks an animal',
    ['list-animals.no-filter', {}],
    ['list-animals.finds-created', { confirmed: intermittent }],
  ],
  [
    'identifiers that are assigned twice, so that a list now and then lacks an animal',
    ['add-animal.unique-ids', {}],
    ['list-animals.filter-finds', { confirmed: intermittent }],
  ],
])('%s: one cause', (_, one, other) => {
  expect(areOne(one, other)).toBe(true);
});

test.each<[string, Failing, Failing]>([
  [
    'another header that is trusted for writes',
    ['authentication.every-request', { difference: none }],
    ['authentication.missing-key', { difference: trusted, method: 'POST' }],
  ],
  [
    'a check of the key that comes too late at another operation',
    ['authentication.missing-key', { difference: none, operation: 'getPet' }],
    ['authentication.comes-first', { difference: none, operation: 'listPets', status: 400 }],
  ],
  [
    'another refusal at each address',
    ['authentication.wrong-key', { status: 403, finding: statusOf(403) }],
    ['messages.wrong-key', { status: 403, finding: statusOf(403) }],
  ],
  [
    'a name that loses its letters besides',
    ['add-animal.odd-names', { finding: altered('a\tb', 'a') }],
    ['add-animal.keeps-spaces', { finding: altered('two  spaces', 'two spaces') }],
  ],
  [
    'a list that always lacks animals',
    ['add-animal.unique-ids', {}],
    ['list-animals.filter-finds', {}],
  ],
])('%s: a cause of its own, as it shows', (_, one, other) => {
  expect(areOne(one, other)).toBe(false);
});

test('a group of which only a part follows stays whole', () => {
  const more: Seen = ['list-animals.links', 'no link'];
  const cause: Seen = ['list-animals.finds-created', 'not listed'];
  expect(rulesOf([short, more], [cause])).toEqual([[short[0], more[0]], [cause[0]]]);
});

test('a page of a server that fails is told by its status', async () => {
  const change = instead('begin', ({ request: { method, path } }) =>
    method === 'GET' && /\/pets\/\d{11}/.test(path) ? page(500) : undefined,
  );
  const variants = [{ name: 'in-32-bits', sentence: 'Fails for long identifiers.', change }];
  const rules = allRules.filter(({ id }) => /^(?:get-animal|bodies)\./.test(id));
  const { causes } = withCauses(await runInMemory({ variants, rules, seed: 3 }));
  expect(causes?.[0]?.rules).toEqual(expect.arrayContaining(['bodies.json']));
  expect(causes?.[0]?.rules[0]).toBe('get-animal.unknown-id');
});

test('an animal that a get misses follows from gets that find others', () => {
  const findings: Readonly<Record<string, object>> = {
    other: { kind: 'field', operation: 'GET /pets/{petId}', field: 'id' },
    altered: { kind: 'field', operation: 'GET /pets/{petId}', field: 'name' },
    missed: { kind: 'kind of status', operation: 'GET /pets/{petId}', expected: 200, actual: 404 },
  };
  const group = (rule: string, failure: string) => ({
    rule: undefined,
    signatures: [{ rule, experiment: '', at: '', shown: failure, altered: undefined, failure }],
  });
  const ruleOf = (id: string) => (id === 'missed' ? canBeFetched : 'get-animal.exact-animal');
  const read = (id: string): Shown =>
    ({
      rule: { id: ruleOf(id) },
      failure: { exchanges: [], difference: null, finding: findings[id] },
    }) as unknown as Shown;
  const canBeFetched = 'add-animal.can-be-fetched';
  for (const [cause, count] of [
    ['other', 1],
    ['altered', 2],
  ] as const)
    expect(
      withTheSameDefect([group(ruleOf(cause), cause), group(canBeFetched, 'missed')], read),
    ).toHaveLength(count);
});
