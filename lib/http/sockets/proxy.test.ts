import http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { cleaned, cleanUp } from '../../testing/clean-up.js';
import { selfSigned } from '../../testing/targets/hostile-servers.js';
import { realClock } from '../pacing/clock.js';
import { redactor } from '../secrets/redact.js';
import { Target } from '../target.js';
import { proxyFor } from './proxy.js';
import { testCertificate } from '../../testing/certificates/tls.js';
import { openTransport } from './transport.js';

afterEach(cleaned);

const at = (host: string, secure = true, port = secure ? 443 : 80) => ({ host, secure, port });

describe('which proxy', () => {
  const environment = {
    HTTPS_PROXY: 'http://proxy.test:3128',
    http_proxy: 'http://user:p%40ss@other.test',
  };
  test('by scheme, with the small letters first', () => {
    expect(proxyFor(at('animals.test'), environment)).toEqual({
      host: 'proxy.test',
      port: 3128,
      authorization: null,
      secrets: [],
    });
    expect(proxyFor(at('animals.test', false), environment)).toEqual({
      host: 'other.test',
      port: 80,
      authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
      secrets: ['user:p@ss', 'p@ss'],
    });
    expect(
      proxyFor(at('animals.test'), { ...environment, https_proxy: 'small.test:1' }),
    ).toMatchObject({ host: 'small.test', port: 1 });
    expect(proxyFor(at('animals.test'), {})).toBeNull();
  });
  test.each([
    ['animals.test', true],
    ['api.animals.test', true],
    ['otheranimals.test', false],
    ['localhost', true],
    ['127.0.0.1', true],
    ['::1', true],
    ['port.test', false],
    ['2001:db8::1', true],
  ])('NO_PROXY and this machine: %s', (host, direct) => {
    expect(
      proxyFor(at(host), {
        ...environment,
        NO_PROXY: 'x.test, .animals.test,port.test:8443 2001:db8::1',
      }) === null,
    ).toBe(direct);
  });
  test('a port of its own, a star, and what cannot be used', () => {
    expect(
      proxyFor(at('port.test', true, 8443), { ...environment, no_proxy: 'port.test:8443' }),
    ).toBeNull();
    expect(proxyFor(at('any.test'), { ...environment, no_proxy: '*' })).toBeNull();
    expect(() => proxyFor(at('any.test'), { HTTPS_PROXY: 'socks5://proxy.test' })).toThrow(
      'HTTPS_PROXY asks for a socks5 proxy',
    );
  });
});

async function proxy(refuses = false): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = http.createServer((request, response) => {
    seen.push(
      `${request.method} ${request.url} ${request.headers.host} ${request.headers['proxy-authorization']}`,
    );
    response.end('[]');
  });
  server.on('connection', (socket: net.Socket) => sockets.add(socket));
  server.on('connect', (request, socket: net.Socket) => {
    seen.push(`CONNECT ${request.url} ${request.headers['proxy-authorization']}`);
    if (refuses) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    // Whatever host was requested, the tunnel ends at the port on this machine.
    const onward = net.connect(Number(request.url!.split(':').pop()), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    for (const each of [socket, onward]) each.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as net.AddressInfo).port, seen };
}

const get = { method: 'GET', path: '/v1/pets', headers: [['Accept', 'application/json']] } as const;

test('plain HTTP goes through with the whole address', async () => {
  const { port, seen } = await proxy();
  const transport = await openTransport({
    baseUrl: 'http://animals.test/v1',
    environment: { HTTP_PROXY: `http://u:p@127.0.0.1:${port}` },
  });
  cleanUp.push(() => transport.close());
  expect((await transport.send(get)).status).toBe(200);
  const line = `GET http://animals.test/v1/pets animals.test Basic ${Buffer.from('u:p').toString('base64')}`;
  expect(seen).toEqual([line]);
  // A rule sends the key in this header too, and the proxy would take it for its own credentials.
  expect(
    (
      await transport.send({
        ...get,
        headers: [...get.headers, ['Proxy-Authorization', 'Bearer fake-key']],
      })
    ).status,
  ).toBe(200);
  expect(seen).toEqual([line, line]);
});

test('the credentials of a proxy are masked in whatever it sends back', async () => {
  const transport = await openTransport({
    baseUrl: 'http://animals.test/v1',
    environment: { HTTP_PROXY: 'http://user:fake%20password@127.0.0.1:9' },
  });
  cleanUp.push(() => transport.close());
  const redact = redactor(['fake-key']);
  const common = { key: 'fake-key', clock: realClock, redactor: redact };
  expect(new Target({ ...common, baseUrl: 'http://animals.test/v1', transport })).toBeDefined();
  const { authorization } = proxyFor(
    { secure: false, host: 'animals.test', port: 80 },
    { HTTP_PROXY: 'http://user:fake%20password@127.0.0.1:9' },
  )!;
  expect(redact(`user:fake password, fake password, ${authorization}, by user`)).toBe(
    '[masked], [masked], Basic [masked], by user',
  );
});

test('TLS goes through a tunnel', async () => {
  const certificate = testCertificate('elsewhere.test');
  const target = await selfSigned(certificate);
  cleanUp.push(() => target.close());
  const { port, seen } = await proxy();
  const transport = await openTransport({
    baseUrl: `https://elsewhere.test:${target.port}`,
    tls: { ca: certificate.cert },
    environment: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
  });
  cleanUp.push(() => transport.close());
  expect((await transport.send(get)).status).toBe(200);
  expect(seen).toEqual([`CONNECT elsewhere.test:${target.port} undefined`]);
});

test('a proxy that refuses, and one that is not there', async () => {
  const { port } = await proxy(true);
  const refused = await openTransport({
    baseUrl: 'https://elsewhere.test:8443',
    environment: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
  });
  const absent = await openTransport({
    baseUrl: 'https://elsewhere.test',
    environment: { HTTPS_PROXY: 'http://127.0.0.1:1' },
  });
  const absentToo = await openTransport({
    baseUrl: 'http://elsewhere.test',
    environment: { HTTP_PROXY: 'http://127.0.0.1:1' },
  });
  cleanUp.push(
    () => refused.close(),
    () => absent.close(),
    () => absentToo.close(),
  );
  await expect(refused.send(get)).rejects.toMatchObject({
    kind: 'refused',
    message: `the proxy 127.0.0.1:${port} refuses a connection to elsewhere.test:8443 (status 403)`,
  });
  for (const through of [absent, absentToo])
    await expect(through.send(get)).rejects.toMatchObject({
      kind: 'refused',
      message: 'no connection through the proxy 127.0.0.1:1 (ECONNREFUSED)',
    });
});
