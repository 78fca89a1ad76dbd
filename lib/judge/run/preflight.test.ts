// Turned away is only a target about which nothing can be said; one with defects is tested.
import { describe, expect, test } from 'vitest';
import { answered, scriptedSession } from '../../testing/made-up.js';
import type { Answer, Ask, Exchange, NoAnswerKind } from '../../http/types.js';
import { CannotTest } from '../health/cannot-test.js';
import { virtualClock } from '../../http/pacing/clock.js';
import { preflight, preflightWithin, type StoreElsewhere } from './preflight.js';

const error = (status: number): Answer => answered(status, { code: 'x', message: 'No.', status });
let requests = 0;
const notFound = (message: string, code = 'x'): Answer =>
  answered(404, { code, message, status: 404 });
const html = (status: number): Answer =>
  answered(status, '<!doctype html><title>Welcome</title>', [['Content-Type', 'text/html']]);

async function fly(
  reply: (ask: Ask) => Answer,
  hints: Parameters<typeof preflight>[2] = {},
): Promise<readonly Ask[]> {
  const { session, asked } = scriptedSession((ask) => ({ answer: reply(ask) }));
  await preflight(session, 'http://made.up/v1', hints);
  return asked;
}

const keyed = (ask: Ask, withKey: Answer): Answer => (ask.key === 'none' ? error(401) : withKey);
const isList = ({ operation }: Ask): boolean => operation === 'listPets';

describe('goes on', () => {
  test('after one request, when the list is answered', async () => {
    expect(await fly(() => answered(200, []))).toEqual([
      expect.objectContaining({ operation: 'listPets', path: '/pets?limit=1', method: 'GET' }),
    ]);
  });

  test.each<[string, (ask: Ask) => Answer]>([
    ['a wrapped list', () => answered(200, { data: [] })],
    [
      'a list with another content type',
      () => answered(200, '[]', [['Content-Type', 'text/plain']]),
    ],
    ['a list without a content type', () => answered(200, '[]', [])],
    ['a list that fails, alone', (ask) => keyed(ask, isList(ask) ? error(500) : error(404))],
    ['a list that is not JSON, alone', (ask) => keyed(ask, isList(ask) ? html(200) : error(404))],
    [
      'a list that is not found, as it is empty',
      (ask) => keyed(ask, error(ask.operation === 'getStoreOrders' ? 501 : 404)),
    ],
    [
      'a list that is not found where its limit is stated, as it is empty',
      (ask) => keyed(ask, ask.path === '/pets' ? answered(200, []) : error(404)),
    ],
    [
      'a list that is not found in other words than any path',
      (ask) => keyed(ask, isList(ask) ? notFound('There are no animals.') : error(404)),
    ],
    [
      'a list that is not found with another code than any path',
      (ask) => keyed(ask, isList(ask) ? notFound('No.', 'none') : error(404)),
    ],
    [
      'a list that refuses the key which a get accepts',
      (ask) => keyed(ask, isList(ask) ? error(401) : error(404)),
    ],
    ['a target that fails only with the key', (ask) => keyed(ask, error(500))],
    [
      'bodies that call themselves JSON, and are none',
      (ask) => keyed(ask, answered(200, '\ufeff[]')),
    ],
    [
      'a target that asks for no key',
      (ask) => (isList(ask) && ask.key === 'none' ? answered(200, []) : error(400)),
    ],
    [
      'a key that is refused, while nobody needs one',
      (ask) => (ask.key === 'none' && isList(ask) ? answered(200, []) : error(401)),
    ],
    [
      'a key that is refused, while a wrong one is let in',
      (ask) => (typeof ask.key === 'object' && isList(ask) ? answered(200, []) : error(401)),
    ],
  ])('with %s', async (_, reply) => {
    await expect(fly(reply)).resolves.toBeInstanceOf(Array);
  });
});

