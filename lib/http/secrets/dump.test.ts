// The bytes that a dump shows, and nothing of the columns beside them. redact.test.ts has the forms of many tools.
import { expect, test } from 'vitest';
import { dumped } from './dump.js';

test.each([
  [16, 2],
  [8, 1],
])(
  'a column of characters that look like numbers is none of them, %i bytes in a line',
  (most, each) => {
    const said = 'bead cafe bab 9fK2aZqQ7RtXyPQ8';
    const bytes = Buffer.from(said);
    const lines = Array.from({ length: Math.ceil(bytes.length / most) }, (_, index) => {
      const line = bytes.subarray(index * most, (index + 1) * most);
      const numbers = line
        .toString('hex')
        .match(new RegExp(`.{1,${2 * each}}`, 'g'))
        ?.join(' ');
      return `${(index * most).toString(16).padStart(8, '0')}: ${numbers}  ${line.toString()}`;
    });
    const [read] = dumped({ text: lines.join('\n'), at: (index) => index });
    expect(read?.text).toBe(said);
  },
);

test.each(['', 'a list: 1, 2, 3', '{"id": 12, "name": "Rex"}', '2026-01-01 12:00:00 listening'])(
  'an ordinary text is none: %s',
  (text) => expect([...dumped({ text, at: (index) => index })]).toEqual([]),
);
