// The outcome of a rule follows from its evidence, and no evidence proves nothing.
import { saying } from '../result/reasons.js';
import { describe, expect, test } from 'vitest';
import {
  adds,
  lists,
  madeUpResult,
  madeUpRun,
  refusal,
  resultOf,
  rows,
  is200,
} from '../../testing/made-up.js';
import {
  breach,
  everyExchange,
  notApplicable,
  experiment,
  observe,
  observeEach,
  rule,
  statusOf,
  undecided,
} from '../rules/index.js';

describe('evidence', () => {
  test('cases that hold make a rule pass, and are counted with their exchanges', async () => {
    const twice = experiment({
      name: 'two lists each',
      stage: 'populated',
      cases: () => [1, 2, 3],
      send: async (limit, session) => (await session.list({ limit }), session.list({ limit })),
    });
    expect(await madeUpResult(rule(rows.stated, twice, is200))).toMatchObject({
      outcome: 'passed',
      reason: null,
      evidence: { cases: 3, exchanges: 6 },
      failures: [],
    });
  });

  test('no case at all is never a pass', async () => {
    const { report } = await madeUpRun([
      rule(rows.stated, lists([]), is200),
      rule(rows.implied, lists([], { name: 'none either' }), is200),
      observe(rows.open, lists([], { name: 'nor here' }), () => 'something'),
    ]);
    expect(report.rules.map(({ outcome, reason }) => [outcome, reason])).toEqual(
      Array.from({ length: 3 }, () => ['cantTell', 'no response could be judged by this rule']),
    );
    expect(report).toMatchObject({ verdict: 'inconclusive', observations: [] });
  });

  test('a rule over every exchange that met none is no pass either', async () => {
    expect(
      await madeUpResult(
        everyExchange(
          rows.stated,
          [lists([1])],
          () => false,
          () => {},
          'no status to judge',
        ),
      ),
    ).toMatchObject({
      outcome: 'cantTell',
      reason: 'no error response had an integer `status` to compare',
      evidence: { cases: 0 },
    });
    expect(
      await madeUpResult(
        everyExchange(
          rows.stated,
          [lists([1, 2])],
          ({ ask }) => ask.path.includes('limit=1'),
          () => {},
        ),
      ),
    ).toMatchObject({ outcome: 'passed', evidence: { cases: 1 } });
  });

  test('one case that cannot be told keeps a rule from passing, and says why', async () => {
    const unsure = rule(rows.stated, lists([1, 2, 3]), (_, limit) =>
      limit === 2 ? undecided(saying('two is a mystery')) : undefined,
    );
    expect(await madeUpResult(unsure)).toMatchObject({
      outcome: 'cantTell',
      reason: '1 of 3 cases could not be judged: two is a mystery',
      evidence: { cases: 2 },
    });
  });

  test('a breach counts, whatever else cannot be told', async () => {
    const broken = rule(rows.stated, lists([1, 2]), (_, limit) =>
      limit === 1
        ? undecided(saying('one is a mystery'))
        : breach({ cause: 'Two is broken.', expected: 'a', actual: 'b' }),
    );
    expect(await madeUpResult(broken)).toMatchObject({ outcome: 'failed', reason: null });
  });

  test('an inapplicable case leaves the decision to the others', async () => {
    const inapplicable = rule(rows.stated, lists([1, 2]), (_, limit) =>
      limit === 2 ? notApplicable(saying('two does not apply')) : undefined,
    );
    expect(await madeUpResult(inapplicable)).toMatchObject({
      outcome: 'passed',
      reason: '1 case was skipped: two does not apply',
      evidence: { cases: 1 },
    });
  });

  test.each([
    [undefined, 'inapplicable'],
    ['cantTell', 'cantTell'],
    ['untested', 'untested'],
  ] as const)('when every case is inapplicable (%s) the rule is %s', async (otherwise, outcome) => {
    expect(
      await madeUpResult(
        rule(rows.stated, lists([1, 2]), () =>
          notApplicable(saying('no animal is there'), otherwise),
        ),
      ),
    ).toMatchObject({ outcome, reason: 'no animal is there', evidence: { cases: 0 } });
  });

  test('a setup that cannot be brought about is told to every rule that needed it', async () => {
    const impossible = lists([1], { cases: () => undecided(saying('the store shows no animal')) });
    const needless = lists([1], {
      name: 'not needed here',
      cases: () => notApplicable(saying('it was removed')),
    });
    const { report } = await madeUpRun([
      rule(rows.stated, impossible, is200),
      rule(rows.alsoStated, [lists([1]), impossible], is200),
      everyExchange(
        'errors.error-object',
        [impossible],
        () => true,
        () => {},
      ),
      observe(rows.open, impossible, () => 'x'),
      rule(rows.implied, needless, is200),
    ]);
    const outcomeOf = (id: string): unknown[] => [
      resultOf(report, id).outcome,
      resultOf(report, id).reason,
    ];
    expect(outcomeOf(rows.stated)).toEqual([
      'cantTell',
      '1 of 1 case could not be judged: the store shows no animal',
    ]);
    expect(outcomeOf(rows.alsoStated)).toEqual([
      'cantTell',
      '1 of 2 cases could not be judged: the store shows no animal',
    ]);
    expect(outcomeOf('errors.error-object')).toEqual([
      'cantTell',
      '1 of 2 cases could not be judged: the store shows no animal',
    ]);
    expect(outcomeOf(rows.open)[0]).toBe('cantTell');
    expect(outcomeOf(rows.implied)).toEqual(['inapplicable', 'it was removed']);
  });
});

