// A run in four parts, each with its own server, says the same as the whole run, on the correct server and on faulty
// ones. A fault may have other effects if it shows only through what other rules left in the store. The faults here
// were chosen to show whether a rule lost its evidence, its animals or its place in the order.
import { describe, expect, test } from 'vitest';
import { allRules } from '../../suites/index.js';
import { mergeReports } from '../judge/result/merge.js';
import type { Report } from '../judge/result/report.js';
import { shardOf } from '../judge/run/shard.js';
import { faults, type Fault } from '../reference/index.js';
import { runInMemory } from '../in-memory/in-memory.js';
import { seed } from './sample.js';

async function partsOf(faulty: readonly Fault[], of: number): Promise<readonly Report[]> {
  const parts: Report[] = [];
  for (let index = 1; index <= of; index++) {
    const shard = { index, of };
    parts.push(
      await runInMemory({
        faults: faulty,
        seed,
        rules: shardOf(allRules, shard),
        scope: { full: false, readOnly: false, only: [], shard },
      }),
    );
  }
  return parts;
}

const outcomes = ({ rules }: Report): readonly string[] =>
  rules.map(({ id, outcome }) => `${id} ${outcome}`);
/**
 * These two answers depend on the store and the moment: on the identifier of an animal, and on how soon it was listed.
 */
const regardless: Readonly<Record<string, (answer: string) => string>> = {
  'get-animal.no-integer-answer': (answer) => answer.replace(/\d+/g, 'N'),
  'list-animals.delay': () => 'a time',
};
const observations = (report: Report): readonly string[] =>
  report.observations
    .map(({ id, answer }) => `${id}: ${regardless[id]?.(answer) ?? answer}`)
    .sort();

async function expectTheSame(
  faulty: readonly Fault[],
): Promise<{ readonly whole: Report; readonly parts: readonly Report[] }> {
  const whole = await runInMemory({ faults: faulty, seed });
  const parts = await partsOf(faulty, 4);
  const merged = mergeReports([...parts].reverse());
  expect(outcomes(merged)).toEqual(outcomes(whole));
  expect(observations(merged)).toEqual(observations(whole));
  expect({
    verdict: merged.verdict,
    profiles: merged.profiles,
    counts: merged.counts,
    summary: merged.summary,
  }).toEqual({
    verdict: whole.verdict,
    profiles: whole.profiles,
    counts: whole.counts,
    summary: whole.summary,
  });
  expect(merged.run.scope).toEqual(whole.run.scope);
  return { whole, parts };
}

describe('four shards, merged', () => {
  test('the correct server', async () => {
    const { whole, parts } = await expectTheSame([]);
    expect(whole.verdict).toBe('conformant');
    // A part speaks only for itself, and never for the whole run.
    for (const { verdict, rules } of parts)
      expect({
        verdict,
        cantTell: rules.filter(({ outcome }) => outcome === 'cantTell'),
      }).toEqual({ verdict: 'no-violation-found', cantTell: [] });
    const slowest = Math.max(...parts.map(({ run }) => run.exchanges));
    expect(slowest).toBeLessThan(0.6 * whole.run.exchanges);
  });

  test.each([
    [
      [
        'filter-falls-back-to-all', // shows only while some status has no animals
      ],
    ],
    [
      [
        'wrong-key-500', // a response to one suite breaks a rule of another
        'filter-ignored-for-pending', // shows only while other animals exist
        'message-null-500', // affects the quickstart alone
      ],
    ],
  ])('the faults %j', async (names) => {
    const faulty = faults.filter((one) => names.includes(one.name));
    expect(faulty).toHaveLength(names.length);
    const { whole } = await expectTheSame(faulty);
    const failed = whole.rules.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));
    expect(failed).toEqual(expect.arrayContaining(faulty.map(({ rule }) => rule)));
  });
});