describe('a store at another base address', () => {
  const storeElsewhere: StoreElsewhere = () => Promise.resolve('http://made.up/api/v1');

  test.each<[string, Answer]>([
    ['nothing is found', error(404)],
    ['the request is refused', error(400)],
    ['a page for people comes', html(200)],
    ['a redirect comes', answered(302, '', [['Location', '/v1/pets']])],
  ])('is named where %s', async (_, list) => {
    const flight = fly((ask) => keyed(ask, list), { storeElsewhere });
    await expect(flight).rejects.toThrow(CannotTest);
    await expect(flight).rejects.toThrow(
      /^There is no Animal Store at http:\/\/made\.up\/v1\. Did you mean http:\/\/made\.up\/api\/v1\? Sent: GET \/pets\?limit=1: status /,
    );
  });

  test('is named with the port of a candidate as a user would type it', async () => {
    const meant = () => Promise.resolve('http://127.0.0.1:31034');
    const named = async (again: readonly string[]): Promise<string> =>
      fly(() => error(404), { storeElsewhere: meant, again }).then(String, String);
    expect(await named(['--start', 'node server.js'])).toContain("mean 'http://127.0.0.1:$PORT'?");
    expect(await named(['http://127.0.0.1:31034/v1', '--start', 'node server.js'])).toContain(
      'mean http://127.0.0.1:31034?',
    );
  });

  test.each<[string, (ask: Ask) => Answer]>([
    ['lists animals', () => answered(200, [])],
    ['wraps its list', () => answered(200, { data: [] })],
    ['fails', (ask) => keyed(ask, isList(ask) ? error(500) : error(404))],
    ['refuses the key', (ask) => keyed(ask, isList(ask) ? error(401) : error(400))],
    ['asks to wait', (ask) => keyed(ask, isList(ask) ? error(429) : error(400))],
  ])('is not looked for where the target %s', async (_, reply) => {
    let looked = 0;
    await fly(reply, {
      storeElsewhere: () => {
        looked += 1;
        return storeElsewhere();
      },
    });
    expect(looked).toBe(0);
  });
});

describe('cannot test', () => {
  test.each<[string, (ask: Ask) => Answer, RegExp]>([
    [
      'a page for people',
      () => html(200),
      /^There is no Animal Store at http:\/\/made\.up\/v1: .* Sent: GET \/pets\?limit=1: status 200, text\/html; /,
    ],
    [
      'a redirect',
      () => answered(302, '', [['Location', '/login']]),
      /^The target at http:\/\/made\.up\/v1 redirects to \/login\. The kit does not follow redirects.* Sent: GET \/pets\?limit=1: status 302; /,
    ],
    [
      'empty bodies',
      () => answered(200, ''),
      /^There is no Animal Store.* Sent: GET \/pets\?limit=1: status 200, application\/json, the body is empty; /,
    ],
    [
      'nothing but 404',
      () => error(404),
      /Check the address\. \(A store without animals .*\) Sent/,
    ],
    [
      'nothing but 404 behind the key',
      (ask) => keyed(ask, error(404)),
      /^There is no Animal Store at .* without a key: status 401/,
    ],
    ['404 in HTML', () => html(404), /^There is no Animal Store/],
    [
      '404 that names the path',
      ({ path }) => notFound(`There is no ${path} here.`),
      /^There is no Animal Store/,
    ],
    [
      '404 with a number of its own',
      () => notFound(`Request ${(requests += 1)} found nothing.`),
      /^There is no Animal Store/,
    ],
    [
      'a key that is refused',
      () => error(401),
      /^The target at http:\/\/made\.up\/v1 refuses the key\. Check ANIMAL_STORE_API_KEY \(or the file of --key-from\): the key is sent as `Authorization: Bearer KEY`\./,
    ],
    ['a key that is forbidden', () => error(403), /refuses the key/],
    [
      'a target that fails at everything',
      () => error(500),
      /^The target at http:\/\/made\.up\/v1 fails every request/,
    ],
  ])('%s', async (_, reply, message) => {
    await expect(fly(reply)).rejects.toThrow(CannotTest);
    await expect(fly(reply)).rejects.toThrow(message);
  });

  test.each<[NoAnswerKind, RegExp]>([
    ['refused', /cannot be reached: made up: refused\. Sent: GET \/pets\?limit=1\.$/],
    ['unknown-host', /cannot be reached/],
    ['tls', /cannot be reached/],
    ['throttled', /made up: throttled/],
    ['reset', /does not respond: made up: reset\. Sent: GET \/pets\?limit=1\.$/],
    ['timeout', /does not respond/],
    ['not-http', /does not respond/],
  ])('%s', async (kind, message) => {
    const { session } = scriptedSession((): Partial<Exchange> => ({
      noAnswer: { kind, message: `made up: ${kind}` },
    }));
    const flight = preflight(session, 'http://made.up/v1');
    await expect(flight).rejects.toThrow(message);
    await expect(flight).rejects.toThrow(CannotTest);
  });
});

