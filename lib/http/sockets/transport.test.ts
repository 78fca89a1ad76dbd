import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { cleaned, cleanUp } from '../../testing/clean-up.js';
import { testCertificate } from '../../testing/certificates/tls.js';
import { ReceivedAnswer } from '../answer.js';
import { openTransport, type TransportOptions } from './transport.js';
import type { HttpRequest, Transport, TransportError } from '../types.js';
import { until } from '../../testing/until.js';

afterEach(cleaned);

async function listening(server: net.Server | http.Server | https.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => {
    if (server instanceof http.Server || server instanceof https.Server)
      server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function opened(port: number, options: Partial<TransportOptions> = {}): Promise<Transport> {
  const transport = await openTransport({
    baseUrl: `http://127.0.0.1:${port}`,
    firstByteMs: 60_000,
    wholeMs: 60_000,
    ...options,
  });
  cleanUp.push(() => transport.close());
  return transport;
}

const get = (path: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  path,
  headers: [['accept', 'application/json']],
  ...more,
});
const text = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString();

test('sends a request and keeps the answer as it came', async () => {
  const port = await listening(
    http.createServer((request, response) => {
      response.writeHead(201, ['Content-Type', 'text/plain', 'X-Twice', 'a', 'X-Twice', 'b']);
      request.pipe(response);
    }),
  );
  const transport = await opened(port);
  const answer = await transport.send({
    method: 'POST',
    path: '/pets?x=%20',
    headers: [['Content-Type', 'application/json']],
    body: '{"name":"Ada"}',
  });
  expect(answer.status).toBe(201);
  expect(text(answer.body)).toBe('{"name":"Ada"}');
  expect(answer.headers.filter(([name]) => name === 'X-Twice')).toEqual([
    ['X-Twice', 'a'],
    ['X-Twice', 'b'],
  ]);
  expect(answer.truncated).toBe(false);
  expect(answer.firstByteMs).toBeGreaterThan(0);
});

test('says whether an answer came on a connection that had carried others', async () => {
  const port = await listening(http.createServer((_request, response) => response.end('[]')));
  const transport = await opened(port, { connections: 1 });
  const kept = async (): Promise<boolean | undefined> => (await transport.send(get('/'))).kept;
  expect([await kept(), await kept()]).toEqual([false, true]);
  transport.closeIdle?.();
  expect([await kept(), await kept()]).toEqual([false, true]);
});

test('a request that wants a fresh connection gets one, within the bound, also when it has waited', async () => {
  let connections = 0;
  const server = http.createServer((_request, response) => response.end('[]'));
  server.on('connection', () => (connections += 1));
  const transport = await opened(await listening(server), { connections: 1 });
  const kept = async (more: Partial<HttpRequest> = {}): Promise<boolean | undefined> =>
    (await transport.send(get('/', more))).kept;
  expect(await kept()).toBe(false);
  expect([await kept({ fresh: true }), await kept()]).toEqual([false, true]);
  expect(await Promise.all([kept(), kept({ fresh: true }), kept()])).toEqual([true, false, true]);
  const own = { connection: 'mine' };
  expect([
    await kept(own),
    await kept({ ...own, fresh: true }),
    await kept({ ...own, fresh: true }),
    await kept(own),
  ]).toEqual([false, false, false, true]);
  expect(connections).toBe(6); // one for each that was not kept, and no other
});

test('says whether a request was lost on a connection that had carried others', async () => {
  const port = await listening(
    http.createServer((request, response) =>
      request.url === '/lost' ? void request.socket.destroy() : void response.end('[]'),
    ),
  );
  const transport = await opened(port, { connections: 1 });
  const lost = (): Promise<TransportError> =>
    transport.send(get('/lost')).then(
      () => expect.fail('it was answered'),
      (error: TransportError) => error,
    );
  expect(await lost()).toMatchObject({ kind: 'reset', beforeAnswer: true, onKept: false });
  await transport.send(get('/'));
  expect(await lost()).toMatchObject({ kind: 'reset', beforeAnswer: true, onKept: true });
});

test('requests with one label share a connection of their own, one after another', async () => {
  const port = await listening(
    http.createServer((request, response) => response.end(String(request.socket.remotePort))),
  );
  const transport = await opened(port, { connections: 4 });
  const own = await Promise.all(
    [1, 2, 3, 4].map((number) => transport.send(get(`/${number}`, { connection: 'mine' }))),
  );
  expect(new Set(own.map(({ body }) => text(body))).size).toBe(1);
  const pooled = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((number) => transport.send(get(`/${number}`))),
  );
  const ports = new Set(pooled.map(({ body }) => text(body)));
  expect(ports.size).toBeLessThanOrEqual(4);
  expect(ports.has(text(own[0]!.body))).toBe(false);
});

