import http from 'node:http';
import { connectFailure } from './failures.js';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { cleaned, cleanUp } from '../../testing/clean-up.js';
import { openTransport } from './transport.js';
import type { HttpRequest, Transport } from '../types.js';
import { until } from '../../testing/until.js';

afterEach(cleaned);

async function listening(server: net.Server | http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function opened(port: number, firstByteMs = 60_000): Promise<Transport> {
  const transport = await openTransport({
    baseUrl: `http://127.0.0.1:${port}`,
    firstByteMs,
    wholeMs: 60_000,
  });
  cleanUp.push(() => transport.close());
  return transport;
}

const get = (path: string): HttpRequest => ({ method: 'GET', path, headers: [] });
const text = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString();

test('a body that says so is sent in chunks, of which one ends inside a character', async () => {
  const asked: { readonly headers: http.IncomingHttpHeaders; readonly chunks: Buffer[] }[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({ headers: request.headers, chunks });
    response.end();
  });
  const transport = await opened(await listening(server));
  const headers = [['Transfer-Encoding', 'chunked']] as const;
  for (const body of ['Zoé 🐶!', 'Zoe'])
    await transport.send({ method: 'POST', path: '/', headers, body });
  expect(asked[0]?.headers['transfer-encoding']).toBe('chunked');
  expect(asked[0]?.headers['content-length']).toBeUndefined();
  expect(asked[0]?.chunks.map(String)).toEqual(['Z', 'oé \ufffd', '\ufffd!']);
  expect(asked.map(({ chunks }) => Buffer.concat(chunks).toString())).toEqual(['Zoé 🐶!', 'Zoe']);
});

test('a request in chunks gets the response to its head, though the target closes then', async () => {
  const arrived: string[] = [];
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => arrived.push(String(data)));
    socket.once('data', () => {
      const answer =
        'HTTP/1.1 411 Length Required\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
      socket.end(answer, () => socket.destroy());
    });
  });
  const transport = await opened(await listening(server));
  const headers = [['Transfer-Encoding', 'chunked']] as const;
  const request = { method: 'POST', path: '/', headers, body: 'Zoé 🐶!' };
  expect((await transport.send(request)).status).toBe(411);
  expect(arrived.join('')).toMatch(/\r\n\r\n1\r\nZ(?:\r\n)?$/);
});

test('a request in chunks arrives whole, however short it is', async () => {
  const server = http.createServer((request, response) => request.pipe(response));
  const transport = await opened(await listening(server));
  const headers = [['Transfer-Encoding', 'chunked']] as const;
  const request = { method: 'POST', path: '/', headers };
  for (const body of ['Zoé 🐶!', 'Z', ''])
    expect(text((await transport.send({ ...request, body })).body)).toBe(body);
});

