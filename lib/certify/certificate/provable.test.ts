// A certificate may rest only on kept cases that the rules confirm.
import { reasonInWords, type Reason } from '../../judge/result/reasons.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { removalDay } from '../../contract/facts.js';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { getPetIsGone } from '../../judge/evidence/needs.js';
import { digestOfCase, lineOf } from '../../judge/recorded-cases/draw.js';
import { reEvaluated } from '../../judge/recorded-cases/re-evaluate.js';
import { breach } from '../../judge/rules/index.js';
import type { Rule } from '../../judge/rules/rule.js';
import { faultNamed, variantNamed } from '../../reference/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { fewRules } from '../../testing/few-rules.js';
import { provable, withoutRecordedCase } from './provable.js';

test('a rule about all categories is left out where the user named some, and only there', async () => {
  const range = 'add-animal.category-range';
  const { rules, scope } = fewRules(range, 'add-animal.keeps-category');
  const run = (categoryIds: readonly bigint[]): Promise<Report> =>
    runInMemory({ rules, scope, categoryIds, keepCases: true });
  const named = await run([7n]);
  expect(named.rules.map(({ outcome }) => outcome)).toContain('inapplicable');
  expect((await provable(named, rules)).without).toEqual([]);
  // Whoever says so of a server that accepts any category contradicts what the run learned of it.
  const said = named.rules.find(({ id }) => id === range);
  const { rules: found, ...report } = await run([]);
  const forged = { ...report, rules: found.map((one) => (one.id === range ? said! : one)) };
  expect((await provable(forged, rules)).without).toEqual([range]);
  // It is no reason for a rule about something else.
  const { outcome, reason, why } = said!;
  const others = named.rules.map((one) => ({ ...one, outcome, reason, ...(why && { why }) }));
  const { without } = await provable({ ...named, rules: others }, rules);
  expect(without).toEqual(['add-animal.keeps-category']);
});

describe('the kept cases of a report', () => {
  const [kept, inapplicable] = ['add-animal.keeps-name', 'authentication.store-orders'] as const;
  const { rules, scope } = fewRules(kept, inapplicable);
  let report: Report;

  beforeAll(async () => {
    const withoutOrders = variantNamed('orders-missing-for-everybody');
    if (!withoutOrders) throw new Error('There is no such variant.');
    report = await runInMemory({ rules, scope, variants: [withoutOrders], keepCases: true });
  });

  /** The rules with one changed: when it judges again, it finds at most this many cases to be broken. */
  function breaking(id: string, most = Infinity): readonly Rule[] {
    let count = 0;
    const judge = () => () => {
      if ((count += 1) <= most) breach({ cause: 'No.', expected: 'yes', actual: 'no' });
    };
    return rules.map((rule) =>
      rule.id === id && rule.form === 'cases' ? { ...rule, judge } : rule,
    );
  }
  /** The rules that the cases of each experiment are evidence for, apart from cases that were only drawn. */
  const spokenOf = ({ witnesses }: Report): readonly (readonly string[])[] | undefined =>
    witnesses?.experiments
      .map(({ cases }) => [
        ...new Set(cases.map((one) => [...one.rules, ...one.excuses].join()).filter(Boolean)),
      ])
      .filter((spoken) => spoken.length > 0);

  test('stay where the rules bear them out', async () => {
    expect(await provable(report, rules)).toEqual({ report, without: [], wrong: [] });
    expect(new Set(spokenOf(report)?.flat())).toEqual(new Set([kept, inapplicable]));
  });

  test.each([
    { broken: kept, other: inapplicable },
    { broken: inapplicable, other: kept },
  ])(
    'go where $broken does not bear them out, with their experiment',
    async ({ broken, other }) => {
      const proven = await provable(report, breaking(broken));
      expect(proven.without).toEqual([broken]);
      expect(proven.wrong.join()).toContain(`${broken} fails in a case that was drawn`);
      expect(spokenOf(proven.report)).toEqual(
        spokenOf(report)?.filter((spoken) => spoken.includes(other)),
      );
    },
  );

  test('stay where only another case does not bear the rule out', async () => {
    const proven = await provable(report, breaking(kept, 1));
    expect(proven.without).toEqual([]);
    expect(spokenOf(proven.report)?.length).toBe((spokenOf(report)?.length ?? 0) - 1);
  });
});

describe('a rule that does not apply', () => {
  test('has a kept case only for the reason that the report gives', async () => {
    const { rules, scope } = fewRules('authentication.store-orders');
    const variants = [variantNamed('orders-missing-for-everybody')].filter(
      (one) => one !== undefined,
    );
    const report = await runInMemory({ rules, scope, variants, keepCases: true });
    const withReason = (change: Partial<RuleResult>): Report => ({
      ...report,
      rules: report.rules.map((rule) => ({ ...rule, ...change })),
    });
    const [{ why = undefined } = {}] = report.rules;
    expect(why).toEqual({ what: 'no store orders' });
    const without = async (change: Partial<RuleResult>) =>
      (await provable(withReason(change), rules)).without;
    expect(await without({ reason: 'in other words' })).toEqual([]);
    expect(await without({ why: { what: 'get gone' } })).toEqual(['authentication.store-orders']);
  });
});

