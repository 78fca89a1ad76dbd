// What is made of values, and what is not taken for a template.
import { describe, expect, test } from 'vitest';
import { failure } from '../../testing/reports/fixture-parts.js';
import { cleanReport } from '../../testing/reports/fixture.js';
import { withOutages } from './outages.js';
import type { Wrong } from './finding.js';
import { inWords, onlyIn, seenOnce } from './finding-in-words.js';
import {
  byReason,
  hasReason,
  innermost,
  reasonInReport,
  reasonInWords,
  saying,
  saysItsReason,
  type Reason,
} from './reasons.js';

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

describe('the reason of a result', () => {
  const redact = (text: string): string => text.replaceAll('s3cret', '***');
  const reason = '1 of 2 cases could not be judged: no response to GET /pets (s3cret was lost)';
  const why: Reason = {
    what: 'undecided',
    values: { undecided: 1, cases: 2 },
    why: {
      what: 'no response to',
      values: { request: 'GET /pets' },
      why: saying('s3cret was lost'),
    },
  };
  const shown = reasonInReport(why, redact);

  test('has words and values without a secret, and no value that the words do not say', () => {
    const withMore = { ...why, values: { count: 3, ...why.values } };
    expect(reasonInReport(withMore, redact)).toEqual(shown);
    expect(reasonInReport(why)).toEqual({ reason, why });
    expect(shown.reason).toBe(redact(reason));
    expect(JSON.stringify(shown)).not.toContain('s3cret');
    expect(shown.why).toMatchObject({ what: 'undecided', values: { undecided: 1, cases: 2 } });
    expect(reasonInReport(null)).toEqual({ reason: null });
  });

  test('has no values that show a secret once they are put together', () => {
    const status: Reason = { what: 'status', values: { operation: 's3', status: 500 } };
    const hide = (text: string): string => text.replace('s3 returned', '***');
    const words = '*** 500';
    expect(reasonInReport(status, hide)).toEqual({ reason: words, why: saying(words) });
  });

  test('has words that follow from its values', () => {
    for (const one of [shown, { reason: null }]) expect(saysItsReason(one)).toBe(true);
    const { why: said = saying('') } = shown;
    const forged = [
      { reason: shown.reason },
      { reason: null, why: said },
      { ...shown, reason: 'all is well' },
      { ...shown, why: { ...said, values: { undecided: 1, cases: 3 } } },
      { ...shown, why: { ...said, values: { ...said.values, count: 1 } } },
      { ...shown, why: { ...said, what: 'one skipped' } },
      { reason: 'no such key', why: { what: 'no such key' } },
      { reason: 'x', why: { what: 'toString' } },
      { reason: 'x', why: { ...saying('x'), why: saying('y') } },
      { reason: '1 case was skipped: x', why: { what: 'one skipped', why: { what: 'x' } } },
    ];
    for (const one of forged) expect([one, saysItsReason(one)]).toEqual([one, false]);
  });

  test('is known by its values, in any order, and without them by its words', () => {
    const words = { reason: reasonInWords(why) };
    expect(hasReason(words, why)).toBe(true);
    expect(hasReason({ reason: 'other words' }, why)).toBe(false);
    const values = { cases: 2, undecided: 1 };
    expect(hasReason({ reason: 'other words', why: { ...why, values } }, why)).toBe(true);
    for (const other of [
      { ...why, what: 'some undecided' },
      { ...why, values: { ...values, cases: 3 } },
      { ...why, values: { undecided: 1 } },
      { ...why, values: { ...values, count: 1 } },
      { ...why, why: saying('it is lost') },
      { what: 'undecided', values },
    ])
      expect([other, hasReason({ ...words, why: other }, why)]).toEqual([other, false]);
    expect([hasReason(undefined, why), hasReason(words, undefined)]).toEqual([false, false]);
  });
});

test('a rule that a crash breaks has no reason any more, neither in words nor as values', () => {
  const report = cleanReport();
  const rules = report.rules.map((rule) => ({ ...rule, ...reasonInReport(saying('left out')) }));
  const [rule = '', another = ''] = rules.map(({ id }) => id);
  const { run, rules: judged } = withOutages(
    { ...report, rules },
    {
      outages: [],
      crashes: [{ rule, failure: failure() }],
      doubtful: new Map(),
      created: [],
      run: report.run,
    },
  );
  const [crashed, other] = [rule, another].map((id) => judged.find((one) => one.id === id));
  expect(crashed).toMatchObject({ outcome: 'failed', reason: null });
  expect(crashed).not.toHaveProperty('why');
  expect(other).toMatchObject({ reason: 'left out', why: saying('left out') });
  expect(run.outages).toEqual([]);
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
