// The name of a case stays when others come, go or move.
import { describe, expect, test } from 'vitest';
import { lists, limitOf, madeUpRun, rows } from '../../../testing/made-up.js';
import { expectStatus, rule } from '../../rules/index.js';
import type { AnyExperiment } from '../../rules/rule.js';
import { namesOf } from './names.js';

const words = { name: 'words', describe: (value: string) => value } as unknown as AnyExperiment;
const [a, b, c] = namesOf(words, ['a', 'b', 'c']) as [string, string, string];

describe('the name of a case', () => {
  test('follows from its words alone', () => {
    expect(new Set([a, b, c]).size).toBe(3);
    expect(namesOf(words, ['c', 'new', 'a'])).toEqual([c, expect.any(String), a]);
  });

  test('is one more each time that the same is sent', () => {
    expect(namesOf(words, ['a', 'b', 'a', 'a'])).toEqual([a, b, `${a}.2`, `${a}.3`]);
  });

  test('is told apart by place only where there are no words', () => {
    const silent = { name: 'silent' } as AnyExperiment;
    expect(new Set(namesOf(silent, [{}, {}, {}])).size).toBe(3);
  });

  test('is what was measured, where a target has its own words for the same', () => {
    expect(namesOf(words, ['a', 'id 401', 'c', 'id 402'], [a, 'x', c])).toEqual([
      a,
      'x',
      c,
      namesOf(words, ['id 402'])[0],
    ]);
  });

  test('that was measured stays where a case is added in the midst, at the end or in front', () => {
    for (const cases of [
      ['a', 'new', 'b', 'c'],
      ['a', 'b', 'c', 'new'],
      ['new', 'a', 'b', 'c'],
    ]) {
      const names = namesOf(words, cases, [a, b, c]);
      expect(cases.map((one, at) => [one, names[at]]).filter(([one]) => one !== 'new')).toEqual([
        ['a', a],
        ['b', b],
        ['c', c],
      ]);
      expect([a, b, c]).not.toContain(names[cases.indexOf('new')]);
    }
  });
});

test('a case that is added in the midst is sent last, and the others as they were measured', async () => {
  const cases = [...namesOf(lists([1, 2, 3]), [1, 2, 3])];
  const order = { first: { costs: 1, cases, ranks: [2, 0, 1] } };
  const sent = async (limits: readonly number[]): Promise<readonly number[]> => {
    const first = rule(rows.stated, lists(limits, { name: 'first' }), (exchange) =>
      expectStatus(exchange, 200, 'here'),
    );
    const { seen } = await madeUpRun([first], { order, concurrency: 1 });
    return seen.map(limitOf);
  };
  expect(await sent([1, 2, 3])).toEqual([2, 3, 1]);
  expect(await sent([1, 7, 2, 8, 3])).toEqual([2, 3, 1, 7, 8]);
  expect(await sent([3, 1])).toEqual([3, 1]);
});

test('a failure says by what its case is known, but not where it was made smaller', async () => {
  const fails = (limits: readonly number[], smaller: boolean) =>
    madeUpRun(
      [
        rule(
          rows.stated,
          lists(limits, smaller ? { smaller: (limit) => (limit > 5 ? [limit - 1] : []) } : {}),
          (exchange) => expectStatus(exchange, 201, 'here'),
        ),
      ],
      { confirmations: 0 },
    );
  const caseIn = async (limits: readonly number[], smaller = false) =>
    (await fails(limits, smaller)).report.rules[0]?.failures[0]?.case;
  const [name] = namesOf(lists([9]), [9]);
  expect(await caseIn([9])).toMatchObject({ path: 'made-up lists#0', name });
  expect(await caseIn([9], true)).not.toHaveProperty('name');
});

test('what is picked from the store goes by its number: elsewhere the first is another one', async () => {
  const picked = (limits: readonly number[]) =>
    rule(rows.stated, lists(limits, { picked: true }), (exchange) =>
      expectStatus(exchange, 201, 'here'),
    );
  for (const limit of [7, 8]) {
    const { report } = await madeUpRun([picked([limit])]);
    expect(report.rules[0]?.failures[0]?.case).toMatchObject({ name: '0' });
  }
});
