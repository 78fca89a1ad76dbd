import { expect, test } from 'vitest';
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
    'it needs requests that write, and this run is read-only',
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
  expect(unmetNeed(needing(need), { ...everything, ...missing })).toEqual({ outcome, reason });
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
  expect(unmetNeed(needing('quickstart', 'writes'), nothing)?.reason).toContain('--quickstart URL');
  expect(unmetNeed(needing('writes', 'quickstart'), nothing)?.reason).toContain('read-only');
});
