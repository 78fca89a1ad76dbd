// A target that stopped answering, in every report that people read: one line for all rules, the suspects beneath it, and
// what the candidate printed as it printed it.
import { describe, expect, test } from 'vitest';
import { context, crashReport, failingReport } from '../testing/reports/fixture.js';
import { readHtml } from '../testing/pages/read-html.js';
import { summaryMarkdown } from './files/markdown.js';
import { junitXml } from './files/junit.js';
import { reportHtml } from './page/page.js';
import { renderResults } from './terminal/terminal.js';
import { worstFirst } from './words.js';

const report = crashReport();
const undecided = report.rules.filter(({ reason }) => reason?.includes('stopped answering')).length;
const inOneLine = `${undecided} rules: the target has stopped answering (nothing listens there).`;
const terminal = renderResults(report, context, { colour: false, width: 100 });
const markdown = summaryMarkdown(report, context);
const page = reportHtml(report, context);

describe('what a candidate printed', () => {
  test('stands line by line with the failure that crashed it', () => {
    expect(terminal).toContain(
      [
        '             │ Error: out of luck',
        '             │     at handle (/srv/server.js:7:3)',
      ].join('\n'),
    );
    expect(markdown).toContain('```\nlistening\n/srv/server.js:7\n');
    expect(page).toMatch(/<pre[^>]*>listening\n\/srv\/server\.js:7\n/);
    expect(junitXml(report, context)).toContain('output:\nlistening\n/srv/server.js:7\n');
  });

  test('is the first failure, whatever else failed', () => {
    expect(worstFirst(report)[0]?.failure.id).toBe('f-0002');
    expect(worstFirst(failingReport())[0]?.failure.id).not.toBe('f-0002');
  });
});

test('the other requests that crashed it by the same defect stand with the first', () => {
  const first = worstFirst(report)[0] ?? expect.fail('nothing failed');
  const other = { ...first.failure, id: 'f-0099', input: 'GET /pets?limit=99' };
  const rules = report.rules.map((rule) =>
    rule.id === first.rule.id ? { ...rule, failures: [...rule.failures, other] } : rule,
  );
  const both = { ...report, rules };
  expect(renderResults(both, context, { colour: false, width: 100 })).toMatch(
    /\n {2}also with +GET \/pets\?limit=99\n/,
  );
  expect(summaryMarkdown(both, context)).toContain('- Also crashed by: `GET /pets?limit=99`\n');
  expect(terminal).not.toContain('also with');
});

describe('what is left undecided by it', () => {
  test('is told once, and not rule by rule', () => {
    expect(terminal.split(inOneLine)).toHaveLength(2);
    const why = terminal.slice(terminal.indexOf('What cannot be told, and why'));
    expect(why).not.toContain('3 of 6 cases could not be judged');
    expect(markdown).not.toContain('3 of 6 cases could not be judged');
    expect(readHtml(page).text).toContain(inOneLine);
  });

  test('has the suspects beneath, each with its command, and says where the others are', () => {
    const verbose = renderResults(report, context, { colour: false, width: 100, verbose: true });
    for (const [text, shown] of [
      [terminal, 3],
      [verbose, 24],
      [markdown, 24],
    ] as const) {
      expect(text).toContain(`curl -sS 'https://animals.example/v1/pets?limit=${shown}'`);
      expect(text).not.toContain(`curl -sS 'https://animals.example/v1/pets?limit=${shown + 1}'`);
      expect(text).toContain(`and ${26 - shown} more, in report.json`);
      expect(text).toContain(
        '26 requests were under way then, and any of them may have caused it:',
      );
    }
  });

  test('is counted in one line where a failure explains it and the candidate is gone', () => {
    const outages = report.run.outages?.map((one) => ({ ...one, failure: 'f-0002' })) ?? [];
    const gone = { ...report, run: { ...report.run, outages } };
    const counted = `${inOneLine.slice(0, -1)}, because a request crashed it: see what failed.`;
    const shown = renderResults(gone, context, { colour: false, width: 100 });
    expect(shown.replace(/\n +/g, ' ').split(counted)).toHaveLength(2);
    expect(shown).not.toContain('under way');
    expect(summaryMarkdown(gone, context)).toMatch(
      /^- [?] \d+ rules: the target .* because a request crashed it: see what failed\.$/m,
    );
    expect(terminal).not.toContain('because a request crashed it');
  });

  test('names how the candidate ended, and no suspect, where it ended by itself', () => {
    const ending = 'the candidate exited with status 0 after 0.3 s, by itself';
    const outages = report.run.outages?.slice(1).map((one) => ({ ...one, ending, suspects: [] }));
    const ended = { ...report, run: { ...report.run, outages: outages ?? [] } };
    const texts = [
      renderResults(ended, context, { colour: false, width: 100 }),
      summaryMarkdown(ended, context),
      readHtml(reportHtml(ended, context)).text,
    ];
    for (const text of texts) {
      expect(text.replace(/\s+/g, ' ')).toMatch(
        new RegExp(`${undecided} rules: ${ending}\\. No request is to blame\\.`),
      );
      expect(text).not.toContain('under way');
    }
  });

  test('says nothing where the failure explains it', () => {
    const [explained] = report.run.outages ?? [];
    const fine = {
      ...failingReport(),
      run: { ...report.run, outages: explained ? [explained] : [] },
    };
    expect(renderResults(fine, context, { colour: false, width: 100 })).not.toContain('under way');
    expect(reportHtml(fine, context)).not.toContain('When the target stopped responding');
  });
});
