// How a measurement changes what was known, and how the result is written.
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../reference/index.js';
import { measured, textOf } from './row.js';

const fault: Fault = { name: 'broken', sentence: 'Is broken.', rule: 'own', change: () => {} };
const flaky: Fault = { ...fault, byChance: ['by chance'] };

describe('a fault that was run', () => {
  test.each([
    ['fails its own rule alone', fault, undefined, [['own']], {}],
    ['fails another rule too', fault, undefined, [['own', 'b', 'a']], { fails: ['a', 'b'] }],
    ['fails it no longer', fault, { fails: ['a'] }, [['own']], {}],
    ['fails it sometimes', fault, undefined, [['own', 'a'], ['own']], { mayFail: ['a'] }],
    ['fails it no longer always', fault, { fails: ['a'] }, [['a'], []], { mayFail: ['a'] }],
    ['was seen to fail by chance before', fault, { mayFail: ['a'] }, [['a']], { mayFail: ['a'] }],
    ['shows by chance', flaky, undefined, [['own', 'a']], { mayFail: ['a'] }],
    ['meets by chance what it may', flaky, undefined, [['own', 'by chance']], {}],
    ['shows by chance, and is known', flaky, { fails: ['a'] }, [['a']], { fails: ['a'] }],
  ] as const)('%s', (_, one, known, runs, row) => {
    expect(measured(one, known, runs)).toEqual({ fails: [], mayFail: [], ...row });
  });
});

test('has a line, sorted, where there is something to say', () => {
  const rows = new Map([
    ['z', { fails: ['a', 'b'], mayFail: ['c'] }],
    ['nothing', {}],
    ['unknown', undefined],
    ['m', { mayFail: ['c'] }],
  ]);
  expect(textOf(rows).split('\n')).toEqual([
    '{',
    '  "m": {"mayFail":["c"]},',
    '  "z": {"fails":["a","b"],"mayFail":["c"]}',
    '}',
    '',
  ]);
});
