// Answers that do not come: what a budget, throttling, an interruption or a lost connection leaves undecided is never a
// pass, and a stray loss accuses nobody.
import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../http/pacing/clock.js';
import {
  adds,
  answer,
  limitOf,
  lists,
  lost,
  madeUpResult,
  madeUpRun,
  resultOf,
  rows,
  type Script,
  madeUpId,
  madeUpKey,
  is200,
} from '../../testing/made-up.js';
import {
  everyExchange,
  expectStatus,
  experiment,
  observe,
  rule,
  statusOf,
  type Exchange,
} from '../rules/index.js';
import { CannotTest } from '../health/cannot-test.js';

const limits = [1, 2, 3, 4, 5, 6];

describe('cut short', () => {
  test('by a budget of requests', async () => {
    const { report, seen } = await madeUpRun([rule(rows.stated, lists(limits), is200)], {
      limits: { maxRequests: 4 },
    });
    expect(seen).toHaveLength(3);
    expect(report.rules[0]).toMatchObject({
      outcome: 'untested',
      reason: '3 of 6 cases could not be judged: outside the budget (--max-requests 4)',
    });
    // Nothing at all is told: the budget was too small for the one rule there is.
    expect(report.verdict).toBe('inconclusive');
    expect(report.run.scope).toMatchObject({ full: false, budget: { maxRequests: 4 } });
  });

  test('by a budget, which whoever started the run chose: nothing is in doubt', async () => {
    const first = lists([1, 2], { name: 'before the rest', stage: 'untouched' });
    const rules = [rule(rows.alsoStated, first, is200), rule(rows.stated, lists(limits), is200)];
    const { report } = await madeUpRun(rules, { limits: { maxRequests: 4 } });
    expect(report).toMatchObject({
      verdict: 'no-violation-found',
      counts: { passed: 1, cantTell: 0, untested: 1 },
      summary: expect.stringContaining('scope: at most 4 requests'),
    });
    const enough = await madeUpRun(rules, { limits: { maxRequests: 17, maxWrites: 0 } });
    expect(enough.report).toMatchObject({ verdict: 'conformant', run: { scope: { full: true } } });
    expect(enough.report.run.scope).not.toHaveProperty('budget');
  });

  test('by a budget, after something failed: it failed', async () => {
    const first = lists([1, 2], { name: 'before the rest', stage: 'untouched' });
    const broken = rule(rows.alsoStated, first, (answered) => expectStatus(answered, 204, 'here'));
    const { report } = await madeUpRun([broken, rule(rows.stated, lists(limits), is200)], {
      limits: { maxRequests: 6 },
    });
    expect(report).toMatchObject({ verdict: 'not-conformant', counts: { failed: 1, cantTell: 0 } });
  });

  test('by a budget in the middle of a case: it is not judged, and what failed is no intermittent failure', async () => {
    const twice = lists([1], {
      name: 'two lists',
      send: async (limit, session) => {
        await session.list({ limit });
        return session.list({ limit: limit + 1 });
      },
    });
    const cause = (answered: Exchange): void => expectStatus(answered, 204, 'here');
    expect(
      await madeUpResult(rule(rows.stated, twice, cause), { limits: { maxRequests: 2 } }),
    ).toMatchObject({
      outcome: 'untested',
      evidence: { cases: 0 },
      reason: '1 of 1 case could not be judged: outside the budget (--max-requests 2)',
    });
    expect(
      await madeUpResult(rule(rows.stated, twice, cause), { limits: { maxRequests: 4 } }),
    ).toMatchObject({ outcome: 'failed', failures: [{ confirmed: { held: 0, of: 0 } }] });
  });

  test('what got lost stays in doubt, whatever a budget leaves out besides', async () => {
    const { report } = await madeUpRun([rule(rows.stated, lists(limits), is200)], {
      limits: { maxRequests: 6 },
      script: (request) => (limitOf(request) === 2 ? lost('too-large') : undefined),
    });
    expect(report.rules[0]).toMatchObject({ outcome: 'cantTell' });
    expect(report.verdict).toBe('inconclusive');
  });

  test('by a budget, for rules over every exchange too', async () => {
    const result = await madeUpResult(
      everyExchange(
        rows.stated,
        [lists(limits)],
        () => true,
        () => {},
      ),
      { limits: { maxRequests: 4 } },
    );
    expect(result).toMatchObject({
      outcome: 'untested',
      evidence: { cases: 3 },
      reason: expect.stringContaining('outside the budget (--max-requests 4)'),
    });
  });

  test('a failure that could not be sent again says so, and is no intermittent one', async () => {
    const cause = (answered: Exchange): void => expectStatus(answered, 204, 'here');
    expect(
      await madeUpResult(rule(rows.stated, lists([1]), cause), { limits: { maxRequests: 3 } }),
    ).toMatchObject({ outcome: 'failed', failures: [{ confirmed: { held: 1, of: 1 } }] });
    expect(
      await madeUpResult(
        everyExchange(rows.stated, [lists([1])], () => true, cause),
        { limits: { maxRequests: 2 } },
      ),
    ).toMatchObject({ outcome: 'failed', failures: [{ confirmed: { held: 0, of: 0 } }] });
  });

  test('by a budget of writes, while reads go on', async () => {
    const { report, seen } = await madeUpRun(
      [
        rule(rows.alsoStated, adds(['Ada', 'Bo', 'Cy']), () => {}),
        rule(rows.stated, lists(limits), is200),
      ],
      { limits: { maxWrites: 2 } },
    );
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect(resultOf(report, rows.alsoStated)).toMatchObject({
      outcome: 'untested',
      evidence: { cases: 2 },
      reason: '1 of 3 cases could not be judged: outside the budget (--max-writes 2)',
    });
    expect(resultOf(report, rows.stated).outcome).toBe('passed');
    expect(report.verdict).toBe('no-violation-found');
    expect(report.run.scope.budget).toEqual({ maxWrites: 2 });
  });

  test('by a target that asks to slow down for longer than the kit waits', async () => {
    const slow: Script = (request) =>
      limitOf(request) > 3
        ? { status: 429, headers: [['Retry-After', '30']], body: '' }
        : undefined;
    const { report } = await madeUpRun(
      [rule(rows.stated, lists(limits, { stage: 'sparse' }), is200)],
      { script: slow, throttleBudgetMs: 40_000 },
    );
    expect(report.rules[0]).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringMatching(/to slow down.*, for longer than the 40 s that the kit waits/),
      failures: [],
    });
    expect(report.run.throttled).toBeGreaterThan(0);
    expect(report.verdict).toBe('inconclusive');
  });

  test('429 that passes by is waited out and blamed on nobody', async () => {
    let refused = 0;
    const briefly: Script = () =>
      refused++ < 4 ? { status: 429, headers: [['Retry-After', '1']], body: '' } : undefined;
    const { report } = await madeUpRun(
      [
        rule(rows.stated, lists(limits), is200),
        everyExchange(
          'errors.error-object',
          [lists(limits)],
          ({ answer: one }) => one?.status === 429,
          () => {},
        ),
      ],
      { script: briefly },
    );
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'passed',
      evidence: { cases: 6, exchanges: 6 },
    });
    expect(resultOf(report, 'errors.error-object').evidence.cases).toBe(0);
    expect(report.run.throttled).toBe(4);
  });

  test('by an interruption: what is left is undecided, what failed stays failed', async () => {
    const stop = new AbortController();
    let count = 0;
    const script: Script = () => {
      if (++count === 3) stop.abort();
      return undefined;
    };
    const first = lists([1, 2], { name: 'before the interruption', stage: 'untouched' });
    const { report, seen } = await madeUpRun(
      [
        rule(rows.alsoStated, first, is200),
        rule(rows.stated, lists(limits, { stage: 'sparse' }), is200),
        observe(rows.open, lists([9], { name: 'after it' }), () => 'x'),
      ],
      { script, signal: stop.signal, concurrency: 1 },
    );
    expect(resultOf(report, rows.alsoStated).outcome).toBe('passed');
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringContaining('the run ended early'),
    });
    expect(resultOf(report, rows.open).outcome).toBe('cantTell');
    expect(report).toMatchObject({ verdict: 'inconclusive', run: { interrupted: true } });
    expect(seen.length).toBeLessThanOrEqual(3);
  });

  test('by an interruption after something failed: the rule stays failed, and the target is not conformant', async () => {
    const stop = new AbortController();
    const script: Script = (request) => {
      if (limitOf(request) === 6) stop.abort();
      return undefined;
    };
    const { report } = await madeUpRun(
      [
        rule(rows.stated, lists([1, 2], { stage: 'untouched' }), (answered) =>
          expectStatus(answered, 204, 'here'),
        ),
        rule(rows.alsoStated, lists(limits, { name: 'others' }), is200),
      ],
      { script, signal: stop.signal },
    );
    expect(report).toMatchObject({
      verdict: 'not-conformant',
      run: { interrupted: true },
      counts: { failed: 1 },
    });
  });

  test.each([502, 503, 504])(
    'by an interruption before a %d could be sent again: it may be load, and is held against nobody',
    async (status) => {
      const stop = new AbortController();
      const script: Script = (request) => {
        const limit = limitOf(request) ?? 0;
        if (limit === 6) stop.abort();
        return limit < 3 ? undefined : answer(status, { code: 'busy', message: 'busy', status });
      };
      const { report } = await madeUpRun(
        [
          rule(rows.stated, lists(limits), is200),
          everyExchange(rows.alsoStated, [lists(limits)], () => true, is200),
        ],
        { script, signal: stop.signal },
      );
      expect(report.rules.map(({ outcome }) => outcome)).toEqual(['cantTell', 'cantTell']);
    },
  );

  test('by an interruption before anything was told: every rule says so; a run whose time is over then has no report', async () => {
    const signal = AbortSignal.abort();
    const { report } = await madeUpRun([rule(rows.stated, lists(limits), is200)], {
      signal,
      interrupted: signal,
    });
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      run: { interrupted: true, exchanges: 0 },
      rules: [{ outcome: 'cantTell', reason: expect.stringContaining('the run ended early') }],
    });
    await expect(madeUpRun([rule(rows.stated, lists(limits), is200)], { signal })).rejects.toThrow(
      CannotTest,
    );
  });

  test('an interruption ends the waiting too', async () => {
    const stop = new AbortController();
    const virtual = virtualClock();
    const waits = experiment({
      name: 'waits',
      stage: 'populated',
      cases: () => [1],
      send: async (_: number, session) =>
        session.eventually('lists', async () => {
          await session.list();
          stop.abort();
          return undefined;
        }),
    });
    const { report } = await madeUpRun([rule(rows.stated, waits, () => {})], {
      signal: stop.signal,
      virtual,
      settleMs: 3_600_000,
    });
    expect(report.rules[0]?.outcome).toBe('cantTell');
    expect(report.run.durationMs).toBeLessThan(1_000);
  });

  test.each(['refused', 'unknown-host', 'tls', 'too-large', 'aborted'] as const)(
    'a target that is gone in the middle (%s) is not accused',
    async (kind) => {
      const { report } = await madeUpRun([rule(rows.stated, lists(limits), is200)], {
        script: (request) => (limitOf(request) > 3 ? lost(kind) : undefined),
      });
      expect(report.rules[0]).toMatchObject({
        outcome: 'cantTell',
        evidence: { cases: 3 },
        failures: [],
      });
    },
  );
});

