// Which of the filtered lists can show what a limit does.
import { expect, test } from 'vitest';
import { maximumLimit } from '../../lib/contract/facts.js';
import { someOfEach } from '../../lib/judge/rules/index.js';
import { filteredPages, filterInFront, type Asked } from './lists.js';

const few = {
  status: 'sold',
  others: 200,
  mayBeFew: true,
  shortOfAnimals: 'cantTell',
} as const;

test.each<[what: string, of: Partial<Asked>, may: boolean]>([
  ['as many as the limit', { limit: 7, matching: 7 }, true],
  ['fewer than the limit', { limit: 8, matching: 7 }, false],
  ['fewer than the highest limit', { limit: maximumLimit, matching: 7 }, true],
  ['as many as a run adds', { limit: someOfEach, matching: 500 }, true],
  // A fuller store gets no more cases.
  ['more than a run adds', { limit: someOfEach + 1, matching: 500 }, false],
  ['any number where the run fills the list', { limit: 99, matching: 7, mayBeFew: false }, true],
])('where it holds %s', (_, of, may) => {
  const list = { ...few, matching: 0, ...of };
  expect([filteredPages.reveals?.(list), filterInFront.reveals?.(list)]).toEqual([may, may]);
});
