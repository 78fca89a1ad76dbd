// What an experiment works with: requests in the contract's words, lost answers asked for again, waiting for late ones.
import { describe, expect, test } from 'vitest';
import { scriptedBench } from '../../testing/made-up.js';
import type { Ask, Exchange, NoAnswerKind } from '../../http/types.js';
import { Patience } from '../run/watching/patience.js';
import { Gate } from '../run/gate.js';
import type { Bench, BenchOptions } from './bench.js';
import { NoAnswer, Undecided } from './signals.js';

const lost = (kind: NoAnswerKind): Partial<Exchange> => ({
  noAnswer: { kind, message: `made up: ${kind}` },
});
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no signal',
    (signal: unknown) => signal,
  );

describe('requests', () => {
  test.each<
    [string, (bench: ReturnType<typeof scriptedBench>['bench']) => Promise<Exchange>, Partial<Ask>]
  >([
    [
      'a list',
      (bench) => bench.list(),
      {
        operation: 'listPets',
        method: 'GET',
        path: '/pets',
        key: 'valid',
        validity: 'valid',
        writes: false,
      },
    ],
    [
      'a list with parameters',
      (bench) => bench.list({ limit: '1 & 2', status: 'sold', more: { 'a b': 'ü' } }),
      { path: '/pets?limit=1%20%26%202&status=sold&a%20b=%C3%BC' },
    ],
    [
      'a list without a key',
      (bench) => bench.list({}, { key: 'none' }),
      { key: 'none', validity: 'invalid' },
    ],
    [
      'a key in the query',
      (bench) => bench.list({ limit: 1 }, { keyInQuery: ['api_key', 'x/y'] }),
      { path: '/pets?limit=1&api_key=x%2Fy', key: 'none', validity: 'invalid' },
    ],
    [
      'an add',
      (bench) => bench.add({ name: 'Ada', categoryId: 9_223_372_036_854_775_807n }),
      {
        operation: 'createPet',
        method: 'POST',
        path: '/pets',
        body: '{"name":"Ada","categoryId":9223372036854775807}',
        validity: 'valid',
        writes: true,
      },
    ],
    [
      'a raw body',
      (bench) => bench.add({ raw: '{' }, { validity: 'invalid', contentType: null }),
      { body: '{', validity: 'invalid', contentType: null, writes: true },
    ],
    [
      'a get',
      (bench) => bench.get('-1'),
      { operation: 'getPet', method: 'GET', path: '/pets/-1', validity: 'valid', writes: false },
    ],
    [
      'store orders',
      (bench) => bench.storeOrders(),
      { operation: 'getStoreOrders', path: '/store/orders', validity: 'open' },
    ],
    [
      'an unknown method',
      (bench) => bench.unknown('PROPFIND', '/pets'),
      { operation: 'other', method: 'PROPFIND', validity: 'invalid', writes: true, body: '{}' },
    ],
    [
      'an unknown path',
      (bench) => bench.unknown('GET', '/nothing'),
      { operation: 'other', method: 'GET', validity: 'invalid', writes: false },
    ],
    [
      'a connection of its own',
      (bench) => bench.list({}, { connection: 'one', headers: [['X-One', '1']] }),
      { connection: 'one', headers: [['X-One', '1']] },
    ],
  ])('%s', async (_, send, expected) => {
    const { bench, asked } = scriptedBench();
    const exchange = await send(bench);
    expect(asked).toEqual([expect.objectContaining(expected)]);
    expect(bench.exchanges).toEqual([exchange]);
  });

  test('messages go to the quickstart, and nowhere else', async () => {
    const sent: Ask[] = [];
    const quickstart = {
      send: async (ask: Ask) => (sent.push(ask), { ...(await scriptedBench().bench.list()), ask }),
    };
    const { bench, asked } = scriptedBench(undefined, { quickstart });
    await bench.message({ message: 'hello' });
    expect(sent).toEqual([
      expect.objectContaining({
        operation: 'sendMessage',
        method: 'POST',
        path: '/messages',
        body: '{"message":"hello"}',
        writes: true,
      }),
    ]);
    expect(asked).toEqual([]);
    await expect(scriptedBench().bench.message({ message: 'hello' })).rejects.toThrow(
      'there is no quickstart address',
    );
  });

  test('a read-only bench stops the kit before anything that could write', async () => {
    const { bench, asked } = scriptedBench(undefined, { readOnly: true });
    for (const send of [
      () => bench.add({ name: 'x', categoryId: 1n }),
      () => bench.message({ message: 'x' }),
      () => bench.unknown('DELETE', '/pets'),
      () => bench.add({ raw: '' }, { key: 'none' }),
    ]) {
      await expect(send()).rejects.toThrow(/^a read-only run was about to send (POST|DELETE) /);
    }
    await bench.list();
    await bench.unknown('GET', '/nothing');
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });
});

