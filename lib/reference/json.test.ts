// The exact parser agrees with JSON.parse about what is JSON, and keeps what JSON.parse loses.
import { expect, test } from 'vitest';
import { quoted, readJson, written } from './json.js';
import type { Json } from './json.js';

const plain = (json: Json): unknown => {
  if (json instanceof Map)
    return Object.fromEntries([...json].map(([name, value]) => [name, plain(value)]));
  if (Array.isArray(json)) return json.map(plain);
  return typeof json === 'bigint' ? Number(json) : json;
};

test.each([
  '{}',
  ' [1, -2.5e3 ,"a\\u0041\\n\\"", true,false,null,[[]],{"a":{"b":[]}}]\n',
  '"\\ud83d\\ude00 😀 \\ud800"',
  '0',
  '-1',
  '1E2',
  '{"a":1,"a":2}',
  '"\u007f\u2028"',
])('reads %s', (text) => {
  expect(plain(readJson(text))).toEqual(JSON.parse(text));
});

test.each([
  '',
  ' ',
  '{',
  '[1,]',
  '{"a":1,}',
  "{'a':1}",
  '{a:1}',
  '01',
  '+1',
  '.5',
  '1.',
  '1e',
  '0x1',
  'NaN',
  '-',
  'tru',
  'nulll',
  '"',
  '"\\x"',
  '"\\u12"',
  '"a\nb"',
  '"\\',
  '{"a"}',
  '{"a":}',
  '[1 2]',
  '{} {}',
  '\ufeff{}',
  '/**/1',
])('refuses %j as JSON.parse does', (text) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(() => readJson(text)).toThrow(SyntaxError);
});

test('integers are exact, the last of two equal names wins, __proto__ is a name', () => {
  expect(readJson('[9223372036854775807,-9223372036854775808,2.0]')).toEqual([
    9223372036854775807n,
    -9223372036854775808n,
    2,
  ]);
  expect(readJson('{"__proto__":1,"a":1,"a":2}')).toEqual(
    new Map([
      ['__proto__', 1n],
      ['a', 2n],
    ]),
  );
});

test('depth is bounded, length is not', () => {
  expect(() => readJson('['.repeat(100_000))).toThrow(SyntaxError);
  expect(readJson(quoted('a"'.repeat(2_000_000)))).toHaveLength(4_000_000);
});

test('lone surrogates are written as escapes', () => {
  expect(
    written([
      ['name', quoted('\ud800')],
      ['id', '1'],
    ]),
  ).toBe('{"name":"\\ud800","id":1}');
});
