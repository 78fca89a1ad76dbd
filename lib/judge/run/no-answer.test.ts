// Requests that get no answer: one that never comes is a finding, a stray loss accuses nobody.
import { describe, expect, test } from 'vitest';
import { memoryTransport } from '../../http/memory.js';
import { virtualClock } from '../../http/pacing/clock.js';
import { TransportError } from '../../http/types.js';
import {
  adds,
  MadeUpStore,
  limitOf,
  lists,
  messages,
  lost,
  madeUpResult,
  madeUpRun,
  resultOf,
  rows,
  type Script,
  is200,
} from '../../testing/made-up.js';
import { everyAnswer, expectStatus, experiment, observe, rule } from '../rules/index.js';

const limits = [1, 2, 3, 4, 5, 6];

const unknownPaths = experiment({
  name: 'made-up unknown paths',
  stage: 'populated',
  cases: () => ['/a', '/b', '/c'],
  send: (path: string, session) => session.unknown('GET', path),
  describe: (path) => path,
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
            cause: 'The target did not respond to `GET /pets?limit=4`, even on a retry.',
            expected: 'a response',
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
      reason: expect.stringContaining(
        '60 of 60 cases could not be judged: one response was missing',
      ),
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
      reason: expect.stringContaining('arrived on a retry: try a lower --concurrency'),
    });
    expect(resultOf(report, rows.alsoStated).outcome).toBe('passed');
  });

  test.each([
    [10, 1],
    [50, 0],
  ])('of adds, one lost response in %i is remarked on %i times', async (every, remarks) => {
    let count = 0;
    const script: Script = ({ method }) => {
      if (method !== 'POST' || ++count % every > 0) return undefined;
      throw new TransportError('reset', 'made up: reset', true);
    };
    const { report } = await madeUpRun(
      [
        rule(rows.stated, lists(Array.from({ length: 1_500 }, () => 1)), is200),
        rule(
          rows.alsoStated,
          adds(Array.from({ length: 100 }, (_, index) => `Name ${index}`)),
          () => {},
        ),
      ],
      { script },
    );
    expect(report.verdict).toBe('conformant');
    const lines = report.run.warnings.filter((one) => one.includes('received no response'));
    expect(lines).toHaveLength(remarks);
    // What an add without a response has left behind is in no list.
    expect(report.run.warnings).toContainEqual(
      expect.stringMatching(/^What \d+ of \d+ requests that write did is unknown/),
    );
  });

  test('a question without an answer accuses nobody, and is named in a warning', async () => {
    const { report } = await madeUpRun([observe(rows.open, unknownPaths, () => 'x')], {
      script: ({ path }) => (path.endsWith('/b') ? lost() : undefined),
    });
    expect(report.rules).toMatchObject([{ outcome: 'observed', failures: [] }]);
    expect(report.run.warnings).toContainEqual(
      expect.stringMatching(/never received a whole one: made-up unknown paths \(\/b\)\.$/),
    );
  });

  test('the times of both endpoints are told together, once for each operation', async () => {
    const script: Script = ({ method, path }) =>
      method === 'POST' && path.startsWith('/quickstart/') ? lost('timeout') : undefined;
    const { report } = await madeUpRun(
      [
        rule(rows.stated, unknownPaths, () => {}),
        rule(rows.quickstart, messages(['one', 'two']), () => {}),
      ],
      {
        script,
        target: {
          name: 'made-up',
          baseUrl: 'http://made.up/v1',
          quickstartBaseUrl: 'http://made.up/quickstart',
        },
      },
    );
    const operations = report.latency.map(({ operation }) => operation);
    expect(operations).toEqual([...new Set(operations)]);
    expect(report.latency.find(({ operation }) => operation === 'other')?.count).toBeGreaterThan(3);
  });

  test('what has shown once that it is silent is asked for alone on a fresh connection', async () => {
    const store = new MadeUpStore();
    let isKept = true;
    const silentWhereKept = memoryTransport((request) =>
      limitOf(request) === 4 && isKept ? lost('timeout') : store.handle(request),
    );
    const result = await madeUpResult(rule(rows.stated, lists([1, 4]), is200), {
      transport: { ...silentWhereKept, closeIdle: () => void (isKept = false) },
    });
    expect(result).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringContaining('arrived on a retry'),
    });
  });

  test.each([
    ['valid', 'failed'],
    ['invalid', 'passed'],
  ] as const)(
    'of a request that is %s: what judges every answer is %s',
    async (validity, outcome) => {
      const asked = lists([1, 4], {
        send: (limit, session) => session.list({ limit }, { validity }),
      });
      const every = everyAnswer(
        rows.alsoStated,
        [],
        () => true,
        () => {},
      );
      const { report } = await madeUpRun([rule(rows.implied, asked, is200), every], {
        script: (request) => (limitOf(request) === 4 ? lost() : undefined),
      });
      expect(resultOf(report, rows.alsoStated).outcome).toBe(outcome);
    },
  );

  test('a request that only prepares a case leaves its rule undecided, and fails the one of every answer', async () => {
    const prepared = lists([1, 4], {
      send: async (limit, session) => {
        await session.list({ limit }, { prepares: true });
        return session.list({ limit: 1 });
      },
    });
    const every = everyAnswer(
      rows.alsoStated,
      [],
      () => true,
      () => {},
    );
    const { report } = await madeUpRun([rule(rows.stated, prepared, is200), every], {
      script: (request) => (limitOf(request) === 4 ? lost() : undefined),
    });
    expect(resultOf(report, rows.stated)).toMatchObject({ outcome: 'cantTell', failures: [] });
    expect(resultOf(report, rows.alsoStated).outcome).toBe('failed');
  });

  test('what is silent when it is asked for alone is asked for once, whichever rules need it', async () => {
    const silent = (name: string) => lists([4, 5], { name });
    const { report, seen } = await madeUpRun(
      [rule(rows.stated, silent('one'), is200), rule(rows.alsoStated, silent('another'), is200)],
      { script: (request) => (limitOf(request) > 3 ? lost('timeout') : undefined) },
    );
    expect(report.rules.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
    // Four times until the case is given up, and once alone.
    expect(seen.filter((request) => limitOf(request) > 3)).toHaveLength(5);
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

  test('it is blamed on one rule; for the others the case is undecided', async () => {
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
      '1 of 2 cases could not be judged: no response to GET /pets?limit=4 (made up: reset)',
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

  const addsOnce = (names: readonly string[]) =>
    experiment({
      name: 'adds that must go out once',
      stage: 'sparse',
      needs: ['writes'],
      cases: () => [names],
      send: (all: readonly string[], session) =>
        Promise.all(
          all.map((name) =>
            session.addOnce((attempt) => ({ name: `${name} ${attempt}`, categoryId: 1n })),
          ),
        ),
    });

  test('where a write must go out once, another takes the place of one that got lost', async () => {
    let losses = 0;
    const { report, store } = await madeUpRun(
      [
        rule(rows.alsoStated, addsOnce(['Ada']), (all) =>
          all.forEach(({ added }) => expectStatus(added, 201, 'here')),
        ),
      ],
      {
        script: (request, { handle }) =>
          request.method === 'POST' && losses++ < 2 ? (handle(request), lost()) : undefined,
      },
    );
    expect(report.rules[0]).toMatchObject({ outcome: 'passed', evidence: { cases: 1 } });
    expect(store.animals.map(({ name }) => name)).toEqual(['Ada 1', 'Ada 2', 'Ada 3']);
  });

  test('a target that loses every fifth request is not accused of losing a write', async () => {
    const losing = (loses: (request: { method: string; body?: unknown }) => boolean) =>
      madeUpResult(
        rule(rows.alsoStated, addsOnce(['Ada', 'Bo', 'Cy', 'Di', 'Ed']), () => {}),
        { script: (request) => (loses(request) ? lost() : undefined), concurrency: 1 },
      );
    let count = 0;
    expect(await losing(() => ++count % 5 === 0)).toMatchObject({ outcome: 'passed' });
    expect(await losing(({ body }) => String(body).includes('Cy'))).toMatchObject({
      outcome: 'failed',
    });
  });

  test('a write of which every answer is lost fails its rule', async () => {
    const result = await madeUpResult(
      rule(rows.alsoStated, addsOnce(['Ada']), () => {}),
      { script: ({ method }) => (method === 'POST' ? lost() : undefined) },
    );
    expect(result).toMatchObject({
      outcome: 'failed',
      failures: [{ cause: expect.stringContaining('The target did not respond to `POST /pets`') }],
    });
  });
});
