// A list that a cache may have returned is asked for again, and no list for ever.
import { describe, expect, test } from 'vitest';
import type { Ask, Exchange } from '../../../http/types.js';
import { answered } from '../../../testing/made-up.js';
import { StaleLists } from './stale-lists.js';

const ask = (path: string, validity: Ask['validity'] = 'valid'): Ask => ({
  operation: 'listPets',
  method: 'GET',
  path,
  validity,
  writes: false,
});
const list = (path: string, length: number): Exchange =>
  ({
    ask: ask(path),
    answer: answered(
      200,
      Array.from({ length }, (_, id) => ({ id })),
    ),
  }) as Exchange;

/** A store of which lists are read, and to which animals are added in between. */
function watched() {
  let added = 0;
  const lists = new StaleLists({ count: () => added });
  return {
    lists,
    add: (count = 1): void => void (added += count),
    /** Whether the list is asked for again, which then is this long. */
    reads: (path: string, length: number, again = length): boolean => {
      const before = lists.before(ask(path));
      const isAskedAgain = lists.suspects(list(path, length), before);
      if (isAskedAgain) lists.askedAgain(list(path, length), list(path, again), added);
      return isAskedAgain;
    },
  };
}

describe('a list is asked for again', () => {
  test('if it is as long as before a matching animal was added, and has room for it', () => {
    const { reads, add, lists } = watched();
    expect(reads('/pets?limit=5', 0)).toBe(false);
    expect(reads('/pets?limit=5', 0)).toBe(false);
    add(2);
    expect(reads('/pets?limit=5', 0, 2)).toBe(true);
    expect(reads('/pets?limit=5', 2)).toBe(false);
    // Once, an animal may have been added in between.
    expect(lists.remarks).toEqual([]);
    add();
    expect(reads('/pets?limit=5', 2, 3)).toBe(true);
    expect(lists.remarks).toEqual([
      'Lists may be cached: GET /pets?limit=5 returned an older list, and a newer one when it was sent again. Such a list was not judged.',
    ]);
  });

  test('if a cache may know it by another spelling of its parameters, or by what they mean', () => {
    const { reads, add } = watched();
    expect(reads('/pets?status=sold&limit=5', 0)).toBe(false);
    expect(reads('/pets?limit=20&status=sold', 0)).toBe(false);
    add(3);
    expect(reads('/pets?limit=20', 3)).toBe(false);
    expect(reads('/pets?limit=%35&status=sold&', 0, 3)).toBe(true);
    expect(reads('/pets?status=sold', 0, 3)).toBe(true);
    expect(reads('/pets?limit=20&status=sold', 0, 3)).toBe(true);
    expect(reads('/pets?limit=4&status=sold', 0)).toBe(false);
  });

  test('not if it is full, or longer than before, or was never asked for', () => {
    const { reads, add, lists } = watched();
    add(5);
    expect(reads('/pets?limit=5', 0)).toBe(false);
    add();
    expect(reads('/pets?limit=5', 1)).toBe(false);
    expect(reads('/pets', 20)).toBe(false);
    add();
    expect(reads('/pets', 20)).toBe(false);
    expect(lists.remarks).toEqual([]);
  });

  test('also where another list of that path came in between that is newer', () => {
    const { reads, add, lists } = watched();
    reads('/pets?limit=5', 0);
    add(5);
    const before = lists.before(ask('/pets?limit=5'));
    expect(reads('/pets?limit=5', 5)).toBe(false);
    expect(lists.suspects(list('/pets?limit=5', 0), before)).toBe(true);
  });

  test('only three times at one path if it never changes, and forty times at all', () => {
    const { reads, add, lists } = watched();
    const times = (path: string): number => {
      let asked = 0;
      for (let turn = 0; turn < 6; turn += 1) {
        if (reads(path, 0)) asked += 1;
        add();
      }
      return asked;
    };
    const all = Array.from({ length: 20 }, (_, index) => times(`/pets?limit=${index + 1}`));
    expect(all.slice(0, 13)).toEqual(Array.from({ length: 13 }, () => 3));
    expect(all.reduce((sum, one) => sum + one, 0)).toBe(40);
    expect(lists.remarks).toEqual([]);
  });

  test.each<[string, Ask]>([
    ['an unknown status', ask('/pets?status=lost')],
    ['no valid key', ask('/pets', 'invalid')],
    ['an animal', { ...ask('/pets/1'), operation: 'getPet' }],
  ])('not if it is one of %s', (_, one) => {
    expect(watched().lists.before(one)).toBeUndefined();
  });
});
