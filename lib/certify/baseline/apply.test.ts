// A known failure does not fail the gate; one that is new, has expired or is undecided does. The verdict never changes.
import { describe, expect, test } from 'vitest';
import type { KnownFailure, Report, RuleResult } from '../../judge/result/report.js';
import { cleanReport, failingReport } from '../../testing/reports/fixture.js';
import { day, entry, known } from '../../testing/reports/fixture-known.js';
import { withKnown } from './apply.js';

const failed = (report: Report): readonly RuleResult[] =>
  report.rules.filter(({ outcome }) => outcome === 'failed');
const stated = failed(failingReport()).filter(({ kind }) => kind === 'stated');
const all = failed(failingReport()).map(({ id }) => entry(id));
const only = (id: string): Report =>
  withRules((rule) => rule.id === id || rule.outcome === 'passed');
const gate = (report: Report): string | undefined => report.run.baseline?.gate;

function withRules(
  isKept: (rule: RuleResult) => boolean,
  more: Partial<Report['run']> = {},
): Report {
  const report = failingReport();
  return { ...report, rules: report.rules.filter(isKept), run: { ...report.run, ...more } };
}
const decided = ({ outcome, kind }: RuleResult): boolean =>
  outcome === 'failed' || outcome === 'passed' || kind === 'open';

describe('the gate', () => {
  test('passes where every failure is known, and the verdict stays what it is', () => {
    const report = withRules(decided);
    const marked = withKnown(report, known(...all));
    expect(gate(marked)).toBe('passed');
    expect(marked.verdict).toBe('not-conformant');
    expect(marked.profiles).toEqual(report.profiles);
    expect(marked.counts).toEqual({ ...report.counts, known: 6 });
    expect(marked.rules.map(({ outcome }) => outcome)).toEqual(
      report.rules.map(({ outcome }) => outcome),
    );
    expect(marked.summary).toBe(
      `${report.summary} All 5 failures are known (known-failures.yaml): known failures do not fail the gate.`,
    );
  });

  test('fails for one failure that is not', () => {
    for (const { id } of stated) {
      const marked = withKnown(withRules(decided), known(...all.filter(({ rule }) => rule !== id)));
      expect(gate(marked), id).toBe('failed');
      expect(marked.summary).toMatch(
        /Of 5 failures, \d are known \(known-failures\.yaml\) and \d (?:is|are) new: the gate fails\.$/,
      );
    }
  });

  test('fails for a new failure beside a known one of its rule', () => {
    const ofRule = (...cases: readonly string[]) =>
      withKnown(
        only('errors.status-field'),
        known(...cases.map((one) => entry('errors.status-field', { case: one }))),
      );
    expect(gate(ofRule('f-0005', 'f-0006'))).toBe('passed');
    const marked = ofRule('f-0005');
    expect(gate(marked)).toBe('failed');
    // New failures come first.
    expect(failed(marked)[0]?.failures.map(({ id, known: is }) => [id, is?.reason])).toEqual([
      ['f-0006', undefined],
      ['f-0005', 'The next release mends it.'],
    ]);
    expect(marked.counts.known).toBe(0);
  });

  test('an entry counts through its last day', () => {
    const on = (expires: string) =>
      withKnown(
        only('add-animal.missing-name'),
        known(entry('add-animal.missing-name', { expires })),
      );
    expect(gate(on(day))).toBe('passed');
    const marked = on('2026-11-04');
    expect(gate(marked)).toBe('failed');
    const [failure] = failed(marked)[0]?.failures ?? [];
    expect(failure?.known).toBeUndefined();
    expect(failure?.wasKnown).toEqual({
      reason: 'The next release mends it.',
      expires: '2026-11-04',
    });
    expect(marked.summary).toContain(
      'The failure was accepted, but its entry has expired (known-failures.yaml): the gate fails.',
    );
    const expired = all.map((one) => ({ ...one, expires: '2026-11-04' }));
    expect(withKnown(withRules(decided), known(...expired)).summary).toContain(
      'All 5 failures were accepted, but their entries have expired (known-failures.yaml): the gate fails.',
    );
  });

  test('a valid entry outweighs one that has expired, and the case tells more than the rule', () => {
    const id = 'add-animal.missing-name';
    const wide = entry(id, { reason: 'All of it.' });
    const narrow = entry(id, { case: 'f-0003', reason: 'Just this.' });
    const reason = (...entries: readonly KnownFailure[]) =>
      failed(withKnown(only(id), known(...entries)))[0]?.failures[0]?.known?.reason;
    expect(reason(wide, narrow)).toBe('Just this.');
    expect(reason(wide, { ...narrow, expires: '2020-01-01' })).toBe('All of it.');
    expect(reason({ ...wide, expires: '2020-01-01' }, narrow)).toBe('Just this.');
  });

  test('does not pass where a stated rule is undecided', () => {
    const marked = withKnown(
      withRules(({ outcome }) => outcome !== 'untested'),
      known(...all),
    );
    expect(gate(marked)).toBe('undecided');
    expect(marked.summary).toContain('but 1 rule is undecided: the gate does not pass.');
    const interrupted = withKnown(withRules(decided, { interrupted: true }), known(...all));
    expect(gate(interrupted)).toBe('undecided');
  });

  test('passes where the rules that known failures keep from being judged are known too', () => {
    const report = withRules(({ outcome }) => outcome !== 'untested');
    const open = report.rules.filter(
      ({ outcome, kind }) => outcome === 'cantTell' && kind === 'stated',
    );
    const undecided = open.map(({ id }) => entry(id, { case: 'undecided' }));
    const marked = withKnown(report, known(...all, ...undecided));
    expect(gate(marked)).toBe('passed');
    expect(marked.summary).toMatch(
      /All \d failures are known \(\S+\), and 1 rule is undecided because of them: known failures do not fail the gate\.$/,
    );
    // Something else keeps them from being judged.
    const clean = { ...report, rules: report.rules.filter(({ outcome }) => outcome !== 'failed') };
    expect(gate(withKnown(clean, known(...all, ...undecided)))).toBe('undecided');
    const expired = undecided.map((one) => ({ ...one, expires: '2020-01-01' }));
    expect(gate(withKnown(report, known(...all, ...expired)))).toBe('undecided');
  });

  test('does not pass where a budget was too small for any rule', () => {
    const report = cleanReport();
    const marked = withKnown(
      {
        ...report,
        verdict: 'inconclusive',
        rules: report.rules.map((rule) => ({ ...rule, outcome: 'untested' as const })),
        run: {
          ...report.run,
          scope: { ...report.run.scope, full: false, budget: { maxRequests: 2 } },
        },
      },
      known(),
    );
    expect(gate(marked)).toBe('undecided');
  });

  test('counts no undecided observation, also with --strict', () => {
    const report = withRules(decided, { strict: true });
    const [one] = report.rules.filter(({ outcome }) => outcome === 'passed');
    const rules = report.rules.map((rule) =>
      rule === one || rule.kind === 'open' ? { ...rule, outcome: 'cantTell' as const } : rule,
    );
    const marked = withKnown({ ...report, rules }, known(...all));
    expect(gate(marked)).toBe('undecided');
    expect(marked.summary).toMatch(
      /All 6 failures are known \(\S+\), but 1 rule is undecided: the gate does not pass\.$/,
    );
  });

  test('a warning needs no entry, unless it is a failure', () => {
    const rules = stated.map(({ id }) => entry(id));
    expect(gate(withKnown(withRules(decided), known(...rules)))).toBe('passed');
    expect(gate(withKnown(withRules(decided, { strict: true }), known(...rules)))).toBe('failed');
    expect(gate(withKnown(withRules(decided, { strict: true }), known(...all)))).toBe('passed');
  });

  test('what a report says of another baseline counts for nothing', () => {
    const before = withKnown(withRules(decided), known(...all));
    const marked = withKnown(before, known());
    expect(gate(marked)).toBe('failed');
    expect(
      failed(marked)
        .flatMap(({ failures }) => failures)
        .some((one) => one.known),
    ).toBe(false);
  });

  test('a rule that failed without a failure is not known', () => {
    const report = withRules(({ id }) => id === 'add-animal.missing-name');
    const rules = report.rules.map((rule) => ({ ...rule, failures: [] }));
    expect(gate(withKnown({ ...report, rules }, known(...all)))).toBe('failed');
  });
});

