// What is made of values, and what is not taken for a template.
import { describe, expect, test } from 'vitest';
import { failure } from '../../testing/reports/fixture-parts.js';
import type { Wrong } from './report.js';
import { inWords, onlyIn, seenOnce } from './finding-in-words.js';
import { byReason, innermost, reasonInWords, saying, type Reason } from './reasons.js';

const operation = 'GET /pets';
const field: Wrong = {
  kind: 'field',
  operation,
  what: 'Animal {id} is listed',
  field: 'name',
  expected: '"{id}"',
  actual: '"Ada"',
  values: { id: '7' },
};

describe('a finding', () => {
  test('is told with its values, and braces that came from outside stay', () => {
    expect(inWords(field)).toEqual({
      cause: 'Animal 7 is listed with another `name`: "{id}" came back as "Ada".',
      expected: 'name "{id}"',
      actual: 'name "Ada"',
    });
  });

  test.each([
    [0, '0 animals'],
    [1, '1 animal'],
    [38, '38 animals'],
  ])('of %i counts in the singular and the plural', (length, animals) => {
    const values = { query: 'limit={limit}', limit: 37, length };
    expect(inWords({ kind: 'other', operation, what: 'more than the limit', values })).toEqual({
      cause: `\`GET /pets\` with limit={limit} returned ${animals}; expected at most 37.`,
      expected: 'at most 37 animals',
      actual: animals,
    });
  });
});

describe('a reason', () => {
  const request = 'GET /pets/{why}';
  const lost: Reason = { what: 'no response to', values: { request }, why: saying('it is {lost}') };

  test('is told with its values and the reason behind it, and braces that came from outside stay', () => {
    const all: Reason = { what: 'undecided', values: { undecided: 1, cases: 2 }, why: lost };
    expect(reasonInWords(all)).toBe(
      '1 of 2 cases could not be judged: no response to GET /pets/{why} (it is {lost})',
    );
    expect(innermost(all)).toEqual(saying('it is {lost}'));
  });

  test('has a place among others that does not depend on who came first', () => {
    const full: Reason = { what: 'full lists' };
    const all = [saying('b'), full, lost, saying('a')];
    const sorted = [lost, full, saying('a'), saying('b')];
    expect(all.toSorted(byReason)).toEqual(sorted);
    expect(all.toReversed().toSorted(byReason)).toEqual(sorted);
  });
});

describe('a circumstance', () => {
  const seen = failure({ cause: 'It is lost.', finding: field });

  test('stands before the words and among the values', () => {
    expect(onlyIn('fresh connection', seen)).toMatchObject({
      cause: 'Only on a fresh connection: It is lost.',
      finding: { ...field, circumstance: 'fresh connection' },
    });
    expect(seenOnce(seen, 1150)).toMatchObject({
      cause: 'Seen 12 times in 1,150 requests, but not on a retry: It is lost.',
      finding: { ...field, circumstance: 'seen once' },
    });
  });

  test('of words alone makes no values of them', () => {
    expect(onlyIn('fresh connection', failure())).not.toHaveProperty('finding');
  });
});
