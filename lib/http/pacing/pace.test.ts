// Targets that ask to slow down, in virtual time, where minutes of waiting take no time.

import { describe, expect, test } from 'vitest';
import { virtualClock, type VirtualClock } from './clock.js';
import { memoryTransport, type MemoryAnswer } from '../memory.js';
import { oneIn } from '../../proof/sample.js';
import { Target, type TargetOptions } from '../target.js';
import type { Ask, Exchange, Headers } from '../types.js';

const list: Ask = {
  operation: 'listPets',
  method: 'GET',
  path: '/pets',
  validity: 'valid',
  writes: false,
};
const add: Ask = {
  operation: 'createPet',
  method: 'POST',
  path: '/pets',
  body: '{}',
  validity: 'valid',
  writes: true,
};
const ok: MemoryAnswer = { status: 200, headers: [], body: '[]' };

const slowDown = (retryAfter?: string, status = 429, more: Headers = []): MemoryAnswer => ({
  status,
  headers: retryAfter === undefined ? more : [...more, ['Retry-After', retryAfter]],
  body: '',
});

interface Simulated {
  readonly exchanges: readonly Exchange[];
  readonly seconds: number;
  readonly target: Target;
}

async function simulated(
  answer: (clock: VirtualClock, count: number) => MemoryAnswer,
  asks: readonly Ask[],
  options: Partial<TargetOptions> = {},
): Promise<Simulated> {
  const clock = virtualClock();
  const startedAt = clock.now();
  let count = 0;
  const transport = memoryTransport(async () => {
    await clock.sleep(4);
    return answer(clock, (count += 1));
  });
  const target = new Target({
    baseUrl: 'http://memory.test/v1',
    key: 'fake-key',
    transport,
    clock,
    ...options,
  });
  const exchanges = await Promise.all(asks.map((ask) => target.send(ask)));
  return { exchanges, seconds: (clock.now() - startedAt) / 1000, target };
}

const times = (number: number, ask: Ask): Ask[] => Array.from({ length: number }, () => ask);
const kinds = ({ exchanges }: Simulated): Set<string> =>
  new Set(
    exchanges.map(({ answer, noAnswer }) =>
      answer === undefined ? noAnswer!.kind : String(answer.status),
    ),
  );

describe('a target that bears 60 requests per second', () => {
  const bucket = (capacity: number) => {
    let tokens = capacity;
    let at = 0;
    return (clock: VirtualClock): boolean => {
      const now = clock.now();
      tokens = at === 0 ? capacity : Math.min(capacity, tokens + ((now - at) * 60) / 1000);
      at = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    };
  };
  const perClockSecond = () => {
    let second = 0;
    let count = 0;
    return (clock: VirtualClock): boolean => {
      const now = Math.floor(clock.now() / 1000);
      count = now === second ? count + 1 : 1;
      second = now;
      return count <= 60;
    };
  };
  test.each([
    ['a bucket of 60, Retry-After', bucket(60), '1', 27],
    ['a bucket of 60, no Retry-After', bucket(60), undefined, 27],
    ['a bucket of 10', bucket(10), '1', 36],
    ['strictly one after another', bucket(1), '1', 42],
    ['60 in each second of the clock', perClockSecond(), '1', 31],
    ['a bucket of 60, 503', bucket(60), '1', 27, 503],
    ['a bucket of 10, 503', bucket(10), '1', 36, 503],
    ['60 in each second of the clock, 503', perClockSecond(), '1', 31, 503],
  ])(
    '%s: 1,500 requests take little more than 25 s',
    async (_name, admits, retryAfter, bound, status = 429) => {
      const result = await simulated(
        (clock) => (admits(clock) ? ok : slowDown(retryAfter, status)),
        times(1500, list),
      );
      expect(kinds(result)).toEqual(new Set(['200']));
      expect(result.seconds).toBeLessThan(bound);
      const { throttled, resent, exchanges } = result.target.stats();
      expect(throttled).toBeGreaterThan(0);
      expect(throttled).toBeLessThan(60);
      expect([resent, exchanges]).toEqual([throttled, 1500 + throttled]);
    },
  );
});

describe('a target that objects by chance, at any rate', () => {
  const chance = (share: number, seed: number) => {
    let state = seed;
    return (): boolean => (
      (state = (Math.imul(state, 1664525) + 1013904223) >>> 0),
      state / 2 ** 32 < share
    );
  };

  test.each([
    ['2 in 100, no Retry-After', 0.02, undefined, 60],
    ['2 in 100, Retry-After', 0.02, '1', 140],
    ['5 in 100, no Retry-After', 0.05, undefined, 150],
  ])(
    '%s: 4,000 requests take little more than the pauses',
    async (_name, share, retryAfter, bound) => {
      for (const seed of oneIn(3, [1, 2, 3])) {
        const objects = chance(share, seed);
        const result = await simulated(
          () => (objects() ? slowDown(retryAfter) : ok),
          times(4000, list),
        );
        expect(kinds(result)).toEqual(new Set(['200']));
        expect(result.seconds).toBeLessThan(bound);
      }
    },
  );
});