test('a label that is of no more use leaves no connection behind, and what is on its way still comes', async () => {
  const sockets = new Set<net.Socket>();
  const closed: Promise<unknown>[] = [];
  const asked: http.ServerResponse[] = [];
  const server = http.createServer(
    (request, response) =>
      void (request.url === '/late' ? asked.push(response) : response.end('soon')),
  );
  server.on('connection', (socket) => {
    sockets.add(socket);
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
  });
  const transport = await opened(await listening(server));
  await transport.send(get('/', { connection: 'one' }));
  transport.release?.('one');
  await closed[0];
  const late = transport.send(get('/late', { connection: 'one' }));
  await until(() => asked.length === 1);
  transport.release?.('one');
  asked[0]?.end('late');
  expect(text((await late).body)).toBe('late');
  await closed[1];
  expect(sockets.size).toBe(2);
});

describe('of a target that bears only some connections', () => {
  const bearing = async (most: number) => {
    const busy: http.ServerResponse[] = [];
    const server = http.createServer(({ url, socket }, response) => {
      if (url === '/dropped') socket.resetAndDestroy();
      else if (url === '/busy') busy.push(response);
      else response.end('here');
    });
    let open = 0;
    server.on('connection', (socket) => {
      open += 1;
      socket.on('close', () => (open -= 1));
    });
    const port = await listening(server);
    const transport = await opened(port);
    const other = await opened(port);
    const send = (path: string, more: Partial<HttpRequest> = {}): Promise<string> =>
      transport.send(get(path, more)).then(
        ({ body }) => text(body),
        ({ kind }: TransportError) => kind,
      );
    const sendDropped = async (count: number): Promise<void> => {
      for (let time = 0; time < count; time++) expect(await send('/dropped')).toBe('reset');
    };
    /** Keeps this many connections busy with a request that gets no response until it is released. */
    const keepBusy = async (count: number) => {
      const answers = Promise.all(Array.from({ length: count }, () => send('/busy')));
      await until(() => busy.length === count);
      const mine = busy.splice(0);
      return async (act: (response: http.ServerResponse) => void) => {
        mine.forEach(act);
        return answers;
      };
    };
    // The kit waits after each of the first hundred responses, so it uses more connections.
    for (let answers = 0; answers < 101; answers++) await send('/');
    await until(() => (transport.closeIdle?.(), open === 0));
    await (
      await keepBusy(most)
    )((response) => response.end());
    // The open connections have carried responses and three more are dropped in a row, so no more are opened.
    const free = await keepBusy(most);
    await sendDropped(3);
    await free((response) => response.end());
    /** Lasts longer than a request that is sent before it, and need not wait. */
    const awhile = (): Promise<unknown> => other.send(get('/'));
    return { transport, send, sendDropped, keepBusy, awhile, open: () => open };
  };
  const reset = ({ socket }: http.ServerResponse): void =>
    void (socket as net.Socket).resetAndDestroy();

  test('a request with a label goes out when those before it end with their connections', async () => {
    const { send, keepBusy, awhile } = await bearing(2);
    const free = await keepBusy(2);
    let isSent = false;
    const labelled = send('/', { connection: 'mine' }).finally(() => (isSent = true));
    await awhile();
    expect(isSent).toBe(false);
    expect(await free(reset)).toEqual(['reset', 'reset']);
    expect(await labelled).toBe('here');
  });

  test('a connection with a label takes the place of one without', async () => {
    const { transport, send, keepBusy, open } = await bearing(2);
    await until(() => (transport.closeIdle?.(), open() === 0));
    expect(await send('/', { connection: 'mine' })).toBe('here');
    const free = await keepBusy(1);
    const another = send('/');
    expect(await free((response) => response.end('late'))).toEqual(['late']);
    expect([await another, open()]).toEqual(['here', 2]);
  });

  test('a request with a label does not wait for connections that carry nothing', async () => {
    const { transport, send, sendDropped, keepBusy } = await bearing(3);
    transport.closeIdle?.();
    expect(await send('/', { connection: 'idle' })).toBe('here');
    expect(await send('/')).toBe('here');
    const freeKept = await keepBusy(1);
    await sendDropped(2);
    const freeNew = await keepBusy(1);
    const labelled = send('/', { connection: 'mine' });
    expect(await freeNew(reset)).toEqual(['reset']);
    expect(await freeKept((response) => response.end('late'))).toEqual(['late']);
    expect(await labelled).toBe('here');
  });
});