test('whether the target speaks HTTP/1.0 is known from its response, however it arrives', async () => {
  const server = net.createServer((socket) => {
    socket.setNoDelay(true).on('error', () => {});
    socket.on('data', async (data) => {
      const version = /^GET \/(\S+)/.exec(String(data))?.[1] ?? '';
      for (const byte of Buffer.from(`HTTP/${version} 200 OK\r\nContent-Length: 0\r\n\r\n`)) {
        socket.write(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
    });
  });
  const transport = await opened(await listening(server));
  const answers = [await transport.send(get('/1.0')), await transport.send(get('/1.1'))];
  expect(answers.map(({ isHttp10 }) => isHttp10)).toEqual([true, false]);
});

describe('a body that the target has to ask for', () => {
  const headers = [['Expect', '100-continue']] as const;
  const expecting: HttpRequest = { method: 'POST', path: '/', headers, body: 'Zoé' };
  const serving = async (
    checked: (request: http.IncomingMessage, response: http.ServerResponse) => void,
  ): Promise<Transport> => {
    const server = http.createServer((request, response) => request.pipe(response));
    server.on('checkContinue', checked);
    return opened(await listening(server));
  };

  test('is sent once it does', async () => {
    let seen: http.IncomingHttpHeaders = {};
    let early = true;
    const transport = await serving((request, response) => {
      seen = request.headers;
      early = request.readableLength > 0;
      response.writeContinue();
      request.pipe(response);
    });
    for (const label of ['a', 'a']) {
      const answer = await transport.send({ ...expecting, connection: label });
      expect(text(answer.body)).toBe('Zoé');
      expect(seen).toMatchObject({ expect: '100-continue', 'content-length': '4' });
      expect(early).toBe(false);
    }
    const plain = { method: 'POST', path: '/', headers: [], body: 'plain', connection: 'a' };
    expect(text((await transport.send(plain)).body)).toBe('plain');
  });

  test('is sent after a while to one that does not', async () => {
    const transport = await serving((request, response) => request.pipe(response));
    expect(text((await transport.send(expecting)).body)).toBe('Zoé');
  });

  test('is not sent to one that refuses the request, whose connection is given up', async () => {
    const arrived: string[][] = [];
    // It would still wait for the body on this connection.
    const server = net.createServer((socket) => {
      const heads: string[] = [];
      arrived.push(heads);
      socket.on('error', () => {});
      socket.on('data', (data) => {
        heads.push(String(data));
        socket.write('HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n');
      });
    });
    const transport = await opened(await listening(server));
    const labelled = { ...expecting, connection: 'a' };
    for (let time = 0; time < 2; time += 1)
      expect((await transport.send(labelled)).status).toBe(417);
    const head: unknown = expect.stringMatching(/^POST \/ .*\r\n\r\n$/s);
    expect(arrived).toEqual([[head], [head]]);
  });
});

describe('an answer that comes before anything is asked', () => {
  const early = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';
  const sends = async (before: (socket: net.Socket) => void): Promise<Transport> => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      before(socket);
      socket.on('data', () => {});
    });
    return opened(await listening(server));
  };

  test('is none: the connection is closed, and the next one too', async () => {
    const transport = await sends((socket) => void socket.write(early));
    for (let time = 1; time <= 3; time += 1)
      await expect(transport.send(get('/'))).rejects.toMatchObject({
        kind: 'not-http',
        message: 'the target sent a response before it was asked',
      });
    expect(transport.unasked?.().count).toBe(3);
  });

  test('does not delay who asks a target that gives the connection up', async () => {
    const transport = await sends((socket) => void socket.end());
    await expect(transport.send(get('/'))).rejects.toMatchObject({ kind: 'reset' });
  });
});

describe('an answer that is sent again a moment later is never taken for the next one', () => {
  const repeating = async (which: number | 'each') => {
    let answers = 0;
    const port = await listening(
      net.createServer((socket) => {
        socket.on('error', () => {});
        socket.on('data', (data) => {
          const [, path = ''] = /^GET (\S+)/.exec(String(data)) ?? [];
          const bytes = `HTTP/1.1 200 OK\r\nContent-Length: ${path.length}\r\n\r\n${path}`;
          socket.write(bytes);
          answers += 1;
          if (which === 'each' || answers === which) setTimeout(() => socket.write(bytes), 2);
        });
      }),
    );
    return opened(port);
  };
  const send = async (transport: Transport, first: number, last: number): Promise<void> => {
    for (let number = first; number <= last; number += 1)
      expect(text((await transport.send(get(`/${number}`))).body)).toBe(`/${number}`);
  };

  test('the first one, with others right behind it', async () => {
    const transport = await repeating(1);
    await send(transport, 1, 60);
    expect(transport.unasked?.().count).toBe(1);
  });

  test('a later one, before others are asked for', async () => {
    const transport = await repeating(3);
    await send(transport, 1, 3);
    await until(() => transport.unasked?.().count === 1);
    await send(transport, 4, 60);
  });

  test.each([
    ['each', 60],
    [3, 1],
  ] as const)('repeating %s: all the others are listened for', async (which, followed) => {
    const transport = await repeating(which);
    await send(transport, 1, 3);
    await until(() => (transport.unasked?.().count ?? 0) > 0);
    await send(transport, 4, 60);
    await until(() => transport.unasked?.().listened === 60);
    await until(() => transport.unasked?.().followed === followed);
  });
});

test.each([
  ['408 Request Timeout', 0],
  ['401 Unauthorized', 1],
])('a %s right behind a response counts as unrequested %i times', async (status, count) => {
  const port = await listening(
    net.createServer((socket) => {
      socket.on('error', () => {});
      const next = `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
      socket.on('data', () => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]${next}`));
    }),
  );
  const transport = await opened(port);
  expect(text((await transport.send(get('/'))).body)).toBe('[]');
  expect(transport.unasked?.().count).toBe(count);
});

test('a connection that the system gives up waiting for has sent nothing', () => {
  const error = Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' });
  expect(connectFailure(error, 'http://a.example')).toMatchObject({
    kind: 'timeout',
    isUnsent: true,
  });
});
