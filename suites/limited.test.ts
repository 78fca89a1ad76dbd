// Runs that send only some of all cases: they accuse no honest server, although they have not learned what a whole run
// learns of it on the way.
import { expect, test } from 'vitest';
import { runInMemory, type InMemory } from '../lib/in-memory/in-memory.js';
import { insteadOfRefusal, replace } from '../lib/reference/changes/change.js';
import { faultNamed, type Variant, variantNamed } from '../lib/reference/index.js';
import { Refusal } from '../lib/reference/refusal.js';
import { oneIn } from '../lib/proof/sample.js';
import { allRules } from './index.js';

const partial = { full: false, readOnly: false, only: [], shard: null };

/** It judges lists, and no case of it looks for a single animal in them. */
const listsAlone = ['list-animals.filter', 'list-animals.full-pages', 'version.base-path'];

const runs: readonly (readonly [variant: string, limit: string, InMemory])[] = [
  ['listed-3-s-late', '--max-requests 300', { limits: { maxRequests: 300 } }],
  ['listed-30-s-late', '--max-requests 300', { limits: { maxRequests: 300 } }],
  ['lists-cached-30-s', '--max-requests 300', { limits: { maxRequests: 300 } }],
  ['a-replica-1400-ms-late', '--max-requests 300', { limits: { maxRequests: 300 } }],
  ['a-replica-1400-ms-late', '--effort quick', { effort: 'quick', scope: partial }],
  [
    'lists-cached-30-s',
    '--only',
    { rules: allRules.filter(({ id }) => listsAlone.includes(id)), scope: partial },
  ],
  ['one-replica-fetches-5-s-late', '--max-writes 40', { limits: { maxWrites: 40 } }],
  ['status-lapses', '--max-requests 1000', { limits: { maxRequests: 1_000 } }],
  ['sold-by-others', '--max-requests 600', { limits: { maxRequests: 600 } }],
  ['reserved-and-freed', '--max-requests 1000', { limits: { maxRequests: 1_000 } }],
];

test.each(oneIn(3, runs))('%s: accused of nothing with %s', async (name, _, options) => {
  const { rules } = await runInMemory({
    ...options,
    variants: [variantNamed(name)].flatMap((variant) => variant ?? []),
    seed: 1,
  });
  const failed = rules.filter(({ outcome }) => outcome === 'failed');
  expect(failed.map(({ id, failures }) => [id, failures[0]?.cause])).toEqual([]);
});

// What is plain is not given up because no request is left to look again.
test.each([
  ['listed-pending-as-available-without-filter', 'list-animals.as-created'],
  ['no-status-fetched-other', 'get-animal.exact-animal'],
])('%s: found with --max-requests 300', async (name, rule) => {
  const { rules } = await runInMemory({
    limits: { maxRequests: 300 },
    faults: [faultNamed(name)].flatMap((fault) => fault ?? []),
    seed: 1,
  });
  expect(rules.find(({ id }) => id === rule)?.outcome).toBe('failed');
});

/** Whatever is added, there is room for so many animals. */
const roomFor = (most: number, status: number): Variant => {
  let taken = 0;
  const change = replace('readNewAnimal', (read) => (call) => {
    if (taken >= most) throw new Refusal(status, 'quota', 'The quota is used up.');
    const animal = read(call);
    taken += 1;
    return animal;
  });
  return { name: 'full', sentence: 'Has room for few animals.', change };
};

// A full store is recognised by a list and two more animals, for which the budget leaves no room.
const full = [0, 2, 20].flatMap((most) => [403, 507].map((status) => [most, status] as const));
test.each(oneIn(3, full))(
  'a store that takes %i animals, and then returns %i: accused of nothing with any budget',
  async (most, status) => {
    const budgets = [{}, { maxWrites: 25 }, { maxRequests: 150 }, { maxRequests: 300 }];
    const accused: unknown[] = [];
    for (const limits of budgets) {
      const variants = [roomFor(most, status)];
      const { rules } = await runInMemory({ variants, animals: 30, seed: 1, limits });
      for (const { id, outcome, failures } of rules)
        if (outcome === 'failed') accused.push([limits, id, failures[0]?.cause]);
    }
    expect(accused).toEqual([]);
  },
);

test('a store that refuses invalid animals with 403 is not full', async () => {
  const change = insteadOfRefusal('readNewAnimal', () => {
    throw new Refusal(403, 'forbidden', 'Not this one.');
  });
  const variants = [{ name: 'forbidding', sentence: 'Forbids invalid animals.', change }];
  for (const limits of [{ maxWrites: 25 }, { maxRequests: 300 }]) {
    const { rules } = await runInMemory({ variants, seed: 1, limits });
    const failed = rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
    expect(failed).toContain('add-animal.invalid-category');
  }
});