describe('lists far beyond any page', () => {
  const hugeList = JSON.stringify(
    Array.from({ length: 20_000 }, (_, id) => ({
      id,
      name: 'An animal of many',
      categoryId: 1,
      status: 'sold',
    })),
  );
  const huge: Script = () => answer(200, hugeList);
  const many = Array.from({ length: 100 }, (_, index) => index + 1);
  /** Requests that are under way when the first huge answer comes are awaited. */
  const first = rule(
    rows.alsoStated,
    lists([1, 2, 3, 4], { name: 'the first', stage: 'untouched' }),
    is200,
  );

  test('are asked for a few times, and what was not asked for is undecided', async () => {
    const { report, seen } = await madeUpRun([first, rule(rows.stated, lists(many), is200)], {
      script: huge,
    });
    expect(seen.length).toBeLessThan(15);
    expect(resultOf(report, rows.alsoStated).outcome).toBe('passed');
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringMatching(
        /^9\d of 100 cases could not be judged: responses are so large \(1\.\d MB\) that only a few were requested$/,
      ),
    });
  });

  test('that are one value larger than any animal are asked for a few times, whatever asks', async () => {
    const nested = '['.repeat(300_000) + ']'.repeat(300_000);
    const { seen } = await madeUpRun([first, rule(rows.stated, lists(many), is200)], {
      script: () => answer(200, nested),
    });
    expect(seen.length).toBeLessThan(15);
  });

  test('that are of a size that pages may have end when they are too much together', async () => {
    const page = JSON.stringify(
      Array.from({ length: 100 }, (_, id) => ({ id, name: 'n'.repeat(35_000), categoryId: 1 })),
    );
    const thousands = Array.from({ length: 1_000 }, (_, index) => (index % 100) + 1);
    const { report, seen } = await madeUpRun([first, rule(rows.stated, lists(thousands), is200)], {
      script: () => answer(200, page),
    });
    expect(seen.length).toBeLessThan(200);
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringMatching(
        /: large responses add up to 500 MB, and no more are requested$/,
      ),
    });
  });

  test('are asked for one after another, once one has come', async () => {
    const virtual = virtualClock();
    const atOnce: number[] = [];
    let underWay = 0;
    await madeUpRun([first, rule(rows.stated, lists(many), is200)], {
      virtual,
      script: async () => {
        atOnce.push((underWay += 1));
        await virtual.sleep(1);
        underWay -= 1;
        return answer(200, hugeList);
      },
    });
    expect(Math.max(...atOnce.slice(4))).toBe(1);
  });

  test('what they break, they break', async () => {
    const { report, seen } = await madeUpRun(
      [first, rule(rows.stated, lists(many), (answered) => expectStatus(answered, 204, 'here'))],
      { script: huge },
    );
    expect(seen.length).toBeLessThan(20);
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'failed',
      failures: [{ confirmed: { held: 3, of: 3 } }],
    });
  });

  test('a page of a hundred may be as large as it likes', async () => {
    const name = 'n'.repeat(20_000);
    const page = JSON.stringify(
      Array.from({ length: 100 }, (_, id) => ({ id, name, categoryId: 1, status: 'sold' })),
    );
    expect(
      await madeUpResult(rule(rows.stated, lists(limits), is200), {
        script: () => answer(200, page),
      }),
    ).toMatchObject({ outcome: 'passed', evidence: { cases: 6 } });
  });
});

