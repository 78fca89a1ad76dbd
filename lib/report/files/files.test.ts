// Every file of every kind of run: it parses, validates, repeats itself, stays small, and shows what a target sent as
// inert text.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { validateStrict } from 'ctrf';
import { describe, expect, test } from 'vitest';
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
import { type Element, readXml } from '../../testing/formats/read-xml.js';
import { maskedValue } from '../steady.js';
import { isKnown } from '../words.js';

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const valid = ajv.compile(
  JSON.parse(
    readFileSync(new URL('../../../spec/report.schema.json', import.meta.url), 'utf8'),
  ) as object,
);

const makers = {
  clean: cleanReport,
  failing: failingReport,
  many: manyFailures,
  hostile: hostileReport,
  known: knownReport,
  'hostile baseline': hostileKnownReport,
};
const runs = Object.entries(makers).map(([name, make]) => ({
  name,
  make,
  report: make(),
  files: new Map(reportFiles(make(), context).map((file) => [file.name, file.text])),
}));
const parse = (text: string | undefined) => JSON.parse(text ?? '') as Record<string, never>;

describe.each(runs)('the files of a run: $name', ({ make, report, files }) => {
  const file = (name: string): string => files.get(name) ?? '';

  test('are these, each ending with a line break', () => {
    expect([...files.keys()].sort()).toEqual([...reportFileNames].sort());
    for (const text of files.values()) expect(text.endsWith('\n')).toBe(true);
  });

  test('are the same for the same report', () => {
    expect(reportFiles(make(), context)).toEqual(
      [...files].map(([name, text]) => ({ name, text })),
    );
  });

  test('hold no control, directional or invisible character', () => {
    for (const [name, text] of files)
      expect(text.replace(/[\n\t]/g, ' '), name).not.toMatch(
        /\p{Cc}|\p{Bidi_Control}|\p{Cs}|[\u200b\u2028\u2029\ufeff\ufffe\uffff]/u,
      );
  });

  test('hold nothing that looks like a key', () => {
    for (const [name, text] of files)
      expect(text, name).not.toMatch(
        /Bearer (?!\*\*\*|\$ANIMAL_STORE_API_KEY|\{\{apiKey\}\}|realm=|<)[^\s"\\]/,
      );
  });

  test('are small', () => {
    expect(Buffer.byteLength(file('report.html'))).toBeLessThan(1_000_000);
    expect(Buffer.byteLength(file('summary.md'))).toBeLessThanOrEqual(1_048_576);
  });

  test('report.json follows its schema and holds the whole report', () => {
    const written: unknown = JSON.parse(file('report.json'));
    expect(valid(written), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
    if (report.target.name === 'staging')
      expect(JSON.parse(JSON.stringify(written).replaceAll(maskedValue, '?'))).toMatchObject({
        counts: report.counts,
        verdict: report.verdict,
        observations: report.observations,
      });
  });

  test('junit.xml counts what it holds', () => {
    const root = readXml(file('junit.xml'));
    const all = (name: string, within: Element): Element[] =>
      within.children.flatMap((child) => [
        ...(child.name === name ? [child] : []),
        ...all(name, child),
      ]);
    expect(root.name).toBe('testsuites');
    expect(all('testcase', root)).toHaveLength(report.rules.length);
    for (const within of [root, ...all('testsuite', root)]) {
      expect(Number(within.attributes['tests'])).toBe(all('testcase', within).length);
      expect(Number(within.attributes['failures'])).toBe(all('failure', within).length);
      expect(Number(within.attributes['errors'])).toBe(all('error', within).length);
    }
    for (const suite of all('testsuite', root)) {
      expect(suite.children.map((child) => child.name).join(' ')).toMatch(
        /^properties( testcase)+$/,
      );
      expect(Number(suite.attributes['skipped'])).toBe(all('skipped', suite).length);
    }
    for (const testcase of all('testcase', root))
      expect(testcase.children.map((child) => child.name).join(' ')).toMatch(
        /^(?:|failure|error|skipped|skipped system-out|system-out)$/,
      );
    // A warning that qualifies the verdict, such as unchecked certificates, is shown beside it.
    const notes = all('property', root).filter(({ attributes }) => attributes['name'] === 'notes');
    expect(notes).toHaveLength(
      report.run.warnings.length === 0 ? 0 : all('testsuite', root).length,
    );
    const gate = report.rules.filter(
      (rule) => rule.outcome === 'failed' && rule.kind === 'stated' && !isKnown(rule),
    );
    expect(all('failure', root)).toHaveLength(gate.length);
    for (const skipped of all('skipped', root))
      expect(skipped.attributes['message']).toMatch(
        /^(?:warning|cannot tell|inapplicable|untested|known): ./,
      );
  });

  test('ctrf.json passes the strict schema of its own package', () => {
    const document: unknown = JSON.parse(file('ctrf.json'));
    expect(() => validateStrict(document)).not.toThrow();
  });

  test('exchanges.har is HAR 1.2 with every exchange of a failure', () => {
    const { log } = parse(file('exchanges.har')) as unknown as {
      log: {
        version: string;
        entries: {
          startedDateTime: string;
          time: number;
          timings: Record<string, number>;
          request: object;
          response: object;
        }[];
      };
    };
    expect(log.version).toBe('1.2');
    const numbers = new Set(
      [
        ...report.rules.flatMap((rule) => rule.failures.flatMap((failure) => failure.exchanges)),
        ...report.samples,
      ].map((exchange) => exchange.number),
    );
    expect(log.entries).toHaveLength(numbers.size);
    for (const entry of log.entries) {
      expect(Object.keys(entry.request)).toEqual(
        expect.arrayContaining([
          'method',
          'url',
          'httpVersion',
          'cookies',
          'headers',
          'queryString',
          'headersSize',
          'bodySize',
        ]),
      );
      expect(Object.keys(entry.response)).toEqual(
        expect.arrayContaining([
          'status',
          'statusText',
          'httpVersion',
          'cookies',
          'headers',
          'content',
          'redirectURL',
          'headersSize',
          'bodySize',
        ]),
      );
      expect(entry.request).toHaveProperty(
        'url',
        expect.stringMatching(/^https?:\/\/[\w.:[\]-]+(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9a-f]{2})*$/i),
      );
      expect(entry.startedDateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Object.values(entry.timings).reduce((sum, one) => sum + one, 0)).toBeCloseTo(
        entry.time,
        2,
      );
    }
  });

  test('earl.jsonld asserts every judged rule with an outcome of EARL', () => {
    const graph = (
      parse(file('earl.jsonld')) as unknown as {
        '@graph': { '@type': string; 'earl:result'?: { 'earl:outcome': { '@id': string } } }[];
      }
    )['@graph'];
    const outcomes = graph
      .filter((node) => node['@type'] === 'earl:Assertion')
      .map((node) => node['earl:result']?.['earl:outcome']['@id']);
    expect(outcomes).toHaveLength(
      report.rules.filter((rule) => rule.outcome !== 'observed').length,
    );
    for (const outcome of outcomes)
      expect(outcome).toMatch(/^earl:(?:passed|failed|cantTell|inapplicable|untested)$/);
  });

  test('the badge says the verdict, as JSON and as a picture', () => {
    const badge = parse(file('badge.json')) as unknown as {
      schemaVersion: number;
      label: string;
      message: string;
      color: string;
    };
    expect(badge).toMatchObject({
      schemaVersion: 1,
      label: 'Animal Store 1.0.0',
      message: report.verdict.replace('-', ' '),
    });
    expect(
      readXml(file('badge.svg')).children.find((child) => child.name === 'title')?.text,
    ).toContain(badge.message);
  });

  test('summary.md holds no markup but ours', () => {
    const outside = file('summary.md')
      .replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '')
      .replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, '');
    for (const tag of outside.match(/<[^>\n]*>?/g) ?? [])
      expect(tag).toMatch(/^<\/?(?:details|details open|summary|b)>$/);
    for (const target of outside.matchAll(/\]\(([^)]*)\)/g))
      expect(target[1]).toMatch(/^spec\/animal-store\.md#/);
    expect(outside).not.toMatch(/https?:\/\/|www\.|@|javascript:/);
  });

  test('annotations fit a line of a log, whatever the target says', () => {
    const long = '%\n🐶'.repeat(500);
    const rules = report.rules.map((rule) => ({
      ...rule,
      failures: rule.failures.map((failure) => ({
        ...failure,
        cause: long,
        expected: long,
        actual: long,
        replay: long,
      })),
    }));
    for (const line of githubAnnotations({ ...report, rules }, context).split('\n'))
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(2048);
  });

  test('annotations are one command each', () => {
    const lines = githubAnnotations(report, context).split('\n').slice(0, -1);
    for (const line of lines)
      expect(line).toMatch(/^::(?:error|warning|notice) title=[^:,]*::[^\r\n]+$/);
    expect(lines.length === 0).toBe(report.rules.every((rule) => rule.failures.length === 0));
  });
});

