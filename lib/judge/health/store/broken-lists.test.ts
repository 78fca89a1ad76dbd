import { expect, test } from 'vitest';
import type { Exchange } from '../../../http/types.js';
import { BrokenLists } from './broken-lists.js';

const exchange = (number: number, operation: 'listPets' | 'createPet', status: number): Exchange =>
  ({
    number,
    ask: {
      operation,
      method: operation === 'listPets' ? 'GET' : 'POST',
      path: '/pets',
      validity: operation === 'listPets' ? 'valid' : 'open',
      ...(operation === 'createPet' && { body: String.raw`{"name":"\ud83d","categoryId":1}` }),
    },
    answer: { status },
  }) as Exchange;

type Row = Readonly<Parameters<typeof exchange>>;

const told = (...all: readonly Row[]): readonly string[] => {
  const lists = new BrokenLists();
  for (const one of all) lists.note(exchange(...one));
  return lists.remarks;
};

test('the request after which lists failed is named', () => {
  const [remark] = told(
    [1, 'listPets', 200],
    [2, 'createPet', 500],
    [5, 'listPets', 500],
    [3, 'listPets', 200],
    [4, 'listPets', 500],
    [6, 'listPets', 500],
  );
  expect(remark).toBe(
    String.raw`Lists have returned 500 since POST /pets {"name":"\ud83d","categoryId":1} returned 500: the service seems to have stored an animal that it cannot list. Begin with this request.`,
  );
});

test.each<readonly [string, readonly Row[]]>([
  ['some lists succeed later', [[9, 'listPets', 200]]],
  ['two requests may be to blame', [[3, 'createPet', 500]]],
])('nothing is said where %s', (_, more) => {
  const all: readonly Row[] = [
    [1, 'listPets', 200],
    [2, 'createPet', 500],
    ...[4, 5, 6].map((number) => [number, 'listPets', 500] as const),
  ];
  expect(told(...all)).toHaveLength(1);
  expect(told(...all, ...more)).toEqual([]);
});

test('nothing is said where no list ever succeeded, or too few failed', () => {
  expect(
    told([2, 'createPet', 500], ...[4, 5, 6].map((number) => [number, 'listPets', 500] as const)),
  ).toEqual([]);
  expect(told([1, 'listPets', 200], [2, 'createPet', 500], [4, 'listPets', 500])).toEqual([]);
});
