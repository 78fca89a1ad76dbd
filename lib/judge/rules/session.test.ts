// What an experiment works with: requests in the contract's words, lost answers asked for again, waiting for late ones.
import { saying } from '../result/reasons.js';
import { describe, expect, test } from 'vitest';
import { scriptedSession, caught } from '../../testing/made-up.js';
import type { Ask, Exchange, NoAnswerKind } from '../../http/types.js';
import { EventualConsistency } from '../health/store/eventual-consistency.js';
import { Semaphore } from '../health/semaphore.js';
import type { Session, SessionOptions } from './session.js';
import { NoAnswer, Undecided } from '../result/signals.js';

const lost = (kind: NoAnswerKind): Partial<Exchange> => ({
  noAnswer: { kind, message: `made up: ${kind}` },
});
describe('requests', () => {
  test.each<
    [
      string,
      (session: ReturnType<typeof scriptedSession>['session']) => Promise<Exchange>,
      Partial<Ask>,
    ]
  >([
    [
      'a list',
      (session) => session.list(),
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
      (session) => session.list({ limit: '1 & 2', status: 'sold', more: { 'a b': 'ü' } }),
      { path: '/pets?limit=1%20%26%202&status=sold&a%20b=%C3%BC' },
    ],
    [
      'a list without a key',
      (session) => session.list({}, { key: 'none' }),
      { key: 'none', validity: 'invalid' },
    ],
    [
      'a key in the query',
      (session) => session.list({ limit: 1 }, { keyInQuery: ['api_key', 'x/y'] }),
      { path: '/pets?limit=1&api_key=x%2Fy', key: 'none', validity: 'invalid' },
    ],
    [
      'an add',
      (session) => session.add({ name: 'Ada', categoryId: 9_223_372_036_854_775_807n }),
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
      (session) => session.add({ raw: '{' }, { validity: 'invalid', contentType: null }),
      { body: '{', validity: 'invalid', contentType: null, writes: true },
    ],
    [
      'a get',
      (session) => session.get('-1'),
      { operation: 'getPet', method: 'GET', path: '/pets/-1', validity: 'valid', writes: false },
    ],
    [
      'store orders',
      (session) => session.storeOrders(),
      { operation: 'getStoreOrders', path: '/store/orders', validity: 'open' },
    ],
    [
      'an unknown method',
      (session) => session.unknown('PROPFIND', '/pets'),
      { operation: 'other', method: 'PROPFIND', validity: 'invalid', writes: true, body: '{}' },
    ],
    [
      'an unknown path',
      (session) => session.unknown('GET', '/nothing'),
      { operation: 'other', method: 'GET', validity: 'invalid', writes: false },
    ],
    [
      'a connection of its own',
      (session) => session.list({}, { connection: 'one', headers: [['X-One', '1']] }),
      { connection: expect.stringMatching(/^one of \d+$/) as string, headers: [['X-One', '1']] },
    ],
  ])('%s', async (_, send, expected) => {
    const { session, asked } = scriptedSession();
    const exchange = await send(session);
    expect(asked).toEqual([expect.objectContaining(expected)]);
    expect(session.exchanges).toEqual([exchange]);
  });

  test.each(['HEAD', 'OPTIONS'])('%s has no body', async (method) => {
    const { session, asked } = scriptedSession();
    await session.unknown(method, '/pets');
    expect(asked).toEqual([expect.objectContaining({ method, writes: true })]);
    expect(asked[0]?.body).toBeUndefined();
  });

  test('messages go to the quickstart, and nowhere else', async () => {
    const sent: Ask[] = [];
    const quickstart = {
      send: async (ask: Ask) => (
        sent.push(ask),
        { ...(await scriptedSession().session.list()), ask }
      ),
    };
    const { session, asked } = scriptedSession(undefined, { quickstart });
    await session.message({ message: 'hello' });
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
    await expect(scriptedSession().session.message({ message: 'hello' })).rejects.toThrow(
      'there is no quickstart address',
    );
  });

  test('a read-only session stops the kit before anything that could write', async () => {
    const { session, asked } = scriptedSession(undefined, { readOnly: true });
    for (const send of [
      () => session.add({ name: 'x', categoryId: 1n }),
      () => session.message({ message: 'x' }),
      () => session.unknown('DELETE', '/pets'),
      () => session.add({ raw: '' }, { key: 'none' }),
    ]) {
      await expect(send()).rejects.toThrow(/^a read-only run was about to send (POST|DELETE) /);
    }
    await session.list();
    await session.unknown('GET', '/nothing');
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });
});

