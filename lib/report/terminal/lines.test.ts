// Lines that fit: no word is lost, none is glued to another, none is too long.
import fc from 'fast-check';
import { expect, test } from 'vitest';
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
