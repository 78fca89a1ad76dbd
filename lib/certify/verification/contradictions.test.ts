// No honest run states something in two ways which cannot both be true.
import { describe, expect, test } from 'vitest';
import { allRules } from '../../../suites/index.js';
import { configure } from '../../api/configuration/configuration.js';
import { loadLedger } from '../../contract/ledger.js';
import { mergeReports } from '../../judge/result/merge.js';
import type { Report } from '../../judge/result/report.js';
import { shardOf } from '../../judge/run/shard.js';
import { faultNamed } from '../../reference/index.js';
import { reportJson } from '../../report/files/json.js';
import { type InMemory, runInMemory } from '../../in-memory/in-memory.js';
import { isUnchecked, namesHeaders } from '../certificate/practice.js';
import { reportProblems } from './report-checks.js';

test('the warning of a run without certificates is known as such', async () => {
  const { warnings } = await configure({ insecure: true }, 'https://animals.example/v1', {
    environment: { ANIMAL_STORE_API_KEY: 'a-key-for-this-test' },
    folder: '/',
    stdin: { isTTY: false, text: async () => '', line: async () => '' },
  });
  expect(warnings.filter(isUnchecked)).toHaveLength(1);
});

test('the warning of a run with headers of the user is known as such', async () => {
  const { warnings } = await configure(
    { header: [['X-Debug', '1']] },
    'https://animals.example/v1',
    {
      environment: { ANIMAL_STORE_API_KEY: 'a-key-for-this-test' },
      folder: '/',
      stdin: { isTTY: false, text: async () => '', line: async () => '' },
    },
  );
  expect(warnings.filter(namesHeaders)).toHaveLength(1);
});

describe('no honest run contradicts itself', () => {
  const partial = { full: false, readOnly: false, only: [], shard: null } as const;
  const found = (report: Report): readonly string[] =>
    reportProblems(JSON.parse(reportJson(report)) as Report, loadLedger()).map(
      ({ message }) => message,
    );

  test.each<[string, InMemory]>([
    ['a full and strict one', { keepCases: true, strict: true }],
    ['a thorough one of a server without quickstart', { effort: 'thorough', casesTimes: 0.2 }],
    ['a quick one', { effort: 'quick', scope: partial }],
    ['one that only reads', { scope: { ...partial, readOnly: true }, animals: 30 }],
    ['one with a budget of requests', { limits: { maxRequests: 200 } }],
    ['one with a budget of writes', { limits: { maxWrites: 20 } }],
    ['one of a server that fails', { faults: [faultNamed('name-in-capitals')!] }],
  ])('%s', async (_, unusual) => {
    expect(found(await runInMemory(unusual))).toEqual([]);
  });

  test('one of several parts, merged', async () => {
    const parts = [1, 2, 3].map((index) => ({ index, of: 3 }));
    const reports: Report[] = [];
    for (const shard of parts)
      reports.push(
        await runInMemory({ rules: shardOf(allRules, shard), scope: { ...partial, shard } }),
      );
    expect(found(mergeReports(reports))).toEqual([]);
  });
});
