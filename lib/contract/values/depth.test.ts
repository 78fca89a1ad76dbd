import { expect, test } from 'vitest';
import { nestsDeeper } from './depth.js';

test.each<[string, string, boolean]>([
  ['as deep as allowed', '[{"a":[]}]', false],
  ['one level deeper', '[{"a":[[]]}]', true],
  ['side by side', '[[],[],[[]],[]]', false],
  ['in a text', '["[[[[[[\\"[[[["]', false],
  ['behind a text that ends with a backslash', '["\\\\",[[[]]]]', true],
  ['in a text without an end', '["[[[[', false],
])('brackets %s', (_, text, isDeep) => expect(nestsDeeper(text, 3)).toBe(isDeep));
