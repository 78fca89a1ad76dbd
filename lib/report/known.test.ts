// What a baseline knows is shown as known in every report, with its reason and its day, and nowhere as passed.
import { describe, expect, test } from 'vitest';
import { context, failingReport } from '../testing/reports/fixture.js';
import { entry, known, knownReport } from '../testing/reports/fixture-known.js';
import { readHtml } from '../testing/pages/read-html.js';
import { type Element, readXml } from '../testing/formats/read-xml.js';
import { withKnown } from '../certify/baseline/apply.js';
import { runAgain } from './again.js';
import { githubAnnotations, renderResults, reportFiles } from './index.js';

const report = knownReport();
const files = new Map(reportFiles(report, context).map(({ name, text }) => [name, text]));
const file = (name: string): string => files.get(name) ?? '';
const flat = (text: string): string => text.replace(/\s+/g, ' ');

describe('the terminal', () => {
  const text = renderResults(report, context, { colour: false, width: 100 });

  test('tells what is known in two lines, apart from what is new', () => {
    const [before = '', after = ''] = text.split('\nKnown failures (known-failures.yaml)\n');
    expect(after).toMatch(/^◇ known {2}list-animals\.limit-is-maximum: /m);
    expect(flat(after)).toContain(
      'The next release mends it. (until 2026-12-31), https://tracker.example/42',
    );
    expect(after).toMatch(/^◇ known {2}errors\.status-field: /m);
    expect(before).not.toMatch(/^✗ failed {2}list-animals\.limit-is-maximum/m);
    // The rule stays failed, because its other failure is not known.
    expect(before).toMatch(/^✗ failed {2}errors\.status-field/m);
    expect(before).toMatch(/^✗ failed {2}\S+ {2}cause 1 of 4, /m);
  });

  test('says of what has expired until when it was known', () => {
    expect(flat(text)).toContain('baseline was known until 2026-11-04: A slow week.');
  });

  test('counts it as known: neither failed nor passed', () => {
    const verbose = renderResults(report, context, { colour: false, width: 100, verbose: true });
    const [counts = ''] = /^.*observations recorded/m.exec(verbose) ?? [];
    expect(counts).toMatch(/^4 failed, 1 undecided, 2 known, /);
    expect(counts).not.toContain('warning');
    expect(text).toMatch(/^baseline +known-failures\.yaml, 5 known failures$/m);
  });

  test('says what no longer fails, also with --quiet', () => {
    const note =
      '! 1 known failure no longer fails; remove it from known-failures.yaml: list-animals.filter.';
    expect(flat(text)).toContain(note);
    const quiet = renderResults(report, context, { colour: false, width: 100, quiet: true });
    expect(flat(quiet)).toContain(note);
    expect(quiet).toMatch(/^◇ known {2}list-animals\.limit-is-maximum/m);
  });

  test('lists each rule as known, with why, when verbose', () => {
    const verbose = renderResults(report, context, { colour: false, width: 200, verbose: true });
    expect(verbose).toMatch(
      /^ {2}◇ known +list-animals\.limit-is-maximum +The next release mends it\. \(until 2026-12-31\): /m,
    );
    expect(verbose).toMatch(/^ {2}◇ known +fails as the baseline says/m);
    const colour = renderResults(report, context, { colour: true, width: 100 });
    expect(colour).toContain('\u001b[35m◇');
  });
});

test('junit.xml: skipped as known; what is new or expired fails', () => {
  const cases = testcases(readXml(file('junit.xml')));
  const of = (id: string) => cases.find(({ attributes }) => attributes['name']?.startsWith(id));
  expect(of('list-animals.limit-is-maximum')?.children[0]).toMatchObject({
    name: 'skipped',
    attributes: { message: 'known: The next release mends it. (until 2026-12-31)' },
  });
  expect(of('errors.status-field')?.children[0]?.name).toBe('failure');
  expect(of('add-animal.keeps-category')?.children[0]).toMatchObject({
    name: 'failure',
    attributes: {
      message: expect.stringMatching(/\(was known until 2026-11-04: A slow week\.\)$/) as string,
    },
  });
  expect(file('junit.xml')).toContain('<property name="gate" value="failed"/>');
});

function testcases(within: Element): readonly Element[] {
  return within.children.flatMap((child) =>
    child.name === 'testcase' ? [child] : testcases(child),
  );
}

