// A response is the same however it is kept: whole, compressed, or truncated.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ReceivedAnswer } from './answer.js';
import type { Headers } from './types.js';

const received = (
  body: Uint8Array,
  more: { truncated?: boolean; headers?: Headers } = {},
): ReceivedAnswer =>
  new ReceivedAnswer({ status: 200, headers: [], truncated: false, body, ...more });

test('a large body reads as it came, again and again', () => {
  const list = Array.from({ length: 5_000 }, (_, id) => ({ id, name: `Animal ${id}` }));
  const body = Buffer.from(JSON.stringify(list));
  const answer = received(body);
  for (const _ of [1, 2]) {
    expect(Buffer.compare(answer.body as Uint8Array, body)).toBe(0);
    expect(answer.json).toMatchObject({ ok: true, value: list });
    expect([answer.size, answer.text.length]).toEqual([body.length, body.length]);
  }
});

test('of a body that went on for too long the beginning is kept, and its size', () => {
  const answer = received(Buffer.alloc(3_000_000, 'x'), { truncated: true });
  expect(answer.size).toBe(3_000_000);
  expect(answer.body.length).toBeLessThan(200_000);
  expect(answer.text).toMatch(/^x+$/);
  expect(answer.json).toEqual({
    ok: false,
    unread: true,
    problem: 'the body is larger than 2.9 MB (--max-body)',
  });
});

test('of a body that takes much memory, the beginning is kept once it was judged', () => {
  const noise = Buffer.from(randomBytes(600_000).toString('base64'));
  const answer = received(noise);
  expect([answer.truncated, answer.text.length]).toEqual([false, 800_000]);
  answer.shorten();
  expect([answer.truncated, answer.size]).toEqual([true, 800_000]);
  expect(answer.text).toBe(noise.subarray(0, answer.text.length).toString());
  expect(answer.text.length).toBeLessThan(200_000);
  expect(answer.json).toMatchObject({ ok: false, unread: true });
  // What is small, if only once it is compressed, stays whole.
  const animals = received(Buffer.from(JSON.stringify(Array(20_000).fill({ id: 1 }))));
  animals.shorten();
  expect(animals.json.ok).toBe(true);
});

test('a thousand headers are the same thousand headers', () => {
  const headers: Headers = Array.from({ length: 1000 }, (_, index) => [
    `X-${index}`,
    index % 2 === 0 ? '' : `value ${index}`,
  ]);
  const answer = received(Buffer.from('[]'), { headers });
  expect(answer.headers).toEqual(headers);
  expect([answer.header('x-999'), answer.header('X-0'), answer.header('none')]).toEqual([
    'value 999',
    '',
    undefined,
  ]);
});
