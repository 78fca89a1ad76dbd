// Misbehaving targets: whatever they do, an exchange ends in bounded time and space, with the right kind of result.
import { afterEach, describe, expect, test } from 'vitest';
import { cleaned, cleanUp } from '../testing/clean-up.js';
import {
  list,
  add,
  key,
  targetAt,
  soon,
  outcome,
  brokenOff,
  failed,
} from '../testing/targets/hostile-targets.js';
import {
  closesIdle,
  dripping,
  mute,
  nobody,
  onEachRequest,
  ordinary,
  resetting,
  selfSigned,
  whole,
} from '../testing/targets/hostile-servers.js';
import { testCertificate } from '../testing/certificates/tls.js';
import { realClock } from './pacing/clock.js';
import type { Ask } from './types.js';
import { until } from '../testing/until.js';

afterEach(cleaned);

describe('no answer', () => {
  test('nothing listens', async () => {
    const origin = await nobody();
    const target = await targetAt(origin);
    expect(outcome(await target.send(list))).toEqual({
      kind: 'refused',
      message: `nothing listens at ${origin} (connection refused)`,
    });
    expect(outcome(await target.send(add))).toEqual(failed('refused', /nothing listens/));
    expect(target.stats().resent).toBe(0);
  });

  test('an unknown host', async () => {
    const target = await targetAt('http://no-such-host.invalid');
    expect(outcome(await target.send(list))).toEqual(
      failed('unknown-host', /^the host no-such-host\.invalid/),
    );
  });

  test('it accepts and says nothing', async () => {
    const server = await mute();
    const target = await targetAt(server, soon);
    expect(outcome(await target.send(list))).toEqual({
      kind: 'timeout',
      message: 'no first byte within 0.15 s (--first-byte-timeout)',
    });
    expect(server.seen.connections).toBe(1); // a slow response is not a lost connection, so nothing is resent
  });

  test('it stalls after the headers', async () => {
    const target = await targetAt(
      await onEachRequest((socket) =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'),
      ),
      soon,
    );
    expect(outcome(await target.send(list))).toEqual(
      failed('timeout', /not complete within 0\.3 s: .* in the body \(--answer-timeout\)/),
    );
  });

  test.each([
    ['in the headers', 'HTTP/1.1 200 OK\r\n', 'X-More: yes\r\n'],
    ['in the body', 'HTTP/1.1 200 OK\r\n\r\n', 'x'],
    ['from the first byte', '', 'H'],
  ])('it drips for ever %s', async (_where, start, drop) => {
    // A server that does not speak HTTP is recognised by its bytes, however busy this machine is, and not by a timeout.
    const isHttp = start !== '';
    const target = await targetAt(await dripping(start, drop, 10), isHttp ? soon : {});
    const { noAnswer } = await target.send(list);
    expect(noAnswer?.kind).toBe(isHttp ? 'timeout' : 'not-http');
  });

  test.each([
    ['SSH-2.0-OpenSSH_9.9\r\n', /not HTTP: it begins with "SSH-2\.0/],
    ['HTTP/3.7 200 OK\r\n\r\n', /HTTP/],
    ['HTTP/1.1 two hundred\r\n\r\n', /is not valid HTTP/],
    ['HTTP/1.1 200 OK\r\nno colon here\r\n\r\n', /is not valid HTTP/],
    [
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      /switched protocols/,
    ],
    ['{"hello": "world"}', /not HTTP: it begins with "\{/],
  ])('not HTTP: %j', async (greeting, message) => {
    const target = await targetAt(await onEachRequest((socket) => socket.write(greeting)));
    expect(outcome(await target.send(list))).toEqual(failed('not-http', message));
  });

  test('a chunk of no length, after headers: somebody is there, and responds', async () => {
    const start = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    const target = await targetAt(await onEachRequest((socket) => socket.write(start)));
    const { noAnswer } = await target.send(list);
    expect(noAnswer).toEqual(brokenOff('not-http', /is not valid HTTP/));
  });

  test('a greeting before anything was asked', async () => {
    const target = await targetAt(await mute('220 mail.test ESMTP\r\n'));
    expect(outcome(await target.send(list))).toEqual(
      failed('not-http', /begins with "220 mail\.test/),
    );
  });

  test('headers without measure', async () => {
    const target = await targetAt(
      await onEachRequest((socket) => socket.write(whole('[]', [`X-Long: ${'x'.repeat(70_000)}`]))),
    );
    expect(outcome(await target.send(list))).toEqual(
      failed('too-large', /response headers are larger than 64 kB/),
    );
    const fine = await targetAt(
      await onEachRequest((socket) => socket.write(whole('[]', [`X-Long: ${'x'.repeat(60_000)}`]))),
    );
    expect((await fine.send(list)).answer?.header('x-long')).toHaveLength(60_000);
  });

  test('a key that a target echoes is masked in what is told', async () => {
    const redactor = (text: string): string => text.replaceAll(key, 'MASKED');
    const target = await targetAt(
      await onEachRequest((socket) => socket.write(`oops ${key}`)),
      {},
      { redactor },
    );
    expect((await target.send(list)).noAnswer?.message).toBe(
      'the response is not HTTP: it begins with "oops MASKED"',
    );
  });
});

describe('TLS', () => {
  test('a self-signed certificate, until its authority is given', async () => {
    const certificate = testCertificate();
    const server = await selfSigned(certificate);
    expect(outcome(await (await targetAt(server)).send(list))).toEqual({
      kind: 'tls',
      message: 'the certificate is self-signed: specify its authority with --ca FILE',
    });
    expect(
      outcome(await (await targetAt(server.origin, { tls: { ca: certificate.cert } })).send(list)),
    ).toMatchObject({ status: 200 });
    expect(
      outcome(await (await targetAt(server.origin, { tls: { insecure: true } })).send(list)),
    ).toMatchObject({ status: 200 });
  });

  test('a certificate for another host, and one that has expired', async () => {
    for (const [certificate, message] of [
      [testCertificate('elsewhere.test'), /not for 127\.0\.0\.1/],
      [testCertificate('this machine', true), /has expired/],
    ] as const) {
      const target = await targetAt(await selfSigned(certificate), {
        tls: { ca: certificate.cert },
      });
      expect(outcome(await target.send(list))).toEqual(failed('tls', message));
    }
  });

  test('TLS where plain HTTP was expected, and the reverse', async () => {
    const secure = await selfSigned();
    const plain = await ordinary((_request, response) => void response.end('[]'));
    cleanUp.push(
      () => secure.close(),
      () => plain.close(),
    );
    expect(outcome(await (await targetAt(`http://127.0.0.1:${secure.port}`)).send(list))).toEqual(
      failed('tls', /https:\/\//),
    );
    expect(outcome(await (await targetAt(`https://127.0.0.1:${plain.port}`)).send(list))).toEqual(
      failed('tls', /http:\/\//),
    );
    const silent = await mute();
    cleanUp.push(() => silent.close());
    expect(
      outcome(
        await (await targetAt(`https://127.0.0.1:${silent.port}`, { connectMs: 100 })).send(list),
      ),
    ).toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/no TLS connection .* within 0\.1 s/) as string,
      isUnsent: true,
    });
  });
});

describe('lost connections', () => {
  test('a reset on every request: reads are sent again twice, writes never', async () => {
    const server = await resetting(() => true);
    const target = await targetAt(server);
    expect(outcome(await target.send(list))).toEqual({
      kind: 'reset',
      message: 'the connection was closed before a response arrived',
    });
    expect(server.seen.requests).toBe(3);
    const write = await target.send(add);
    expect([write.noAnswer?.kind, write.resent, server.seen.requests]).toEqual(['reset', 0, 4]);
    expect(target.stats()).toMatchObject({ exchanges: 4, writes: 1, resent: 2 });
  });

  test('a reset on one in five goes unnoticed but for the count', async () => {
    const server = await resetting((count) => count % 5 === 0);
    const target = await targetAt(server, {}, { concurrency: 1 });
    for (let number = 0; number < 40; number += 1)
      expect((await target.send(list)).answer?.status).toBe(200);
    expect(target.stats().resent).toBeGreaterThan(5);
  });

  test('idle connections that the target closes without a word', async () => {
    const server = await closesIdle(5);
    const target = await targetAt(server);
    for (let number = 0; number < 30; number += 1) {
      const exchanges = await Promise.all([
        target.send(list),
        target.send(list),
        target.send(list),
      ]);
      expect(exchanges.map(({ answer }) => answer?.status)).toEqual([200, 200, 200]);
      await realClock.sleep(number % 8);
    }
  });

  test('writes meet no connection that is closed after each answer', async () => {
    const server = await onEachRequest((socket) => socket.end(whole('[]')));
    const target = await targetAt(server);
    const answered = async (ask: Ask): Promise<boolean> =>
      (await target.send(ask)).answer !== undefined;
    for (let number = 0; number < 40; number += 1)
      await Promise.all([answered(list), answered(list)]);
    const writes: boolean[] = [];
    for (let number = 0; number < 40; number += 1)
      writes.push(
        ...(await Promise.all([answered(add), answered(list), answered(add)])).filter(
          (_, place) => place !== 1,
        ),
      );
    expect(writes.filter((one) => !one).length).toBeLessThan(4);
  });

  test('it dies midway', async () => {
    const server = await ordinary((_request, response) => void response.end('[]'));
    const target = await targetAt(server, {}, { concurrency: 4 });
    expect((await target.send(list)).answer?.status).toBe(200);
    await server.close();
    const kinds = (await Promise.all(Array.from({ length: 20 }, () => target.send(list)))).map(
      ({ noAnswer }) => noAnswer?.kind,
    );
    expect(new Set(kinds)).toEqual(new Set(['refused']));
  });

  test('a label keeps its promise of one connection after a reset', async () => {
    const target = await targetAt(await resetting((count) => count === 2));
    const own = { ...list, connection: 'mine' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => target.send(own)));
    expect(answers.map(({ answer }) => answer?.status)).toEqual([200, 200, 200, 200]);
  });
});

test('a redirect is an answer: it is not followed, and the key goes nowhere else', async () => {
  const elsewhere = await ordinary((_request, response) => void response.end('[]'));
  cleanUp.push(() => elsewhere.close());
  const target = await targetAt(
    await ordinary(
      (_request, response) =>
        void response.writeHead(307, { Location: `${elsewhere.origin}/v1/pets` }).end(),
    ),
  );
  expect((await target.send(list)).answer?.status).toBe(307);
  expect((await target.send(add)).answer?.status).toBe(307);
  expect(elsewhere.seen.connections).toBe(0);
});

test('it gets slower and slower: each exchange ends on its own', async () => {
  let delay = 20;
  const target = await targetAt(
    await ordinary((_request, response) => void setTimeout(() => response.end('[]'), (delay *= 4))),
    { firstByteMs: 400 },
  );
  const kinds: string[] = [];
  for (let number = 0; number < 5; number += 1)
    kinds.push((await target.send(list)).noAnswer?.kind ?? 'answer');
  expect([kinds[0], kinds[3], kinds[4]]).toEqual(['answer', 'timeout', 'timeout']);
});

describe('interruption', () => {
  test('ends what is under way and what waits, at once', async () => {
    const stop = new AbortController();
    const server = await mute();
    const target = await targetAt(
      server,
      { firstByteMs: 30_000, wholeMs: 30_000 },
      { concurrency: 2, signal: stop.signal },
    );
    const own = new AbortController();
    const all = [
      target.send(list, own.signal),
      target.send(list),
      target.send(add),
      target.send({ ...list, connection: 'mine' }),
    ];
    await until(() => server.seen.connections === 2);
    own.abort();
    expect((await all[0]!).noAnswer?.kind).toBe('aborted');
    stop.abort();
    expect((await Promise.all(all)).map(({ noAnswer }) => noAnswer?.kind)).toEqual([
      'aborted',
      'aborted',
      'aborted',
      'aborted',
    ]);
    const { exchanges } = target.stats();
    expect((await target.send(list)).noAnswer?.kind).toBe('aborted');
    expect(target.stats().exchanges).toBe(exchanges); // a request that is not sent does not count
  });
});
