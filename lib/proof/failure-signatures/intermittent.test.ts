// What shows only beside other requests is one cause, whatever it breaks.
import { expect, test } from 'vitest';
import { ruleNamed } from '../../contract/ledger.js';
import type { RuleResult } from '../../judge/result/report.js';
import type { Circumstance } from '../../judge/result/finding.js';
import { failure } from '../../testing/reports/fixture-parts.js';
import { nowAndThen, type Shown } from './intermittent.js';

const isSteady = (circumstance?: Circumstance): boolean =>
  circumstance === undefined || circumstance === 'unusual client';

const shown = (id: string, failed: number, circumstance?: Circumstance): Shown => ({
  rule: { id, kind: ruleNamed(id).kind } as RuleResult,
  failure: failure({
    id,
    cases: { failed, of: 200, inputs: [] },
    confirmed: { held: isSteady(circumstance) ? 3 : 0, of: 3 },
    finding: {
      kind: 'other',
      operation: 'GET /pets',
      what: 'x',
      ...(circumstance && { circumstance }),
    },
  }),
});

test('the rule that it broke most often leads, and what shows each time stays apart', () => {
  const all = [
    shown('list-animals.filter', 18, 'seen once'),
    shown('list-animals.limit-is-maximum', 128, 'seen once'),
    shown('list-animals.no-filter', 4, 'several requests under way'),
    shown('list-animals.default-limit', 20),
  ];
  expect(nowAndThen(all)).toEqual([
    {
      rule: 'list-animals.limit-is-maximum',
      failures: ['list-animals.filter', 'list-animals.limit-is-maximum', 'list-animals.no-filter'],
    },
  ]);
});

test('what only some clients see is one cause', () => {
  const all = [
    shown('add-animal.missing-name', 2, 'unusual client'),
    shown('list-animals.default-limit', 20),
    shown('add-animal.invalid-category', 7, 'unusual client'),
  ];
  expect(nowAndThen(all)).toEqual([
    {
      rule: 'add-animal.invalid-category',
      failures: ['add-animal.missing-name', 'add-animal.invalid-category'],
    },
  ]);
});

test('checks that are left out beside one status are one cause', () => {
  const beside = (id: string, failed: number, cause: string): Shown => {
    const { rule, failure: shownOf } = shown(id, failed);
    const operation = 'POST /pets';
    const finding = {
      kind: 'status',
      operation,
      when: `with ${cause}`,
      expected: 400,
      actual: 201,
    } as const;
    return { rule, failure: { ...shownOf, finding } };
  };
  const status = '`"status": "pending"`';
  const all = [
    beside('add-animal.missing-name', 2, `an empty name, ${status}`),
    beside('add-animal.invalid-category', 7, `\`"categoryId": true\`, ${status}`),
    beside('add-animal.invalid-name', 1, '`"name": 1`'),
    beside('add-animal.invalid-status', 1, `no name, no \`status\``),
  ];
  expect(nowAndThen(all)).toEqual([
    {
      rule: 'add-animal.invalid-category',
      failures: ['add-animal.missing-name', 'add-animal.invalid-category'],
    },
  ]);
});

test('there is none where everything shows each time', () => {
  expect(
    nowAndThen([shown('list-animals.filter', 18), shown('list-animals.no-filter', 4)]),
  ).toEqual([]);
});
