// Servers that limit the length of names: how long a name may be is open.
import { expect, test } from 'vitest';
import { withoutRecordedCase, wronglyListed } from '../lib/certify/certificate/provable.js';
import { runInMemory } from '../lib/in-memory/in-memory.js';
import { reEvaluated } from '../lib/judge/recorded-cases/re-evaluate.js';
import { refusingName } from '../lib/reference/changes/refusals.js';
import { allRules } from './index.js';

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

test.each<[string, string, (name: string) => boolean]>([
  ['emoji', 'add-animal.answers-201', (name) => /[\u{10000}-\u{10ffff}]/u.test(name)],
  ['letters that are not composed', 'add-animal.answers-201', (name) => name !== name.normalize()],
])(
  'finds refusals of %s where long names are refused too, on a later run as well',
  async (_, id, when) => {
    const change = refusingName(400, (name) => name.length > 64 || when(name));
    const choosy = { name: 'choosy', sentence: 'Refuses long names, and some others.', change };
    const only = allRules.filter((rule) => rule.id === id);
    const ofAdds = (path: string): boolean => !path.startsWith('valid animals');
    const { rules } = await runInMemory({ variants: [choosy], rules: only });
    const found = rules.flatMap(({ failures }) => failures.map((one) => one.case.path));
    expect(found.filter(ofAdds)).toEqual([expect.stringMatching(/^names that differ/)]);
  },
);

const takingNames = (longest: number) => ({
  variants: [
    {
      name: 'short-names',
      sentence: 'Refuses long names.',
      change: refusingName(400, (name) => name.length > longest),
    },
  ],
});

test.each([28, 30, 32, 39])(
  'makes shorter names where none may be longer than %d',
  async (longest) => {
    const { verdict, rules, run } = await runInMemory(takingNames(longest));
    const accused = rules.filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell');
    expect({ verdict, accused }).toEqual({ verdict: 'conformant', accused: [] });
    expect(run.warnings).toEqual([
      expect.stringMatching(
        /^The target refuses names of 40 characters \(400\), such as Animal conformance-\w+, so the animals of this run have shorter ones/,
      ),
    ]);
    expect(run.created.filter(({ name }) => name.includes('conformance'))).toEqual([]);
  },
);

test.each([30, 46, 64])(
  'with names of at most %d, the cases can be judged again',
  async (longest) => {
    const report = await runInMemory({ ...takingNames(longest), keepCases: true, seed: 5 });
    const again = await reEvaluated(report, allRules);
    expect(wronglyListed(report, again)).toEqual([]);
    expect(withoutRecordedCase(report, again)).toEqual([]);
    expect(again.contradictions).toEqual([]);
  },
);

test.each([20, 27])('says so where all names of the kit are longer than %d', async (longest) => {
  const { verdict, rules } = await runInMemory(takingNames(longest));
  expect(verdict).toBe('inconclusive');
  expect(rules.find(({ id }) => id === 'sequences.model')?.reason).toMatch(
    /the target takes the name Animal, but refuses the names of this kit, such as \w+ \w{21} \(400: .*\)$/,
  );
});
