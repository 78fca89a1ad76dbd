// Each way in which a report does not follow from itself, with its message. Nothing is judged again here.
import { beforeAll, expect, test } from 'vitest';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { fewRules } from '../../testing/few-rules.js';
import { failure } from '../../testing/reports/fixture-parts.js';
import type { ProblemKind } from './problems.js';
import { reportProblems } from './report-checks.js';

type Changeable<T> = { -readonly [K in keyof T]: Changeable<T[K]> };

const { contract, rules, scope } = fewRules(
  'list-animals.filter',
  'add-animal.keeps-name',
  'add-animal.default-status',
);
let report: Report;
beforeAll(async () => {
  report = await runInMemory({ keepCases: true, rules, scope });
});

const ruleOf = (copy: Changeable<Report>, id: string): Changeable<RuleResult> =>
  copy.rules.find((rule) => rule.id === id) as Changeable<RuleResult>;

test('a report of the kit follows from itself', () =>
  expect(reportProblems(report, contract.ledger)).toEqual([]));

test('a report of format 1 does, whose failed rules include the warnings', () => {
  const copy = structuredClone(report) as Changeable<Report>;
  ruleOf(copy, 'list-animals.filter').outcome = 'failed';
  ruleOf(copy, 'list-animals.filter').kind = 'implied';
  const miscounted = (counts: Partial<Report['counts']>, format: 1 | 2): boolean =>
    reportProblems(
      { ...copy, format, counts: { ...copy.counts, ...counts, passed: copy.counts.passed - 1 } },
      contract.ledger,
    ).some(({ kind }) => kind === 'changed-counts');
  expect(miscounted({ failed: 1, warnings: 1 }, 1)).toBe(false);
  expect(miscounted({ failed: 0, warnings: 1 }, 1)).toBe(true);
  expect(miscounted({ failed: 0, warnings: 1 }, 2)).toBe(false);
  expect(miscounted({ failed: 1, warnings: 1 }, 2)).toBe(true);
});

test.each<[string, (copy: Changeable<Report>) => unknown, ProblemKind, string]>([
  [
    'a question asked otherwise',
    (copy) => (copy.observations[0]!.question = 'Is it fine?'),
    'changed-rule',
    'what the contract leaves no question of: add-animal.default-status',
  ],
  [
    'a failure of what passed',
    (copy) => (ruleOf(copy, 'list-animals.filter').failures = [failure() as Changeable<never>]),
    'impossible-outcome',
    'list-animals.filter is passed, but has a failure.',
  ],
  [
    'what failed without a failure',
    (copy) => (ruleOf(copy, 'list-animals.filter').outcome = 'failed'),
    'impossible-outcome',
    'list-animals.filter is failed, but shows no failure.',
  ],
  [
    'what is undecided without a reason',
    (copy) =>
      Object.assign(ruleOf(copy, 'list-animals.filter'), { outcome: 'cantTell', reason: null }),
    'impossible-outcome',
    'list-animals.filter is cantTell, but does not say why.',
  ],
  [
    'a question that is judged',
    (copy) => (ruleOf(copy, 'add-animal.default-status').outcome = 'passed'),
    'impossible-outcome',
    'add-animal.default-status is passed, but is never judged.',
  ],
  [
    'a rule that is a question',
    (copy) => (ruleOf(copy, 'list-animals.filter').outcome = 'observed'),
    'impossible-outcome',
    'list-animals.filter is observed, but must be judged.',
  ],
  [
    'a question without an answer',
    (copy) => (copy.observations = []),
    'impossible-outcome',
    'add-animal.default-status is observed, but has no answer.',
  ],
  [
    'a question with two answers',
    (copy) => copy.observations.push(structuredClone(copy.observations[0]!)),
    'impossible-outcome',
    'add-animal.default-status is observed, but has 2 answers.',
  ],
  [
    'another count',
    (copy) => (copy.counts.passed += 1),
    'changed-counts',
    'passed is 3 instead of 2',
  ],
  [
    'another verdict',
    (copy) => (copy.verdict = 'inconclusive'),
    'changed-verdict',
    'The verdict is inconclusive, but the outcomes give conformant.',
  ],
  [
    'response times that nobody had',
    (copy) => (copy.latency[0]!.count += 1),
    'changed-counts',
    'do not add up',
  ],
  [
    'response times that fall',
    (copy) => (copy.latency[0]!.min = copy.latency[0]!.max + 1),
    'changed-counts',
    'do not add up',
  ],
  [
    'an exchange with another server',
    (copy) => (copy.samples[0]!.request.url = 'http://another.example/v1/pets'),
    'other-server',
    'is of another server (http://another.example), not of http://in.memory/',
  ],
  [
    'two exchanges of one number',
    (copy) => (copy.samples[1]!.number = copy.samples[0]!.number),
    'other-server',
    'Two different exchanges have the number',
  ],
])('%s is noticed', (_, change, kind, said) => {
  const copy = structuredClone(report) as Changeable<Report>;
  change(copy);
  expect(reportProblems(copy as Report, contract.ledger)).toContainEqual({
    kind,
    message: expect.stringContaining(said) as string,
  });
});

test.each([
  ['is the same exchange', (text: string) => text, []],
  [
    'is another one where that part differs',
    (text: string) => `${text.slice(0, -1)}~`,
    [expect.stringContaining('Two different exchanges have the number')],
  ],
])('an exchange of whose body a sample keeps only a part %s', (_, altered, messages) => {
  const copy = structuredClone(report) as Changeable<Report>;
  const sample = structuredClone(copy.samples.find((one) => one.response?.body?.text)!);
  const body = sample.response!.body!;
  body.text = altered(body.text.slice(0, 10));
  body.truncated = true;
  copy.samples.push(sample);
  const problems = reportProblems(copy as Report, contract.ledger).map(({ message }) => message);
  expect(problems.filter((message) => message.includes('exchanges have'))).toEqual(messages);
});
