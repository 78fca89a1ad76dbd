import { expect, test } from 'vitest';
import { nestsTooDeeply, exceeds, parsed } from './depth.js';

test.each<[string, string, boolean]>([
  ['as deep as allowed', '[{"a":[]}]', false],
  ['one level deeper', '[{"a":[[]]}]', true],
  ['side by side', '[[],[],[[]],[]]', false],
  ['in a text', '["[[[[[[\\"[[[["]', false],
  ['behind a text that ends with a backslash', '["\\\\",[[[]]]]', true],
  ['in a text without an end', '["[[[[', false],
])('brackets %s', (_, text, isDeep) => expect(exceeds(text, 3)).toBe(isDeep));

test('millions of values in a small file are not parsed', () => {
  const ofEmpty = (count: number): string => `[${Array(count).fill('{}').join()}]`;
  expect(exceeds('[1,[2,3]]', 3, 4)).toBe(false);
  expect(exceeds('[1,[2,3]]', 3, 3)).toBe(true);
  expect(parsed(ofEmpty(900_000))).toHaveLength(900_000);
  expect(parsed(ofEmpty(1_100_000))).toBeUndefined();
});

test('YAML nests too deeply by brackets, and by lists and keys in one line', () => {
  const deep = ['['.repeat(101), '{a: '.repeat(101), '- '.repeat(100), '?\t '.repeat(100)];
  for (const text of deep) expect(nestsTooDeeply(`a: "\n${text}`)).toBe(true);
  const flat = [
    '[a], '.repeat(1000),
    '- a\n'.repeat(1000),
    'a: - b?\n'.repeat(1000),
    '-'.repeat(500),
  ];
  for (const text of flat) expect(nestsTooDeeply(text)).toBe(false);
});