test('annotations tell three hundred characters of what was expected and of what came', () => {
  const report = failingReport();
  const long = (text: string): string => text.repeat(310);
  const rules = report.rules.map((rule) => ({
    ...rule,
    failures: rule.failures.map((failure) => ({
      ...failure,
      expected: long('e'),
      actual: long('a'),
    })),
  }));
  const [first = ''] = githubAnnotations({ ...report, rules }, context).split('\n');
  for (const [what, text] of Object.entries({ expected: 'e', actual: 'a' }))
    expect(first).toContain(`${what}: ${text.repeat(300)}… (10 more characters)%0A`);
});

describe('200 failures with long answers', () => {
  const long = (seed: number): string =>
    Array.from({ length: 16_000 }, (_, at) =>
      String.fromCharCode(33 + ((Math.imul(at + 1, 2654435761 + seed * 40503) >>> 9) % 90)),
    ).join('');
  const many = manyFailures();
  const report = {
    ...many,
    rules: many.rules.map((rule, at) => ({
      ...rule,
      failures: rule.failures.map((found, place) => ({
        ...found,
        exchanges: [exchange({ number: at * 100 + place, answer: long(at * 100 + place) })],
      })),
    })),
  };

  test('still fit one page below 1 MB, and a summary below 1 MiB', () => {
    expect(Buffer.byteLength(reportHtml(report, context))).toBeLessThan(1_000_000);
    expect(Buffer.byteLength(summaryMarkdown(report, context))).toBeLessThan(1_048_576);
  });

  test('are all named on the page, which says where the report itself lies when it cannot hold it', () => {
    const page = reportHtml(report, context);
    for (const rule of report.rules)
      for (const found of rule.failures) expect(page).toContain(`id="failure-${found.id}"`);
    expect(page).toContain('see report.json beside this page');
  });
});

describe('two runs', () => {
  test('differ in volatile headers only where they are masked', () => {
    const text =
      reportFiles(failingReport(), context).find((file) => file.name === 'report.json')?.text ?? '';
    expect(text).toContain(maskedValue);
    expect(text).not.toMatch(/r-81|05 Nov 2026/);
  });

  test('give the same bytes whatever the order in which the fields were set', () => {
    const report = failingReport();
    const shuffled = Object.fromEntries(
      Object.entries(report).reverse(),
    ) as unknown as typeof report;
    expect(reportFiles(shuffled, context)[0]).toEqual(reportFiles(report, context)[0]);
  });
});