describe('a rule that has no case', () => {
  const [ofGets, ofLists] = ['get-animal.until-removal', 'list-animals.filter'] as const;
  const { rules, scope } = fewRules(ofGets, ofLists);
  const gone = { outcome: 'inapplicable', reason: reasonInWords(getPetIsGone), why: getPetIsGone };
  let report: Report;
  beforeAll(async () => {
    const faults = [faultNamed('get-removed-404')!];
    report = await runInMemory({ rules, scope, faults, asOf: removalDay, keepCases: true });
  });
  const without = async (changes: Readonly<Record<string, object>>, asOf = removalDay) => {
    const changed = report.rules.map((rule) => ({ ...rule, ...changes[rule.id] }));
    const run = { ...report.run, asOf };
    return (await provable({ ...report, run, rules: changed }, rules)).without;
  };

  test('does not apply where its operation may be gone, whatever the words', async () => {
    expect(report.rules.map(({ outcome }) => outcome).toSorted()).toEqual([
      'inapplicable',
      'passed',
    ]);
    expect(await without({})).toEqual([]);
    expect(await without({ [ofGets]: { reason: 'It has gone.' } })).toEqual([]);
    expect(await without({ [ofGets]: { why: { what: 'get gone' } } })).toEqual([ofGets]);
    expect(await without({}, '2030-12-04')).toContain(ofGets);
  });

  test('applies where its operation stays, whatever is gone besides', async () => {
    expect(await without({ [ofLists]: gone })).toEqual([ofLists]);
  });

  test('applies where one of its experiments needs no such operation', async () => {
    const exact = 'get-animal.exact-animal';
    const few = fewRules(exact);
    const served = await runInMemory({ ...few, asOf: removalDay, keepCases: true });
    const forged = { ...served, rules: served.rules.map((rule) => ({ ...rule, ...gone })) };
    expect((await provable(forged as Report, few.rules)).without).toEqual([exact]);
  });
});

describe('a rule that is said not to apply', () => {
  const [sunset, exact] = ['get-animal.sunset', 'get-animal.exact-animal'] as const;
  const { rules, scope } = fewRules(sunset, exact);
  let report: Report;
  beforeAll(async () => {
    report = await runInMemory({ rules, scope, keepCases: true });
    expect(report.rules.find(({ id }) => id === sunset)?.outcome).toBe('inapplicable');
  });
  const changed = (
    change: (cases: NonNullable<Report['witnesses']>) => NonNullable<Report['witnesses']>,
  ): Report => ({ ...report, witnesses: change(report.witnesses!) });

  test('is broken by a case that is recorded for another rule', async () => {
    const breaks = rules.map((rule) =>
      rule.id === sunset && rule.form === 'cases'
        ? { ...rule, judge: () => () => breach({ cause: 'No.', expected: 'yes', actual: 'no' }) }
        : rule,
    );
    const ofOther = changed(({ experiments, ...rest }) => ({
      ...rest,
      experiments: experiments.map((one) => ({
        ...one,
        cases: one.cases.map((each) => ({ ...each, excuses: [], drawn: [] })),
      })),
    }));
    const { contradictions } = await reEvaluated(ofOther, breaks);
    expect(contradictions.map(({ rule }) => rule)).toContain(sunset);
  });

  test('has its experiments listed, as far as their cases do not depend on the store', async () => {
    const few = fewRules('authentication.wrong-key');
    const whole = await runInMemory({ ...few, keepCases: true });
    const said = whole.rules.map((rule) => ({ ...rule, outcome: 'inapplicable' as const }));
    const witnesses = { ...whole.witnesses!, experiments: [], commitment: [] };
    const { wrong } = await provable({ ...whole, rules: said, witnesses }, few.rules);
    expect(wrong.join()).toMatch(/The seed gives \d+ more cases than the report lists/);
  });
});

