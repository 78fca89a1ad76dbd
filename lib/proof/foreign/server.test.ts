// Tests the independent server over HTTP: it is right where the contract speaks, and different where it is silent. Raw
// response text is compared wherever a double could round an id.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ForeignServer, type ForeignServerOptions, startForeignServer } from './server.js';

const KEY = 'k-foreign';
const MAX = '9223372036854775807';
const MIN = '-9223372036854775808';
const running: ForeignServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function start(options: Partial<ForeignServerOptions> = {}) {
  const server = await startForeignServer({
    key: KEY,
    visibleAfterMs: 0,
    requestsPerSecond: null,
    ...options,
  });
  running.push(server);
  const send = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, {
      ...init,
      headers: { authorization: `Bearer ${KEY}`, ...(init.headers as Record<string, string>) },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text === '' ? undefined : JSON.parse(text),
    };
  };
  const json = (body: string | Uint8Array) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return {
    server,
    send,
    get: (path: string, init?: RequestInit) => send(server.baseUrl + path, init),
    add: (body: string | Uint8Array) => send(`${server.baseUrl}/pets`, json(body)),
    say: (body: string) => send(`${server.quickstartUrl}/messages`, json(body)),
  };
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof start>>['send']>>;

function expectError(answer: Answer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(answer.json).toMatchObject({
    status,
    code: expect.any(String),
    message: expect.any(String),
  });
}

const idOf = (answer: Answer) => /"id":(\d+)/.exec(answer.text)?.[1] ?? '';