test('bears 100 Continue and 103 Early Hints before an answer, in one piece or byte by byte', async () => {
  const before = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
  const port = await listening(
    net.createServer((socket) => {
      socket.on('data', async (data) => {
        const bytes = Buffer.from(
          `${before}HTTP/1.1 100 \r\nX: y\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi`,
        );
        if (String(data).startsWith('GET /whole')) return socket.write(bytes);
        for (const byte of bytes) {
          socket.write(Buffer.from([byte]));
          await new Promise(setImmediate);
        }
      });
      socket.on('error', () => {});
    }),
  );
  const transport = await opened(port, { connections: 1 });
  for (const path of ['/whole', '/bytes', '/whole']) {
    const answer = await transport.send(get(path));
    expect([answer.status, text(answer.body)]).toEqual([200, 'hi']);
  }
});

test('connections are kept and used again', async () => {
  const ports = new Set<number>();
  const port = await listening(
    http.createServer(
      (request, response) => (ports.add(request.socket.remotePort!), response.end('[]')),
    ),
  );
  // One at a time: a connection that hesitates on a busy machine may be waiting for others, which are closed then.
  const transport = await opened(port, { connections: 1 });
  for (let number = 0; number < 20; number += 1) await transport.send(get(`/${number}`));
  expect(ports.size).toBe(1);
});

test('a write does not trust a connection that has been idle for a while', async () => {
  const ports: number[] = [];
  const port = await listening(
    http.createServer(
      (request, response) => (
        ports.push(request.socket.remotePort!),
        request.resume(),
        response.end('[]')
      ),
    ),
  );
  const transport = await opened(port, { connections: 1, idleBeforeWriteMs: 0 });
  for (const method of ['GET', 'GET', 'POST', 'GET']) await transport.send(get('/', { method }));
  expect(ports[1]).toBe(ports[0]);
  expect(ports[2]).not.toBe(ports[1]);
  expect(ports[3]).toBe(ports[2]);
});

test('an IPv6 address', async () => {
  const server = http.createServer((_request, response) => response.end('[]'));
  const listens = await new Promise<boolean>((resolve) =>
    server.once('error', () => resolve(false)).listen(0, '::1', () => resolve(true)),
  );
  if (!listens) return; // this machine has no IPv6
  cleanUp.push(() => (server.closeAllConnections(), server.close()));
  const transport = await openTransport({
    baseUrl: `http://[::1]:${(server.address() as AddressInfo).port}/v1`,
  });
  cleanUp.push(() => transport.close());
  expect((await transport.send(get('/v1/pets'))).status).toBe(200);
});

