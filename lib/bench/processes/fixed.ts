// A server that is as fast as plain sockets allow: it looks for the end of a request and its `limit`, and responds with
// a prepared list. It exists to keep a client busy, and is no Animal Store.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Serving } from '../../reference/index.js';

const most = 100;

export async function serveFixed(): Promise<Serving> {
  const answers = Array.from({ length: most + 1 }, (_, limit) => answerOf(limit));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true));
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n\r\n'); end >= 0; end = rest.indexOf('\r\n\r\n')) {
        const limit = Number(/[?&]limit=(\d+)/.exec(rest.slice(0, rest.indexOf('\r')))?.[1] ?? 20);
        rest = rest.slice(end + 4);
        socket.write(answers[Math.min(limit, most)] as Buffer);
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    quickstartUrl: `http://127.0.0.1:${port}/quickstart`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function answerOf(limit: number): Buffer {
  const animals = Array.from({ length: limit }, (_, index) => ({
    id: index + 1,
    name: `Animal ${index + 1}`,
    categoryId: (index % 3) + 1,
    status: 'available',
  }));
  const body = JSON.stringify(animals);
  return Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}
