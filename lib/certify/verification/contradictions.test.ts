// Reports that state something in two ways which cannot both be true. The sentence names both. No honest run does this.
import { beforeAll, describe, expect, test } from 'vitest';
import { allRules } from '../../../suites/index.js';
import { configure } from '../../api/configuration/configuration.js';
import { loadLedger } from '../../contract/ledger.js';
import { mergeReports } from '../../judge/result/merge.js';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { shardOf } from '../../judge/run/shard.js';
import { faultNamed } from '../../reference/index.js';
import { reportJson } from '../../report/files/json.js';
import { type InMemory, runInMemory } from '../../in-memory/in-memory.js';
import { fewRules } from '../../testing/few-rules.js';
import { type Issued, issuedFor } from '../../testing/certificates/issued.js';
import { isUnchecked } from '../certificate/practice.js';
import { reportProblems } from './report-checks.js';

type Changeable<T> = { -readonly [K in keyof T]: Changeable<T[K]> };
type Copy = Changeable<Report>;

const unchecked =
  'Certificates were not checked (--insecure): somebody in between could have responded.';
const few = fewRules(
  'add-animal.keeps-name',
  'authentication.wrong-key',
  'errors.valid-requests',
  'list-animals.filter',
  'list-animals.unknown-status',
  'messages.returns-message',
);

let issued: Issued;
beforeAll(async () => {
  issued = await issuedFor(few);
});

const ruleOf = (copy: Copy, id: string): Changeable<RuleResult> =>
  copy.rules.find((rule) => rule.id === id) as Changeable<RuleResult>;

describe('a vendor who signs with the right key is refused', () => {
  test.each<[string, (copy: Copy) => unknown, RegExp]>([
    [
      'another name for the target',
      (copy) => (copy.target.name = 'https://animals.example/v1'),
      /called https:\/\/animals\.example\/v1, but its address is http:\/\/in\.memory\/v1\./,
    ],
    [
      'a run of another day than its responses',
      (copy) => {
        for (const { response } of copy.samples)
          response?.headers.push(['Date', 'Mon, 23 Nov 2020 11:00:00 GMT']);
      },
      /said to have begun on \d{4}-\d\d-\d\d, but the responses are dated 2020-11-23\./,
    ],
    [
      'a full scope of chosen rules',
      (copy) => (copy.run.scope.only = ['list-animals.*']),
      /said to be full, but it is cut: only list-animals\.\*\./,
    ],
    [
      'a full scope of a shard',
      (copy) => (copy.run.scope.shard = { index: 1, of: 2 }),
      /said to be full, but it is cut: shard 1 of 2\./,
    ],
    [
      'a full scope with few keys',
      (copy) => (copy.run.scope.fewKeys = true),
      /said to be full, but it is cut: few wrong keys\./,
    ],
    [
      'a full scope that only reads',
      (copy) => (copy.run.scope.readOnly = true),
      /read-only, but the report holds \d+ requests that could write\./,
    ],
    [
      'requests that all could write, beside recorded reads',
      (copy) => (copy.run.writes = copy.run.exchanges),
      /could write, but it sent only \d+, of which the report holds [1-9]\d* that could not\./,
    ],
    [
      'two answers to one request',
      (copy) => {
        const [first] = copy.samples;
        copy.samples.push({ ...first!, response: { ...first!.response!, status: 500 } });
      },
      /Two different exchanges have the number \d+\./,
    ],
    [
      'a failure of the server beside a rule that it never fails',
      (copy) => {
        const list = copy.samples.find(({ operation }) => operation === 'listPets');
        const response = { ...list!.response!, status: 500 };
        copy.samples.push({ ...list!, number: 9_999, response });
      },
      /The exchange 9999 \(GET http:\S+, 500\) belongs to no recorded case: no rule has judged it\./,
    ],
    [
      'a failure of the server in what cases rest on',
      (copy) => {
        const number = copy.witnesses!.setup.twin!.exchange;
        copy.samples.find((one) => one.number === number)!.response!.status = 500;
      },
      /Cases rest on the exchange \d+, but it does not show what the report says of it\./,
    ],
    [
      'fewer requests than are there',
      (copy) => (copy.run.exchanges = 10),
      /sent 10 requests, but the report holds \d+ of them\./,
    ],
    [
      'no animals beside accepted adds',
      (copy) => (copy.run.created = []),
      /The exchange \d+ added animal \d+, but the run lists none such\./,
    ],
    [
      'an animal that was added twice',
      (copy) => (copy.run.created = [...copy.run.created, copy.run.created[0]!]),
      /The run lists animal \d+ twice\./,
    ],
    [
      'an end before its beginning',
      (copy) => {
        copy.run.durationMs = 1;
        copy.samples[0]!.startedMs = 700;
      },
      /The run ended after 1 ms, but the exchange \d+ began at 700 ms and took \d+ ms\./,
    ],
    [
      'an implied rule left out of a full run',
      (copy) => {
        const rule = ruleOf(copy, 'list-animals.unknown-status');
        Object.assign(rule, { outcome: 'untested', reason: 'It was late.' });
      },
      /list-animals\.unknown-status is untested, but the run is said to be a full one\./,
    ],
    [
      'a store in the way of an implied rule',
      (copy) => {
        const rule = ruleOf(copy, 'list-animals.unknown-status');
        Object.assign(rule, { outcome: 'untested', reason: 'Why.', because: 'few animals' });
      },
      /No recorded case confirms list-animals\.unknown-status\./,
    ],
    [
      'a reason in other words than its values',
      (copy) => {
        const why = { what: 'other', values: { problem: 'It was early.' } };
        Object.assign(ruleOf(copy, 'list-animals.filter'), { reason: 'It was late.', why });
      },
      /list-animals\.filter gives a reason whose words say something else than its values\./,
    ],
    [
      'a reason in words alone',
      (copy) => (ruleOf(copy, 'list-animals.filter').reason = 'It was late.'),
      /list-animals\.filter gives a reason whose words say something else than its values\./,
    ],
    [
      'certificates that nobody checked',
      (copy) => copy.run.warnings.push(unchecked),
      /whose server answered is not known: "Certificates were not checked/,
    ],
    [
      'a baseline',
      (copy) =>
        (copy.run.baseline = {
          file: 'known-failures.yaml',
          digest: 'd'.repeat(64),
          day: '2026-01-01',
          entries: 0,
          gate: 'passed',
          noLongerFailing: [],
        }),
      /had a baseline \(known-failures\.yaml\), but a certified run has none\./,
    ],
    [
      'more cases than are listed',
      (copy) =>
        (ruleOf(copy, 'list-animals.unknown-status').evidence = { cases: 800, exchanges: 800 }),
      /list-animals\.unknown-status has 800 cases, but the report lists only \d+ of them\./,
    ],
  ])('for %s', async (_, change, said) => {
    const copy = structuredClone(issued.report) as Copy;
    change(copy);
    const { problems } = await issued.verify(issued.filesOf(copy as Report));
    expect(problems.map(({ message }) => message).join('\n')).toMatch(said);
  });
});

test('the warning of a run without certificates is known as such', async () => {
  const { warnings } = await configure({ insecure: true }, 'https://animals.example/v1', {
    environment: { ANIMAL_STORE_API_KEY: 'a-key-for-this-test' },
    folder: '/',
    stdin: { isTTY: false, text: async () => '', line: async () => '' },
  });
  expect(warnings.filter(isUnchecked)).toHaveLength(1);
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
