// One way of counting, wherever numbers are shown: the rules that judge add up, and observations are counted apart.
import { describe, expect, test } from 'vitest';
import type { Report, RuleResult } from '../judge/result/report.js';
import { summaryOf } from '../judge/result/verdict.js';
import { cleanReport, context, failingReport } from '../testing/reports/fixture.js';
import { reportHtml, summaryMarkdown } from './index.js';
import { renderResults } from './terminal/terminal.js';
import {
  confirmation,
  countedHow,
  countsOf,
  observationsOf,
  talliesOf,
  worstFirst,
} from './words.js';

/** As in a quick run: some rules are untested, and so is one observation. */
function withUntested(report: Report): Report {
  const [first, second] = [...report.rules].filter(({ outcome }) => outcome === 'passed');
  const observed = report.rules.find(({ outcome }) => outcome === 'observed');
  return {
    ...report,
    rules: report.rules.map((rule): RuleResult =>
      [first, second, observed].includes(rule) ? { ...rule, outcome: 'untested' } : rule,
    ),
  };
}

const untested = withUntested(cleanReport());
const ofKind = ({ rules }: Report, isOpen: boolean): readonly RuleResult[] =>
  rules.filter(({ kind }) => (kind === 'open') === isOpen);

describe('counting', () => {
  test.each([cleanReport(), failingReport(), untested])(
    'puts each rule that judges into one total, and observations into one of their own',
    (report) => {
      const judged = countsOf(report).filter(({ mark }) => mark !== 'observed');
      const sum = judged.reduce((all, { count }) => all + count, 0);
      expect(sum).toBe(ofKind(report, false).length);
      const made = report.rules.filter(({ outcome }) => outcome === 'observed').length;
      expect(talliesOf(report)).toContain(
        `; ${made} of ${ofKind(report, true).length} observations recorded`,
      );
    },
  );

  test('says the same in the summary, on the terminal, on the page and in Markdown', () => {
    expect(talliesOf(untested)).toMatch(/\b4 untested; \d of \d observations recorded$/);
    const { strict, interrupted, scope } = untested.run;
    const { rules, verdict, profiles, target } = untested;
    const judged = {
      rules,
      verdict,
      profiles,
      strict,
      interrupted,
      scope,
      targetName: target.name,
    };
    expect(summaryOf(judged)).toContain(', 4 untested');
    const flat = (text: string): string => text.replace(/\s+/g, ' ');
    for (const shown of [
      renderResults(untested, context, { colour: false, width: 100, verbose: true }),
      summaryMarkdown(untested, context),
    ]) {
      expect(flat(shown)).toContain(`${talliesOf(untested)}.`);
      expect(flat(shown)).toContain(countedHow);
    }
    const page = reportHtml(untested, context);
    const { made, of } = observationsOf(untested);
    expect(page).toMatch(/untested <b>4<\/b>/);
    expect(page).toContain(`observed <b>${made} of ${of}</b>`);
    expect(page).toContain(countedHow);
  });

  test('adds up in the columns of the Markdown table', () => {
    const rows = summaryMarkdown(untested, context)
      .split('\n')
      .filter((line) => /^\| (?!:)/.test(line))
      .map((line) => line.split('|').slice(1, -1));
    const [head = [], ...clauses] = rows;
    const sumOf = (word: string): number => {
      const at = head.findIndex((cell) => cell.trim().endsWith(word));
      return clauses.reduce((sum, cells) => sum + Number(cells[at]?.trim()), 0);
    };
    for (const { mark, count } of countsOf(untested))
      expect([mark, sumOf(mark)]).toEqual([mark, count]);
  });
});

test.each([
  [0, 0, 'not retried'],
  [1, 1, '1 of 1 time'],
  [3, 3, '3 of 3 times'],
  [0, 1, 'intermittent: not in 1 retry'],
  [1, 3, 'intermittent: in 1 of 3 retries'],
])('a breach that came again %i of %i times: %s', (held, of, words) => {
  const [{ failure }] = worstFirst(failingReport()) as [ReturnType<typeof worstFirst>[0]];
  expect(confirmation({ ...failure, confirmed: { held, of } })).toBe(words);
});
