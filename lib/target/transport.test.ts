import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openTransport, type TransportOptions } from './transport.js';
import type { HttpRequest, Transport } from './types.js';

const cleanUp: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function listening(server: net.Server | http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function opened(port: number, options: Partial<TransportOptions> = {}): Promise<Transport> {
  const transport = await openTransport({ baseUrl: `http://127.0.0.1:${port}`, firstByteMs: 2000, wholeMs: 3000, ...options });
  cleanUp.push(() => transport.close());
  return transport;
}

const get = (path: string, more: Partial<HttpRequest> = {}): HttpRequest => ({ method: 'GET', path, headers: [['accept', 'application/json']], ...more });
const text = (body: string | Uint8Array): string => (typeof body === 'string' ? body : Buffer.from(body).toString());

test('sends a request and keeps the answer as it came', async () => {
  const port = await listening(
    http.createServer((request, response) => {
      response.writeHead(201, ['Content-Type', 'text/plain', 'X-Twice', 'a', 'X-Twice', 'b']);
      request.pipe(response);
    }),
  );
  const transport = await opened(port);
  const answer = await transport.send({ method: 'POST', path: '/pets?x=%20', headers: [['Content-Type', 'application/json']], body: '{"name":"Ada"}' });
  expect(answer.status).toBe(201);
  expect(text(answer.body)).toBe('{"name":"Ada"}');
  expect(answer.headers.filter(([name]) => name === 'X-Twice')).toEqual([['X-Twice', 'a'], ['X-Twice', 'b']]);
  expect(answer.truncated).toBe(false);
  expect(answer.firstByteMs).toBeGreaterThan(0);
});

test('requests with one label share a connection of their own, one after another', async () => {
  const port = await listening(http.createServer((request, response) => response.end(String(request.socket.remotePort))));
  const transport = await opened(port, { connections: 4 });
  const own = await Promise.all([1, 2, 3, 4].map((number) => transport.send(get(`/${number}`, { connection: 'mine' }))));
  expect(new Set(own.map(({ body }) => text(body))).size).toBe(1);
  const pooled = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => transport.send(get(`/${number}`))));
  const ports = new Set(pooled.map(({ body }) => text(body)));
  expect(ports.size).toBeLessThanOrEqual(4);
  expect(ports.has(text(own[0]!.body))).toBe(false);
});

test('bears 100 Continue and 103 Early Hints before an answer, in one piece or byte by byte', async () => {
  const before = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
  const port = await listening(
    net.createServer((socket) => {
      socket.on('data', async (data) => {
        const bytes = Buffer.from(`${before}HTTP/1.1 100 \r\nX: y\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi`);
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
