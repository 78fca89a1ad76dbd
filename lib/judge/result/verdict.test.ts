// The table of verdicts: kind, outcome, strictness, scope and interruption.
import { describe, expect, test } from 'vitest';
import type { Kind, Outcome, RuleResult, Scope } from './report.js';
import { countsOf, scopeText, summaryOf, verdictOf, verdictsOf } from './verdict.js';

const full: Scope = { full: true, readOnly: false, only: [], shard: null };
const partial: Scope = { ...full, full: false, readOnly: true };

const result = (kind: Kind, outcome: Outcome, id = 'a.b'): RuleResult => ({
  id,
  clause: '1',
  kind,
  statement: 'S.',
  profile: 'catalogue',
  outcome,
  evidence: { cases: 1, exchanges: 1 },
  reason: null,
  failures: [],
  durationMs: 0,
});
const verdict = (
  rules: readonly RuleResult[],
  { scope = full, strict = false, interrupted = false } = {},
): string => verdictOf({ rules, scope, strict, interrupted });
const held = result('stated', 'passed');
const cut: Scope = { ...full, full: false, budget: { maxRequests: 300, maxWrites: 1 } };

describe('the verdict', () => {
  test.each<[Kind, Outcome, string, string]>([
    ['stated', 'passed', 'conformant', 'conformant'],
    ['stated', 'failed', 'not-conformant', 'not-conformant'],
    ['stated', 'cantTell', 'inconclusive', 'inconclusive'],
    ['stated', 'inapplicable', 'conformant', 'conformant'],
    ['implied', 'passed', 'conformant', 'conformant'],
    ['implied', 'failed', 'conformant', 'not-conformant'],
    ['implied', 'cantTell', 'conformant', 'inconclusive'],
    ['implied', 'untested', 'conformant', 'conformant'],
    ['open', 'observed', 'conformant', 'conformant'],
    ['open', 'cantTell', 'conformant', 'conformant'],
    ['open', 'untested', 'conformant', 'conformant'],
  ])(
    'with one %s rule %s beside one that passed is %s, under --strict %s',
    (kind, outcome, plain, strict) => {
      const rules = [held, result(kind, outcome)];
      expect([verdict(rules), verdict(rules, { strict: true })]).toEqual([plain, strict]);
      const found = (word: string): string => (word === 'conformant' ? 'no-violation-found' : word);
      expect([
        verdict(rules, { scope: partial }),
        verdict(rules, { scope: partial, strict: true }),
      ]).toEqual([found(plain), found(strict)]);
      expect([
        verdict(rules, { interrupted: true }),
        verdict(rules, { scope: partial, interrupted: true, strict: true }),
      ]).toEqual(
        [found(plain), found(strict)].map((one) =>
          one === 'not-conformant' ? one : 'inconclusive',
        ),
      );
    },
  );

  test('of a run with a budget is no doubt about what it left out, but says nothing of nothing', () => {
    const quickstart: RuleResult = { ...result('stated', 'untested'), profile: 'quickstart' };
    const judged = { scope: cut, strict: false, interrupted: false };
    expect(verdictsOf({ ...judged, rules: [held, quickstart] }, true)).toEqual({
      verdict: 'no-violation-found',
      profiles: { catalogue: 'no-violation-found', quickstart: 'no-violation-found' },
    });
    expect(verdict([held, result('stated', 'cantTell')], { scope: cut })).toBe('inconclusive');
    expect(verdict([held, result('stated', 'failed')], { scope: cut })).toBe('not-conformant');
    const nothing = [result('stated', 'untested'), quickstart];
    expect(verdictsOf({ ...judged, rules: nothing }, true).verdict).toBe('inconclusive');
  });

  test('of a profile without a chosen rule says nothing', () => {
    const judged = { scope: partial, strict: false, interrupted: false };
    expect(verdictsOf({ ...judged, rules: [held] }, true)).toEqual({
      verdict: 'no-violation-found',
      profiles: { catalogue: 'no-violation-found', quickstart: 'inconclusive' },
    });
  });

  test('a breach outweighs what cannot be told', () => {
    expect(verdict([result('stated', 'cantTell'), result('stated', 'failed')])).toBe(
      'not-conformant',
    );
    expect(verdict([result('stated', 'cantTell'), result('implied', 'failed')])).toBe(
      'inconclusive',
    );
  });

  test('of a partial run is never conformant', () => {
    for (const scope of [
      partial,
      { ...full, full: false },
      { ...full, full: false, only: ['list-animals.*'] },
      { ...full, full: false, shard: { index: 1, of: 2 } },
    ])
      expect(verdict([held], { scope })).toBe('no-violation-found');
  });

  test('of a run that could try nothing is no pass; a shard may have nothing to try', () => {
    const nothing = [result('stated', 'untested'), result('open', 'untested')];
    expect(verdict(nothing, { scope: partial })).toBe('inconclusive');
    expect(verdict([...nothing, result('open', 'observed')], { scope: partial })).toBe(
      'no-violation-found',
    );
    const shard = { ...partial, shard: { index: 1, of: 2 } };
    expect(verdict(nothing, { scope: shard })).toBe('no-violation-found');
  });

  test('is about the rules that were chosen, where their profile has no address', () => {
    const messages = { ...result('stated', 'untested'), profile: 'quickstart' as const };
    const of = (rules: readonly RuleResult[]) =>
      verdictsOf({ rules, scope: partial, strict: false, interrupted: false }, false);
    expect(of([messages]).verdict).toBe('inconclusive');
    expect(of([messages, held])).toEqual({
      verdict: 'no-violation-found',
      profiles: { catalogue: 'no-violation-found', quickstart: null },
    });
  });
});