test('ctrf.json: other, with the word known', () => {
  const { results } = JSON.parse(file('ctrf.json')) as {
    results: {
      summary: { failed: number; extra: object };
      tests: { testId: string; status: string; rawStatus: string; message?: string }[];
    };
  };
  expect(
    results.tests.find(({ testId }) => testId === 'list-animals.limit-is-maximum'),
  ).toMatchObject({
    status: 'other',
    rawStatus: 'known',
    message: expect.stringMatching(/^known: The next release mends it\. \(until /) as string,
  });
  expect(results.summary).toMatchObject({ failed: 4, extra: { gate: 'failed' } });
});

test('earl.jsonld: failed all the same, and said to be known', () => {
  const { '@graph': graph } = JSON.parse(file('earl.jsonld')) as {
    '@graph': {
      'earl:test'?: { 'dct:identifier': string };
      'earl:result'?: { 'earl:outcome': { '@id': string }; 'earl:info': string };
    }[];
  };
  const result = graph.find(
    (node) => node['earl:test']?.['dct:identifier'] === 'list-animals.limit-is-maximum',
  )?.['earl:result'];
  expect(result).toMatchObject({ 'earl:outcome': { '@id': 'earl:failed' } });
  expect(result?.['earl:info']).toContain('; known');
});

test('the badge is that of the verdict, also where all is known', () => {
  const ids = failingReport().rules.map(({ id }) => id);
  const all = withKnown(failingReport(), known(...ids.map((id) => entry(id))));
  expect(all.counts).toMatchObject({ known: 6 });
  const badge = reportFiles(all, context).find(({ name }) => name === 'badge.json')?.text ?? '';
  expect(JSON.parse(badge)).toMatchObject({ message: 'not conformant', color: 'b3261e' });
});

test('summary.md lists it with reason, day and link', () => {
  const summary = file('summary.md');
  const [, list = ''] = summary.split('\n### Known failures\n');
  expect(list).toMatch(
    /^- ◇ `list-animals\.limit-is-maximum`: .* — known: The next release mends it\. \\\(until 2026\\-12\\-31\\\), `https:\/\/tracker\.example\/42`$/m,
  );
  expect(summary).toMatch(/^- Baseline: `known-failures\.yaml, 5 known failures`$/m);
  expect(summary).toMatch(/^- ! .*no longer fails.*list\\-animals\.filter/m);
  expect(summary).toContain('was known until');
});

test('on GitHub it is a notice, and what no longer fails a warning', () => {
  const lines = githubAnnotations(report, context).split('\n');
  const of = (rule: string): readonly string[] =>
    lines.filter((line) => line.includes(` ${rule} (`)).map((line) => line.split(' ')[0] ?? '');
  expect(of('list-animals.limit-is-maximum')).toEqual(['::notice']);
  expect(of('errors.status-field')).toEqual(['::error', '::notice']);
  expect(of('add-animal.keeps-category')).toEqual(['::error']);
  expect(lines.find((line) => line.startsWith('::warning title=no longer fails'))).toContain(
    'list-animals.filter',
  );
});

test('the page has a part of its own for it, with all there is to it', () => {
  const page = readHtml(file('report.html'));
  const ids = page.tags.map(({ attributes }) => attributes['id']);
  expect(ids).toContain('known');
  const text = flat(page.text);
  expect(text).toContain('known: The next release mends it. (until 2026-12-31)');
  expect(text).toContain('was known until 2026-11-04: A slow week.');
  expect(text).toContain('1 known failure no longer fails; remove it from known-failures.yaml');
  expect(
    page.tags.some(
      ({ name, attributes }) => name === 'a' && attributes['href'] === 'https://tracker.example/42',
    ),
  ).toBe(true);
  // A rule in the list of all, by which the filters go.
  const rule = page.tags.find(({ attributes }) => attributes['id'] === 'add-animal.odd-names');
  expect(rule?.attributes['data-mark']).toBe('known');
});

test('a report without a baseline does not speak of one', () => {
  for (const { name, text } of reportFiles(failingReport(), context))
    if (name !== 'report.html') expect(text, name).not.toMatch(/\bknown\b|baseline/i);
});

test('the command to run again names the file', () => {
  expect(runAgain(report)).toContain(' --baseline known-failures.yaml ');
});
