// When gets alone tell that others have removed animals: some are gone, and not too many of those that this run added.
import { expect, test } from 'vitest';
import type { Exchange } from '../../../http/types.js';
import { answered, asking } from '../../../testing/made-up.js';
import { changedByGets } from './seen-by-gets.js';
import type { StoreReader } from './store-reader.js';

const numbered = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + index);
const own = numbered(100, 60);
const others = numbered(1, 2);

function readerWithout(gone: readonly number[]): StoreReader {
  const now = (id: string): string => (gone.includes(Number(id)) ? 'gone' : 'sold');
  const reader: Partial<StoreReader> = {
    servesGetPet: () => true,
    statusById: async (ids) => new Map(ids.map((id) => [id, now(id) as 'gone' | 'sold'])),
    goneOf: async (ids) => ids.filter((id) => gone.includes(Number(id))),
  };
  return reader as StoreReader;
}

const listOf = (ids: readonly number[]): Partial<Exchange> => ({
  ask: asking('listPets', '/pets?limit=100'),
  answer: answered(
    200,
    ids.map((id) => ({ id, name: 'Rex', categoryId: 1, status: 'sold' })),
  ),
});

test.each<[string, { gone: readonly number[]; listed?: readonly number[] }, number | undefined]>([
  ['a few of each kind', { gone: [...own.slice(20, 24), ...others.slice(1)] }, 5],
  ['a third of its own', { gone: own.slice(20, 40) }, undefined],
  [
    'most of what lists do not show, where they show nearly all',
    { gone: own.slice(50, 59), listed: own.slice(0, 50) },
    9,
  ],
])('%s', async (_, { gone, listed = [] }, expected) => {
  const changed = await changedByGets({
    reader: readerWithout(gone),
    suspect: { id: '159', from: undefined },
    shown: [...others, ...own].map(String),
    ofLists: { lists: [listOf(listed) as Exchange], wasListed: () => false, shareRemoved: 0 },
    isOwn: (id) => own.includes(Number(id)),
  });
  expect(changed?.length).toBe(expected);
});