describe('a first request that gets no answer', () => {
  const reset = { noAnswer: { kind: 'reset', message: 'made up: reset' } } as const;
  const flight = (others: Partial<Exchange>): Promise<Ask | undefined> => {
    const { session } = scriptedSession((ask) =>
      isList(ask) && ask.key !== 'none' ? reset : others,
    );
    return preflight(session, 'http://made.up/v1');
  };

  test('is the only one: the run goes on, with one that is answered', async () => {
    expect(await flight({ answer: error(404) })).toMatchObject({ operation: 'getPet' });
  });

  test.each<[string, Partial<Exchange>]>([
    ['are not answered either', reset],
    ['are answered by something else', { answer: html(404) }],
    ['refuse the key', { answer: error(401) }],
  ])('ends the run where others %s', async (_, others) => {
    await expect(flight(others)).rejects.toThrow(/does not respond: made up: reset/);
  });
});

test('one operation that gets no answer ends no run in which the list has one', async () => {
  const { session } = scriptedSession((ask) =>
    isList(ask)
      ? { answer: error(500) }
      : { noAnswer: { kind: 'reset', message: 'made up: reset' } },
  );
  await expect(preflight(session, 'http://made.up/v1')).resolves.toBeUndefined();
});

test('reads only, and a defect of the kit is none of the target', async () => {
  const { session, asked } = scriptedSession(() => ({ answer: error(500) }), { readOnly: true });
  await expect(preflight(session, 'http://made.up/v1')).rejects.toThrow(CannotTest);
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
  const { session: broken } = scriptedSession(() => {
    throw new TypeError('ours');
  });
  await expect(preflight(broken, 'http://made.up/v1')).rejects.toThrow(new TypeError('ours'));
});

describe('within a time', () => {
  const baseUrl = 'http://made.up/v1';

  test('turns away what gives no whole answer, in whatever way', async () => {
    const clock = virtualClock();
    const { session } = scriptedSession(() => ({ answer: answered(200, []) }));
    const startedAt = clock.now();
    const waiting = Object.assign(Object.create(session) as typeof session, {
      list: () => new Promise<never>(() => {}),
    });
    await expect(
      preflightWithin({ firstAnswerMs: 25_000 }, { session: waiting, baseUrl, clock }),
    ).rejects.toThrow(
      /^The target at http:\/\/made\.up\/v1 gave no complete, final response within 25 s\. Sent: GET \/pets\?limit=1\.$/,
    );
    expect(clock.now() - startedAt).toBe(25_000);
  });

  test('sends no request twice to a target whose first response is slow', async () => {
    const clock = virtualClock();
    const { session, asked } = scriptedSession(() => ({ answer: error(500) }));
    const slow = Object.assign(Object.create(session) as typeof session, {
      get: session.get.bind(session),
      storeOrders: session.storeOrders.bind(session),
      list: async (...how: Parameters<typeof session.list>) => {
        await clock.sleep(2_400);
        return session.list(...how);
      },
    });
    const flight = preflightWithin(
      { firstAnswerMs: 25_000, firstByteMs: 5_000 },
      { session: slow, baseUrl, clock },
    );
    await expect(flight).rejects.toThrow('fails every request');
    expect(asked.map(({ path, key }) => `${path} ${key}`).sort()).toEqual([
      '/pets none',
      '/pets/0 valid',
      '/pets?limit=1 valid',
      '/store/orders valid',
    ]);
  });

  test('leaves nothing behind when the target is there, or is turned away before', async () => {
    const clock = virtualClock();
    for (const [answer, how] of [
      [answered(200, []), 'resolves'],
      [html(200), 'rejects'],
    ] as const) {
      const { session } = scriptedSession(() => ({ answer }));
      const outcome = preflightWithin({ firstAnswerMs: 25_000 }, { session, baseUrl, clock });
      await (how === 'resolves'
        ? expect(outcome).resolves.toBeUndefined()
        : expect(outcome).rejects.toThrow(CannotTest));
      expect(clock.sleepers).toBe(0);
    }
  });
});

test('a candidate that refuses the key is told where it finds it', async () => {
  const flight = fly(() => error(401), { again: ['--start', 'node server.js'] });
  await expect(flight).rejects.toThrow(
    'refuses the key. It must accept the key that it gets in ANIMAL_STORE_API_KEY: the key is sent as `Authorization: Bearer KEY`. Sent:',
  );
});
