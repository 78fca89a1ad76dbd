// Tests the correct server through its handler, without a socket.
import { describe, expect, test } from 'vitest';
import { createReference, fakeKey } from './index.js';
import type { Reference, ReferenceRequest } from './index.js';

const json = ['content-type', 'application/json'] as const;
const key = ['Authorization', `Bearer ${fakeKey}`] as const;

const ask = async (
  reference: Reference,
  method: string,
  path: string,
  body?: string | Uint8Array,
  headers: ReferenceRequest['headers'] = [key, json],
): Promise<{ status: number; text: string; value: never }> => {
  const response = await reference.handle({
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = String(response.body);
  return { status: response.status, text, value: JSON.parse(text) as never };
};

const rex = '{"name":"Rex","categoryId":1}';

describe('the correct server', () => {
  test('adds, lists and gets an animal to the last digit', async () => {
    const server = createReference();
    const added = await ask(
      server,
      'POST',
      '/v1/pets',
      '{"name":" R\\u0000e\\"x 🐕 ","categoryId":9223372036854775807,"status":"sold","id":77}',
    );
    expect(added).toMatchObject({
      status: 201,
      text: '{"id":1,"name":" R\\u0000e\\"x 🐕 ","categoryId":9223372036854775807,"status":"sold"}',
    });
    expect(await ask(server, 'GET', '/v1/pets/1')).toMatchObject({ status: 200, text: added.text });
    expect(await ask(server, 'GET', '/v1/pets?status=sold')).toMatchObject({
      status: 200,
      text: `[${added.text}]`,
    });
    expect(await ask(server, 'GET', '/v1/pets?status=pending')).toMatchObject({
      status: 200,
      text: '[]',
    });
  });

  test('lists as many as the limit says, by status too, of 100,000 animals', async () => {
    const server = createReference({ animals: 100_000 });
    const lengths = async (query: string): Promise<number> =>
      ((await ask(server, 'GET', `/v1/pets${query}`)).value as unknown[]).length;
    expect([
      await lengths(''),
      await lengths('?limit=1'),
      await lengths('?limit=100&status=sold'),
    ]).toEqual([20, 1, 100]);
    const pending = (await ask(server, 'GET', '/v1/pets?status=pending&limit=2')).value as {
      id: number;
      status: string;
    }[];
    expect(pending.map(({ id, status }) => [id, status])).toEqual([
      [2, 'pending'],
      [5, 'pending'],
    ]);
  });

  test.each([
    ['GET', '/v1/pets?limit=0', undefined, 400],
    ['GET', '/v1/pets?limit=101', undefined, 400],
    ['GET', '/v1/pets?limit=', undefined, 400],
    ['GET', '/v1/pets?limit=1.0', undefined, 400],
    ['GET', '/v1/pets?status=Sold', undefined, 400],
    ['GET', '/v1/pets/999', undefined, 404],
    ['GET', '/v1/pets/abc', undefined, 404],
    ['GET', '/v1/pets/01', undefined, 404],
    ['GET', '/v1/pets/%zz', undefined, 404],
    ['GET', '/v1/nothing', undefined, 404],
    ['GET', '/', undefined, 404],
    ['DELETE', '/v1/pets', undefined, 405],
    ['POST', '/v1/pets', '', 400],
    ['POST', '/v1/pets', '{', 400],
    ['POST', '/v1/pets', '[]', 400],
    ['POST', '/v1/pets', 'null', 400],
    ['POST', '/v1/pets', '{"name":"Rex"}', 400],
    ['POST', '/v1/pets', '{"name":null,"categoryId":1}', 400],
    ['POST', '/v1/pets', '{"name":"Rex","categoryId":9223372036854775808}', 400],
    ['POST', '/v1/pets', '{"name":"Rex","categoryId":1.5}', 400],
    ['POST', '/v1/pets', '{"name":"Rex","categoryId":1,"status":null}', 400],
    ['POST', '/v1/pets', Uint8Array.of(0x7b, 0xff, 0x7d), 400],
    ['POST', '/quickstart/messages', '{}', 400],
    ['POST', '/quickstart/messages', '{"message":1}', 400],
  ])('%s %s %s is refused with an Error', async (method, path, body, status) => {
    const answer = await ask(createReference(), method, path, body);
    expect(answer).toMatchObject({
      status,
      value: { code: expect.any(String), message: expect.any(String), status },
    });
  });

  test.each([
    [[]],
    [[['Authorization', fakeKey] as const]],
    [[['Authorization', `Basic ${fakeKey}`] as const]],
    [[['Authorization', `Bearer ${fakeKey}x`] as const]],
    [[['Authorization', 'Bearer '] as const]],
    [[key, key]],
  ])('the key comes first: %j', async (headers) => {
    const server = createReference();
    for (const [method, path] of [
      ['GET', '/v1/pets?limit=0'],
      ['POST', '/v1/pets'],
      ['GET', '/v1/pets/9'],
      ['GET', '/v1/x'],
      ['POST', '/quickstart/messages'],
    ] as const) {
      expect(await ask(server, method, path, undefined, headers)).toMatchObject({
        status: 401,
        value: { status: 401 },
      });
    }
  });

  test('another content type is refused, parameters of JSON are not', async () => {
    const server = createReference();
    expect(
      (await ask(server, 'POST', '/v1/pets', rex, [key, ['Content-Type', 'text/plain']])).status,
    ).toBe(415);
    expect((await ask(server, 'POST', '/v1/pets', rex, [key])).status).toBe(415);
    expect(
      (
        await ask(server, 'POST', '/v1/pets', rex, [
          key,
          ['Content-Type', 'Application/JSON; charset=utf-8'],
        ])
      ).status,
    ).toBe(201);
  });

  test('a message is echoed and queued, at the time of the clock', async () => {
    const server = createReference({
      clock: { now: () => 0, sleep: async () => {} },
      random: () => 0.5,
    });
    const answer = await ask(server, 'POST', '/quickstart/messages', '{"message":"héllo "}');
    expect(answer).toMatchObject({
      status: 202,
      value: { message: 'héllo ', status: 'queued', createdAt: '1970-01-01T00:00:00.000Z' },
    });
  });
});