describe('an answer that does not come', () => {
  test.each<[NoAnswerKind, number, number]>([
    ['reset', 6, 5],
    ['not-http', 3, 3],
    ['timeout', 2, 2],
  ])(
    '%s: is asked for %i times, and then missing; after a write %i times',
    async (kind, ...most) => {
      const [times, timesOfAWrite] = most;
      const { session, asked } = scriptedSession(() => lost(kind));
      expect(await caught(session.list())).toBeInstanceOf(NoAnswer);
      expect([asked.length, session.exchanges.length]).toEqual([times, times]);
      const late = scriptedSession((_, count) => (count < times ? lost(kind) : {}));
      expect((await late.session.list()).answer?.status).toBe(200);
      const add = (replies: Parameters<typeof scriptedSession>[0]): Promise<unknown> =>
        caught(scriptedSession(replies).session.add({ name: 'x', categoryId: 1n }));
      expect(await add((_, count) => (count < timesOfAWrite ? lost(kind) : {}))).toBe('no signal');
      expect(await add((_, count) => (count <= timesOfAWrite ? lost(kind) : {}))).toBeInstanceOf(
        NoAnswer,
      );
    },
  );

  test.each<NoAnswerKind>(['refused', 'unknown-host', 'tls', 'too-large', 'throttled', 'budget'])(
    '%s: cannot be told at once',
    async (kind) => {
      const { session, asked } = scriptedSession(() => lost(kind));
      expect(await caught(session.list())).toEqual(new Undecided(saying(`made up: ${kind}`)));
      expect(asked).toHaveLength(1);
    },
  );

  test('no connection is made in time: nothing was sent, so no response is missing', async () => {
    const noAnswer = { kind: 'timeout', message: 'made up: timeout', isUnsent: true } as const;
    const { session, asked } = scriptedSession(() => ({ noAnswer }));
    expect(await caught(session.list())).toEqual(new Undecided(saying('made up: timeout')));
    expect(asked).toHaveLength(1);
  });

  test('aborted: the run was interrupted', async () => {
    const { session } = scriptedSession(() => lost('aborted'));
    expect(await caught(session.list())).toEqual(new Undecided({ what: 'interrupted' }));
  });

  test('a write that must go out once is not sent again', async () => {
    const { session, asked } = scriptedSession(() => lost('reset'));
    const add = session.add({ name: 'x', categoryId: 1n }, { once: true });
    expect(await caught(add)).toBeInstanceOf(NoAnswer);
    expect(asked).toHaveLength(1);
  });

  test('every exchange is told, the lost ones too', async () => {
    const reported: Exchange[] = [];
    const { session } = scriptedSession((_, count) => (count === 1 ? lost('reset') : {}), {
      onExchange: (exchange) => reported.push(exchange),
    });
    await session.list();
    expect(reported).toEqual(session.exchanges);
    expect(reported.map(({ answer }) => answer?.status)).toEqual([undefined, 200]);
  });
});

describe('an answer that does not come, while somebody watches whether the target is gone', () => {
  /** What was asked, in its order: requests, and whether anybody is there. */
  const watched = (
    reply: (ask: Ask, count: number) => Partial<Exchange>,
    {
      there = true,
      isSilent = () => false,
      ...more
    }: Partial<SessionOptions> & {
      there?: boolean;
      isSilent?: (ask: Ask) => boolean;
    } = {},
  ) => {
    const steps: string[] = [];
    const { session } = scriptedSession(
      (ask, count) => (steps.push(ask.method), reply(ask, count)),
      more,
      { isSilent, isThere: async () => (steps.push('there?'), there) },
    );
    return { session, steps };
  };
  const add = (session: Session): Promise<unknown> =>
    caught(session.add({ name: 'x', categoryId: 1n }));
  const gone = (kind: NoAnswerKind): Undecided =>
    new Undecided({ what: 'stopped responding', values: { problem: `made up: ${kind}` } });

  test('refused: is asked for again as soon as somebody is there, a write too: it did not arrive', async () => {
    const { session, steps } = watched((_, count) => (count < 3 ? lost('refused') : {}));
    const added = await session.add({ name: 'x', categoryId: 1n }, { once: true });
    expect(added.answer?.status).toBe(200);
    expect(steps).toEqual(['POST', 'there?', 'POST', 'there?', 'POST']);
  });

  test('refused: cannot be told, by one that is gone at once, by one that is there after three times', async () => {
    const left = watched(() => lost('refused'), { there: false });
    expect(await add(left.session)).toEqual(gone('refused'));
    expect(left.steps).toEqual(['POST', 'there?']);
    const refusing = watched(() => lost('refused'));
    expect(await caught(refusing.session.list())).toEqual(
      new Undecided(saying('made up: refused')),
    );
    expect(refusing.steps).toEqual(['GET', 'there?', 'GET', 'there?', 'GET', 'there?']);
  });

  test('reset: is missing only where somebody is there', async () => {
    const { session, steps } = watched(() => lost('reset'));
    expect(await caught(session.list())).toBeInstanceOf(NoAnswer);
    expect(steps.slice(-3)).toEqual(['GET', 'GET', 'there?']);
    const left = () => watched(() => lost('reset'), { there: false }).session;
    expect(await caught(left().list())).toEqual(gone('reset'));
    expect(await add(left())).toEqual(gone('reset'));
  });

  describe('to an add that must go out once', () => {
    const named = (attempt: number) => ({ name: `x ${attempt}`, categoryId: 1n });

    test('another takes its place, while somebody is there', async () => {
      const { session, steps } = watched((_, count) => (count < 3 ? lost('reset') : {}));
      const { sent, added } = await session.addOnce(named);
      expect([sent, added.answer?.status]).toEqual([named(3), 200]);
      expect(steps).toEqual(['POST', 'there?', 'POST', 'there?', 'POST']);
      expect(new Set(session.exchanges.map(({ ask }) => ask.body)).size).toBe(3);
    });

    test('ten get lost at most', async () => {
      const { session, steps } = watched(() => lost('reset'));
      expect(await caught(session.addOnce(named))).toBeInstanceOf(NoAnswer);
      expect(steps.filter((step) => step === 'POST')).toHaveLength(10);
    });

    test('nobody is there', async () => {
      const { session, steps } = watched(() => lost('reset'), { there: false });
      expect(await caught(session.addOnce(named))).toEqual(gone('reset'));
      expect(steps).toEqual(['POST', 'there?']);
    });
  });

  describe('and asks no more', () => {
    const why = new Undecided(saying('it is not asked any more'));
    const ending =
      (thrown: unknown, from = 2) =>
      (_: Ask, count: number): Partial<Exchange> => {
        if (count >= from) throw thrown;
        return lost('timeout');
      };

    test('the answer that did not come before is missing, where others did not get one either', async () => {
      const signal = await caught(watched(ending(why), { isSilent: () => true }).session.list());
      expect(signal).toMatchObject({ exchange: { noAnswer: { kind: 'timeout' } } });
      expect(
        await caught(watched(ending(why), { isSilent: () => true, there: false }).session.list()),
      ).toEqual(gone('timeout'));
    });

    test.each<[string, unknown, number, boolean]>([
      ['of what was not asked yet', why, 1, true],
      ['of what others were answered', why, 2, false],
      ['for a defect of the kit', new TypeError('a defect'), 2, true],
    ])('%s: the reason goes on', async (_, thrown, from, isSilent) => {
      expect(
        await caught(watched(ending(thrown, from), { isSilent: () => isSilent }).session.list()),
      ).toBe(thrown);
    });
  });
});