describe('a defect of the kit', () => {
  const crash = (): never => {
    throw new TypeError('a defect of the kit');
  };

  test.each([
    ['a judgement', rule(rows.stated, lists([1]), crash)],
    [
      'a judgement over every exchange',
      everyExchange(rows.stated, [lists([1])], () => true, crash),
    ],
    ['the choice of exchanges', everyExchange(rows.stated, [lists([1])], crash, () => {})],
    ['an observation', observe(rows.open, lists([1]), crash)],
    ['an experiment', rule(rows.stated, lists([1], { send: crash }), () => {})],
    ['the cases of an experiment', rule(rows.stated, lists([1], { cases: crash }), () => {})],
  ])('in %s stops the run: it is never the fault of the target', async (_, defective) => {
    await expect(madeUpRun([defective])).rejects.toThrow(new TypeError('a defect of the kit'));
  });

  test('while a failure is confirmed, too', async () => {
    let judged = 0;
    const defective = rule(rows.stated, lists([1]), (answered) =>
      judged++ === 0 ? expectStatus(answered, 204, 'here') : crash(),
    );
    await expect(madeUpRun([defective])).rejects.toThrow('a defect of the kit');
  });

  test('is told without the key, also where its message cannot be set', async () => {
    const defective = rule(rows.stated, lists([1]), () => {
      throw new DOMException(`it begins with ${madeUpKey}`, 'AbortError');
    });
    const thrown = await madeUpRun([defective]).catch((error: unknown) => error as Error);
    expect(thrown).toMatchObject({
      name: 'AbortError',
      message: expect.stringMatching(/^it begins with \$/),
    });
    expect(`${(thrown as Error).message} ${(thrown as Error).stack}`).not.toContain(madeUpKey);
  });

  test('an id that is no row of the ledger is one', async () => {
    await expect(
      madeUpRun([rule(madeUpId('list-animals.made-up'), lists([1]), is200)]),
    ).rejects.toThrow('There is no rule list-animals.made-up');
  });

  test('a read-only run stops rather than write, whatever an experiment tries', async () => {
    const undeclared = adds(['Ada'], { needs: [] });
    const sent: string[] = [];
    const script: Script = ({ method }) => (sent.push(method), undefined);
    const readOnly = { script, scope: { full: false, readOnly: true, only: [], shard: null } };
    await expect(
      madeUpRun([rule(rows.alsoStated, undeclared, () => {})], readOnly),
    ).rejects.toThrow('a read-only run was about to send POST /pets');
    const byAnotherMethod = lists([1], {
      send: (_, session) => session.unknown('PROPFIND', '/pets'),
    });
    await expect(
      madeUpRun([rule(rows.stated, byAnotherMethod, () => {})], readOnly),
    ).rejects.toThrow('a read-only run was about to send PROPFIND /pets');
    expect(sent.filter((method) => method !== 'GET')).toEqual([]);
  });

  test('a status that is not 200 is data, not a defect', async () => {
    const { report } = await madeUpRun(
      [rule(rows.stated, lists([1]), (answered) => void statusOf(answered))],
      { script: () => answer(418, 'teapot') },
    );
    expect(report.rules[0]?.outcome).toBe('passed');
  });
});