test('bytes go out and come back as they are', async () => {
  const port = await listening(http.createServer((request, response) => request.pipe(response)));
  const transport = await opened(port);
  const body = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
  const { body: back } = await transport.send({ method: 'POST', path: '/', headers: [], body });
  expect(Buffer.compare(Buffer.from(back as Uint8Array), Buffer.from(body))).toBe(0);
});

test('HEAD, 304 and 204 have no body', async () => {
  const port = await listening(
    http.createServer((request, response) => {
      if (request.method === 'HEAD') response.writeHead(200, { 'content-length': 17 }).end();
      else response.writeHead(Number(request.url!.slice(1))).end();
    }),
  );
  const transport = await opened(port, { connections: 1 });
  for (const [method, path, status] of [
    ['HEAD', '/', 200],
    ['GET', '/304', 304],
    ['GET', '/204', 204],
    ['GET', '/200', 200],
  ] as const) {
    const answer = await transport.send(get(path, { method }));
    expect([answer.status, answer.body.length]).toEqual([status, 0]);
  }
});

describe('an encoding that nobody asked for', () => {
  const plain = '[{"id":1}]';
  test.each<[string, string, Uint8Array, string]>([
    ['gzip', 'gzip', gzipSync(plain), plain],
    ['X-GZIP', 'X-GZIP', gzipSync(plain), plain],
    ['deflate', 'deflate', deflateSync(plain), plain],
    ['deflate without its wrapper', 'deflate', deflateRawSync(plain), plain],
    ['br', 'br', brotliCompressSync(plain), plain],
    ['two of them', 'gzip, br', brotliCompressSync(gzipSync(plain)), plain],
    ['identity', 'identity', Buffer.from(plain), plain],
    ['gzip that is none', 'gzip', Buffer.from(plain), plain],
    ['one that is not known', 'zebra', Buffer.from(plain), plain],
    ['nothing in gzip', 'gzip', Buffer.alloc(0), ''],
  ])('%s', async (name, encoding, body, expected) => {
    const port = await listening(
      http.createServer((_request, response) =>
        response.writeHead(200, { 'Content-Encoding': encoding }).end(body),
      ),
    );
    const answer = await (await opened(port)).send(get('/'));
    expect([text(answer.body), answer.truncated]).toEqual([expected, false]);
    const { json } = new ReceivedAnswer(answer);
    const problem = name.endsWith('that is none')
      ? 'the body is not gzip, although its Content-Encoding says so'
      : undefined;
    if (expected !== '') expect(json.ok ? undefined : json.problem).toBe(problem);
  });
});

describe('an encoding that stops before its end', () => {
  const plain = Buffer.from(JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id }))));
  test.each<[string, string, Buffer]>([
    ['gzip without its trailer', 'gzip', gzipSync(plain).subarray(0, -8)],
    ['gzip without its last byte', 'gzip', gzipSync(plain).subarray(0, -1)],
    ['half of gzip', 'gzip', gzipSync(plain).subarray(0, 60)],
    ['deflate', 'deflate', deflateSync(plain).subarray(0, -4)],
    ['deflate without its wrapper', 'deflate', deflateRawSync(plain).subarray(0, -3)],
    ['br', 'br', brotliCompressSync(plain).subarray(0, -1)],
    ['gzip in br', 'gzip, br', brotliCompressSync(gzipSync(plain).subarray(0, -8))],
  ])('is no whole answer: %s', async (_, encoding, body) => {
    const port = await listening(
      http.createServer((_request, response) =>
        response.writeHead(200, { 'Content-Encoding': encoding }).end(body),
      ),
    );
    const sent = (await opened(port)).send(get('/'));
    await expect(sent).rejects.toMatchObject({
      kind: 'reset',
      message: expect.stringMatching(
        /^the body is cut off: it stops before its (gzip|deflate|br) does$/,
      ) as string,
    });
  });
});