test('a case has its own connections to itself until it is over, and only so many cases have some at once', async () => {
  const ownConnections = new Semaphore(1);
  const [first, second] = [
    scriptedSession(undefined, { ownConnections }),
    scriptedSession(undefined, { ownConnections }),
  ].map(({ session }) => session) as [Session, Session];
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

test('two cases share no connection, whatever they call theirs', async () => {
  const labels = await Promise.all(
    [scriptedSession(), scriptedSession()].map(async ({ session }) => {
      const { ask } = await session.list({}, { connection: 'one' });
      return ask.connection;
    }),
  );
  expect(new Set(labels).size).toBe(2);
});

test('while a case keeps a connection to itself, whatever it asks goes before what waits for its turn', async () => {
  const { session } = scriptedSession();
  await session.list();
  await session.list({}, { connection: 'own' });
  await session.list();
  session.over();
  await session.list();
  expect(session.exchanges.map(({ ask }) => ask.ahead === true)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

describe('what may come late', () => {
  test('is looked for until it is found', async () => {
    const { session, clock } = scriptedSession();
    const startedAt = clock.now();
    let looks = 0;
    const look = async () => (++looks === 4 ? 'there' : undefined);
    expect(await session.eventually('lists', look)).toBe('there');
    expect(clock.now() - startedAt).toBe(20 + 40 + 80);
  });

  test('is given up when the time to settle is over, after one last look', async () => {
    const { session, clock } = scriptedSession();
    const startedAt = clock.now();
    let last = 0;
    const look = async () => void (last = clock.now());
    expect(await session.eventually('lists', look)).toBeUndefined();
    // The first time it is waited for longer.
    expect(last - startedAt).toBeGreaterThanOrEqual(25_000);
    expect(last - startedAt).toBeLessThanOrEqual(31_000);
    const againAt = clock.now();
    await session.eventually('lists', look);
    expect(last - againAt).toBeLessThanOrEqual(250);
    const impatient = scriptedSession(undefined, {
      eventualConsistency: new EventualConsistency(0),
    });
    let looks = 0;
    await impatient.session.eventually('lists', async () => void looks++);
    expect(looks).toBe(1);
  });

  test('is given no more time than is known to suffice where a case is sent again', async () => {
    const eventualConsistency = new EventualConsistency(1_000);
    eventualConsistency.found('lists', 100);
    const waitOf = async (isRepeat: boolean): Promise<number> => {
      const { session, clock } = scriptedSession(undefined, { eventualConsistency, isRepeat });
      const startedAt = clock.now();
      await session.settled();
      return clock.now() - startedAt;
    };
    expect([await waitOf(false), await waitOf(true)]).toEqual([1_000, 200]);
  });
});
