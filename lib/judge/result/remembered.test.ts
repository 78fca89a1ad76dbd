import { expect, test } from 'vitest';
import { rememberedText } from './remembered.js';

test('an ordinary text is remembered to the letter, half characters too', () => {
  for (const text of ['', 'Rex', '\ud83d alone', '🐶'.repeat(100), 'x'.repeat(10_000)])
    expect(rememberedText(text)).toBe(text);
});

test('a very long one by its beginning and its digest', () => {
  const long = 'x'.repeat(200_000);
  expect(rememberedText(long)).toMatch(/^x{100}… \(200000 characters, [0-9a-f]{64}\)$/);
  expect(rememberedText(long)).toBe(rememberedText(long));
  expect(rememberedText(`${long}y`)).not.toBe(rememberedText(`${long}z`));
});
