// Targets that refuse without saying why, in virtual time: some are asked too fast, and some really fail.

import { describe, expect, test } from 'vitest';
import { virtualClock, type VirtualClock } from './clock.js';
import { memoryTransport, type MemoryAnswer } from '../memory.js';
import { Target, type TargetOptions, type TargetStats } from '../target.js';
import type { Ask, Exchange, HttpRequest } from '../types.js';

const list: Ask = {
  operation: 'listPets',
  method: 'GET',
  path: '/pets',
  validity: 'valid',
  writes: false,
};
const add: Ask = { ...list, operation: 'createPet', method: 'POST', body: '{}', writes: true };
const ok: MemoryAnswer = { status: 200, headers: [], body: '[]' };
const refusal = (status = 503): MemoryAnswer => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: '<h1>Service Temporarily Unavailable</h1>',
});

type Refuses = (clock: VirtualClock, request: HttpRequest) => boolean;

async function simulated(
  refuses: Refuses,
  asks: readonly Ask[],
  options: Partial<Omit<TargetOptions, 'clock'>> & {
    readonly status?: number;
    readonly clock?: VirtualClock;
  } = {},
): Promise<{
  readonly exchanges: readonly Exchange[];
  readonly seconds: number;
  readonly stats: TargetStats;
}> {
  const { clock = virtualClock() } = options;
  const startedAt = clock.now();
  const transport = memoryTransport(async (request) => {
    await clock.sleep(4);
    return refuses(clock, request) ? refusal(options.status) : ok;
  });
  const target = new Target({
    baseUrl: 'http://memory.test/v1',
    key: 'fake-key',
    transport,
    clock,
    control: { ...list, path: '/pets?limit=1' },
    ...options,
  });
  const exchanges = await Promise.all(asks.map((ask) => target.send(ask)));
  return { exchanges, seconds: (clock.now() - startedAt) / 1000, stats: target.stats() };
}

const times = (number: number, ask: Ask): Ask[] => Array.from({ length: number }, () => ask);
const kinds = (exchanges: readonly Exchange[]): readonly string[] => [
  ...new Set(exchanges.map(({ answer, noAnswer }) => noAnswer?.kind ?? String(answer?.status))),
];

/** Imitates nginx: limit_req with `rate` and `burst`, nodelay. */
function bucket(perSecond: number, burst: number): Refuses {
  let excess = 0;
  let at = -Infinity;
  return (clock) => {
    const now = clock.now();
    const left = Math.max(0, excess - ((now - at) * perSecond) / 1000) + 1;
    if (left > burst + 1) return true;
    [excess, at] = [left, now];
    return false;
  };
}
const randomly = (seed: number): (() => number) => {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
};
const chance = (share: number, seed: number): Refuses => {
  const random = randomly(seed);
  return () => random() < share;
};

