// Lines that fit: no word is lost, none is glued to another, none is too long.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visible } from '../text/inert.js';
import { columns, wrap } from './lines.js';

test.each([1, 8, 40])('%i spaces before a word take no room', (count) => {
  const lines = wrap([{ text: `${' '.repeat(count)}word` }], 8);
  expect(lines).toEqual([[{ text: 'word' }]]);
});

test('every word comes through, apart from the others, on lines that fit', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 60 }), (given, width) => {
      const lines = wrap([{ text: given.join(' ') }], width).map((line) =>
        line.map(({ text }) => text).join(''),
      );
      expect(
        lines
          .join(' ')
          .split(/\s+/)
          .filter((word) => word !== ''),
      ).toEqual(given);
      for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
    }),
  );
});

describe('a text of millions of characters, such as a report of others may hold', () => {
  test.each([
    ['hidden characters', visible('\u202e'.repeat(300_000))],
    ['wide characters', '漢'.repeat(2_000_000)],
    ['digits', '9'.repeat(2_000_000)],
    ['words', 'word '.repeat(400_000)],
  ])('is shown as far as anybody reads: %s', (_, text) => {
    const lines = wrap([{ text }], 80).map((line) => line.map(({ text: one }) => one).join(''));
    expect(lines.length).toBeLessThan(600);
    expect(lines.slice(-2).join(' ')).toMatch(/… \([\d,]+ +more +characters\)$/);
  });

  test('is measured to its end', () => {
    expect(columns('漢'.repeat(100_000))).toBe(200_000);
    expect(columns('😀'.repeat(100_001))).toBe(200_002);
  });
});
