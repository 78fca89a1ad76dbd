// One way of counting, wherever numbers are shown: the rules that judge add up, and observations are counted apart.
import { describe, expect, test } from 'vitest';
import type { Because, Kind, Report, RuleResult } from '../judge/result/report.js';
import { summaryOf } from '../judge/result/verdict.js';
import { cleanReport, context, failingReport } from '../testing/reports/fixture.js';
import { reportHtml, summaryMarkdown } from './index.js';
import { renderResults } from './terminal/terminal.js';
import {
  confirmation,
  countedHow,
  countsOf,
  observationsOf,
  reasonWithoutCounts,
  storeText,
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
  [1, 1, 'on 1 retry'],
  [3, 3, '3 of 3 times'],
  [0, 1, 'intermittent: did not recur in 1 retry'],
  [1, 3, 'intermittent: failed in 1 of 3 retries'],
])('a breach that came again %i of %i times: %s', (held, of, words) => {
  const [{ failure }] = worstFirst(failingReport()) as [ReturnType<typeof worstFirst>[0]];
  expect(confirmation({ ...failure, confirmed: { held, of } })).toBe(words);
});

describe('what the store hides', () => {
  const hidden = (...rules: readonly (readonly [Kind, Because | undefined])[]): Report => {
    const clean = cleanReport();
    const shown = clean.rules.filter(({ kind }) => kind !== 'open');
    const left = rules.map(([kind, because], at): RuleResult => ({
      ...(shown[at] as RuleResult),
      kind,
      outcome: 'inapplicable',
      reason: 'because of the store',
      ...(because === undefined ? {} : { because }),
    }));
    return { ...clean, rules: [...left, ...clean.rules.slice(left.length)] };
  };
  const full = 'every list of this store is full (more than 100 animals of each status)';
  const inUse = 'this store already has animals of every status, so no filtered list can be empty';
  const remedy = 'use an empty store for a complete check.';
  const stated = ['stated', 'full lists'] as const;
  const implied = ['implied', 'full lists'] as const;

  test.each<[string, readonly (readonly [Kind, Because | undefined])[], string]>([
    [
      'some of each kind',
      [stated, stated, implied],
      `3 rules, 2 of them stated, could not be tested, because ${full}: ${remedy}`,
    ],
    [
      'one of them stated',
      [stated, implied],
      `2 rules, 1 of them stated, could not be tested, because ${full}: ${remedy}`,
    ],
    [
      'stated ones',
      [stated, stated],
      `2 rules, both of them stated, could not be tested, because ${full}: ${remedy}`,
    ],
    ['implied ones', [implied, implied], `2 rules could not be tested, because ${full}: ${remedy}`],
    ['one implied', [implied], `1 rule could not be tested, because ${full}: ${remedy}`],
    [
      'one stated',
      [['stated', 'no empty list']],
      `1 stated rule could not be tested, because ${inUse}: ${remedy}`,
    ],
    [
      'both reasons',
      [['stated', 'no empty list'], implied],
      `2 rules, 1 of them stated, could not be tested, because ${full}: ${remedy}`,
    ],
    ['an observation', [['open', 'full lists']], ''],
    ['what the target chose', [['stated', undefined]], ''],
    ['nothing', [], ''],
  ])('is said in one sentence: %s', (_, rules, sentence) => {
    expect(storeText(hidden(...rules))).toBe(sentence);
  });

  test('is no fault of the store where something failed', () => {
    const report = hidden(stated);
    const rules = report.rules.map((rule) =>
      rule.outcome === 'passed' ? { ...rule, outcome: 'failed' as const } : rule,
    );
    expect(storeText({ ...report, rules })).toBe(
      `1 stated rule could not be tested, because ${full}: fix the failures first, then ${remedy}`,
    );
  });

  test('tells of animals that were added and never seen: lists that never change look the same', () => {
    const report = hidden(stated);
    const blind = { ...report, run: { ...report.run, visibleAfterMs: null } };
    const never = ', and nothing that was added was ever seen in a list';
    expect(storeText(blind)).toContain(`${full}${never}: ${remedy}`);
    const without = { ...blind, run: { ...blind.run, created: [] } };
    expect([report, without].map((one) => storeText(one).includes(never))).toEqual([false, false]);
  });

  test('stands above the verdict, on the page and in the summary; without it nothing does', () => {
    const report = hidden(stated, implied);
    const sentence = storeText(report);
    const plain = { colour: false, width: 100 };
    for (const options of [plain, { ...plain, quiet: true }]) {
      const lines = renderResults(report, context, options).replaceAll('\n', ' ');
      expect(lines).toContain(`${sentence} ✓ `);
    }
    expect(reportHtml(report, context)).toContain(sentence);
    expect(summaryMarkdown(report, context).replaceAll('\\', '')).toContain(sentence);
    expect(summaryMarkdown(cleanReport(), context)).not.toContain('could not be tested');
  });
});

describe('the reason why a rule is undecided, without its counts', () => {
  const reason = '2 of 9 cases could not be judged: the run ended early (in 1 of them)';
  const values = { undecided: 2, cases: 9, count: 1 };
  const why = { what: 'some undecided', values, why: { what: 'interrupted' } };

  test.each([
    ['is the one behind them', { reason: 'in other words', why }, 'the run ended early'],
    [
      'is the same of some cases and of all',
      { reason: 'in other words', why: { ...why, what: 'undecided' } },
      'the run ended early',
    ],
    [
      'is whole where there are none',
      {
        reason: 'in other words',
        why: { what: 'not covered, and', values: { operations: 'x' }, why },
      },
      'not covered: x; 2 of 9 cases could not be judged, 1 of them for this reason: the run ended early',
    ],
    ['is taken from the words of an older kit', { reason }, 'the run ended early'],
    [
      'is taken from the words where a later kit gives another reason',
      {
        reason: '2 of 9 cases could not be judged: it rained',
        why: { ...why, why: { what: 'rain' } },
      },
      'it rained',
    ],
    ['is none where none was recorded', { reason: null }, undefined],
  ])('%s', (_, result, expected) => {
    expect(reasonWithoutCounts(result)).toBe(expected);
  });
});