describe('needs', () => {
  test('what this run does not bring is untested, and says so', async () => {
    const { report, seen } = await madeUpRun(
      [
        rule(rows.alsoStated, adds(['Ada']), () => {}),
        rule(rows.quickstart, lists([1], { name: 'a message', needs: ['quickstart'] }), is200),
      ],
      { effort: 'quick', scope: { full: false, readOnly: false, only: [], shard: null } },
    );
    expect(resultOf(report, rows.alsoStated).outcome).toBe('passed');
    expect(resultOf(report, rows.quickstart)).toMatchObject({
      outcome: 'untested',
      profile: 'quickstart',
      reason: 'no quickstart address was given (--quickstart URL)',
    });
    expect(seen.map(({ method }) => method)).toEqual(['POST']);
  });

  test('a rule goes by the experiments that can take place', async () => {
    const readOnly = { scope: { full: false, readOnly: true, only: [], shard: null } };
    expect(
      await madeUpResult(
        rule(rows.stated, [adds(['Ada']), lists([1])], () => {}),
        readOnly,
      ),
    ).toMatchObject({ outcome: 'passed', evidence: { cases: 1 } });
    expect(
      await madeUpResult(
        rule(rows.stated, adds(['Ada']), () => {}),
        readOnly,
      ),
    ).toMatchObject({
      outcome: 'untested',
      reason: 'testing this needs requests that write, and this run is read-only',
    });
    expect(
      await madeUpResult(
        everyExchange(
          rows.stated,
          [adds(['Ada'])],
          () => true,
          () => {},
        ),
        readOnly,
      ),
    ).toMatchObject({ outcome: 'untested' });
  });

  test('GET /pets/{petId} may be gone from its removal on, and only then', async () => {
    const fetched = rule('get-animal.until-removal', lists([1], { needs: ['getPet'] }), is200);
    const gone = {
      script: ({ path }: { path: string }) => (/pets\/\d/.test(path) ? refusal(404) : undefined),
    };
    expect(await madeUpResult(fetched, { ...gone, asOf: '2030-12-05' })).toMatchObject({
      outcome: 'inapplicable',
      reason:
        'GET /pets/{petId} is no longer available, which the contract allows from 5 December 2030',
    });
    expect((await madeUpResult(fetched, { ...gone, asOf: '2030-12-04' })).outcome).toBe('passed');
    expect((await madeUpResult(fetched, { asOf: '2031-01-01' })).outcome).toBe('passed');
  });
});

describe('observations', () => {
  test('an open rule records and is never judged', async () => {
    const { report } = await madeUpRun(
      [
        observe(rows.open, lists([1, 2]), (cases) =>
          cases.map(({ value, result }) => `${value}: ${statusOf(result)}`).join(', '),
        ),
      ],
      {
        script: (request) => (request.path.includes('limit=2') ? refusal(500) : undefined),
      },
    );
    expect(report.observations).toEqual([
      { id: rows.open, question: 'In which order are animals listed?', answer: '1: 200, 2: 500' },
    ]);
    expect(resultOf(report, rows.open)).toMatchObject({
      kind: 'open',
      outcome: 'observed',
      reason: null,
      evidence: { cases: 2 },
      failures: [],
    });
    expect(report.verdict).toBe('conformant');
  });

  test('one that needs little of each case keeps that, in the order of the cases', async () => {
    const { report } = await madeUpRun([
      observeEach(
        rows.open,
        lists([1, 2, 3]),
        (result, value) =>
          value === 2 ? undecided(saying('not this one')) : `${value} ${statusOf(result)}`,
        (kept) => kept.join(', '),
      ),
    ]);
    expect(report.observations[0]?.answer).toBe('1 200, 3 200');
    expect(resultOf(report, rows.open)).toMatchObject({
      outcome: 'observed',
      evidence: { cases: 2 },
    });
  });

  test('what cannot be observed says why, and stands in no list of observations', async () => {
    const { report } = await madeUpRun([
      observe(rows.open, lists([1]), () => undecided(saying('the list is no list'))),
    ]);
    expect(resultOf(report, rows.open)).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringContaining('the list is no list'),
    });
    expect(report).toMatchObject({ observations: [], verdict: 'conformant' });
  });

  test('one that has nothing to say is no pass', async () => {
    expect(
      await madeUpResult(
        observe(rows.open, lists([1]), () => notApplicable(saying('nothing is there'))),
      ),
    ).toMatchObject({ outcome: 'cantTell', reason: expect.stringContaining('nothing is there') });
  });

  test('neither a reason nor an observation holds the key', async () => {
    expect(
      (
        await madeUpResult(
          rule(rows.stated, lists([1]), () =>
            undecided(saying('the target said fake-key-of-the-engine-tests')),
          ),
        )
      ).reason,
    ).toBe('1 of 1 case could not be judged: the target said $ANIMAL_STORE_API_KEY');
    const { report } = await madeUpRun([
      observe(rows.open, lists([1]), () => `the target echoes fake-key-of-the-engine-tests`),
    ]);
    expect(report.observations[0]?.answer).toBe('the target echoes $ANIMAL_STORE_API_KEY');
  });
});
