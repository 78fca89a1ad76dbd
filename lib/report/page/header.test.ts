// What stands first: when the run was, what was judged, and that warnings are no failures.
import { describe, expect, test } from 'vitest';
import { context, failingReport, warnedReport } from '../../testing/reports/fixture.js';
import { reportHtml, summaryMarkdown } from '../index.js';
import { renderResults } from '../terminal/terminal.js';

describe('the top of the page', () => {
  const report = failingReport();
  const [top = ''] = reportHtml(report, context).split('<main');
  test('says when the run was, how long it took, and with which seed', () =>
    expect(top).toContain('2026-11-05 10:00:00 UTC</time>, took 8.4 s, seed 42'));
  test('has a bar of what was judged, and says what its colours mean', () => {
    const judged = '5 failed, 1 warning, 1 undecided, 19 passed, 2 inapplicable, 2 untested';
    expect(top).toContain(`aria-label="Rules by outcome: ${judged}"`);
    expect(top).not.toContain('class="fill-observed"');
    const legend = [
      ...top.matchAll(/<li class="(\w+)"><span class="swatch"[^>]*><\/span>([^<]*)/g),
    ];
    expect(legend.map(([, , words]) => words).join(', ')).toBe(judged);
    expect(legend.map(([, mark]) => mark)).toEqual(
      [...top.matchAll(/<rect class="fill-(\w+)"/g)].map(([, mark]) => mark),
    );
    expect(top).toContain('4 observations recorded, none judged');
  });
});

describe('what only warns', () => {
  const page = reportHtml(warnedReport(), context);
  test('is folded, and headed as what it is', () => {
    expect(page).toContain('<h2 id="failures-title">Warnings (1)</h2>');
    expect(page).toMatch(/<section id="failures"[^>]*>\s*<details class="foldedsection">/);
    expect(page).not.toContain('What failed');
    expect(reportHtml(failingReport(), context)).not.toContain('class="foldedsection"');
  });
  test('is headed so in the summary and on the terminal too', () => {
    const summary = summaryMarkdown(warnedReport(), context);
    expect(summary).toContain('### Warnings (1)');
    const terminal = renderResults(warnedReport(), context, {
      colour: false,
      width: 100,
      verbose: true,
    });
    expect(terminal).toContain('Warnings (1)');
    expect(`${summary}${terminal}`).not.toContain('What failed');
  });
});
