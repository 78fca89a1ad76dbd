import { expect, test } from 'vitest';
import * as facts from './facts.js';
import { creates, isJudgedAsCatalogue, operations, profileOf } from './operations.js';

test('the facts are those of the contract', () => {
  expect(facts).toMatchObject({
    statuses: ['available', 'pending', 'sold'],
    minimumLimit: 1,
    maximumLimit: 100,
    defaultLimit: 20,
    removalDay: '2030-12-05',
    removalDayInWords: '5 December 2030',
  });
});

test('the operations are those of the contract, each where it belongs', () => {
  const rows = Object.values(operations).map(({ id, method, path, profile, creates }) =>
    [id, method, path, profile, creates ?? 'nothing'].join(' · '),
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "listPets · GET · /pets · catalogue · nothing",
      "createPet · POST · /pets · catalogue · animal",
      "getPet · GET · /pets/{petId} · catalogue · nothing",
      "getStoreOrders · GET · /store/orders · catalogue · nothing",
      "sendMessage · POST · /messages · quickstart · message",
    ]
  `);
});

test('what the contract does not know is asked of the catalogue, and judged as nothing of it', () => {
  expect([profileOf('other'), creates('other'), isJudgedAsCatalogue('other')]).toEqual([
    'catalogue',
    undefined,
    false,
  ]);
  const judged = Object.keys(operations).filter(isJudgedAsCatalogue);
  expect(judged).toEqual(['listPets', 'createPet', 'getPet']);
});
