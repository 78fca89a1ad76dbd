// What a run still finds if its user allows it only few writes, because it is aimed at production, for example.
import { beforeAll, expect, test } from 'vitest';
import { runInMemory } from '../lib/in-memory/in-memory.js';
import { faults, variants } from '../lib/reference/index.js';
import { allRules } from './index.js';

/** Common mistakes in lists, adds, keys and errors. */
const common = [
  'limit-ignored',
  'filter-ignored',
  'limit-100-refused',
  'missing-name-taken',
  'unknown-status-taken',
  'category-rounded',
  'name-in-capitals',
  'key-not-checked',
  'code-missing',
  'status-as-text',
];

/** Without animals of others, a run that only reads would judge little. */
const residents = variants.filter(({ name }) => name === 'residents-5000');

/** What is left of a budget is less than the next case costs. */
const largestCase = 6;

/** The cases of each rule in a run without any limit. */
let whole: ReadonlyMap<string, number>;
beforeAll(async () => {
  whole = new Map((await runInMemory({})).rules.map((rule) => [rule.id, rule.evidence.cases]));
});

test.each<[string, 'exchanges' | 'writes', number]>([
  ['maxRequests', 'exchanges', 400],
  ['maxWrites', 'writes', 50],
])('%s is never passed, and what is left out is untested', async (budget, used, most) => {
  const limited = { [budget]: most };
  const { verdict, counts, run, rules } = await runInMemory({ limits: limited });
  expect([verdict, counts.failed, counts.cantTell]).toEqual(['no-violation-found', 0, 0]);
  expect(run.scope.budget).toEqual(limited);
  expect(run[used]).toBeLessThanOrEqual(most);
  expect(run[used]).toBeGreaterThan(most - largestCase);
  const untested = rules.filter(({ reason }) => reason?.includes('outside the budget (--max-'));
  expect(untested.length).toBeGreaterThan(10);
  // A rule that passed all the same had every one of its cases, or those that only read; those over every exchange saw fewer.
  for (const { form, id, experiments } of allRules) {
    const rule = rules.find((one) => one.id === id);
    const reads = experiments.some(({ needs = [] }) => !needs.includes('writes'));
    if (rule?.outcome === 'passed' && form !== 'exchanges' && !(used === 'writes' && reads))
      expect(rule.evidence.cases, id).toBe(whole.get(id));
  }
});

test('with few writes, no rule is left untested that a run without any would judge', async () => {
  const passedWith = async (changes: object): Promise<readonly string[]> => {
    const { rules, counts } = await runInMemory({ variants: residents, ...changes });
    expect(counts.failed).toBe(0);
    return rules.flatMap(({ id, outcome }) => (outcome === 'passed' ? [id] : []));
  };
  const scope = { full: false, readOnly: true, only: [], shard: null };
  const some = await passedWith({ limits: { maxWrites: 30 } });
  expect(some).toEqual(expect.arrayContaining([...(await passedWith({ scope }))]));
});

test('with fifty writes, of ten common bugs at least eight are found', async () => {
  const chosen = faults.filter(({ name }) => common.includes(name));
  expect(chosen).toHaveLength(common.length);
  const found: string[] = [];
  // Two at a time, of different parts of the contract: each has to fail a rule of its own.
  const half = chosen.length / 2;
  for (let at = 0; at < half; at += 1) {
    const both = [chosen[at], chosen[at + half]].flatMap((fault) => fault ?? []);
    const { rules } = await runInMemory({ limits: { maxWrites: 50 }, faults: both });
    const failed = rules.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));
    found.push(...both.filter(({ rule }) => failed.includes(rule)).map(({ name }) => name));
  }
  expect(found.length, found.join(', ')).toBeGreaterThanOrEqual(8);
});