describe('catalogue', () => {
  test('adds, gets and lists an animal with an id beyond every double', async () => {
    const { add, get } = await start();
    const added = await add('{"name":"Rex","categoryId":2}');
    expect(added.status).toBe(201);
    expect(added.headers.get('content-type')).toMatch(/^application\/json\b/);
    const id = idOf(added);
    expect(
      BigInt(id) > 2n ** 53n && BigInt(id) < 2n ** 63n && BigInt(Number(id)) !== BigInt(id),
    ).toBe(true);
    expect(added.text).toBe(`{"id":${id},"name":"Rex","categoryId":2}`);
    expect((await get(`/pets/${id}`)).text).toBe(added.text);
    expect((await get('/pets')).text).toBe(`[${added.text}]`);
    expect((await get('/pets', { method: 'HEAD' })).status).toBe(200);
  });

  test('keeps the ends of int64 and every name exactly', async () => {
    const { add, get } = await start({ categories: null });
    for (const categoryId of [MAX, MIN, '0', '-1', '9007199254740993']) {
      const added = await add(`{"name":"Rex","categoryId":${categoryId}}`);
      expect(added.text).toContain(`"categoryId":${categoryId}}`);
      expect((await get(`/pets/${idOf(added)}`)).text).toBe(added.text);
    }
    const names = [
      '',
      'é',
      'e\u0301',
      'ﬁ',
      '🦊',
      '"\\/\b\u0000\u2028',
      '\ud800',
      'a'.repeat(50) + '\udfff"',
      ' x ',
      '123',
      '{"n":1}',
      'ß'.repeat(9000),
    ];
    for (const name of names) {
      const added = await add(JSON.stringify({ name, categoryId: 1, status: 'sold' }));
      expect(added.json).toMatchObject({ name, status: 'sold' });
      expect((await get(`/pets/${idOf(added)}`)).json.name).toBe(name);
    }
  });

  test.each([
    '',
    ' ',
    'not json',
    '{"name":"x"',
    '[]',
    'null',
    '1',
    '"x"',
    'true',
    '{}',
    '\ufeff{"name":"x","categoryId":1}',
    '{"categoryId":1}',
    '{"name":"x"}',
    '{"name":null,"categoryId":1}',
    '{"name":5,"categoryId":1}',
    '{"name":["x"],"categoryId":1}',
    '{"name":{},"categoryId":1}',
    '{"name":true,"categoryId":1}',
    ...[
      'null',
      '"1"',
      'true',
      '[1]',
      '{}',
      '1.5',
      '1e30',
      '9223372036854775808',
      '-9223372036854775809',
      '1'.repeat(30),
      '1.0',
    ].map((value) => `{"name":"x","categoryId":${value}}`),
    ...['null', '""', '"Sold"', '1', 'true', '["sold"]', '{}'].map(
      (value) => `{"name":"x","categoryId":1,"status":${value}}`,
    ),
    '{"name":"x","categoryId":4}',
    '{"name":"x","categoryId":1,"age":3}',
    '{"name":"x","categoryId":1,"id":3}',
    '{"name":"x","categoryId":1,"__proto__":{}}',
  ])('refuses %s', async (body) => {
    const { add, get } = await start();
    expectError(await add(body), 400);
    expect((await get('/pets')).text).toBe('[]');
  });

  test('refuses bytes that are not UTF-8, depth without end, other content types and large bodies', async () => {
    const { add, get } = await start();
    expectError(await add(Buffer.from('{"name":"\xff","categoryId":1}', 'latin1')), 400);
    for (const deep of ['['.repeat(30_000), `${'['.repeat(30_000)}${']'.repeat(30_000)}`])
      expectError(await add(deep), 400);
    expectError(await get('/pets', { method: 'POST' }), 400);
    expectError(await get('/pets', { method: 'POST', body: '{"name":"x","categoryId":1}' }), 415);
    expectError(await add(JSON.stringify({ name: 'x'.repeat(70_000), categoryId: 1 })), 413);
    const typed = (type: string) =>
      get('/pets', {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"name":"x","categoryId":1}',
      });
    expect((await typed('Application/JSON; charset=utf-8')).status).toBe(201);
  });

  test('lists newest first, 20 unless told, filtered by status', async () => {
    const { add, get } = await start();
    for (let n = 0; n < 105; n += 1)
      await add(`{"name":"${n}","categoryId":1${n % 2 ? ',"status":"sold"' : ''}}`);
    const names = async (query: string) =>
      (await get(`/pets${query}`)).json.map(({ name }: { name: string }) => Number(name));
    expect(await names('')).toEqual(Array.from({ length: 20 }, (_, n) => 104 - n));
    expect(await names('?limit=1')).toEqual([104]);
    expect(await names('?limit=100')).toHaveLength(100);
    expect(await names('?status=sold&limit=2')).toEqual([103, 101]);
    expect(await names('?status=available')).toEqual([]);
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=x',
      'limit=1.5',
      'limit=',
      'limit=1&limit=2',
      'status=x',
      'status=',
    ]) {
      expectError(await get(`/pets?${query}`), 422);
    }
  });

  test('clamps the limit when asked to', async () => {
    const { add, get } = await start({ limitPolicy: 'clamp' });
    for (let n = 0; n < 102; n += 1) await add('{"name":"x","categoryId":1}');
    expect((await get('/pets?limit=0')).json).toHaveLength(1);
    expect((await get('/pets?limit=-99999999999999999999')).json).toHaveLength(1);
    expect((await get('/pets?limit=101')).json).toHaveLength(100);
    expectError(await get('/pets?limit=x'), 422);
  });

  test('knows no animal by any other id', async () => {
    const { add, get } = await start();
    const id = idOf(await add('{"name":"x","categoryId":1}'));
    for (const other of [
      '0',
      '-1',
      '1',
      MAX,
      MIN,
      '9223372036854775808',
      'x',
      '1.5',
      '%20',
      '%zz',
      '%FF',
      'a%2Fb',
      '1'.repeat(500),
      '',
      `0${id}`,
      String(BigInt(id) + 1n),
    ]) {
      expectError(await get(`/pets/${other}`), 404);
    }
  });

  test('asks for the key before anything else', async () => {
    const { get, server } = await start();
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Bearer wrong',
      `Bearer ${KEY}x`,
      `Basic ${KEY}`,
      KEY,
    ]) {
      expectError(await get('/pets', { headers: { authorization } }), 401);
    }
    const headers = { authorization: 'Bearer wrong', 'content-type': 'text/x' };
    for (const path of [
      '/pets',
      '/pets/1',
      '/pets/%zz',
      '/store/orders',
      '/nope',
      '/pets/1/2',
      '',
      '/',
      '//',
    ]) {
      expectError(await get(path, { headers }), 401);
      expectError(await get(path, { method: 'POST', headers, body: 'nope' }), 401);
      expectError(await get(path, { method: 'DELETE', headers }), 401);
    }
    expectError(await get('/pets?limit=0', { headers }), 401);
    expect(server.requests().every(({ authorized }) => !authorized)).toBe(true);
    expect(server.requests().at(-1)).toEqual({
      method: 'GET',
      url: '/v1/pets?limit=0',
      authorized: false,
    });
    await get('/pets');
    expect(server.requests().at(-1)).toEqual({ method: 'GET', url: '/v1/pets', authorized: true });
  });

  test('answers unknown routes and methods with an Error object', async () => {
    const { get, send, server } = await start();
    for (const path of ['/nope', '', '/', '/pets/1/2', '/Pets']) {
      expectError(await get(path), 404);
      expectError(
        await get(path, { method: 'POST', headers: { 'content-type': 'text/x' }, body: 'nope' }),
        404,
      );
    }
    expectError(await send(new URL('/elsewhere', server.baseUrl).href), 404);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await get('/pets', { method });
      expectError(answer, 405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
      expectError(await get('/pets/1', { method }), 405);
    }
    expectError(
      await get('/pets/1', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{',
      }),
      405,
    );
    expect((await get('/store/orders')).json).toEqual({ orders: [] });
  });

  test('hides its own faults behind an Error object', async () => {
    const { add } = await start();
    const fault = vi.spyOn(BigInt, 'asUintN').mockImplementationOnce(() => {
      throw new TypeError('secret');
    });
    const answer = await add('{"name":"x","categoryId":1}');
    fault.mockRestore();
    expectError(answer, 500);
    expect(answer.text).not.toContain('secret');
  });

  test('answers what is not HTTP with an Error object', async () => {
    const { server } = await start();
    const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
    socket.end('nonsense\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"status":400');
  });

  test('shows an added animal only after a while', async () => {
    const { add, get } = await start({ visibleAfterMs: 300 });
    const id = idOf(await add('{"name":"x","categoryId":1}'));
    expectError(await get(`/pets/${id}`), 404);
    expect((await get('/pets')).json).toEqual([]);
    await sleep(320);
    expect((await get(`/pets/${id}`)).status).toBe(200);
    expect((await get('/pets')).json).toHaveLength(1);
  });

  test('limits the requests a second, but never hides a missing key', async () => {
    const { get } = await start({ requestsPerSecond: 3 });
    for (let n = 0; n < 3; n += 1) expect((await get('/pets')).status).toBe(200);
    const refused = await get('/pets');
    expectError(refused, 429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expectError(await get('/pets', { headers: { authorization: '' } }), 401);
    await sleep(1020);
    expect((await get('/pets')).status).toBe(200);
  });
});

