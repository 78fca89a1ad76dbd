// What a run still finds if its user allows it only few writes, because it is aimed at production, for example.
import { describe, expect, test } from 'vitest';
import { runInMemory } from '../lib/in-memory/in-memory.js';
import { faults } from '../lib/reference/index.js';

const limits = { maxWrites: 50 };

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

describe('with fifty writes', () => {
  test('a correct server is found no violation in, and little remains', async () => {
    const { verdict, counts, run } = await runInMemory({ limits });
    expect([verdict, counts.failed, counts.cantTell]).toEqual(['no-violation-found', 0, 0]);
    expect(run.created.length).toBeLessThan(50);
    expect(run.scope.budget).toEqual(limits);
  });

  test('of ten common bugs at least eight are found', async () => {
    const chosen = faults.filter(({ name }) => common.includes(name));
    expect(chosen).toHaveLength(common.length);
    const found: string[] = [];
    // Two at a time, of different parts of the contract: each has to fail a rule of its own.
    const half = chosen.length / 2;
    for (let at = 0; at < half; at += 1) {
      const both = [chosen[at], chosen[at + half]].flatMap((fault) => fault ?? []);
      const { rules } = await runInMemory({ limits, faults: both });
      const failed = rules.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));
      found.push(...both.filter(({ rule }) => failed.includes(rule)).map(({ name }) => name));
    }
    expect(found.length, found.join(', ')).toBeGreaterThanOrEqual(8);
  });
});
