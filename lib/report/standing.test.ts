// What every report says alike: what a baseline knows, what only warns, and what a target that stopped answering left
// undecided. What each looks like is in golden files.
import { describe, expect, test } from 'vitest';
import type { Report } from '../judge/result/report.js';
import { context, crashReport, failingReport, warnedReport } from '../testing/reports/fixture.js';
import { entry, known, knownReport } from '../testing/reports/fixture-known.js';
import { readHtml } from '../testing/pages/read-html.js';
import { withKnown } from '../certify/baseline/apply.js';
import { runAgain } from './again.js';
import { renderResults, reportFiles, reportHtml, summaryMarkdown } from './index.js';
import { worstFirst } from './words.js';

const plain = { colour: false, width: 100 };
const terminalOf = (report: Report, how: object = {}): string =>
  renderResults(report, context, { ...plain, ...how });
const flat = (text: string): string => text.replace(/\s+/g, ' ');

describe('what a baseline knows', () => {
  const report = knownReport();
  const limit = 'list-animals.limit-is-maximum';
  const files = new Map(reportFiles(report, context).map(({ name, text }) => [name, text]));
  const json = <T>(name: string): T => JSON.parse(files.get(name) ?? '') as T;

  test('is listed as known, with why, in its colour', () => {
    expect(terminalOf(report, { width: 200, verbose: true })).toMatch(
      /^ {2}◇ known +list-animals\.limit-is-maximum +The next release mends it\. \(until 2026-12-31\): /m,
    );
    expect(terminalOf(report, { colour: true })).toContain('\u001b[35m◇');
    const tags = readHtml(files.get('report.html') ?? '').tags.map(({ attributes }) => attributes);
    expect(tags.find(({ id }) => id === 'add-animal.odd-names')?.['data-mark']).toBe('known');
  });

  test('is other in ctrf.json, and failed all the same in earl.jsonld', () => {
    type Tests = readonly { readonly testId: string }[];
    const { results } = json<{ results: { summary: object; tests: Tests } }>('ctrf.json');
    expect(results.tests.find(({ testId }) => testId === limit)).toMatchObject({
      status: 'other',
      rawStatus: 'known',
      message: expect.stringMatching(/^known: The next release mends it\. \(until /) as string,
    });
    expect(results.summary).toMatchObject({ failed: 4, extra: { gate: 'failed' } });
    type Graph = readonly { 'earl:test'?: { 'dct:identifier': string }; 'earl:result'?: object }[];
    const { '@graph': graph } = json<{ '@graph': Graph }>('earl.jsonld');
    expect(graph.find((one) => one['earl:test']?.['dct:identifier'] === limit)).toMatchObject({
      'earl:result': {
        'earl:outcome': { '@id': 'earl:failed' },
        'earl:info': expect.stringContaining('; known') as string,
      },
    });
  });

  test('changes no badge, also where all is known', () => {
    const all = withKnown(
      failingReport(),
      known(...failingReport().rules.map(({ id }) => entry(id))),
    );
    expect(all.counts).toMatchObject({ known: 6 });
    const badge = reportFiles(all, context).find(({ name }) => name === 'badge.json')?.text ?? '';
    expect(JSON.parse(badge)).toMatchObject({ message: 'not conformant', color: 'b3261e' });
  });

  test('is one where one cause breaks it, unless it is known for another reason', () => {
    const entries = worstFirst(report).filter(({ mark }) => mark === 'known');
    const ids = entries.map(({ failure }) => failure.id);
    const [first, other] = entries.map(({ rule }) => rule.id);
    const reason = entries[0]?.failure.known;
    const joined = { ...report, causes: [{ failures: ids, rules: [], like: [] }] };
    const listOf = (one: Report): string =>
      flat(/Known failures.*?\n\n(.*?)\n\n/s.exec(terminalOf(one))?.[1] ?? '');
    expect(listOf(joined).match(/◇ known/g)).toHaveLength(3);
    const sameReason: Report = {
      ...joined,
      rules: joined.rules.map((rule) => ({
        ...rule,
        failures: rule.failures.map((failure) =>
          ids.includes(failure.id) && reason ? { ...failure, known: reason } : failure,
        ),
      })),
    };
    expect(listOf(sameReason).match(/◇ known/g)).toHaveLength(1);
    expect(listOf(sameReason)).toContain(`also fails: ${other}`);
    expect(summaryMarkdown(sameReason, context)).toContain(`- ◇ \`${first}\`, \`${other}\``);
  });

  test('is named in the command to run again, and nowhere without a baseline', () => {
    expect(runAgain(report)).toContain(' --baseline known-failures.yaml ');
    for (const { name, text } of reportFiles(failingReport(), context))
      if (name !== 'report.html') expect(text, name).not.toMatch(/\bknown\b|baseline/i);
  });
});

test('what only warns is folded on the page, and headed as what it is everywhere', () => {
  const page = reportHtml(warnedReport(), context);
  expect(page).toContain('<h2 id="failures-title">Warnings (1)</h2>');
  expect(page).toMatch(/<section id="failures"[^>]*>\s*<details class="foldedsection">/);
  expect(reportHtml(failingReport(), context)).not.toContain('class="foldedsection"');
  const summary = summaryMarkdown(warnedReport(), context);
  expect(summary).toContain('### Warnings (1)');
  const terminal = terminalOf(warnedReport(), { verbose: true });
  expect(terminal).toContain('Warnings (1)');
  expect(`${page}${summary}${terminal}`).not.toContain('What failed');
});

describe('of a target that stopped answering', () => {
  const report = crashReport();
  const undecided = report.rules.filter(({ reason }) => reason?.includes('stopped answering'));
  const withOutages = (change: (one: NonNullable<Report['run']['outages']>[0]) => object) => ({
    ...report,
    run: { ...report.run, outages: report.run.outages!.map((one) => ({ ...one, ...change(one) })) },
  });

  test('the other requests that crashed it by the same defect stand with the first', () => {
    const [first] = worstFirst(report);
    const other = { ...first!.failure, id: 'f-0099', input: 'GET /pets?limit=99' };
    const rules = report.rules.map((rule) =>
      rule.id === first!.rule.id ? { ...rule, failures: [...rule.failures, other] } : rule,
    );
    expect(terminalOf({ ...report, rules })).toMatch(/\n {2}also with +GET \/pets\?limit=99\n/);
    expect(summaryMarkdown({ ...report, rules }, context)).toContain(
      '- Also crashed by: `GET /pets?limit=99`\n',
    );
  });

  test('what is undecided is counted in one line where a failure explains it', () => {
    const gone = withOutages(() => ({ failure: 'f-0002' }));
    const shown = flat(terminalOf(gone));
    const counted = `${undecided.length} rules: the target has stopped answering (nothing listens there), because a request crashed it: see what failed.`;
    expect(shown.split(counted)).toHaveLength(2);
    expect(shown).not.toContain('under way');
    expect(summaryMarkdown(gone, context)).toMatch(
      /^- [?] \d+ rules: the target .* because a request crashed it: see what failed\.$/m,
    );
  });

  test('it is named how the candidate ended, and no suspect, where it ended by itself', () => {
    const ending = 'the candidate exited with status 0 after 0.3 s, by itself';
    const ended = withOutages(({ restarted }) => (restarted ? {} : { ending, suspects: [] }));
    const texts = [terminalOf(ended), summaryMarkdown(ended, context)];
    for (const text of [...texts, readHtml(reportHtml(ended, context)).text]) {
      expect(flat(text)).toContain(`${undecided.length} rules: ${ending}. No request is to blame.`);
      expect(text).not.toContain('under way');
    }
  });

  test('nothing is said where the failure explains it and the run went on', () => {
    const [explained] = report.run.outages ?? [];
    const fine = { ...failingReport(), run: { ...report.run, outages: [explained!] } };
    expect(terminalOf(fine)).not.toContain('under way');
    expect(reportHtml(fine, context)).not.toContain('When the target stopped responding');
  });
});
