// Misbehaving bodies: whatever they contain, an exchange ends in bounded time and space, with the right kind of result.
import { afterEach, describe, expect, test } from 'vitest';
import { cleaned } from '../testing/clean-up.js';
import {
  list,
  targetAt,
  soon,
  outcome,
  brokenOff,
  failed,
} from '../testing/targets/hostile-targets.js';
import {
  endless,
  gzipBomb,
  onEachRequest,
  ordinary,
  whole,
} from '../testing/targets/hostile-servers.js';

afterEach(cleaned);

describe('bodies', () => {
  test('an endless body ends at the cap', async () => {
    const target = await targetAt(await endless(), { bodyBytes: 1_000_000 });
    const { answer } = await target.send(list);
    expect([answer?.truncated, answer?.size]).toEqual([true, 1_000_000]);
    expect(answer?.json).toEqual({
      ok: false,
      unread: true,
      problem: expect.stringMatching(/larger than/),
    });
  });

  test('hundreds of chunks of one byte are one body, in their order', async () => {
    const text = JSON.stringify(Array.from({ length: 120 }, (_, index) => index));
    const chunks = Array.from(text, (character) => `1\r\n${character}\r\n`).join('');
    const start = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    const target = await targetAt(
      await onEachRequest((socket) => socket.write(`${start}${chunks}0\r\n\r\n`)),
    );
    expect(outcome(await target.send(list))).toEqual({ status: 200, text, truncated: false });
  });

  test('a gzip bomb ends at the cap', async () => {
    const target = await targetAt(await gzipBomb(50_000_000), { bodyBytes: 1_000_000 });
    const { answer } = await target.send(list);
    expect([answer?.truncated, answer?.size]).toEqual([true, 1_000_000]);
  });

  test.each([
    [
      'shorter than announced, then closed',
      'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n[1,2,3]',
      true,
      brokenOff('reset', /middle of the body, after 7 of 20 bytes/),
    ],
    [
      'shorter than announced, kept open',
      'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n[1,2,3]',
      false,
      failed('timeout', /in the body/),
    ],
    [
      'longer than announced',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[1,2,3]',
      false,
      brokenOff('not-http', /longer than its Content-Length/),
    ],
    [
      'longer than announced, then closed',
      'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n[1,2,3]',
      true,
      brokenOff('not-http', /longer than its Content-Length/),
    ],
    [
      'a second answer that nobody asked for',
      `${whole('[]').toString()}${whole('[]').toString()}`,
      false,
      { status: 200, text: '[]', truncated: false },
    ],
    [
      'chunks that break off',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[1,2,',
      true,
      brokenOff('reset', /middle of the body/),
    ],
    [
      'headers that break off',
      'HTTP/1.1 200 OK\r\nContent-Le',
      true,
      failed('reset', /middle of the headers/),
    ],
    [
      'announced but empty',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n',
      true,
      brokenOff('reset', /after 0 of 5 bytes/),
    ],
    [
      'HTTP/1.0 up to the end of the connection',
      'HTTP/1.0 200 OK\r\n\r\n[]',
      true,
      { status: 200, text: '[]', truncated: false },
    ],
    [
      'HTTP/1.0 with a length',
      'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n[]',
      true,
      { status: 200, text: '[]', truncated: false },
    ],
    [
      'the end of the connection announced',
      'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n[]',
      true,
      { status: 200, text: '[]', truncated: false },
    ],
    [
      '100 Continue first',
      `HTTP/1.1 100 Continue\r\n\r\n${whole('[]').toString()}`,
      false,
      { status: 200, text: '[]', truncated: false },
    ],
    [
      '100 Continue and a large answer at once',
      `HTTP/1.1 100 Continue\r\n\r\n${whole('x'.repeat(20_000)).toString()}`,
      false,
      { status: 200, text: 'x'.repeat(20_000), truncated: false },
    ],
    [
      '204 and no body',
      'HTTP/1.1 204 No Content\r\n\r\n',
      false,
      { status: 204, text: '', truncated: false },
    ],
  ])('%s', async (_name, bytes, closes, expected) => {
    const target = await targetAt(
      await onEachRequest((socket) => (closes ? socket.end(bytes) : socket.write(bytes))),
      (expected as { kind?: string }).kind === undefined ? {} : soon,
    );
    expect(outcome(await target.send(list))).toEqual(expected);
    if ((expected as { status?: number }).status !== undefined)
      expect(outcome(await target.send(list))).toEqual(expected);
  });

  test.each([
    ['invalid UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), /not UTF-8/],
    ['a byte order mark', Buffer.from('\ufeff[]'), /./],
    ['nothing', Buffer.alloc(0), /^the body is empty$/],
    ['deep nesting', Buffer.from('['.repeat(100_000)), /./],
  ])('JSON that is none: %s', async (name, body, problem) => {
    const target = await targetAt(await onEachRequest((socket) => socket.write(whole(body))));
    expect((await target.send(list)).answer?.json).toEqual({
      ok: false,
      problem: expect.stringMatching(problem),
      ...(name === 'invalid UTF-8' && { isBytes: true }),
    });
  });

  test('60,000 animals in one list, of which 4,000 are enough', async () => {
    const animals = JSON.stringify(
      Array.from({ length: 60_000 }, (_, id) => ({
        id,
        name: `Animal ${id}`,
        categoryId: 1,
        status: 'sold',
      })),
    );
    const target = await targetAt(
      await ordinary((_request, response) => void response.end(animals)),
    );
    const json = (await target.send(list)).answer?.json;
    expect(json?.ok === true && (json.value as unknown[]).length).toBe(4_000);
  });
});
