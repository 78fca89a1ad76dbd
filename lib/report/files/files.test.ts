// Every file of every kind of run: it is of its format, repeats itself, stays small, and shows what a target sent as inert
// text. What is in it is held by golden files.
import { describe, expect, test } from 'vitest';
import { readSpec } from '../../contract/files.js';
import type { Failure, Report } from '../../judge/result/report.js';
import { problemsOf } from '../../testing/formats/formats.js';
import { reportFileNames } from '../names.js';
import {
  cleanReport,
  context,
  exchange,
  failingReport,
  manyFailures,
} from '../../testing/reports/fixture.js';
import { hostileReport } from '../../testing/reports/fixture-hostile.js';
import { hostileKnownReport, knownReport } from '../../testing/reports/fixture-known.js';
import { githubAnnotations, reportFiles, reportHtml, summaryMarkdown } from '../index.js';
import { maskedValue } from '../steady.js';
import { isKnown } from '../words.js';
import { ctrfJson } from './ctrf.js';
import { exchangesHar } from './har.js';

const reportSchema = JSON.parse(readSpec('report.schema.json').toString('utf8')) as object;
const makers = {
  clean: cleanReport,
  failing: failingReport,
  many: manyFailures,
  hostile: hostileReport,
  known: knownReport,
  'hostile baseline': hostileKnownReport,
};
const filesOf = (report: Report): ReadonlyMap<string, string> =>
  new Map(reportFiles(report, context).map(({ name, text }) => [name, text]));
const runs = Object.entries(makers).map(([name, make]) => {
  const report = make();
  return { name, make, report, files: filesOf(report) };
});

/** The report with each of its failures changed. */
const withFailures = (report: Report, change: (found: Failure, at: number) => Failure): Report => ({
  ...report,
  rules: report.rules.map((rule, nth) => ({
    ...rule,
    failures: rule.failures.map((found, at) => change(found, nth * 100 + at)),
  })),
});

