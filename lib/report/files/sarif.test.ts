// results.sarif is valid by the published schema, and code scanning shows the same as the other reports.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadLedger } from '../../contract/ledger.js';
import { problemsBySchema } from '../../testing/published-schemas.js';
import { cleanReport, failingReport, manyFailures } from '../../testing/reports/fixture.js';
import { hostileReport } from '../../testing/reports/fixture-hostile.js';
import { knownReport } from '../../testing/reports/fixture-known.js';
import type { Report } from '../../judge/result/report.js';
import { worstFirst } from '../words.js';
import { resultsSarif } from './sarif.js';

interface Log {
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: {
          readonly rules: readonly {
            readonly id: string;
            readonly helpUri: string;
            readonly defaultConfiguration: { readonly level: string };
          }[];
        };
      };
      readonly invocations: readonly [
        {
          readonly executionSuccessful: boolean;
          readonly toolExecutionNotifications?: readonly { readonly message: { text: string } }[];
        },
      ];
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly message: { readonly text: string };
        readonly suppressions?: readonly object[];
        readonly partialFingerprints: Readonly<Record<string, string>>;
        readonly locations: readonly [
          {
            readonly physicalLocation: {
              readonly artifactLocation: { readonly uri: string };
              readonly region: { readonly startLine: number };
            };
          },
        ];
      }[];
    },
  ];
}

const context = { clauses: loadLedger().clauses };
const runOf = (report: Report): Log['runs'][0] =>
  (JSON.parse(resultsSarif(report, context)) as Log).runs[0];

const reports = {
  clean: cleanReport(),
  failing: failingReport(),
  many: manyFailures(),
  hostile: hostileReport(),
  known: knownReport(),
};

describe.each(Object.entries(reports))('of a run: %s', (_name, report) => {
  const { tool, results } = runOf(report);

  test('follows the published schema', () => {
    expect(problemsBySchema('sarif-2.1.0', JSON.parse(resultsSarif(report, context)))).toEqual([]);
  });

  test('has every rule that judges, and every failure under its rule', () => {
    const { rules } = tool.driver;
    expect(rules.map(({ id }) => id)).toEqual(
      report.rules.filter(({ kind }) => kind !== 'open').map(({ id }) => id),
    );
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex]?.id).toBe(ruleId);
    expect(results.map(({ partialFingerprints }) => partialFingerprints['failureId/v1'])).toEqual(
      worstFirst(report).map(({ failure }) => failure.id),
    );
  });

  test('tells alerts apart by rule, not by what a seed made of them', () => {
    const marks = results.map((one) => one.partialFingerprints['primaryLocationLineHash']);
    expect(new Set(marks).size).toBe(marks.length);
    const reseeded = {
      ...report,
      rules: report.rules.map((rule) => ({
        ...rule,
        failures: rule.failures.map((failure) => ({ ...failure, id: `other-${failure.id}` })),
      })),
    };
    expect(
      runOf(reseeded).results.map((one) => one.partialFingerprints['primaryLocationLineHash']),
    ).toEqual(marks);
  });
});

const ofRule = (report: Report, id: string) =>
  runOf(report).results.filter(({ ruleId }) => ruleId === id);

test('stands at the heading of its clause in the contract', () => {
  const lines = readFileSync(
    new URL('../../../spec/animal-store.md', import.meta.url),
    'utf8',
  ).split('\n');
  const [found] = ofRule(failingReport(), 'list-animals.limit-is-maximum');
  const { artifactLocation, region } = found?.locations[0].physicalLocation ?? expect.unreachable();
  expect(artifactLocation.uri).toBe('spec/animal-store.md');
  expect(lines[region.startLine - 1]).toBe('## 4.1 List animals');
  const rule = runOf(failingReport()).tool.driver.rules.find(({ id }) => id === found?.ruleId);
  expect(rule?.helpUri).toMatch(/^https:.*\/spec\/animal-store\.md#41-list-animals$/);
});

test('an implied rule is a warning, and an error where the run was strict', () => {
  const report = failingReport();
  const implied = report.rules.find(
    ({ kind, failures }) => kind === 'implied' && failures.length > 0,
  );
  const id = implied?.id ?? expect.unreachable();
  expect(ofRule(report, id)[0]?.level).toBe('warning');
  const strict = { ...report, run: { ...report.run, strict: true } };
  expect(ofRule(strict, id)[0]?.level).toBe('error');
  expect(ofRule(report, 'list-animals.limit-is-maximum')[0]?.level).toBe('error');
});

test('what the baseline knows is suppressed, with the reason, and fails no check', () => {
  expect(ofRule(knownReport(), 'list-animals.limit-is-maximum')[0]).toMatchObject({
    level: 'note',
    suppressions: [
      {
        kind: 'external',
        status: 'accepted',
        justification:
          'known: The next release mends it. (until 2026-12-31) https://tracker.example/42',
      },
    ],
  });
  expect(ofRule(knownReport(), 'add-animal.keeps-category')[0]).toMatchObject({ level: 'error' });
  expect(ofRule(knownReport(), 'add-animal.keeps-category')[0]).not.toHaveProperty('suppressions');
});

test('a message says what was expected, what came, and how to see it again', () => {
  const text = ofRule(failingReport(), 'add-animal.keeps-category')[0]?.message.text ?? '';
  expect(text).toContain('The categoryId came back with another last digit.');
  expect(text).toMatch(/^Expected: .*9007199254740993/m);
  expect(text).toMatch(/^Actual: .*9007199254740992/m);
  expect(text).toMatch(/^Replay: animal-store-conformance replay f-0002$/m);
});

test('the invocation says what is undecided, and that a run was cut short', () => {
  const report = failingReport();
  const [{ executionSuccessful, toolExecutionNotifications = [] }] = runOf(report).invocations;
  expect(executionSuccessful).toBe(true);
  const undecided = report.rules.filter(
    ({ outcome, kind }) => outcome === 'cantTell' && kind === 'stated',
  );
  expect(undecided).not.toEqual([]);
  for (const { id } of undecided)
    expect(toolExecutionNotifications.map(({ message }) => message.text).join('\n')).toContain(
      `${id} is undecided`,
    );
  const cut = { ...report, run: { ...report.run, interrupted: true } };
  expect(runOf(cut).invocations[0].executionSuccessful).toBe(false);
});
