// Answers that do not come: what a budget, throttling, an interruption or a lost connection leaves untold is never a
// pass, and a stray loss accuses nobody.
import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../http/pacing/clock.js';
import {
  everyExchange,
  expectStatus,
  experiment,
  observe,
  rule,
  statusOf,
  type Exchange,
} from '../rules/index.js';
import { CannotTest } from './options.js';
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
} from '../../testing/made-up.js';

const is200 = (answered: Exchange): void => expectStatus(answered, 200, 'here');
const limits = [1, 2, 3, 4, 5, 6];

describe('cut short', () => {
  test('by a budget of requests', async () => {
    const { report, seen } = await madeUpRun([rule(rows.stated, lists(limits), is200)], {
      limits: { maxRequests: 4 },
    });
    expect(seen).toHaveLength(3);
    expect(report.rules[0]).toMatchObject({
      outcome: 'cantTell',
      reason:
        '3 of 6 cases could not be judged: nothing was sent: all 4 requests of --max-requests are used up',
    });
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
      outcome: 'cantTell',
      evidence: { cases: 3 },
      reason: expect.stringContaining('--max-requests'),
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
      outcome: 'cantTell',
      evidence: { cases: 2 },
    });
    expect(resultOf(report, rows.stated).outcome).toBe('passed');
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
      reason: expect.stringContaining('to slow down, for longer than the 40 s that the kit waits'),
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

  test('by an interruption: what is left is untold, what failed stays failed', async () => {
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
      reason: expect.stringContaining('the run was interrupted'),
    });
    expect(resultOf(report, rows.open).outcome).toBe('cantTell');
    expect(report).toMatchObject({ verdict: 'inconclusive', run: { interrupted: true } });
    expect(seen.length).toBeLessThanOrEqual(3);
  });

  test('by an interruption after something failed: the rule stays failed, and the run is no verdict', async () => {
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
      verdict: 'inconclusive',
      run: { interrupted: true },
      counts: { failed: 1 },
    });
  });

  test('by an interruption before anything was told: every rule says so; a run whose time is over then has no report', async () => {
    const signal = AbortSignal.abort();
    const { report } = await madeUpRun([rule(rows.stated, lists(limits), is200)], {
      signal,
      interrupted: signal,
    });
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      run: { interrupted: true, exchanges: 0 },
      rules: [{ outcome: 'cantTell', reason: expect.stringContaining('the run was interrupted') }],
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
      send: async (_: number, bench) =>
        bench.eventually(async () => {
          await bench.list();
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

describe('no answer', () => {
  test('a stray lost connection is no failure: a read is asked for again', async () => {
    const lostOnce = new Set<string>();
    const script: Script = ({ path }) =>
      lostOnce.has(path) ? undefined : (lostOnce.add(path), lost());
    expect(await madeUpResult(rule(rows.stated, lists(limits), is200), { script })).toMatchObject({
      outcome: 'passed',
      evidence: { cases: 6, exchanges: 12 },
    });
  });

  test.each(['reset', 'timeout', 'not-http'] as const)(
    'a %s that comes each time for one input is a failure of the rule',
    async (kind) => {
      const script: Script = (request) => (limitOf(request) === 4 ? lost(kind) : undefined);
      const result = await madeUpResult(rule(rows.stated, lists(limits), is200), {
        script,
        confirmations: 3,
      });
      expect(result).toMatchObject({
        outcome: 'failed',
        failures: [
          {
            cause: 'The target gives no answer to GET /pets?limit=4, also when it is asked again.',
            expected: 'an answer',
            actual: `made up: ${kind}`,
            input: 'limit=4',
            confirmed: kind === 'timeout' ? { held: 1, of: 1 } : { held: 3, of: 3 },
          },
        ],
      });
      expect(result.failures[0]?.exchanges.at(-1)).toMatchObject({
        response: null,
        noAnswer: { kind },
      });
    },
  );

  test("silence that does not come again is nobody's fault, however many cases it hit", async () => {
    let losses = 0;
    const many = Array.from({ length: 60 }, (_, index) => index + 1);
    const { report } = await madeUpRun([rule(rows.stated, lists(many), is200)], {
      script: () => (losses++ < 60 * 6 ? lost() : undefined),
    });
    expect(report.rules[0]).toMatchObject({
      outcome: 'cantTell',
      evidence: { cases: 0, exchanges: 0 },
      failures: [],
      reason: expect.stringContaining('60 of 60 cases could not be judged: an answer did not come'),
    });
    expect(report.verdict).toBe('inconclusive');
  });

  test('what was not answered in time while others were under way is asked for alone, at the end', async () => {
    const virtual = virtualClock();
    let busy = true;
    const script: Script = (request, store) => {
      if (limitOf(request) === 4 && busy) return lost('timeout');
      return limitOf(request) === 9
        ? virtual.sleep(60_000).then(() => ((busy = false), store.handle(request)))
        : undefined;
    };
    const { report } = await madeUpRun(
      [
        rule(rows.stated, lists([1, 4]), is200),
        rule(rows.alsoStated, lists([9], { name: 'takes long' }), is200),
      ],
      { script, virtual },
    );
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'cantTell',
      failures: [],
      reason: expect.stringContaining('did when it was asked for again: try a lower --concurrency'),
    });
    expect(resultOf(report, rows.alsoStated).outcome).toBe('passed');
  });

  test('what is silent when it is asked for alone is asked for once, whichever rules need it', async () => {
    const silent = (name: string) => lists([4, 5], { name });
    const { report, seen } = await madeUpRun(
      [rule(rows.stated, silent('one'), is200), rule(rows.alsoStated, silent('another'), is200)],
      { script: (request) => (limitOf(request) > 3 ? lost('timeout') : undefined) },
    );
    expect(report.rules.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
    // Four times until the case is given up, and twice alone.
    expect(seen.filter((request) => limitOf(request) > 3)).toHaveLength(6);
  });

  test('one that comes again is a failure, beside others that do not', async () => {
    let losses = 0;
    const script: Script = (request) =>
      limitOf(request) === 4 || (limitOf(request) === 2 && losses++ < 6) ? lost() : undefined;
    expect(await madeUpResult(rule(rows.stated, lists(limits), is200), { script })).toMatchObject({
      outcome: 'failed',
      failures: [{ input: 'limit=4', confirmed: { held: 3, of: 3 } }],
    });
  });

  test('it is blamed on one rule; for the others the case is untold', async () => {
    const shared = lists([1, 4]);
    const { report } = await madeUpRun(
      [
        observe(rows.open, shared, () => 'x'),
        rule(rows.stated, shared, is200),
        rule(rows.alsoStated, shared, is200),
      ],
      { script: (request) => (limitOf(request) === 4 ? lost() : undefined) },
    );
    expect(report.rules.map(({ id, outcome }) => [id, outcome])).toEqual([
      [rows.stated, 'failed'],
      [rows.open, 'observed'],
      [rows.alsoStated, 'cantTell'],
    ]);
    expect(resultOf(report, rows.alsoStated).reason).toBe(
      '1 of 2 cases could not be judged: no answer came to GET /pets?limit=4 (made up: reset)',
    );
  });

  test('a plain write that got lost is sent again', async () => {
    let losses = 0;
    const { report, store } = await madeUpRun(
      [rule(rows.alsoStated, adds(['Ada']), (added) => expectStatus(added, 201, 'here'))],
      {
        script: (request, { handle }) =>
          request.method === 'POST' && losses++ === 0 ? (handle(request), lost()) : undefined,
      },
    );
    expect(report.rules[0]?.outcome).toBe('passed');
    expect(store.animals.map(({ name }) => name)).toEqual(['Ada', 'Ada']);
  });

  test('where a write must go out once, the whole case starts anew, under another mark', async () => {
    const onceOnly = experiment({
      name: 'an add that must go out once',
      stage: 'sparse',
      needs: ['writes'],
      once: true,
      cases: () => ['Ada'],
      send: async (name: string, bench) => {
        await bench.list({ limit: 1 });
        return bench.add({ name: `${name} ${bench.mark}`, categoryId: 1n });
      },
    });
    let losses = 0;
    const { report, seen, store } = await madeUpRun(
      [rule(rows.alsoStated, onceOnly, (added) => expectStatus(added, 201, 'here'))],
      {
        script: (request, { handle }) =>
          request.method === 'POST' && losses++ < 2 ? (handle(request), lost()) : undefined,
      },
    );
    expect(report.rules[0]).toMatchObject({
      outcome: 'passed',
      evidence: { cases: 1, exchanges: 2 },
    });
    // One harmless request, then two, stand between the attempts.
    expect(seen.map(({ method }) => method).join(' ')).toBe(
      'GET POST GET GET POST GET GET GET POST',
    );
    expect(new Set(store.animals.map(({ name }) => name)).size).toBe(3);
  });

  test('a target that loses every so-manieth request is not accused of losing a write', async () => {
    const several = (stray: boolean) => {
      let count = 0;
      const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'];
      const inTurn = experiment({
        name: 'adds that must go out once',
        stage: 'sparse',
        needs: ['writes'],
        once: true,
        cases: () => [names],
        send: (all: readonly string[], bench) =>
          Promise.all(all.map((name) => bench.add({ name, categoryId: 1n }))),
      });
      const script: Script = ({ method, body }) =>
        (stray ? ++count % 5 === 0 : method === 'POST' && String(body).includes('Cy'))
          ? lost()
          : undefined;
      return madeUpResult(
        rule(rows.alsoStated, inTurn, () => {}),
        { script, concurrency: 1 },
      );
    };
    expect(await several(true)).toMatchObject({
      outcome: 'cantTell',
      failures: [],
      reason: expect.stringContaining('answers to writes get lost, now this one, now that one'),
    });
    expect(await several(false)).toMatchObject({ outcome: 'failed' });
  });

  test('a write of which every answer is lost fails its rule', async () => {
    const onceOnly = adds(['Ada'], { once: true });
    const result = await madeUpResult(
      rule(rows.alsoStated, onceOnly, () => {}),
      { script: ({ method }) => (method === 'POST' ? lost() : undefined) },
    );
    expect(result).toMatchObject({
      outcome: 'failed',
      failures: [{ cause: expect.stringContaining('The target gives no answer to POST /pets') }],
    });
  });
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
  /** What is under way when the first huge answer comes is heard out. */
  const first = rule(
    rows.alsoStated,
    lists([1, 2, 3, 4], { name: 'the first', stage: 'untouched' }),
    is200,
  );

  test('are asked for a few times, and what was not asked for is untold', async () => {
    const { report, seen } = await madeUpRun([first, rule(rows.stated, lists(many), is200)], {
      script: huge,
    });
    expect(seen.length).toBeLessThan(15);
    expect(resultOf(report, rows.alsoStated).outcome).toBe('passed');
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringMatching(
        /^9\d of 100 cases could not be judged: answers are so large \(1\.\d MB\) that only a few were asked for$/,
      ),
    });
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

  test('an id that is no row of the ledger is one', async () => {
    await expect(madeUpRun([rule('list-animals.made-up', lists([1]), is200)])).rejects.toThrow(
      'There is no rule list-animals.made-up',
    );
  });

  test('a read-only run stops rather than write, whatever an experiment tries', async () => {
    const undeclared = adds(['Ada'], { needs: [] });
    const sent: string[] = [];
    const script: Script = ({ method }) => (sent.push(method), undefined);
    const readOnly = { script, scope: { full: false, readOnly: true, only: [], shard: null } };
    await expect(
      madeUpRun([rule(rows.alsoStated, undeclared, () => {})], readOnly),
    ).rejects.toThrow('a read-only run was about to send POST /pets');
    const byAnotherMethod = lists([1], { send: (_, bench) => bench.unknown('PROPFIND', '/pets') });
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
