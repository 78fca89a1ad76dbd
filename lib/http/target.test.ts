import { expect, test } from 'vitest';
import { virtualClock } from './pacing/clock.js';
import { memoryTransport, type MemoryHandler } from './memory.js';
import { Target, type TargetOptions } from './target.js';
import {
  TransportError,
  type Ask,
  type Exchange,
  type HttpRequest,
  type Transport,
} from './types.js';

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
  body: '{"name":"Ada","categoryId":1}',
  validity: 'valid',
  writes: true,
};

function targetWith(
  handler: MemoryHandler,
  options: Partial<TargetOptions> = {},
): { target: Target; clock: ReturnType<typeof virtualClock> } {
  const clock = virtualClock();
  const target = new Target({
    baseUrl: 'http://memory.test/v1/',
    key: 'fake-key-of-a-test',
    transport: memoryTransport(handler),
    clock,
    ...options,
  });
  return { target, clock };
}

const ok = { status: 200, headers: [['Content-Type', 'application/json']] as const, body: '[]' };

test('sends no chunks to a target that has only ever responded as HTTP/1.0', async () => {
  const seen: HttpRequest[] = [];
  let isHttp10 = true;
  const transport: Transport = {
    send: async (request) => (seen.push(request), { ...ok, truncated: false, isHttp10 }),
    close: async () => {},
  };
  const { target } = targetWith(() => ok, { transport });
  const inChunks: Ask = { ...add, headers: [['Transfer-Encoding', 'chunked']] };
  const isSentInChunks = async (): Promise<boolean | undefined> => {
    const { request } = await target.send(inChunks);
    expect(seen.at(-1)?.headers).toEqual(request.headers);
    return request.headers.some(([name]) => name === 'Transfer-Encoding');
  };
  expect(await isSentInChunks()).toBe(true);
  expect(await isSentInChunks()).toBe(false);
  isHttp10 = false;
  expect((await target.send(list)).answer?.status).toBe(200);
  expect(await isSentInChunks()).toBe(true);
  isHttp10 = true;
  expect(await isSentInChunks()).toBe(true);
});

test('sends no more chunks to a target that wants to know the length', async () => {
  const seen: HttpRequest[] = [];
  const isInChunks = (request?: HttpRequest): boolean =>
    request?.headers.some(([name]) => name === 'Transfer-Encoding') === true;
  const { target } = targetWith((request) => {
    seen.push(request);
    return { ...ok, status: isInChunks(request) && request.method === 'POST' ? 411 : 200 };
  });
  const inChunks: Ask = { ...add, headers: [['Transfer-Encoding', 'chunked']] };
  expect((await target.send(inChunks)).answer?.status).toBe(411);
  expect((await target.send(inChunks)).answer?.status).toBe(200);
  expect(seen.map(isInChunks)).toEqual([true, false]);
});

test('adds address, key and headers', async () => {
  const seen: HttpRequest[] = [];
  const { target } = targetWith((request) => (seen.push(request), ok), {
    headers: [
      ['X-Gateway', 'yes'],
      ['accept', '*/*'],
    ],
    version: '1.2.3',
  });
  await target.send(list);
  await target.send(add);
  await target.send({ ...list, key: 'none' });
  await target.send({ ...add, contentType: 'text/plain', key: { authorization: 'Basic abc' } });
  await target.send({
    ...add,
    contentType: null,
    key: { header: ['X-Api-Key', 'fake-key-of-a-test'] },
  });
  await target.send({ ...list, headers: [['Accept', 'text/html']] });
  expect(seen[0]).toEqual({
    method: 'GET',
    path: '/v1/pets',
    headers: [
      ['Authorization', 'Bearer fake-key-of-a-test'],
      ['Accept-Encoding', 'identity'],
      ['User-Agent', 'animal-store-conformance/1.2.3'],
      ['X-Gateway', 'yes'],
      ['accept', '*/*'],
    ],
  });
  const names = seen.map(({ headers }) =>
    headers
      .map(([name, value]) => (/auth|type|key/i.test(name) ? `${name}: ${value}` : name))
      .slice(0),
  );
  expect(names[1]).toContain('Content-Type: application/json');
  expect(names[2]!.some((name) => name.startsWith('Authorization'))).toBe(false);
  expect(names[3]).toEqual(
    expect.arrayContaining(['Content-Type: text/plain', 'Authorization: Basic abc']),
  );
  expect(names[4]!.filter((name) => /content-type|authorization/i.test(name))).toEqual([]);
  expect(names[4]).toContain('X-Api-Key: fake-key-of-a-test');
  expect(seen[5]!.headers.filter(([name]) => name.toLowerCase() === 'accept')).toEqual([
    ['Accept', 'text/html'],
  ]);
});

