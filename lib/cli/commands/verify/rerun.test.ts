// Who repeats a certified run and asks for a signature learns why there is none.
import { expect, test } from 'vitest';
import { world } from '../../../testing/io.js';
import { cleanReport } from '../../../testing/reports/fixture.js';
import type { RuleResult } from '../../../judge/result/report.js';
import { countersigned, sideBySide, type Repeated } from './rerun.js';

const fine: Repeated = { differences: [], undecided: [], notes: [], lapsed: [], rules: 9, same: 9 };

test('what the certificate leaves untested is none of its rules', () => {
  const now = cleanReport();
  const isMessage = ({ id }: { id: string }): boolean => id.startsWith('messages.');
  const withMessages = (outcome: 'untested' | 'passed' | 'failed') => ({
    ...now,
    rules: now.rules.map((rule) => (isMessage(rule) ? { ...rule, outcome } : rule)),
  });
  const certified = withMessages('untested');
  const { length } = certified.rules.filter(
    (rule) => rule.kind !== 'open' && rule.outcome !== 'untested',
  );
  const same = { differences: [], undecided: [], rules: length, same: length };
  expect(sideBySide(certified, certified)).toMatchObject({ ...same, notes: [] });
  expect(sideBySide(certified, withMessages('passed'))).toMatchObject({
    ...same,
    notes: ['2 rules that the certificate leaves untested were tested as well.'],
  });
  expect(sideBySide(certified, withMessages('failed'))).toMatchObject({
    ...same,
    notes: [
      '2 rules that the certificate leaves untested were tested as well. 2 rules failed: messages.accepted, messages.missing-key.',
    ],
  });
  const warning = withMessages('failed');
  const asImplied = (rule: RuleResult): RuleResult =>
    rule.id === 'messages.accepted' ? { ...rule, kind: 'implied' } : rule;
  expect(
    sideBySide(certified, { ...warning, rules: warning.rules.map(asImplied) }).notes[0],
  ).toContain('1 rule failed: messages.missing-key. 1 rule gave a warning: messages.accepted.');
});

test('what passed and is broken now is told as a failure or as a warning', () => {
  const { rules, ...clean } = cleanReport();
  const of = (outcome: 'passed' | 'failed') => ({
    ...clean,
    rules: (['stated', 'implied'] as const).flatMap((kind) => {
      const one = rules.find((rule) => rule.kind === kind);
      return one ? [{ ...one, id: `a.${kind}`, outcome, reason: null, failures: [] }] : [];
    }),
  });
  expect(sideBySide(of('passed'), of('failed')).differences).toEqual([
    'a.stated passed in the certificate, but fails now',
    'a.implied passed in the certificate, but gives a warning now',
  ]);
});

test('a stated rule that full lists hide now is undecided', () => {
  const { rules, ...clean } = cleanReport();
  const of = (kind: RuleResult['kind'], now: Partial<RuleResult>) => {
    const one = rules.find((rule) => rule.kind === kind)!;
    const before = { ...one, id: 'a.b', outcome: 'passed', reason: null, failures: [] } as const;
    const after = { ...before, outcome: 'inapplicable', reason: 'why', ...now } as const;
    return sideBySide({ ...clean, rules: [before] }, { ...clean, rules: [after] });
  };
  const said = 'a.b passed in the certificate, but is inapplicable now: why';
  const lapsed = { undecided: [], lapsed: ['a.b'], notes: [said] };
  const hidden = { because: 'full lists' } as const;
  expect(of('stated', hidden)).toMatchObject({ undecided: [said], lapsed: [], notes: [] });
  expect(of('implied', hidden)).toMatchObject(lapsed);
  expect(of('stated', { because: 'no empty list' })).toMatchObject(lapsed);
});

test.each<[Partial<Repeated>, string]>([
  [{ differences: ['a.b fails now.'] }, '1 rule of the certificate no longer holds.'],
  [{ undecided: ['a.b is undecided.', 'c.d is undecided.'] }, '2 rules could not be decided.'],
  [
    { lapsed: ['a.b'] },
    '1 rule could not be repeated, because the store is not as empty as it was (a.b). Empty it, and repeat the run.',
  ],
])('a run that did not come out the same is not signed: %j', async (found, why) => {
  const { io, written } = world({});
  const certified = { report: {}, implementation: {}, statement: {}, digest: 'x', keyId: 'y' };
  const asked = {
    files: new Map(),
    verification: certified as never,
    again: { ...fine, ...found },
    key: {} as never,
    operand: 'certificate',
  };
  expect(await countersigned(asked, io as never)).toBe(false);
  expect(written.err).toBe(`animal-store-conformance: Not signed: ${why}\n`);
});