describe('an answer that does not come', () => {
  test.each<[NoAnswerKind, number, number]>([
    ['reset', 6, 3],
    ['not-http', 3, 3],
    ['timeout', 2, 2],
  ])(
    '%s: is asked for %i times, and then missing; after a write %i times',
    async (kind, ...most) => {
      const [times, timesOfAWrite] = most;
      const { bench, asked } = scriptedBench(() => lost(kind));
      expect(await caught(bench.list())).toBeInstanceOf(NoAnswer);
      expect([asked.length, bench.exchanges.length]).toEqual([times, times]);
      const late = scriptedBench((_, count) => (count < times ? lost(kind) : {}));
      expect((await late.bench.list()).answer?.status).toBe(200);
      const add = (replies: Parameters<typeof scriptedBench>[0]): Promise<unknown> =>
        caught(scriptedBench(replies).bench.add({ name: 'x', categoryId: 1n }));
      expect(await add((_, count) => (count < timesOfAWrite ? lost(kind) : {}))).toBe('no signal');
      expect(await add((_, count) => (count <= timesOfAWrite ? lost(kind) : {}))).toBeInstanceOf(
        NoAnswer,
      );
    },
  );

  test.each<NoAnswerKind>([
    'refused',
    'unknown-host',
    'tls',
    'too-large',
    'aborted',
    'throttled',
    'budget',
  ])('%s: cannot be told at once', async (kind) => {
    const { bench, asked } = scriptedBench(() => lost(kind));
    expect(await caught(bench.list())).toEqual(new Undecided(`made up: ${kind}`));
    expect(asked).toHaveLength(1);
  });

  test('where writes must go out once only reads are asked for again', async () => {
    const adds = scriptedBench(() => lost('reset'), { once: true });
    expect(await caught(adds.bench.add({ name: 'x', categoryId: 1n }))).toBeInstanceOf(NoAnswer);
    expect(adds.asked).toHaveLength(1);
    const reads = scriptedBench((_, count) => (count < 3 ? lost('reset') : {}), { once: true });
    expect((await reads.bench.list()).answer?.status).toBe(200);
  });

  test('every exchange is told, the lost ones too', async () => {
    const told: Exchange[] = [];
    const { bench } = scriptedBench((_, count) => (count === 1 ? lost('reset') : {}), {
      onExchange: (exchange) => told.push(exchange),
    });
    await bench.list();
    expect(told).toEqual(bench.exchanges);
    expect(told.map(({ answer }) => answer?.status)).toEqual([undefined, 200]);
  });
});

