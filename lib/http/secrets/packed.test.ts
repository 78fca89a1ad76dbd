import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packsKey } from './packed.js';
import { redactor } from './redact.js';

const key = 'fake-key-9Xw2Lk4Tb8Vn';
const redact = redactor([key]);
const said = Buffer.from(`{"code":"no","message":"not for ${key}, ${'of the store '.repeat(20)}"}`);
const badSum = (packed: Buffer): Buffer => Buffer.concat([packed.subarray(0, -8), Buffer.alloc(8)]);

describe('a compressed text in which the key stands', () => {
  test.each<[string, Buffer]>([
    ['gzip', gzipSync(said)],
    ['gzip with a wrong checksum', badSum(gzipSync(said))],
    ['gzip that was cut off', gzipSync(said).subarray(0, -12)],
    ['zlib', deflateSync(said)],
    ['a bare deflate stream', deflateRawSync(said)],
    ['brotli', brotliCompressSync(said)],
    ['four layers', [1, 2, 3, 4].reduce((body) => gzipSync(body), said)],
    ['more than is read', gzipSync(Buffer.alloc(3_000_000, ' '))],
  ])('%s', (_, packed) => expect(packsKey(packed, redact)).toBe(true));
});

test('other bytes are shown', () => {
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919 + (at >> 3)) % 256));
  expect(packsKey(noise, redact)).toBe(false);
  expect(packsKey(Buffer.from([0xff, 0xfe]), redact)).toBe(false);
  expect(packsKey(gzipSync('{"code":"no"}'), redact)).toBe(false);
});