describe('a target that refuses what comes too fast', () => {
  test.each([
    ['60 a second', 60, 20, 503, 40],
    ['60 a second, no burst', 60, 0, 503, 60],
    ['10 a second', 10, 5, 502, 220],
    ['400 a second', 400, 20, 504, 15],
    ['one a second', 1, 5, 503, 2_500],
  ])('%s: all is served in the end', async (_name, rate, burst, status, bound) => {
    const { exchanges, seconds, stats } = await simulated(bucket(rate, burst), times(1500, list), {
      status,
    });
    expect(kinds(exchanges)).toEqual(['200']);
    expect(stats.overloaded).toBeGreaterThan(0);
    expect(stats.throttled).toBe(stats.overloaded);
    expect(stats.overloaded).toBeLessThan(300);
    expect(seconds).toBeLessThan(bound);
  });

  test('more than four at once: all is served in the end', async () => {
    const clock = virtualClock();
    let underWay = 0;
    const transport = memoryTransport(async () => {
      underWay += 1;
      const isTooMuch = underWay > 4;
      await clock.sleep(4);
      underWay -= 1;
      return isTooMuch ? refusal() : ok;
    });
    const { exchanges } = await simulated(() => false, times(1500, list), { clock, transport });
    expect(kinds(exchanges)).toEqual(['200']);
  });

  test('where no more than so many a second may go out, they never do', async () => {
    const sent: number[] = [];
    const isTooMuch = bucket(20, 5);
    const { exchanges, stats } = await simulated(
      (clock, request) => (sent.push(clock.now()), isTooMuch(clock, request)),
      times(300, list),
      { limits: { ratePerSecond: 40 } },
    );
    expect(kinds(exchanges)).toEqual(['200']);
    expect(stats.overloaded).toBeGreaterThan(0);
    const inASecond = sent.map((from) => sent.filter((at) => at >= from && at < from + 1000));
    expect(Math.max(...inASecond.map(({ length }) => length))).toBeLessThan(45);
  });

  test('20 in each second, for two addresses together: all is served in the end', async () => {
    for (const seed of [1, 2, 3]) {
      const clock = virtualClock();
      const random = randomly(seed);
      const counts = new Map<number, number>();
      const transport = memoryTransport(async () => {
        await clock.sleep(4 + 4 * random());
        const second = Math.floor(clock.now() / 1000);
        const count = (counts.get(second) ?? 0) + 1;
        counts.set(second, count);
        return count > 20 ? refusal() : ok;
      });
      const common = { key: 'fake-key', clock, control: list, transport };
      const neighbour = new Target({ ...common, baseUrl: 'http://one.test/v1' });
      const target = new Target({ ...common, baseUrl: 'http://one.test/messages', neighbour });
      await neighbour.send(list);
      const there = times(1500, list).map((ask) => neighbour.send(ask));
      await clock.sleep(seed * 333);
      const here = times(200, list).map((ask) => target.send(ask));
      expect(kinds(await Promise.all([...there, ...here]))).toEqual(['200']);
    }
  });

  // The crowd that is to be refused arrives in a second that nothing has used up.
  test.each([
    [60, 300],
    [60, 500],
    [100, 150],
    [150, 300],
  ])('%i in each second, %i ms away: all is served in the end', async (most, awayMs) => {
    const clock = virtualClock();
    const counts = new Map<number, number>();
    const connections = 64;
    let underWay = 0;
    const waiting: (() => void)[] = [];
    const transport = memoryTransport(async () => {
      if (underWay >= connections) await new Promise<void>((resolve) => waiting.push(resolve));
      underWay += 1;
      await clock.sleep(awayMs / 2);
      const second = Math.floor(clock.now() / 1000);
      const count = (counts.get(second) ?? 0) + 1;
      counts.set(second, count);
      await clock.sleep(awayMs / 2);
      underWay -= 1;
      waiting.shift()?.();
      return count > most ? refusal() : ok;
    });
    const asks = times(1500, list);
    const { exchanges, stats } = await simulated(() => false, asks, { clock, transport });
    expect(kinds(exchanges)).toEqual(['200']);
    expect(stats.overloaded).toBeGreaterThan(0);
  });

  test('writes that it refused are sent again', async () => {
    const { exchanges, stats } = await simulated(
      bucket(60, 20),
      times(200, { ...add, once: true }),
    );
    expect(kinds(exchanges)).toEqual(['200']);
    expect(stats.writes).toBe(200 + stats.overloaded);
  });

  test('but not those that would spoil their case, where the service may have carried them out', async () => {
    const { exchanges } = await simulated(
      bucket(60, 20),
      [...times(100, list), ...times(100, { ...add, once: true })],
      { status: 504 },
    );
    expect(kinds(exchanges)).toEqual(['200', 'reset']);
    expect(exchanges.at(-1)?.resent).toBe(0);
  });

  test('and one request always: that one alone is answered so', async () => {
    const isTooMuch = bucket(60, 20);
    const { exchanges } = await simulated(
      (clock, request) => isTooMuch(clock, request) || request.path.endsWith('=37'),
      [...times(300, list), { ...list, path: '/pets?limit=37' }, ...times(300, list)],
    );
    expect(exchanges.map(({ answer }) => answer?.status ?? 0)).toEqual(
      exchanges.map(({ ask }) => (ask.path.endsWith('=37') ? 503 : 200)),
    );
  });
});

