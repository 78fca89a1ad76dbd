import { expect, test } from 'vitest';
import { reasonInWords } from '../result/reasons.js';
import { experiment, type Need } from '../rules/rule.js';
import { unmetNeed, type Circumstances } from './needs.js';

const everything: Circumstances = {
  readOnly: false,
  hasQuickstart: true,
  servesGetPet: true,
};
const needing = (...needs: Need[]) =>
  experiment<unknown, unknown>({
    name: 'made up',
    stage: 'sparse',
    needs,
    cases: () => [],
    send: async () => undefined,
  });

test.each<[Need, Partial<Circumstances>, string, string]>([
  [
    'writes',
    { readOnly: true },
    'untested',
    'testing this needs requests that write, and this run is read-only',
  ],
  [
    'quickstart',
    { hasQuickstart: false },
    'untested',
    'no quickstart address was given (--quickstart URL)',
  ],
  [
    'getPet',
    { servesGetPet: false },
    'inapplicable',
    'GET /pets/{petId} is no longer available, which the contract allows from 5 December 2030',
  ],
])('%s', (need, missing, outcome, reason) => {
  expect(unmetNeed(needing(need), everything)).toBeUndefined();
  const unmet = unmetNeed(needing(need), { ...everything, ...missing });
  expect([unmet?.outcome, unmet && reasonInWords(unmet.reason)]).toEqual([outcome, reason]);
  expect(unmetNeed(needing(), { ...everything, ...missing })).toBeUndefined();
});

test('full lists that are there may be read, also where nothing may be added', () => {
  expect(unmetNeed(needing('population'), { ...everything, readOnly: true })).toBeUndefined();
});

test('the first need that is not met is told', () => {
  const nothing: Circumstances = {
    readOnly: true,
    hasQuickstart: false,
    servesGetPet: false,
  };
  const first = (...needs: readonly Need[]) => unmetNeed(needing(...needs), nothing)?.reason.what;
  expect(first('quickstart', 'writes')).toBe('no quickstart');
  expect(first('writes', 'quickstart')).toBe('run is read-only');
});