describe('a target that is away now and then, whatever the rate', () => {
  const cycle =
    (awayMs: number, everyMs: number) =>
    (clock: VirtualClock): boolean =>
      clock.now() % everyMs >= awayMs;
  test.each([
    ['a second in four', cycle(1000, 4000), '1'],
    ['three seconds in ten, and says one', cycle(3000, 10_000), '1'],
    ['half a second in three, and says one', cycle(500, 3000), '1'],
  ])('%s: it is waited for, and asked as fast as before', async (_name, isThere, retryAfter) => {
    const result = await simulated(
      (clock) => (isThere(clock) ? ok : slowDown(retryAfter, 503)),
      times(9000, list),
      { concurrency: 4 },
    );
    expect(kinds(result)).toEqual(new Set(['200']));
    // The run takes 9 s at full speed, and the target was away for some time besides.
    expect(result.seconds).toBeGreaterThan(9);
    expect(result.seconds).toBeLessThan(20);
  });
});

describe('Retry-After', () => {
  const http = (ms: number): string => new Date(ms).toUTCString();
  test.each([
    ['seconds', () => '7', 7, 7.1],
    ['a fraction', () => '2.5', 2.5, 2.6],
    ['a date', (now: number) => http(now + 9000), 8, 9.1],
    ['a date in the past', (now: number) => http(now - 86_400_000), 0.2, 0.4],
    ['nonsense', () => 'soon', 0.2, 0.4],
    ['a negative number', () => '-5', 0.2, 0.4],
    ['zero', () => '0', 0.2, 0.4],
    ['nothing', () => '', 0.2, 0.4],
  ])('%s', async (_name, value, least, most) => {
    const result = await simulated(
      (clock, count) => (count === 1 ? slowDown(value(clock.now())) : ok),
      [list],
    );
    expect(kinds(result)).toEqual(new Set(['200']));
    expect(result.seconds).toBeGreaterThan(least);
    expect(result.seconds).toBeLessThan(most);
    expect(result.exchanges[0]!.resent).toBe(1);
  });

  test('a date is taken by the clock of the target', async () => {
    const ahead = 3_600_000;
    const result = await simulated(
      (clock, count) =>
        count === 1
          ? slowDown(http(clock.now() + ahead + 3000), 429, [['Date', http(clock.now() + ahead)]])
          : ok,
      [list],
    );
    expect(result.seconds).toBeGreaterThan(2.9);
    expect(result.seconds).toBeLessThan(3.1);
  });

  test('everything waits, also what was not refused itself', async () => {
    let until = 0;
    let tooEarly = 0;
    const result = await simulated(
      (clock, count) => {
        if (count === 1) until = clock.now() + 20_000;
        else if (count > 16 && clock.now() < until) tooEarly += 1;
        return count === 1 ? slowDown('20') : ok;
      },
      times(40, list),
    );
    expect([kinds(result), tooEarly]).toEqual([new Set(['200']), 0]);
    expect(result.seconds).toBeGreaterThan(20);
  });

  test('writes that were refused are sent again', async () => {
    const result = await simulated(
      (_clock, count) => (count < 3 ? slowDown('1', 503) : { ...ok, status: 201 }),
      [add],
    );
    expect(kinds(result)).toEqual(new Set(['201']));
    expect(result.target.stats()).toMatchObject({
      exchanges: 3,
      writes: 3,
      throttled: 2,
      resent: 2,
    });
  });

  test('503 without it is an answer like any other', async () => {
    const result = await simulated(() => slowDown(undefined, 503), [list]);
    expect(kinds(result)).toEqual(new Set(['503']));
    expect(result.target.stats().throttled).toBe(0);
  });
});

