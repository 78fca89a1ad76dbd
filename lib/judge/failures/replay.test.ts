// The way back from a report: a failure by its id, then its rule and what of it has to be sent.
import { describe, expect, test } from 'vitest';
import { limitOf, lists, madeUpRun, refusal, rows, is200 } from '../../testing/made-up.js';
import { breach, everyExchange, remembering, rule } from '../rules/index.js';
import { namesOf } from '../run/cases/names.js';
import { seedOf } from '../evidence/chosen.js';
import { failureIn, replayed, type ReportedFailure, rulesToRepeat } from './replay.js';

const early = lists([5], { name: 'early lists', stage: 'sparse' });
const late = lists([3, 5], { name: 'lists #2' });
const every = everyExchange(
  'errors.error-object',
  [lists([1], { name: 'its own' })],
  ({ answer }) => answer?.status === 500,
  (exchange) => breach({ cause: 'A 500.', expected: 'none', actual: 'one', exchange }),
);
const rules = [
  rule(rows.alsoStated, early, is200),
  rule(rows.stated, late, is200),
  remembering(rows.implied, late, () => is200),
  every,
];
const [ofEarly, ofLate, comparing] = rules;

const { report } = await madeUpRun(rules, {
  script: (request) => (limitOf(request) === 5 ? refusal(500) : undefined),
});
const firstOf = (id: string): ReportedFailure => {
  const failure = report.rules.find((result) => result.id === id)?.failures[0];
  return failureIn(report, failure?.id ?? 'none') ?? expect.fail(`nothing failed in ${id}`);
};
const placed = ({ result, failure }: ReportedFailure, path: string): ReportedFailure => ({
  result,
  failure: { ...failure, case: { ...failure.case, path } },
});

test('a failure is found by its id, with the rule that it is of', () => {
  for (const result of report.rules) {
    expect(result.failures).toHaveLength(1);
    for (const failure of result.failures)
      expect(failureIn(report, failure.id)).toEqual({ result, failure });
  }
  expect(failureIn(report, '00000000')).toBeUndefined();
});

describe('what is sent again', () => {
  const [name] = namesOf(early, [5]);

  test('is the one case that shows it', () => {
    expect(replayed(firstOf(rows.stated), rules)).toEqual({
      rule: ofLate,
      onlyCase: {
        experiment: late,
        path: '1',
        seed: seedOf(7, 'lists #2'),
        input: 'limit=5',
        name,
      },
      populated: true,
    });
  });

  test('was seen before the lists were filled, where its experiment runs earlier', () => {
    expect(replayed(firstOf(rows.alsoStated), rules)).toMatchObject({
      rule: ofEarly,
      onlyCase: { experiment: early, path: '0' },
      populated: false,
    });
  });

  test('is the whole rule, where it compares cases', () => {
    expect(replayed(firstOf(rows.implied), rules)).toEqual({
      rule: comparing,
      onlyCase: undefined,
      populated: true,
    });
  });

  test('is the whole rule, where a case of another one crashed the candidate', () => {
    expect(replayed(placed(firstOf(rows.stated), 'early lists#0'), rules)).toEqual({
      rule: ofLate,
      onlyCase: undefined,
      populated: false,
    });
  });

  test('is for a rule over every exchange what another rule sent, whatever the case is called', () => {
    expect(replayed(firstOf(every.id), rules)).toEqual({
      rule: every,
      onlyCase: { experiment: early, path: '0', seed: seedOf(7, 'early lists'), name },
      populated: false,
    });
  });

  test('is the whole rule, where it was seen while the run was prepared', () => {
    expect(replayed(placed(firstOf(every.id), '#'), rules)).toEqual({
      rule: every,
      onlyCase: undefined,
      populated: false,
    });
  });
});

test('other rules than those of the report lead nowhere', () => {
  const found = firstOf(rows.stated);
  expect(
    replayed(
      found,
      rules.filter(({ id }) => id !== rows.stated),
    ),
  ).toBeUndefined();
  expect(replayed(placed(found, 'lists of old#1'), rules)).toBeUndefined();
  // No such place was ever written: read as one, it would be a case of "late".
  const unnamed = rule(rows.alsoStated, lists([1], { name: 'late' }), is200);
  expect(replayed(placed(found, 'later'), [...rules, unnamed])).toBeUndefined();
});

test('a rule over every exchange is repeated with a rule that sends what broke it', () => {
  const only = (id: string) => ({ rules: report.rules.filter((result) => result.id === id) });
  const { failure } = firstOf('errors.error-object');
  const sender = rules.find(({ experiments }) =>
    experiments.some(({ name }) => failure.case.path.startsWith(`${name}#`)),
  );
  expect(sender?.id).toBeDefined();
  expect(sender?.id).not.toBe('errors.error-object');
  expect(rulesToRepeat(only('errors.error-object'), rules)).toEqual([
    'errors.error-object',
    sender?.id,
  ]);
  const itself = String(sender?.id);
  expect(rulesToRepeat(only(itself), rules)).toEqual([itself]);
  expect(rulesToRepeat(report, rules)).toHaveLength(4);
});
