// What a list for an unknown status shows.
import { expect, test } from 'vitest';
import { Breach, Undecided } from '../../lib/judge/result/signals.js';
import type { CaseRule } from '../../lib/judge/rules/rule.js';
import { answered, asking } from '../../lib/testing/made-up.js';
import { rules } from './unknown.js';

const rule = rules.find(({ id }) => id === 'list-animals.unknown-status') as CaseRule;
const shown = { id: 1, name: 'Ada', categoryId: 7, status: 'sold' };

const judged = (status: number, body: unknown, matching: number): unknown => {
  const list = { ask: asking('listPets', '/pets?status=x'), answer: answered(status, body) };
  try {
    const value = { status: 'x', matching, shortOfAnimals: 'cantTell' };
    rule.judge()({ lists: [list] } as never, value as never);
    return 'passed';
  } catch (thrown) {
    return thrown;
  }
};

test('animals in it break the rule, and none of them where there are some pass', () => {
  expect(judged(200, [shown], 1)).toBeInstanceOf(Breach);
  expect(judged(200, [], 1)).toBe('passed');
  expect(judged(400, {}, 1)).toBe('passed');
});

test('an empty one shows nothing where there are no animals, and a refusal does', () => {
  expect(judged(200, [], 0)).toEqual(
    new Undecided({ what: 'none for an unknown status' }, 'cantTell'),
  );
  expect(judged(400, {}, 0)).toBe('passed');
});
