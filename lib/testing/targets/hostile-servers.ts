// Test support: misbehaving servers, each on a port of its own. They stand in for targets; nothing here knows the kit.

import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { testCertificate, type TestCertificate } from '../certificates/tls.js';

export interface HostileServer {
  /** The origin: http://127.0.0.1:PORT, or https:// if it uses TLS. */
  readonly origin: string;
  readonly port: number;
  /** The number of connections, and of the requests that the server counts. */
  readonly seen: { connections: number; requests: number };
  close(): Promise<void>;
}

type OnRequest = (socket: net.Socket, head: string, count: number) => void;

async function listen(server: net.Server, scheme = 'http'): Promise<HostileServer> {
  const sockets = new Set<net.Socket>();
  const seen = { connections: 0, requests: 0 };
  server.on('connection', (socket: net.Socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    port,
    seen,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/**
 * Calls `onRequest` for each request head that arrives. Bodies are not recognised, so requests must have none or arrive
 * whole.
 */
export async function onEachRequest(
  onRequest: OnRequest,
  certificate?: TestCertificate,
): Promise<HostileServer> {
  const accept = (socket: net.Socket): void => {
    let pending = '';
    socket.on('error', () => {});
    socket.on('data', (data) => {
      pending += data.toString('latin1');
      const end = pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = pending.slice(0, end + 4);
      const body = bodyOf(head, pending.slice(end + 4));
      if (body === undefined) return;
      pending = pending.slice(end + 4 + body.length);
      hostile.seen.requests += 1;
      onRequest(socket, head + body.text, hostile.seen.requests);
    });
  };
  const server =
    certificate === undefined
      ? net.createServer(accept)
      : tls.createServer({ ...certificate }, accept);
  server.on('tlsClientError', () => {});
  const hostile = await listen(server, certificate === undefined ? 'http' : 'https');
  return hostile;
}

/** Undefined until the whole body is there. */
function bodyOf(head: string, rest: string): { text: string; length: number } | undefined {
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  if (!/^transfer-encoding: chunked/im.test(head))
    return rest.length < length ? undefined : { text: rest.slice(0, length), length };
  let text = '';
  for (let at = 0; ;) {
    const size = /^([0-9a-f]+)\r\n/i.exec(rest.slice(at));
    if (size === null) return undefined;
    const begin = at + size[0].length;
    const bytes = parseInt(size[1] ?? '0', 16);
    if (rest.length < begin + bytes + 2) return undefined;
    text += rest.slice(begin, begin + bytes);
    at = begin + bytes + 2;
    if (bytes === 0) return { text, length: at };
  }
}

export function whole(
  body: string | Buffer,
  headers: readonly string[] = [],
  status = '200 OK',
): Buffer {
  return Buffer.concat([
    Buffer.from(
      [`HTTP/1.1 ${status}`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers, '', ''].join(
        '\r\n',
      ),
      'latin1',
    ),
    Buffer.from(body),
  ]);
}

/** An origin at which nothing listens. */
export async function nobody(): Promise<string> {
  const server = await listen(net.createServer());
  await server.close();
  return server.origin;
}

/** Accepts connections, and sends `greeting` or nothing. */
export function mute(greeting = ''): Promise<HostileServer> {
  return listen(
    net.createServer((socket) => void (greeting !== '' && socket.write(greeting, 'latin1'))),
  );
}

/** Sends `start`, then `drop` again and again forever. */
export function dripping(start: string, drop: string, everyMs: number): Promise<HostileServer> {
  return onEachRequest((socket) => {
    socket.write(start, 'latin1');
    const timer = setInterval(() => socket.write(drop, 'latin1'), everyMs);
    socket.on('close', () => clearInterval(timer));
  });
}

/** Sends a body without end, as fast as it is read. */
export function endless(
  piece: string | Buffer = Buffer.alloc(64 * 1024, 'x'),
  headers = '',
): Promise<HostileServer> {
  return onEachRequest((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${headers}\r\n`);
    const pour = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', pour);
    pour();
  });
}

/** Sends a few kilobytes that decompress to `size` bytes. */
export function gzipBomb(size: number): Promise<HostileServer> {
  const bomb = gzipSync(Buffer.alloc(size, 'x'));
  return onEachRequest((socket) => socket.write(whole(bomb, ['Content-Encoding: gzip'])));
}

export function selfSigned(certificate = testCertificate()): Promise<HostileServer> {
  return onEachRequest((socket) => socket.write(whole('[]')), certificate);
}

/** Resets the connection on requests that `when` selects, and responds to the others. */
export function resetting(when: (count: number) => boolean): Promise<HostileServer> {
  return onEachRequest((socket, _head, count) =>
    when(count) ? void socket.resetAndDestroy() : void socket.write(whole('[]')),
  );
}

/** Responds, keeps the connection, and closes it without notice after it was idle for `idleMs`. */
export function closesIdle(idleMs: number): Promise<HostileServer> {
  return onEachRequest((socket) => {
    socket.write(whole('[]'));
    setTimeout(() => socket.destroy(), idleMs);
  });
}

/** A Node server with an ordinary handler. */
export async function ordinary(handler: http.RequestListener): Promise<HostileServer> {
  const server = http.createServer((request, response) => {
    hostile.seen.requests += 1;
    handler(request, response);
  });
  const hostile = await listen(server);
  return hostile;
}