const tooLate = { status: 408, headers: [['Connection', 'close']] as const, body: '' };

test.each([
  ['a list', list],
  ['an add', add],
])('%s that met a connection which was just given up is sent again', async (_, ask) => {
  let sent = 0;
  let closed = 0;
  const send: Transport['send'] = async () => ({
    ...((sent += 1) === 1 ? tooLate : ok),
    truncated: false,
    kept: sent === 1,
  });
  const { target } = targetWith(() => ok, {
    transport: { send, closeIdle: () => void (closed += 1), close: async () => {} },
  });
  expect(await target.send(ask)).toMatchObject({ answer: { status: 200 }, resent: 1 });
  expect([sent, closed]).toEqual([2, 1]);
});

test.each([
  ['on a new connection', { ...tooLate, truncated: false, kept: false }, 1],
  [
    'that does not close the connection',
    { ...tooLate, headers: [], truncated: false, kept: true },
    1,
  ],
  ['again and again', { ...tooLate, truncated: false, kept: true }, 3],
])('408 %s is an answer', async (_, response, times) => {
  let sent = 0;
  const { target } = targetWith(() => ok, {
    transport: { send: async () => ((sent += 1), response), close: async () => {} },
  });
  expect((await target.send(list)).answer?.status).toBe(408);
  expect(sent).toBe(times);
});

test('at most `concurrency` requests are under way', async () => {
  let active = 0;
  let most = 0;
  const { target, clock } = targetWith(
    async () => {
      most = Math.max(most, (active += 1));
      await clock.sleep(10);
      active -= 1;
      return ok;
    },
    { concurrency: 5 },
  );
  const exchanges = await Promise.all(Array.from({ length: 50 }, () => target.send(list)));
  expect(most).toBe(5);
  expect(exchanges.every(({ answer }) => answer?.status === 200)).toBe(true);
  expect(target.stats()).toMatchObject({ exchanges: 50, writes: 0, throttled: 0, resent: 0 });
});

test('a header that the kit sets itself, and one that is none, are refused with a reason', () => {
  const opened = (headers: TargetOptions['headers']) => () =>
    targetWith(() => ok, { headers: headers! });
  expect(opened([['Authorization', 'x']])).toThrow(
    'the header Authorization is set by the kit itself and cannot be added',
  );
  expect(opened([['a b', 'x']])).toThrow('"a b" is not a valid header name');
  expect(opened([['X', 'a\nb']])).toThrow(
    'the value of the header X contains a character that HTTP does not allow there',
  );
  expect(() => targetWith(() => ok, { key: 'fake\nkey' })).toThrow(/^the key contains a character/);
  expect(() => targetWith(() => ok, { key: 'fake\u2026key' })).not.toThrow(/fake/);
});

test('the redactor hides the tokens of a gateway', () => {
  const hidden: string[] = [];
  const redactor = Object.assign((text: string) => text, {
    hide: (each: string) => hidden.push(each),
  });
  targetWith(() => ok, {
    redactor: redactor as unknown as NonNullable<TargetOptions['redactor']>,
    headers: [
      ['X-Gateway-Token', 'hush'],
      ['X-Other', 'loud'],
    ],
  });
  expect(hidden).toEqual(['hush']);
});