describe('counts', () => {
  const rules = [
    held,
    held,
    result('stated', 'failed'),
    result('implied', 'failed'),
    result('implied', 'cantTell'),
    result('stated', 'inapplicable'),
    result('stated', 'untested'),
    result('open', 'observed'),
  ];

  test('each outcome, and warnings unless strict', () => {
    expect(countsOf(rules, false)).toEqual({
      passed: 2,
      failed: 1,
      cantTell: 1,
      inapplicable: 1,
      untested: 1,
      observed: 1,
      warnings: 1,
    });
    expect(countsOf(rules, true)).toMatchObject({ failed: 2, warnings: 0 });
  });

  test('the sentence begins with the verdict and leaves out what is not there', () => {
    const sentence = (
      some: readonly RuleResult[],
      more: Partial<Parameters<typeof summaryOf>[0]> = {},
    ): string =>
      summaryOf({
        rules: some,
        scope: full,
        strict: false,
        interrupted: false,
        verdict: 'conformant',
        profiles: { catalogue: 'conformant', quickstart: null },
        targetName: 'staging',
        ...more,
      });
    expect(sentence([held, result('open', 'observed')])).toBe(
      'staging is conformant (catalogue): 1 of 1 rule passed.',
    );
    const both = { catalogue: 'not-conformant', quickstart: 'conformant' } as const;
    const asked: RuleResult = { ...result('open', 'observed'), profile: 'quickstart' };
    expect(sentence([...rules, asked], { verdict: 'not-conformant', profiles: both })).toBe(
      'staging is not conformant (catalogue: not conformant, quickstart: conformant): 2 of 7 rules passed, 1 failed, 1 warning, 1 undecided, 1 inapplicable, 1 untested.',
    );
    // A profile without a rule that ran is not covered.
    expect(
      sentence([asked], { verdict: 'no-violation-found', profiles: both, scope: partial }),
    ).toContain('staging (quickstart; scope');
    expect(sentence(rules, { strict: true, verdict: 'not-conformant' })).toContain(
      '2 failed, 1 undecided',
    );
    const alike = { catalogue: 'not-conformant', quickstart: 'not-conformant' } as const;
    expect(sentence([...rules, asked], { verdict: 'not-conformant', profiles: alike })).toContain(
      'staging is not conformant (catalogue and quickstart): ',
    );
    expect(sentence([held], { targetName: 'reference' })).toMatch(
      /^The reference server is conformant/,
    );
    expect(sentence([held], { verdict: 'inconclusive' })).toBe(
      'Inconclusive: not enough evidence to judge staging (catalogue). 1 of 1 rule passed.',
    );
    expect(sentence([held], { verdict: 'no-violation-found', scope: partial })).toBe(
      'No violation found in staging (catalogue; scope: read-only): 1 of 1 rule passed.',
    );
  });

  test('a scope in words', () => {
    expect(
      [
        full,
        partial,
        { ...full, full: false },
        cut,
        { ...partial, budget: { withinSeconds: 60 } },
        {
          full: false,
          readOnly: true,
          only: ['errors.*', 'version.*'],
          shard: { index: 2, of: 3 },
        },
        { full: false, readOnly: false, only: ['a.*', 'b.*', 'c.*', 'd.*'], shard: null },
        { full: false, readOnly: false, only: ['a.*', 'b.*', 'c.*', 'd.*', 'e.*'], shard: null },
      ].map(scopeText),
    ).toEqual([
      'full',
      'read-only',
      'quick',
      'at most 300 requests and 1 write',
      'read-only, within 60 s',
      'read-only, only errors.*, version.*, shard 2 of 3',
      'only a.*, b.*, c.*, d.*',
      'only a.*, b.*, c.* and 2 more',
    ]);
  });
});
