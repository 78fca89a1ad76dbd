// What only a real socket has: chunks, compression, and connections that are told apart. All else is shown by whole runs.
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createReference, fakeKey, serve, variantNamed } from './index.js';
import type { Reference, Serving, Variant } from './index.js';

let serving: Serving | undefined;
afterEach(async () => {
  await serving?.close();
  serving = undefined;
});
const start = async (reference: Reference): Promise<Serving> => (serving = await serve(reference));
const named = (...names: string[]): Variant[] => names.flatMap((name) => variantNamed(name) ?? []);

test('chunks and compression are for sockets', async () => {
  const { url } = await start(createReference({ animals: 9, variants: named('gzip', 'chunked') }));
  const answer = await fetch(`${url}/pets`, {
    headers: { authorization: `Bearer ${fakeKey}`, 'accept-encoding': 'gzip' },
  });
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
