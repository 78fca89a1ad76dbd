// Code scanning shows by results.sarif the same as the other reports.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadLedger } from '../../contract/ledger.js';
import { cleanReport, failingReport, manyFailures } from '../../testing/reports/fixture.js';
import { hostileReport } from '../../testing/reports/fixture-hostile.js';
import { knownReport } from '../../testing/reports/fixture-known.js';
import type { Report } from '../../judge/result/report.js';
import { worstFirst } from '../words.js';
import { resultsSarif } from './sarif.js';

/** As much of a log as is looked at here. */
interface Log {
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: {
          readonly rules: readonly { readonly id: string; readonly helpUri: string }[];
        };
      };
      readonly invocations: readonly [{ readonly executionSuccessful: boolean }];
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
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

test('a run that was cut short did not succeed', () => {
  const of = (interrupted: boolean): Report => {
    const report = failingReport();
    return { ...report, run: { ...report.run, interrupted } };
  };
  const succeeded = [of(false), of(true)].map(
    (report) => runOf(report).invocations[0].executionSuccessful,
  );
  expect(succeeded).toEqual([true, false]);
});

test('a target places no link in a message', () => {
  const texts: string[] = [];
  JSON.parse(resultsSarif(hostileReport(), context), (name: string, value: unknown) => {
    if (name === 'text' && typeof value === 'string') texts.push(value);
    return value;
  });
  expect(texts.filter((text) => text.includes('[link] (')).length).toBeGreaterThan(3);
  expect(texts.filter((text) => text.includes(']('))).toEqual([]);
});