describe('giving up', () => {
  test('what waits for a connection is given up at once', async () => {
    const port = await listening(http.createServer(() => {}));
    const transport = await opened(port, { connections: 1 });
    const [mine, other] = [new AbortController(), new AbortController()];
    const first = transport.send(get('/1'), other.signal).catch((error: Error) => error);
    const second = transport.send(get('/2'), mine.signal).catch((error: Error) => error);
    mine.abort();
    expect(await second).toMatchObject({ kind: 'aborted' });
    other.abort();
    expect(await first).toMatchObject({ kind: 'aborted' });
    expect(
      await transport.send(get('/3'), mine.signal).catch((error: Error) => error),
    ).toMatchObject({ kind: 'aborted' });
  });

  test('closing ends what is under way; later requests are refused', async () => {
    const port = await listening(http.createServer(() => {}));
    const transport = await opened(port, { connections: 1 });
    const all = ['/1', '/2'].map((path) =>
      transport.send(get(path)).catch((error: Error) => error),
    );
    all.push(transport.send(get('/3', { connection: 'mine' })).catch((error: Error) => error));
    await transport.close();
    await transport.close();
    for (const each of await Promise.all(all))
      expect(each).toMatchObject({ kind: 'aborted', message: 'the transport is closed' });
    await expect(transport.send(get('/4'))).rejects.toMatchObject({ kind: 'aborted' });
  });

  test('a connection that does not come about is given up too', async () => {
    // This address belongs to a network for documentation: packets to it are lost, or refused at once.
    const transport = await openTransport({
      baseUrl: 'http://192.0.2.1:9',
      connectMs: 100,
      environment: {},
    });
    cleanUp.push(() => transport.close());
    const error = (await transport.send(get('/')).catch((each: unknown) => each)) as TransportError;
    expect(['timeout', 'refused']).toContain(error.kind);
  });
});

test('a request that cannot be sent is our mistake, and harms no other', async () => {
  const port = await listening(http.createServer((_request, response) => response.end('[]')));
  const transport = await opened(port, { connections: 1 });
  await expect(transport.send(get('/a b'))).rejects.toThrow(
    /^the kit asked for something that cannot be sent: invalid request path/,
  );
  await expect(transport.send(get('/', { headers: [['X', 'a\nb']] }))).rejects.toThrow(TypeError);
  expect((await transport.send(get('/'))).status).toBe(200);
});

test.each(['ftp://animals.test', 'animals.test/v1'])('%s is no address', async (baseUrl) => {
  await expect(openTransport({ baseUrl })).rejects.toThrow(TypeError);
});

test('a client certificate', async () => {
  const [server, client] = [testCertificate(), testCertificate('elsewhere.test')];
  const port = await listening(
    https.createServer(
      { ...server, ca: client.cert, requestCert: true, rejectUnauthorized: true },
      (_request, response) => response.end('[]'),
    ),
  );
  const open = (tls: TransportOptions['tls']): Promise<Transport> =>
    opened(port, { baseUrl: `https://127.0.0.1:${port}`, tls: { ca: server.cert, ...tls } });
  expect((await (await open(client)).send(get('/'))).status).toBe(200);
  const refused = (await (
    await open({})
  )
    .send(get('/'))
    .catch((error: unknown) => error)) as TransportError;
  expect(['tls', 'reset']).toContain(refused.kind); // the server decides whether the reason arrives before the end
  expect(refused.message).toMatch(/client certificate/);
});

test('what is loaded of undici alone is the client that all of it has', async () => {
  const [{ default: alone }, { Client }] = await Promise.all([
    import('undici/lib/dispatcher/client.js'),
    import('undici'),
  ]);
  expect(alone).toBe(Client);
});
