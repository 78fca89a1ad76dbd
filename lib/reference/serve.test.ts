// Tests the server on a real socket: bytes in, bytes out, with connections told apart.
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createReference, fakeKey, serve, variantNamed } from './index.js';
import type { Reference, Serving, Variant } from './index.js';

let serving: Serving | undefined;
afterEach(async () => {
  await serving?.close();
  serving = undefined;
});
const start = async (reference: Reference = createReference()): Promise<Serving> =>
  (serving = await serve(reference));
const headers = { authorization: `Bearer ${fakeKey}`, 'content-type': 'application/json' };
const named = (...names: string[]): Variant[] => names.flatMap((name) => variantNamed(name) ?? []);

test('adds and lists over HTTP', async () => {
  const { url, quickstartUrl, port } = await start();
  expect([url, quickstartUrl]).toEqual([
    `http://127.0.0.1:${port}/v1`,
    `http://127.0.0.1:${port}/quickstart`,
  ]);
  const added = await fetch(`${url}/pets`, {
    method: 'POST',
    headers,
    body: '{"name":"猫","categoryId":9007199254740993}',
  });
  expect([added.status, await added.text()]).toEqual([
    201,
    '{"id":1,"name":"猫","categoryId":9007199254740993,"status":"available"}',
  ]);
  expect(await (await fetch(`${url}/pets?status=sold`, { headers })).text()).toBe('[]');
  const message = await fetch(`${quickstartUrl}/messages`, {
    method: 'POST',
    headers,
    body: '{"message":"hello"}',
  });
  expect([message.status, await message.json()]).toEqual([
    202,
    expect.objectContaining({ message: 'hello', status: 'queued' }),
  ]);
});

test('bytes that are not UTF-8 reach the handler', async () => {
  const { url } = await start();
  const answer = await fetch(`${url}/pets`, {
    method: 'POST',
    headers,
    body: Uint8Array.of(0x22, 0xff, 0x22),
  });
  expect(answer.status).toBe(400);
});

test('chunks and compression are for sockets', async () => {
  const { url } = await start(createReference({ animals: 9, variants: named('gzip', 'chunked') }));
  const answer = await fetch(`${url}/pets`, { headers: { ...headers, 'accept-encoding': 'gzip' } });
  expect([answer.headers.get('content-encoding'), answer.headers.get('transfer-encoding')]).toEqual(
    ['gzip', 'chunked'],
  );
  expect(await answer.json()).toHaveLength(9);
});

test('each socket has a label of its own', async () => {
  const labels: (string | undefined)[] = [];
  const reference = createReference();
  const { port } = await start({
    ...reference,
    handle: (request) => {
      labels.push(request.connection);
      return reference.handle(request);
    },
  });
  await talk(port, 2);
  await talk(port, 1);
  expect([labels.length, labels[0] === labels[1], labels[1] === labels[2]]).toEqual([
    3,
    true,
    false,
  ]);
});

/** Sends several requests one after another on one connection, and closes it. */
const talk = (port: number, times: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answers = 0;
    const ask = (): boolean => socket.write('GET /v1/pets HTTP/1.1\r\nhost: animals\r\n\r\n');
    socket.on('connect', ask);
    socket.on('data', () => {
      answers += 1;
      if (answers < times) ask();
      else socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
