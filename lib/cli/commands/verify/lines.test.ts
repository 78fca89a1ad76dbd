// What `verify` prints of a certificate that holds.
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { cleanReport, warnedReport } from '../../../testing/reports/fixture.js';
import { failure } from '../../../testing/reports/fixture-parts.js';
import { verificationOf } from '../../../testing/certificates/verification.js';
import { verificationLines } from './lines.js';
import type { Repeated } from './rerun.js';

const warnedOf = (...warnings: readonly string[]): string => {
  const report = cleanReport();
  const run = { ...report.run, warnings };
  return verificationLines(verificationOf({ report: { ...report, run } }), undefined, {
    quiet: false,
  });
};

describe('the warnings of a run', () => {
  test('are printed, each on a line', () => {
    const lines = warnedOf('The clock\u202eof the target differs.', 'It was slow.').split('\n');
    expect(lines).toContain('! warning of the run: The clock of the target differs.');
    expect(lines).toContain('! warning of the run: It was slow.');
  });

  test('and what failed, are told apart, each with what is wrong', () => {
    const report = warnedReport();
    const [stated] = report.rules;
    const failed = { ...stated!, outcome: 'failed' as const, failures: [failure()] };
    const rules = report.rules.map((rule) => (rule === stated ? failed : rule));
    const lines = verificationLines(verificationOf({ report: { ...report, rules } }), undefined, {
      quiet: false,
    }).split('\n');
    expect(lines).toContain(`✗ failed in the run: ${failed.id}: ${failure().cause}`);
    const warnings = lines.filter((line) => line.startsWith('! warning of the run: '));
    expect(warnings.length).toBeGreaterThan(0);
    for (const line of warnings) expect(line).toMatch(/[.…]$/);
  });

  test('are no flood', () => {
    const lines = warnedOf(...Array.from({ length: 500 }, (_, at) => `Warning ${at}.`)).split('\n');
    expect(lines.filter((line) => line.includes('warning of the run'))).toHaveLength(20);
    expect(lines).toContain('! and 480 more');
  });
});

test('many problems are not all shown, and those that explain others are', () => {
  const problems = Array.from({ length: 30 }, (_, at) => ({
    kind: 'impossible-outcome' as const,
    message: `Rule ${at} is wrong.`,
  }));
  const lines = verificationLines(verificationOf({ problems }), undefined, { quiet: false }).split(
    '\n',
  );
  expect(lines.filter((line) => line.startsWith('✗ Rule'))).toHaveLength(20);
  expect(lines).toContain('✗ and 10 more problems: `--json` lists all');
  expect(lines).toContain('Not verified: 30 problems.');
});

test('what was not tested is said: beside the evidence, and in the closing line', () => {
  const report = cleanReport();
  const linesOf = (part: Partial<Report>): readonly string[] =>
    verificationLines(verificationOf({ report: { ...report, ...part } }), undefined, {
      quiet: false,
    })
      .trimEnd()
      .split('\n');
  const covers = 'It covers the catalogue only: the quickstart (messages) was not tested.';
  expect(linesOf({}).at(-1)).toContain(covers);
  const both = { ...report.profiles, quickstart: 'conformant' as const };
  expect(linesOf({ profiles: both }).at(-1)).not.toContain(covers);
  const evidenceOf = (rules: Report['rules']): string | undefined =>
    linesOf({ rules }).find((line) => line.includes('with evidence'));
  const tested = report.rules.map((rule) => ({ ...rule, outcome: 'passed' as const }));
  expect(evidenceOf(tested)).toMatch(/ are present with evidence$/);
  const [first, ...others] = tested;
  expect(evidenceOf([{ ...first!, outcome: 'untested' }, ...others])).toMatch(
    new RegExp(` are present, with evidence for the ${others.length} that were tested$`),
  );
});

describe('a repetition', () => {
  const none = { differences: [], undecided: [], notes: [], lapsed: [], rules: 30, same: 30 };
  /** What is said of it, but for what is said of the certificate; with --quiet, the conclusion alone. */
  const said = (more: Partial<Repeated>): readonly string[] => {
    const lines = (quiet: boolean): readonly string[] =>
      verificationLines(verificationOf(), { ...none, ...more }, { quiet })
        .trimEnd()
        .split('\n');
    const whole = lines(false);
    expect(lines(true)).toEqual(whole.slice(-1));
    const start = verificationLines(verificationOf(), undefined, { quiet: false }).split('\n');
    return whole.filter((line) => !start.includes(line));
  };
  const same = 'with the same outcome, none broken';

  test('that broke nothing says so, and what else it found', () => {
    expect(said({})).toEqual([`✓ repeated: 30 of 30 rules ${same}`]);
    const lines = said({
      freshSeed: 8,
      same: 29,
      notes: ['One.'],
      lapsed: ['a.b'],
      elsewhere: 'http://x',
    });
    expect(lines.slice(0, -1)).toEqual([
      `✓ repeated twice, the first time with seed 8 and in disguise: 29 of 30 rules ${same}`,
      '! One.',
    ]);
    expect(lines.at(-1)).toMatch(
      / Repeated at http:\/\/x\. 1 rule could not be repeated, because the store is not as empty as it was\. The vendor/,
    );
  });

  test.each([
    [
      { differences: ['a.b fails.', 'c.d fails.'], undecided: ['e.f is undecided.'] },
      ['✗ a.b fails.', '✗ c.d fails.', '? e.f is undecided.'],
      'Not confirmed: 2 rules of the certificate no longer hold.',
    ],
    [
      { differences: ['a.b fails.'] },
      ['✗ a.b fails.'],
      'Not confirmed: 1 rule of the certificate no longer holds.',
    ],
    [
      { undecided: ['e.f is undecided.'] },
      ['? e.f is undecided.'],
      'Not repeated: 1 rule could not be decided.',
    ],
    [
      { couldNot: 'nothing listens there.' },
      [],
      'The run could not be repeated: nothing listens there.',
    ],
  ])('that did not come out the same says why: %j', (again, lines, closing) =>
    expect(said(again)).toEqual([...lines, closing]),
  );
});
