// A target that serves only so many connections lets each further one wait until another is closed.
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { cleaned, cleanUp } from '../../testing/clean-up.js';
import type { HttpRequest, Transport } from '../types.js';
import { narrowDoor, type Door } from '../../testing/narrow-door.js';
import { openTransport } from './transport.js';

afterEach(cleaned);

const get: HttpRequest = { method: 'GET', path: '/pets', headers: [] };

/** A target that serves `most` connections at a time. */
async function behindDoor(
  most: number,
  listener: http.RequestListener,
  firstByteMs = 10_000,
): Promise<{ readonly transport: Transport; readonly door: Door }> {
  // No connection is closed only because it has been idle.
  const server = http.createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const door = await narrowDoor((server.address() as AddressInfo).port, most, 'waits');
  const transport = await openTransport({
    baseUrl: door.origin,
    firstByteMs,
    wholeMs: 60_000,
  });
  cleanUp.push(
    () => server.close(),
    () => server.closeAllConnections(),
    () => door.close(),
    () => transport.close(),
  );
  return { transport, door };
}

const empty: http.RequestListener = (_request, response) => void response.end('[]');

const statuses = async (
  transport: Transport,
  requests: readonly HttpRequest[],
): Promise<readonly number[]> =>
  (await Promise.all(requests.map((request) => transport.send(request)))).map(
    ({ status }) => status,
  );

test.each([1, 3])('%i at a time: an idle connection is closed for one that waits', async (most) => {
  const { transport, door } = await behindDoor(most, empty);
  const twelve = Array.from({ length: 12 }, () => get);
  expect(await statuses(transport, [get])).toEqual([200]);
  expect(await statuses(transport, twelve)).toEqual(twelve.map(() => 200));
  // Which connections had to wait says how many are served, and only now and then one more is tried.
  const before = door.counted.refused;
  expect(await statuses(transport, twelve)).toEqual(twelve.map(() => 200));
  expect(door.counted.refused - before).toBeLessThanOrEqual(1);
});

test('one is closed after its call where none is ever idle', async () => {
  const { transport } = await behindDoor(1, (_request, response) => {
    setTimeout(() => response.end('[]'), 1);
  });
  expect(await statuses(transport, [get])).toEqual([200]);
  let isServed = false;
  const waiting = transport.send({ ...get, connection: 'a' }).then(() => (isServed = true));
  let others = 0;
  const busy = async (): Promise<void> => {
    while (!isServed && ++others < 1000) await transport.send(get);
  };
  await Promise.all(Array.from({ length: 80 }, busy));
  expect(others).toBeLessThan(1000);
  await waiting;
});

test('another one is closed where the place of the first was taken by another client', async () => {
  let first: http.ServerResponse | null = null;
  const { transport, door } = await behindDoor(2, (_request, response) => {
    if (first === null) return void (first = response);
    for (const each of [first, response]) each.end('[]');
  });
  expect(await statuses(transport, [get, get])).toEqual([200, 200]);
  const other = connect(Number(new URL(door.origin).port), '127.0.0.1');
  cleanUp.push(() => other.destroy());
  await new Promise((resolve) => other.once('connect', resolve));
  expect(await statuses(transport, [{ ...get, connection: 'a' }])).toEqual([200]);
});

test('one is closed before the time for the response is over', async () => {
  const listener: http.RequestListener = ({ url }, response) => {
    setTimeout(() => response.end('[]'), url === '/slow' ? 600 : 0);
  };
  const { transport } = await behindDoor(1, listener, 1000);
  expect(await statuses(transport, [{ ...get, path: '/slow' }])).toEqual([200]);
  expect(await statuses(transport, [{ ...get, connection: 'a' }])).toEqual([200]);
});

test('also for one with a label, and for one that has to be fresh', async () => {
  const { transport } = await behindDoor(1, empty);
  expect(await statuses(transport, [get])).toEqual([200]);
  const others = [{ ...get, connection: 'a' }, { ...get, connection: 'b' }, get];
  expect(await statuses(transport, others)).toEqual([200, 200, 200]);
  expect(await statuses(transport, [{ ...get, fresh: true }, get])).toEqual([200, 200]);
});

test('of a target that is only slow no connection is closed', async () => {
  let closed = 0;
  const { transport } = await behindDoor(Infinity, ({ url, socket }, response) => {
    socket.once('close', () => (closed += 1));
    setTimeout(() => response.end('[]'), url === '/slow' ? 700 : 0);
  });
  const slow = { ...get, path: '/slow' };
  expect(await statuses(transport, [slow])).toEqual([200]);
  expect(await statuses(transport, [get, slow])).toEqual([200, 200]);
  expect(closed).toBe(0);
});