describe('a target that refuses whatever the pace', () => {
  test('one in ten, far away: these are its answers', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const clock = virtualClock();
      const refuses = chance(0.1, seed);
      const transport = memoryTransport(async (request) => {
        await clock.sleep(300);
        return refuses(clock, request) ? refusal() : ok;
      });
      const asks = times(2000, list);
      const { stats, exchanges } = await simulated(refuses, asks, { clock, transport });
      expect(stats.overloaded).toBe(0);
      expect(kinds(exchanges)).toContain('503');
    }
  });

  test.each([
    ['a single request', (seed: number) => chance(0.0003, seed)],
    ['one in twenty', (seed: number) => chance(0.05, seed)],
    ['one in ten', (seed: number) => chance(0.1, seed)],
    ['one in two', (seed: number) => chance(0.5, seed)],
  ])('%s: these are its answers', async (_name, refuses) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { stats, exchanges } = await simulated(refuses(seed), times(4000, list));
      expect(stats.overloaded).toBe(0);
      expect(kinds(exchanges)).toContain('200');
    }
  });

  test('all adds: these are its answers, and hardly anything else is asked', async () => {
    const { exchanges, stats, seconds } = await simulated(
      (_clock, { method }) => method === 'POST',
      Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? list : add)),
    );
    expect(new Set(exchanges.map(({ ask, answer }) => `${ask.method} ${answer?.status}`))).toEqual(
      new Set(['GET 200', 'POST 503']),
    );
    expect(stats.exchanges).toBeLessThan(1_100);
    expect(seconds).toBeLessThan(2);
  });

  test('all adds, where few requests a second may go out: nothing waits for long', async () => {
    const asks = [...times(20, list), ...times(3, add)];
    const clock = virtualClock();
    const transport = memoryTransport(async ({ method }) => {
      await clock.sleep(300);
      return method === 'POST' ? refusal() : ok;
    });
    const limits = { ratePerSecond: 5 };
    const simulation = { limits, clock, transport };
    const { exchanges, seconds } = await simulated(() => false, asks, simulation);
    expect(kinds(exchanges)).toEqual(['200', '503']);
    expect(seconds).toBeLessThan(45);
  });

  test('everything, from the first request on: it is there at least once before anybody waits', async () => {
    const { exchanges, seconds } = await simulated(() => true, times(20, list));
    expect([kinds(exchanges), seconds < 1]).toEqual([['503'], true]);
  });

  test('everything at one address, and nothing at its neighbour: these are its answers', async () => {
    const [here, there] = [false, true].map((refuses) =>
      memoryTransport(() => (refuses ? refusal() : ok)),
    );
    const clock = virtualClock();
    const common = { key: 'fake-key', clock, control: list };
    const neighbour = new Target({ ...common, baseUrl: 'http://one.test/v1', transport: here! });
    const target = new Target({
      ...common,
      baseUrl: 'http://two.test/v1',
      transport: there!,
      neighbour,
    });
    await neighbour.send(list);
    expect(await target.send(list)).toMatchObject({ answer: { status: 503 } });
    expect(clock.now()).toBe(virtualClock().now());
  });

  test('everything, here and at its neighbour: nobody knows what either would have answered', async () => {
    let isAway = false;
    const clock = virtualClock();
    const transport = memoryTransport(() => (isAway ? refusal(502) : ok));
    const common = { key: 'fake-key', clock, control: list, transport };
    const neighbour = new Target({ ...common, baseUrl: 'http://one.test/v1' });
    const target = new Target({ ...common, baseUrl: 'http://one.test/messages', neighbour });
    await neighbour.send(list);
    isAway = true;
    expect(await target.send(list)).toMatchObject({ noAnswer: { kind: 'throttled' } });
  });

  test('everything, after it was there: nobody knows what it would have answered', async () => {
    let count = 0;
    const { exchanges, seconds } = await simulated(() => (count += 1) > 100, times(1500, list));
    expect(kinds(exchanges)).toEqual(['200', 'throttled']);
    expect(exchanges.at(-1)?.noAnswer?.message).toMatch(
      /^the target is overloaded.*, for longer than the 60 s that the kit waits \(--throttle-wait\); try --rate \d+$/,
    );
    const messages = exchanges.flatMap(({ noAnswer }) => noAnswer?.message ?? []);
    expect(messages).toContainEqual(
      expect.stringMatching(/: it returned 503 (?!1 )\d+ times, for longer/),
    );
    expect(seconds).toBeLessThan(75);
  });
});