describe('for ever', () => {
  test.each([
    ['429 with a second', '1', 429],
    ['429 with nothing', undefined, 429],
    ['503 with a second', '1', 503],
  ])('%s: a whole run ends soon after one budget', async (_name, retryAfter, status) => {
    const result = await simulated(() => slowDown(retryAfter, status), times(1500, list));
    expect(kinds(result)).toEqual(new Set(['throttled']));
    expect(result.exchanges[0]!.noAnswer!.message).toMatch(
      /for longer than the 60 s that the kit waits/,
    );
    expect(result.seconds).toBeLessThan(75);
    expect(result.target.stats().exchanges).toBeLessThan(400);
  });

  test('a year: nothing waits', async () => {
    const result = await simulated(
      (_clock, count) => (count > 5 ? slowDown('31536000') : ok),
      times(1500, list),
    );
    expect(kinds(result)).toEqual(new Set(['200', 'throttled']));
    expect(result.seconds).toBeLessThan(1);
    expect(result.target.stats().exchanges).toBeLessThan(40);
  });

  test.each([
    ['few', 3, true, '--throttle-wait); if wrong keys lock out a client, try --wrong-keys few'],
    ['too few', 2, true, '--throttle-wait)'],
    ['no fewer', 3, false, '--throttle-wait)'],
  ])('a lockout after wrong keys: %s can be sent', async (_name, sent, sendsManyWrongKeys, end) => {
    const wrongKey: Ask = {
      ...list,
      key: { authorization: 'Bearer fake-wrong' },
      validity: 'invalid',
    };
    const { exchanges } = await simulated(
      (_clock, count) => (count > sent ? slowDown('31536000') : { ...ok, status: 401 }),
      [...times(sent, wrongKey), list],
      { sendsManyWrongKeys, concurrency: 1 },
    );
    expect(exchanges.at(-1)!.noAnswer!.message.slice(-end.length)).toBe(end);
  });

  test('a target that comes to its senses is heard again', async () => {
    const clock = virtualClock();
    const startedAt = clock.now();
    const transport = memoryTransport(() =>
      clock.now() - startedAt < 100_000 ? slowDown('1') : ok,
    );
    const target = new Target({
      baseUrl: 'http://memory.test/v1',
      key: 'fake-key',
      transport,
      clock,
    });
    expect((await target.send(list)).noAnswer?.kind).toBe('throttled');
    await clock.sleep(60_000);
    expect((await target.send(list)).answer?.status).toBe(200);
    expect(
      kinds({
        exchanges: await Promise.all(times(50, list).map((ask) => target.send(ask))),
        seconds: 0,
        target,
      }),
    ).toEqual(new Set(['200']));
  });
});

test('a rate that the user sets is kept', async () => {
  const result = await simulated(() => ok, times(100, list), { limits: { ratePerSecond: 20 } });
  expect(result.seconds).toBeGreaterThan(4.8);
  expect(result.seconds).toBeLessThan(5.2);
});

test('an interruption ends the wait at once, and leaves no timer behind', async () => {
  const clock = virtualClock();
  const stop = new AbortController();
  const target = new Target({
    baseUrl: 'http://memory.test/v1',
    key: 'fake-key',
    transport: memoryTransport(() => slowDown('30')),
    clock,
    signal: stop.signal,
  });
  const all = times(5, list).map((ask) => target.send(ask));
  await new Promise(setImmediate);
  stop.abort();
  expect((await Promise.all(all)).map(({ noAnswer }) => noAnswer?.kind)).toEqual(
    Array(5).fill('aborted'),
  );
  expect(clock.sleepers).toBe(0);
});

test('limits on requests and writes', async () => {
  const writes = await simulated(() => ok, [add, list, add, list, add], {
    limits: { maxWrites: 1 },
  });
  expect(writes.exchanges.map(({ answer, noAnswer }) => answer?.status ?? noAnswer?.kind)).toEqual([
    200,
    200,
    'budget',
    200,
    'budget',
  ]);
  const requests = await simulated(() => ok, times(10, list), { limits: { maxRequests: 3 } });
  expect(requests.exchanges.filter(({ noAnswer }) => noAnswer?.kind === 'budget')).toHaveLength(7);
  expect(requests.target.stats().exchanges).toBe(3);
  expect(requests.exchanges.at(-1)?.noAnswer?.message).toBe(
    'outside the budget (--max-requests 3)',
  );
  expect([writes, requests].map(({ target }) => target.stats().overBudget)).toEqual([
    ['maxWrites'],
    ['maxRequests'],
  ]);
});

test('what goes ahead keeps its order, and goes before all that is not', async () => {
  const order: string[] = [];
  const clock = virtualClock();
  const transport = memoryTransport(async ({ path }) => {
    order.push(path.slice(-1));
    await clock.sleep(4);
    return ok;
  });
  const options = { baseUrl: 'http://memory.test', key: 'fake-key', transport, clock };
  const target = new Target({ ...options, concurrency: 1 });
  const asked = (name: string, ahead?: true): Ask => {
    const ask: Ask = { ...list, path: `/pets/${name}` };
    return ahead ? { ...ask, ahead } : ask;
  };
  const asks = [asked('a'), asked('b'), asked('c', true), asked('d'), asked('e', true)];
  await Promise.all(asks.map((ask) => target.send(ask)));
  expect(order.join('')).toBe('acebd');
});

test.each(['2', undefined])(
  'a target that refuses the first requests of a run (Retry-After: %s) is not taken for a slow one',
  async (retryAfter) => {
    const result = await simulated(
      (_, count) => (count <= 4 ? slowDown(retryAfter) : ok),
      times(2_000, list),
      { concurrency: 1 },
    );
    expect(kinds(result)).toEqual(new Set(['200']));
    // They take eight seconds without any pause.
    expect(result.seconds).toBeLessThan(30);
  },
);
