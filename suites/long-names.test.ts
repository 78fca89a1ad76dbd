// Servers that limit the length of names: how long a name may be is open.
import { expect, test } from 'vitest';
import { runInMemory } from '../lib/in-memory/in-memory.js';
import { refusingName } from '../lib/reference/changes/refusals.js';

test.each([
  ['code points', 40],
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
  ['with letters of other scripts', (name: string) => /[^ -~]/.test(name)],
  ['whose length is a multiple of 7', (name: string) => name.length % 7 === 0],
])('finds refusals of long names %s', async (_, when) => {
  const change = refusingName(400, (name) => name.length > 40 && when(name));
  const choosy = { name: 'choosy', sentence: 'Refuses some long names.', change };
  const { verdict, rules } = await runInMemory({ variants: [choosy] });
  const broken = rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  expect({ verdict, broken }).toEqual({
    verdict: 'not-conformant',
    broken: ['add-animal.answers-201'],
  });
});

test.each([32, 34, 39])('says so where names of the kit are longer than %d', async (longest) => {
  const change = refusingName(400, (name) => name.length > longest);
  const short = { name: 'short-names', sentence: 'Refuses long names.', change };
  const { verdict, rules } = await runInMemory({ variants: [short] });
  expect(verdict).toBe('inconclusive');
  expect(rules.find(({ id }) => id === 'sequences.model')?.reason).toMatch(
    /the target takes the name Animal, but refuses the names of this kit, which have up to 40 characters, such as Animal conformance-\w+ \(400: .*\); --disguise makes names without the word conformance$/,
  );
});