describe('an answer that does not come, while somebody watches whether the target is gone', () => {
  /** What was asked, in its order: requests, and whether anybody is there. */
  const watched = (
    reply: (ask: Ask, count: number) => Partial<Exchange>,
    {
      there = true,
      silent = () => undefined,
      ...more
    }: Partial<BenchOptions> & { there?: boolean; silent?: (ask: Ask) => number | undefined } = {},
  ) => {
    const steps: string[] = [];
    const { bench } = scriptedBench(
      (ask, count) => (steps.push(ask.method), reply(ask, count)),
      more,
      { silent, isThere: async () => (steps.push('there?'), there) },
    );
    return { bench, steps };
  };
  const add = (bench: Bench): Promise<unknown> => caught(bench.add({ name: 'x', categoryId: 1n }));
  const gone = (kind: NoAnswerKind): Undecided =>
    new Undecided(`the target has stopped answering (made up: ${kind})`);

  test('refused: is asked for again as soon as somebody is there, a write too: it did not arrive', async () => {
    const { bench, steps } = watched((_, count) => (count < 3 ? lost('refused') : {}), {
      once: true,
    });
    expect((await bench.add({ name: 'x', categoryId: 1n })).answer?.status).toBe(200);
    expect(steps).toEqual(['POST', 'there?', 'POST', 'there?', 'POST']);
  });

  test('refused: cannot be told, by one that is gone at once, by one that is there after three times', async () => {
    const left = watched(() => lost('refused'), { there: false });
    expect(await add(left.bench)).toEqual(gone('refused'));
    expect(left.steps).toEqual(['POST', 'there?']);
    const refusing = watched(() => lost('refused'));
    expect(await caught(refusing.bench.list())).toEqual(new Undecided('made up: refused'));
    expect(refusing.steps).toEqual(['GET', 'there?', 'GET', 'there?', 'GET', 'there?']);
  });

  test('reset: is missing only where somebody is there', async () => {
    const { bench, steps } = watched(() => lost('reset'));
    expect(await caught(bench.list())).toBeInstanceOf(NoAnswer);
    expect(steps.slice(-3)).toEqual(['GET', 'GET', 'there?']);
    for (const once of [false, true])
      expect(
        await caught(watched(() => lost('reset'), { once, there: false }).bench.list()),
      ).toEqual(gone('reset'));
    expect(await add(watched(() => lost('reset'), { there: false }).bench)).toEqual(gone('reset'));
  });

  test('a write that must go out once is left to its case, which starts anew and will see', async () => {
    const { bench, steps } = watched(() => lost('reset'), { once: true, there: false });
    expect(await add(bench)).toBeInstanceOf(NoAnswer);
    expect(steps).toEqual(['POST']);
  });

  describe('and asks no more', () => {
    const why = new Undecided('it is not asked any more');
    const ending =
      (thrown: unknown, from = 2) =>
      (_: Ask, count: number): Partial<Exchange> => {
        if (count >= from) throw thrown;
        return lost('timeout');
      };

    test('the answer that did not come before is missing, where others did not get one either', async () => {
      const signal = await caught(watched(ending(why), { silent: () => 3 }).bench.list());
      expect(signal).toMatchObject({ exchange: { noAnswer: { kind: 'timeout' } } });
      expect(
        await caught(watched(ending(why), { silent: () => 3, there: false }).bench.list()),
      ).toEqual(gone('timeout'));
    });

    test.each<[string, unknown, number, number | undefined]>([
      ['of what was not asked yet', why, 1, 3],
      ['of what others were answered', why, 2, undefined],
      ['for a defect of the kit', new TypeError('a defect'), 2, 3],
    ])('%s: the reason goes on', async (_, thrown, from, silent) => {
      expect(
        await caught(watched(ending(thrown, from), { silent: () => silent }).bench.list()),
      ).toBe(thrown);
    });
  });
});

test('a case has its own connections to itself until it is over, and only so many cases have some at once', async () => {
  const ownConnections = new Gate(1);
  const [first, second] = [
    scriptedBench(undefined, { ownConnections }),
    scriptedBench(undefined, { ownConnections }),
  ].map(({ bench }) => bench) as [Bench, Bench];
  await first.list({}, { connection: 'one' });
  await first.list({}, { connection: 'one' });
  await second.list();
  let went = false;
  const waiting = second.list({}, { connection: 'two' }).then(() => (went = true));
  await first.list({}, { connection: 'one' });
  expect(went).toBe(false);
  first.over();
  await waiting;
  second.over();
  expect(second.exchanges).toHaveLength(2);
});

describe('what may come late', () => {
  test('is looked for until it is found', async () => {
    const { bench, clock } = scriptedBench();
    const startedAt = clock.now();
    let looks = 0;
    expect(await bench.eventually(async () => (++looks === 4 ? 'there' : undefined))).toBe('there');
    expect(clock.now() - startedAt).toBe(20 + 40 + 80);
  });

  test('is given up when the time to settle is over, after one last look', async () => {
    const { bench, clock } = scriptedBench();
    const startedAt = clock.now();
    let last = 0;
    expect(await bench.eventually(async () => void (last = clock.now()))).toBeUndefined();
    // The first time it is waited for longer, and then no more.
    expect(last - startedAt).toBeGreaterThanOrEqual(10_000);
    expect(last - startedAt).toBeLessThanOrEqual(10_250);
    const againAt = clock.now();
    await bench.eventually(async () => void (last = clock.now()));
    expect(last - againAt).toBeGreaterThanOrEqual(1_000);
    expect(last - againAt).toBeLessThanOrEqual(1_250);
    const impatient = scriptedBench(undefined, { patience: new Patience(0) });
    let looks = 0;
    await impatient.bench.eventually(async () => void looks++);
    expect(looks).toBe(1);
  });
});