test('every exchange is told once, in the order of its end', async () => {
  const seen: Exchange[] = [];
  const { target } = targetWith(() => ok, { onExchange: (exchange) => seen.push(exchange) });
  const exchanges = await Promise.all([target.send(list), target.send(add), target.send(list)]);
  expect(seen).toHaveLength(3);
  expect(new Set(seen)).toEqual(new Set(exchanges));
  expect(exchanges.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(target.stats().latency.map(({ operation, count }) => [operation, count])).toEqual([
    ['listPets', 2],
    ['createPet', 1],
  ]);
});

test('an answer is read no further than somebody asks, and once', async () => {
  const { target } = targetWith((request) => ({
    status: 200,
    headers: [
      ['X-One', '1'],
      ['x-one', '2'],
    ],
    body: request.method === 'GET' ? '[1.0]' : Buffer.from('{"id":9007199254740993}'),
  }));
  const [fromText, fromBytes] = [
    (await target.send(list)).answer!,
    (await target.send(add)).answer!,
  ];
  expect(fromText.text).toBe('[1.0]');
  expect([fromText.size, fromText.header('X-ONE'), fromText.header('none')]).toEqual([
    5,
    '1',
    undefined,
  ]);
  expect(fromBytes.json).toBe(fromBytes.json);
  expect(fromBytes.json.ok && [...fromBytes.json.numbers]).toEqual([['/id', '9007199254740993']]);
});

test('a mistake of ours is no finding: it rejects, and the pace goes on', async () => {
  let count = 0;
  const { target } = targetWith(
    () => {
      if ((count += 1) === 1) throw new Error('a defect of the server in memory');
      return ok;
    },
    { concurrency: 1 },
  );
  await expect(target.send(list)).rejects.toThrow('a defect of the server in memory');
  expect((await target.send(list)).answer?.status).toBe(200);
});

test('reads that are lost are sent again twice, writes never', async () => {
  const lose = (times: number): MemoryHandler => {
    let left = times;
    return () => {
      if ((left -= 1) >= 0) throw new TransportError('reset', 'gone', true);
      return ok;
    };
  };
  const sent = async (times: number, ask: Ask) => {
    const { target } = targetWith(lose(times));
    const { answer, noAnswer, resent } = await target.send(ask);
    return [answer?.status ?? noAnswer?.kind, resent, target.stats().exchanges];
  };
  expect(await sent(1, list)).toEqual([200, 1, 2]);
  expect(await sent(2, list)).toEqual([200, 2, 3]);
  expect(await sent(3, list)).toEqual(['reset', 2, 3]);
  expect(await sent(1, add)).toEqual(['reset', 0, 1]);
  expect(await sent(1, { ...list, method: 'DELETE' })).toEqual(['reset', 0, 1]);
});

test.each([
  ['lost on a kept connection: on a fresh one', [true, true], [undefined, true, true]],
  ['lost on a fresh connection: on any', [false, false], [undefined, undefined, undefined]],
  ['lost on a kept one, then on a fresh one', [true, false], [undefined, true, undefined]],
])('a read that was %s', async (_, losses, fresh) => {
  const seen: (true | undefined)[] = [];
  const send: Transport['send'] = async (request) => {
    seen.push(request.fresh);
    const onKept = losses[seen.length - 1];
    if (onKept !== undefined) throw new TransportError('reset', 'gone', true, onKept);
    return { ...ok, truncated: false };
  };
  const { target } = targetWith(() => ok, { transport: { send, close: async () => {} } });
  expect(await target.send(list)).toMatchObject({ answer: { status: 200 }, lost: 2 });
  expect(seen).toEqual(fresh);
});

test('what is asked again by somebody who counts goes out once, where he wants it', async () => {
  const seen: (true | undefined)[] = [];
  const send: Transport['send'] = async (request) => {
    seen.push(request.fresh);
    throw new TransportError('reset', 'gone', true, true);
  };
  const { target } = targetWith(() => ok, { transport: { send, close: async () => {} } });
  for (const again of ['on any connection', 'on a fresh connection'] as const)
    expect(await target.send({ ...list, again })).toMatchObject({
      noAnswer: { kind: 'reset', onKept: true },
      resent: 0,
    });
  expect(seen).toEqual([undefined, true]);
});

test('over a long way more requests are under way at once; where a number is given, just so many', async () => {
  const mostAtOnce = async (
    ms: (underWay: number) => number,
    options: Partial<TargetOptions> = {},
  ): Promise<number> => {
    const clock = virtualClock();
    let underWay = 0;
    let most = 0;
    const transport = memoryTransport(async () => {
      most = Math.max(most, (underWay += 1));
      await clock.sleep(ms(underWay));
      underWay -= 1;
      return ok;
    });
    const target = new Target({
      baseUrl: 'http://memory.test/v1',
      key: 'fake-key-of-a-test',
      transport,
      clock,
      ...options,
    });
    await target.send(list);
    await Promise.all(Array.from({ length: 300 }, () => target.send(list)));
    return most;
  };
  expect(await mostAtOnce(() => 1)).toBe(16);
  expect(await mostAtOnce(() => 1, { nearAtOnce: 32 })).toBe(32);
  expect(await mostAtOnce(() => 25)).toBe(64);
  expect(await mostAtOnce(() => 50)).toBe(64);
  expect(await mostAtOnce(() => 500)).toBe(64);
  expect(await mostAtOnce(() => 50, { concurrency: 4 })).toBe(4);
});

test.each([
  ['the same connections', true, [2, 0]],
  ['connections of its own', false, [2, 2]],
])(
  'unrequested responses at an address with %s are counted once',
  async (_, areShared, expected) => {
    const unasked = { count: 2, listened: 9, followed: 1 };
    const open = (): Transport => ({ ...memoryTransport(() => ok), unasked: () => unasked });
    const transport = open();
    const { target: neighbour } = targetWith(() => ok, { transport });
    const { target } = targetWith(() => ok, {
      transport: areShared ? transport : open(),
      neighbour,
    });
    expect([neighbour, target].map((one) => one.stats().unasked.count)).toEqual(expected);
  },
);
