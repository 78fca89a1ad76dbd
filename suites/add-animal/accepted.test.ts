// When it is held against a target that it takes none of the valid animals.
import { expect, test } from 'vitest';
import { Breach, NotApplicable } from '../../lib/judge/result/signals.js';
import type { CaseRule } from '../../lib/judge/rules/rule.js';
import { answered, asking } from '../../lib/testing/made-up.js';
import { rules } from './accepted.js';

const accepts = rules.find(({ id }) => id === 'add-animal.answers-201') as CaseRule;

const noEvidence = new NotApplicable(undefined);

const judged = (...statuses: readonly number[]): unknown => {
  const refusals = statuses.map((status) => ({
    ask: asking('createPet', '/pets'),
    answer: answered(status, {}),
  }));
  try {
    return accepts.judge()({ refusals } as never, {} as never);
  } catch (thrown) {
    return thrown;
  }
};

test.each([400, 404, 409, 415, 422])(
  'where each returns %i, which is about its values',
  (status) => {
    expect(judged(status)).toBeInstanceOf(Breach);
    expect(judged(status, 400)).toBeInstanceOf(Breach);
  },
);

test.each([401, 402, 403, 405, 413, 429, 500, 503, 507])(
  'not where one returns %i, which may be about a quota or a key',
  (status) => {
    expect(judged(status)).toEqual(noEvidence);
    expect(judged(400, status)).toEqual(noEvidence);
  },
);

test('not where none was refused', () => {
  expect(judged()).toEqual(noEvidence);
});
