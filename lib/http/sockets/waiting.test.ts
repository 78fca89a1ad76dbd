// A target that serves only so many connections lets each further one wait until another is closed.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { HttpRequest, Transport } from '../types.js';
import { narrowDoor } from '../../testing/narrow-door.js';
import { openTransport } from './transport.js';

const cleanUp: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const get: HttpRequest = { method: 'GET', path: '/pets', headers: [] };

async function serving(most: number, listener: http.RequestListener): Promise<Transport> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const door = await narrowDoor((server.address() as AddressInfo).port, most, 'waits');
  const transport = await openTransport({
    baseUrl: door.origin,
    firstByteMs: 60_000,
    wholeMs: 60_000,
  });
  cleanUp.push(
    () => server.close(),
    () => server.closeAllConnections(),
    () => door.close(),
    () => transport.close(),
  );
  return transport;
}

const statuses = async (
  transport: Transport,
  requests: readonly HttpRequest[],
): Promise<readonly number[]> =>
  (await Promise.all(requests.map((request) => transport.send(request)))).map(
    ({ status }) => status,
  );

test.each([1, 3])('%i at a time: an idle connection is closed for one that waits', async (most) => {
  const transport = await serving(most, (_request, response) => response.end('[]'));
  const twelve = Array.from({ length: 12 }, () => get);
  expect(await statuses(transport, [get])).toEqual([200]);
  expect(await statuses(transport, twelve)).toEqual(twelve.map(() => 200));
  expect(await statuses(transport, twelve)).toEqual(twelve.map(() => 200));
});

test('also for one with a label, and for one that has to be fresh', async () => {
  const transport = await serving(1, (_request, response) => response.end('[]'));
  expect(await statuses(transport, [get])).toEqual([200]);
  const others = [{ ...get, connection: 'a' }, { ...get, connection: 'b' }, get];
  expect(await statuses(transport, others)).toEqual([200, 200, 200]);
  expect(await statuses(transport, [{ ...get, fresh: true }, get])).toEqual([200, 200]);
});

test('of a target that is only slow no connection is closed', async () => {
  let closed = 0;
  const transport = await serving(Infinity, ({ url, socket }, response) => {
    socket.once('close', () => (closed += 1));
    setTimeout(() => response.end('[]'), url === '/slow' ? 700 : 0);
  });
  const slow = { ...get, path: '/slow' };
  expect(await statuses(transport, [slow])).toEqual([200]);
  expect(await statuses(transport, [get, slow])).toEqual([200, 200]);
  expect(closed).toBe(0);
});
