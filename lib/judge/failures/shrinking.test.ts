// Shrinks a failure to the smallest case that still breaks the rule.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../http/pacing/clock.js';
import {
  limitOf,
  lists,
  madeUpResult,
  madeUpRun,
  refusal,
  resultOf,
  rows,
  type Script,
  is200,
} from '../../testing/made-up.js';
import { experiment, rule } from '../rules/index.js';
import type { Session } from '../rules/session.js';
import { valueAt, seedOf } from '../evidence/chosen.js';

describe('shrinking', () => {
  const numbers = (runs: number, needs: readonly 'writes'[] = []) =>
    experiment({
      name: 'any number',
      stage: 'populated',
      needs,
      cases: () => ({ arbitrary: fc.integer({ min: 0, max: 1_000_000 }), runs }),
      send: (limit: number, session) => session.list({ limit }),
      describe: (limit) => `limit=${limit}`,
    });
  const unusual = { client: 'with `X-Any`', headers: [['X-Any', '1']] } as const;
  const fromThousandOn: Script = (request) =>
    limitOf(request) >= 1_000 ? refusal(400) : undefined;

  test('finds the smallest value that breaks the rule, and the path to it', async () => {
    const any = numbers(20);
    const { failures } = await madeUpResult(rule(rows.stated, any, is200), {
      script: fromThousandOn,
    });
    expect(failures[0]).toMatchObject({ input: 'limit=1000', confirmed: { held: 3, of: 3 } });
    const { seed, path } = failures[0]?.case ?? { seed: 0, path: '' };
    expect(
      valueAt(
        any,
        { arbitrary: fc.integer({ min: 0, max: 1_000_000 }), runs: 20 },
        { seed, path: path.split('#')[1] ?? '' },
      ),
    ).toEqual({ value: 1_000 });
  });

  test('a replay sends that one case and breaks the rule again', async () => {
    const any = numbers(20);
    const isFound = rule(rows.stated, any, is200);
    const { failures } = await madeUpResult(isFound, { script: fromThousandOn });
    const { seed, path } = failures[0]?.case ?? { seed: 0, path: '' };
    const onlyCase = { experiment: any, path: path.split('#')[1] ?? '', seed };
    const { report, seen } = await madeUpRun([isFound], {
      script: fromThousandOn,
      onlyCase,
      confirmations: 0,
    });
    expect(seen[0]?.path).toBe('/v1/pets?limit=1000');
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'failed',
      evidence: { cases: 1 },
      failures: [{ input: 'limit=1000' }],
    });
    const fixed = await madeUpRun([isFound], { onlyCase });
    expect(fixed.seen).toHaveLength(1);
    expect(fixed.report.rules[0]).toMatchObject({ outcome: 'passed', evidence: { cases: 1 } });
  });

  test('what a later seed of a thorough run found is shrunk and replayed from that seed', async () => {
    const any = numbers(4);
    const late = seedOf(7 + 3, any.name);
    const [drawn = 0] = fc.sample(fc.integer({ min: 0, max: 1_000_000 }), {
      seed: late,
      numRuns: 1,
    });
    const thorough = {
      script: (request: Parameters<Script>[0]) =>
        limitOf(request) === drawn ? refusal(400) : undefined,
      effort: 'thorough',
    } as const;
    const everySeed = experiment({
      ...any,
      cases: (setup) => ({
        arbitrary: fc.integer({ min: 0, max: 1_000_000 }),
        runs: setup.runs(4),
      }),
    });
    const isFound = rule(rows.stated, everySeed, is200);
    const { failures, evidence } = await madeUpResult(isFound, thorough);
    expect([evidence.cases, failures.length]).toEqual([20, 1]);
    expect(failures[0]).toMatchObject({
      input: `limit=${drawn}`,
      confirmed: { held: 3, of: 3 },
      case: { seed: late, path: 'any number#0' },
    });
    const { report, seen } = await madeUpRun([isFound], {
      ...thorough,
      onlyCase: { experiment: everySeed, path: '0', seed: late },
    });
    expect(seen[0]?.path).toBe(`/v1/pets?limit=${drawn}`);
    expect(resultOf(report, rows.stated).failures).toMatchObject([
      { id: failures[0]?.id, case: { seed: late } },
    ]);
  });

  test.each([
    ['reads', [], 150],
    ['writes', ['writes'], 40],
  ] as const)('stays within its budget of %s', async (_, needs, budget) => {
    const texts = experiment({
      name: 'any text',
      stage: 'populated',
      needs,
      cases: () => ({
        arbitrary: fc.array(fc.nat(), { minLength: 40, maxLength: 60, size: 'max' }),
        runs: 1,
      }),
      send: (_value: number[], session) => session.list(),
    });
    const { seen } = await madeUpRun([rule(rows.stated, texts, is200)], {
      script: (request) => (request.path.includes('limit') ? undefined : refusal(500)),
    });
    expect(seen.length).toBeGreaterThan(3 + 10);
    expect(seen.length).toBeLessThanOrEqual(1 + budget + 3);
  });

  test('stops when its time is over', async () => {
    const virtual = virtualClock();
    const slow: Script = async (request, store) => (
      await virtual.sleep(3_000),
      limitOf(request) >= 1_000 ? refusal(400) : store.handle(request)
    );
    const { report, seen } = await madeUpRun([rule(rows.stated, numbers(20), is200)], {
      script: slow,
      virtual,
    });
    expect(report.rules[0]?.outcome).toBe('failed');
    // Six seconds of three seconds each; without the bound it takes some twenty.
    expect(seen.length).toBeLessThanOrEqual(20 + 3 + 3);
  });

  test('halves to the end, however slow the target is', async () => {
    const virtual = virtualClock();
    const slow: Script = async (request, store) => (
      await virtual.sleep(3_000),
      limitOf(request) >= 13 ? refusal(400) : store.handle(request)
    );
    const halves = lists([64], {
      smaller: (limit) => [Math.floor(limit / 2), limit - 1].filter((one) => one > 0),
    });
    const { failures } = await madeUpResult(rule(rows.stated, halves, is200), {
      script: slow,
      virtual,
    });
    expect(failures[0]?.input).toBe('limit=13');
  });

  test('says nothing of an unusual client whose turn it is at the smallest value, if an ordinary one saw the same', async () => {
    const inTurn = {
      ...numbers(20),
      send: (limit: number, session: Session) =>
        session.list({ limit }, limit === 1_000 ? unusual : {}),
    };
    const { failures } = await madeUpResult(rule(rows.stated, inTurn, is200), {
      script: fromThousandOn,
    });
    expect(failures[0]).toMatchObject({
      input: 'limit=1000',
      cause: expect.not.stringContaining('with `X-Any`') as string,
    });
  });

  test('goes by the smaller values that an experiment offers', async () => {
    const halves = lists([64], {
      smaller: (limit) => [Math.floor(limit / 2), limit - 1].filter((one) => one > 0),
    });
    const script: Script = (request) => (limitOf(request) >= 13 ? refusal(400) : undefined);
    const { failures } = await madeUpResult(rule(rows.stated, halves, is200), { script });
    expect(failures[0]?.input).toBe('limit=13');
    const path = failures[0]?.case.path.split('#')[1] ?? '';
    expect(valueAt(halves, [64], { seed: 0, path })).toEqual({ value: 13 });
  });

  test('is done for twenty failures of a run; the others are shown as they came', async () => {
    const many = Array.from({ length: 25 }, (_, at) =>
      lists([1_000 * at + 64], {
        name: `list ${at}`,
        smaller: (limit) => (limit % 1_000 === 64 ? [limit - 1] : []),
      }),
    );
    const { seen, report } = await madeUpRun([rule(rows.stated, many, is200)], {
      script: () => refusal(400),
    });
    const tried = seen.map(limitOf).filter((limit) => limit % 1_000 === 63);
    expect(new Set(tried).size).toBe(20);
    expect(resultOf(report, rows.stated).failures[0]?.cases).toMatchObject({ failed: 25 });
  });

  test('an intermittent breach that does not come again is told as it was found', async () => {
    let broken = 0;
    const { failures } = await madeUpResult(rule(rows.stated, numbers(5), is200), {
      script: () => (broken++ === 2 ? refusal(500) : undefined),
    });
    expect(failures[0]).toMatchObject({
      confirmed: { held: 0, of: 3 },
      case: { path: 'any number#2' },
      exchanges: [{ response: { status: 500 } }],
    });
  });
});