describe('what a vendor changes in the exchanges', () => {
  const repeated = 'add-animal.names-may-repeat';

  /** A report with its exchanges changed, each case listed with the digest that it has now. */
  const rewritten = (
    report: Report,
    change: (one: Report['samples'][number]) => Report['samples'][number],
  ): Report => {
    const samples = report.samples.map(change);
    const { experiments, commitment, ...rest } = report.witnesses!;
    const relisted = commitment!.map(({ name, cases }) => ({
      name,
      cases: cases.map((line) => {
        const kept = experiments
          .find((one) => one.name === name)
          ?.cases.find(({ stream, path }) => line.startsWith(`${stream} ${path} `));
        const own = kept?.exchanges.map((number) => samples.find((one) => one.number === number)!);
        return kept && own ? lineOf(kept, digestOfCase(own)) : line;
      }),
    }));
    return { ...report, samples, witnesses: { ...rest, experiments, commitment: relisted } };
  };

  test('a case without its response is none', async () => {
    const few = fewRules(repeated);
    const report = await runInMemory({ ...few, keepCases: true });
    const noAnswer = { kind: 'reset', message: 'The connection was closed.' } as const;
    const emptied = rewritten(report, (one) => ({ ...one, response: null, noAnswer }));
    const { witnesses } = emptied;
    const drawn = {
      ...emptied,
      witnesses: {
        ...witnesses!,
        experiments: witnesses!.experiments.map((one) => ({
          ...one,
          cases: one.cases.map((each) => ({ ...each, rules: [], drawn: [repeated] })),
        })),
      },
    };
    expect((await provable(drawn, few.rules)).wrong.join()).toContain('is missing');
  });

  test('what compares cases is judged by all of them', async () => {
    const unique = 'messages.unique-ids';
    const few = fewRules(unique);
    const report = await runInMemory({ ...few, keepCases: true });
    const why = async (changed: Report) =>
      (await reEvaluated(changed, few.rules)).contradictions.map((one) => one.why).join();
    expect(await why(report)).toBe('');
    const alike = rewritten(report, (one) => {
      const { body } = one.response!;
      const text = body.text.replace(/"id": ?"[^"]*"/, '"id":"the same"');
      return { ...one, response: { ...one.response!, body: { ...body, text } } };
    });
    expect(await why(alike)).toContain('the same');
  });

  test('a rule that does not apply passes in none of its cases', async () => {
    const few = fewRules('add-animal.keeps-name');
    const report = await runInMemory({ ...few, keepCases: true });
    const said = report.rules.map((rule) => ({ ...rule, outcome: 'inapplicable' as const }));
    const { wrong } = await provable({ ...report, rules: said }, few.rules);
    expect(wrong.join()).toContain('it applies, and passes');
  });
});

describe('without a case that shows it', () => {
  const nothing = {
    borneOut: new Set<string>(),
    inapplicable: new Set<string>(),
    contradictions: [],
    most: new Map(),
    undrawn: new Map(),
    listed: new Map(),
  };
  const asOf = (day: string, outcome: string, reason: string | null, why?: Reason) =>
    ({
      rules: [{ id: 'the rule', outcome, reason, ...(why && { why }) }],
      run: { asOf: day, scope: { full: false } },
    }) as unknown as Report;

  test('no rule passed, and none does not apply', () => {
    for (const outcome of ['passed', 'inapplicable'])
      expect(withoutRecordedCase(asOf('2030-01-01', outcome, 'Why.'), nothing)).toEqual([
        'the rule',
      ]);
  });

  test('what neither passed nor does not apply needs none', () => {
    for (const outcome of ['untested', 'cantTell', 'observed'])
      expect(withoutRecordedCase(asOf('2030-01-01', outcome, 'Why.'), nothing)).toEqual([]);
  });

  test.each([
    ['an implied one of the catalogue', { kind: 'implied', profile: 'catalogue' }, true],
    ['one that is only observed', { kind: 'open', profile: 'catalogue' }, false],
    ['one of a quickstart that is not there', { kind: 'implied', profile: 'quickstart' }, false],
  ] as const)('in a full run no rule is untested: %s', (_, of, lacks) => {
    const partial = asOf('2030-01-01', 'untested', 'Why.');
    const rules = partial.rules.map((rule) => ({ ...rule, ...of }));
    const run = { ...partial.run, scope: { ...partial.run.scope, full: true } };
    const target = { ...partial.target, quickstartBaseUrl: null };
    const full = { ...partial, rules, run, target };
    expect(withoutRecordedCase(full, nothing)).toEqual(lacks ? ['the rule'] : []);
    const shown = { ...nothing, inapplicable: new Set(['the rule']) };
    expect(withoutRecordedCase(full, shown)).toEqual([]);
  });

  test('a rule that passed has one, and so has one that does not apply', () => {
    const one = new Set(['the rule']);
    const passed = asOf('2030-01-01', 'passed', null);
    expect(withoutRecordedCase(passed, { ...nothing, borneOut: one })).toEqual([]);
    expect(withoutRecordedCase(passed, { ...nothing, inapplicable: one })).toEqual(['the rule']);
    const inapplicable = asOf('2030-01-01', 'inapplicable', 'Why.');
    expect(withoutRecordedCase(inapplicable, { ...nothing, inapplicable: one })).toEqual([]);
    expect(withoutRecordedCase(inapplicable, { ...nothing, borneOut: one })).toEqual(['the rule']);
  });
});