describe.each(runs)('the files of a run: $name', ({ make, report, files }) => {
  const file = (name: string): string => files.get(name) ?? '';

  test('are these, each of its format', () => {
    expect([...files.keys()].sort()).toEqual([...reportFileNames].sort());
    // A report alone has no copy of the contract beside it, and links of a baseline may lead anywhere.
    const apart = /: is not there$|^report\.html: leads to /;
    const problems = problemsOf({ reportSchema, files });
    expect(problems.filter((one) => !apart.test(one))).toEqual([]);
  });

  test('are the same for the same report', () => expect(filesOf(make())).toEqual(files));

  test('hold no control, directional or invisible character, and nothing like a key', () => {
    for (const [name, text] of files) {
      expect(text.replace(/[\n\t]/g, ' '), name).not.toMatch(
        /\p{Cc}|\p{Bidi_Control}|\p{Cs}|[\u200b\u2028\u2029\ufeff\ufffe\uffff]/u,
      );
      expect(text, name).not.toMatch(
        /Bearer (?!\*\*\*|\$ANIMAL_STORE_API_KEY|\{\{apiKey\}\}|realm=|<)[^\s"\\]/,
      );
    }
  });

  test('hold each rule, each failure and each exchange', () => {
    const { counts, verdict, observations } = report;
    const own = JSON.parse(file('report.json')) as Report;
    expect(own).toMatchObject({ counts, verdict });
    if (report.target.name === 'staging') expect(own.observations).toEqual(observations);
    const gate = report.rules.filter(
      (rule) => rule.outcome === 'failed' && rule.kind === 'stated' && !isKnown(rule),
    );
    const junit = file('junit.xml');
    expect(junit.match(/<failure /g) ?? []).toHaveLength(gate.length);
    expect(junit.match(/<testcase /g)).toHaveLength(report.rules.length);
    // A warning that qualifies the verdict, such as unchecked certificates, is shown beside it.
    expect(junit.includes('<property name="notes"')).toBe(report.run.warnings.length > 0);
    const failures = report.rules.flatMap((rule) => rule.failures);
    const exchanges = [...failures.flatMap((one) => one.exchanges), ...report.samples];
    const { log } = JSON.parse(file('exchanges.har')) as { log: { entries: readonly object[] } };
    expect(log.entries).toHaveLength(new Set(exchanges.map(({ number }) => number)).size);
    const asserted = report.rules.filter(({ outcome }) => outcome !== 'observed');
    expect(file('earl.jsonld').match(/"earl:outcome"/g)).toHaveLength(asserted.length);
  });

  test('say the verdict in the badge', () => {
    expect(JSON.parse(file('badge.json'))).toMatchObject({
      label: 'Animal Store 1.0.0',
      message: report.verdict.replace('-', ' '),
    });
    expect(file('badge.svg')).toMatch(
      new RegExp(`<title>.*: ${report.verdict.replace('-', ' ')}<`),
    );
  });

  test('have annotations of one command each, which fit a line of a log', () => {
    const text = '%\n🐶'.repeat(500);
    const long = { cause: text, expected: text, actual: text, replay: text };
    for (const of of [report, withFailures(report, (found) => ({ ...found, ...long }))]) {
      const lines = githubAnnotations(of, context).split('\n').slice(0, -1);
      for (const line of lines) {
        expect(line).toMatch(/^::(?:error|warning|notice) title=[^:,]*::[^\r\n]+$/);
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(2048);
      }
      expect(lines.length === 0).toBe(report.rules.every(({ failures }) => failures.length === 0));
    }
  });
});

test('a summary that leaves details open is noticed, and a line that begins with code opens no block', () => {
  const problems = (...lines: readonly string[]): readonly string[] =>
    problemsOf({ reportSchema, files: new Map([['summary.md', lines.join('\n')]]) }).filter((one) =>
      one.startsWith('summary.md: opens'),
    );
  const code = '```` ` ```` returned 500.';
  const block = ['````http', '<details>', '````'];
  expect(problems('<details>', code, '</details>', ...block)).toEqual([]);
  expect(problems('<details>', code, ...block, '')).toHaveLength(1);
});

test('annotations tell three hundred characters of what was expected and of what came', () => {
  const long = { expected: 'e'.repeat(310), actual: 'a'.repeat(310) };
  const report = withFailures(failingReport(), (found) => ({ ...found, ...long }));
  const [first = ''] = githubAnnotations(report, context).split('\n');
  for (const [what, text] of Object.entries({ expected: 'e', actual: 'a' }))
    expect(first).toContain(`${what}: ${text.repeat(300)}… (10 more characters)%0A`);
});

describe('200 failures with long answers', () => {
  const long = (seed: number): string =>
    Array.from({ length: 16_000 }, (_, at) =>
      String.fromCharCode(33 + ((Math.imul(at + 1, 2654435761 + seed * 40503) >>> 9) % 90)),
    ).join('');
  const report = withFailures(manyFailures(), (found, number) => ({
    ...found,
    exchanges: [exchange({ number, answer: long(number) })],
  }));

  test('still fit one page below 1 MB, and a summary below 1 MiB', () => {
    expect(Buffer.byteLength(reportHtml(report, context))).toBeLessThan(1_000_000);
    expect(Buffer.byteLength(summaryMarkdown(report, context))).toBeLessThan(1_048_576);
  });

  test('are all named on the page, which says where the report itself lies when it cannot hold it', () => {
    const page = reportHtml(report, context);
    for (const { id } of report.rules.flatMap(({ failures }) => failures))
      expect(page).toContain(`id="failure-${id}"`);
    expect(page).toContain('see report.json beside this page');
  });
});

describe('two runs', () => {
  test('differ in volatile headers only where they are masked', () => {
    const text = filesOf(failingReport()).get('report.json');
    expect(text).toContain(maskedValue);
    expect(text).not.toMatch(/r-81|05 Nov 2026/);
  });

  test('give the same bytes whatever the order in which the fields were set', () => {
    const report = failingReport();
    const shuffled = Object.fromEntries(Object.entries(report).reverse()) as unknown as Report;
    expect(filesOf(shuffled).get('report.json')).toBe(filesOf(report).get('report.json'));
  });
});

test('ctrf.json sorts the failures once, however many rules there are', () => {
  let reads = 0;
  const { rules, ...rest } = manyFailures();
  const counted = {
    ...rest,
    get rules() {
      reads += 1;
      return rules;
    },
  };
  ctrfJson(counted, context);
  expect(reads).toBeLessThan(5);
});

describe('the address of a request in exchanges.har', () => {
  function requestOf(path: string) {
    const report = { ...cleanReport(), samples: [exchange({ number: 1, path })] };
    const { log } = JSON.parse(exchangesHar(report)) as {
      log: { entries: [{ request: { url: string; queryString: readonly object[] } }] };
    };
    return log.entries[0].request;
  }

  test('is whole, and of very many parameters the first are told one by one', () => {
    const { url, queryString } = requestOf(`/pets?${'a&'.repeat(20_000)}`);
    expect(queryString).toHaveLength(200);
    expect(url).toMatch(/\/pets\?(?:a&){20000}$/);
  });

  test('has parameters with a name, and a value in which further equals signs may stand', () => {
    expect(requestOf('/pets?limit=5&&a=b=%3D&empty=&bare').queryString).toEqual([
      { name: 'limit', value: '5' },
      { name: 'a', value: 'b==' },
      { name: 'empty', value: '' },
      { name: 'bare', value: '' },
    ]);
  });
});
