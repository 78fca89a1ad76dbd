// Servers that limit the length of names: how long a name may be is open.
import { expect, test } from 'vitest';
import { runInMemory } from '../lib/in-memory/in-memory.js';
import { refusingName } from '../lib/reference/changes/refusals.js';

test.each([
  ['code points', 46],
  ['code points', 50],
  ['code points', 64],
  ['code points', 80],
  ['bytes', 64],
  ['bytes', 100],
])('is conformant with names that are limited in %s to %d', async (unit, longest) => {
  const lengthOf = (name: string): number =>
    unit === 'bytes' ? Buffer.byteLength(name) : [...name].length;
  const change = refusingName(400, (name) => lengthOf(name) > longest);
  const short = { name: 'short-names', sentence: 'Refuses long names.', change };
  const { verdict, rules } = await runInMemory({ variants: [short] });
  const accused = rules.filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell');
  expect({ verdict, accused }).toEqual({ verdict: 'conformant', accused: [] });
});

test.each([
  ['of any kind', (name: string) => name.length > 40 && /[^ -~]/.test(name), 'not-conformant'],
  ['at random', (name: string) => name.length > 40 && name.length % 7 === 0, 'not-conformant'],
])('finds refusals of long names that are not for their length: %s', async (_, when, wanted) => {
  const change = refusingName(400, when);
  const choosy = { name: 'choosy', sentence: 'Refuses some long names.', change };
  const { verdict, rules } = await runInMemory({ variants: [choosy] });
  const broken = rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  expect({ verdict, broken }).toEqual({ verdict: wanted, broken: ['add-animal.answers-201'] });
});