describe('quickstart', () => {
  test('queues a message', async () => {
    const { say } = await start();
    for (const message of ['Hello', '', 'e\u0301 🦊 \ud800']) {
      const { status, json } = await say(JSON.stringify({ message, extra: 1 }));
      expect(status).toBe(202);
      expect(json).toEqual({
        id: expect.any(String),
        message,
        status: 'queued',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/),
      });
      expect(Math.abs(Date.parse(json.createdAt) - Date.now())).toBeLessThan(5000);
    }
  });

  test('refuses with problem details', async () => {
    const { say, send, server } = await start();
    const url = `${server.quickstartUrl}/messages`;
    const expectProblem = (answer: Answer, status: number) => {
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
      expect([answer.status, answer.json.status]).toEqual([status, status]);
    };
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{}',
      '{"message":null}',
      '{"message":1}',
      '{"message":["x"]}',
    ])
      expectProblem(await say(body), 400);
    expectProblem(await send(url, { method: 'POST', body: '{"message":"x"}' }), 400);
    expectProblem(
      await send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'message=x',
      }),
      400,
    );
    expectProblem(
      await send(url, { method: 'POST', headers: { authorization: 'Bearer wrong' }, body: 'x' }),
      401,
    );
    expectProblem(await send(url), 405);
    expectProblem(await send(`${server.quickstartUrl}/nope`), 404);
  });
});