describe('what no longer fails', () => {
  const stale = entry('list-animals.filter');
  const clean = cleanReport();
  const run = (more: Partial<Report['run']>, ...entries: readonly KnownFailure[]) =>
    withKnown(
      { ...clean, rules: clean.rules.filter(decided), run: { ...clean.run, ...more } },
      known(...entries),
    );

  test('is said, and fails only with --strict', () => {
    expect(run({}, stale).run.baseline).toMatchObject({ gate: 'passed', noLongerFailing: [stale] });
    expect(run({}, stale).summary).toBe(clean.summary);
    const strict = run({ strict: true }, stale);
    expect(gate(strict)).toBe('failed');
    expect(strict.summary).toMatch(
      /1 known failure of known-failures\.yaml no longer fails: with --strict, the gate fails\.$/,
    );
    expect(strict.verdict).toBe('conformant');
  });

  test('is not what was merely not tested', () => {
    const rules = clean.rules.filter(({ id }) => id !== 'list-animals.filter');
    for (const outcome of ['untested', 'inapplicable', 'cantTell'] as const) {
      const report = {
        ...clean,
        rules: clean.rules.map((rule) => (rule.id === stale.rule ? { ...rule, outcome } : rule)),
      };
      expect(withKnown(report, known(stale)).run.baseline?.noLongerFailing).toEqual([]);
    }
    expect(withKnown({ ...clean, rules }, known(stale)).run.baseline?.noLongerFailing).toEqual([]);
  });

  test.each<[string, Partial<Report['run']>]>([
    ['quick', { effort: 'quick' }],
    ['a shard', { scope: { ...clean.run.scope, shard: { index: 1, of: 2 } } }],
    ['read-only', { scope: { ...clean.run.scope, full: false, readOnly: true } }],
    ['few wrong keys', { scope: { ...clean.run.scope, full: false, fewKeys: true } }],
    ['a budget', { scope: { ...clean.run.scope, full: false, budget: { maxRequests: 9 } } }],
    ['interrupted', { interrupted: true }],
    ['ended by --bail', { bail: 1 }],
  ])('is not told of a run that sent only some cases: %s', (_, more) => {
    const marked = run({ ...more, strict: true }, stale);
    expect(marked.run.baseline?.noLongerFailing).toEqual([]);
    expect(gate(marked)).not.toBe('failed');
  });
});
