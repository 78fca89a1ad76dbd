// What a log gets while a run goes on: nothing twice, though a candidate may be started again and again.
import { expect, test } from 'vitest';
import type { RuleResult } from '../../judge/result/report.js';
import { failingReport } from '../../testing/reports/fixture.js';
import { showProgress, suitesOf } from './progress.js';

test('a phase that is repeated, and a rule that fails again, are said once', () => {
  const written: string[] = [];
  const failed = failingReport().rules.find(({ outcome }) => outcome === 'failed') as RuleResult;
  const progress = showProgress({
    output: { write: (text) => written.push(text) > 0, isTTY: false, columns: 100 },
    environment: {},
    style: 'plain',
    strict: false,
    suites: suitesOf([failed.id]),
  });
  for (let part = 0; part < 2; part++) {
    progress.event({ type: 'started', rules: 1 });
    progress.event({ type: 'rule', result: failed, done: 1, of: 1, exchanges: 1 });
    for (let time = 0; time < 3; time++) progress.phase('starting it again');
  }
  progress.end();
  const lines = written.join('').split('\n');
  expect(lines.filter((line) => line === 'starting it again')).toHaveLength(2);
  expect(lines.filter((line) => line.includes(failed.id))).toHaveLength(1);
});

test('what fails is left to a result that shows it right after, and a log counts the requests', () => {
  const written: string[] = [];
  const failed = failingReport().rules.find(({ outcome }) => outcome === 'failed') as RuleResult;
  const progress = showProgress({
    output: { write: (text) => written.push(text) > 0, isTTY: false, columns: 100 },
    environment: {},
    style: 'plain',
    strict: false,
    suites: suitesOf([failed.id, 'version.base-path']),
    expected: 1040,
    showsFailures: false,
  });
  progress.event({ type: 'started', rules: 2 });
  progress.event({ type: 'rule', result: failed, done: 1, of: 2, exchanges: 10 });
  progress.end();
  expect(written).toEqual(['  1 of 2 rules and observations, 10 of about 1,040 requests\n']);
});

test('a long wait for new animals is explained when it begins', () => {
  const written: string[] = [];
  const progress = showProgress({
    output: { write: (text) => written.push(text) > 0, isTTY: false, columns: 100 },
    environment: {},
    style: 'plain',
    strict: false,
    suites: new Map(),
  });
  for (let time = 0; time < 2; time++)
    progress.event({ type: 'waiting', where: 'lists', mostMs: 45_000 });
  progress.end();
  expect(written).toEqual(['Waiting up to 45 s for new animals to appear in lists\n']);
});
