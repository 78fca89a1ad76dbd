// No check accuses a correct server: the plain one, every legal variant, and variants in company. And the observations
// tell each variant from the plain one, by just the choices that it makes.
import { describe, expect, test } from 'vitest';
import type { Report } from '../judge/result/report.js';
import { variants, type Variant } from '../reference/index.js';
import { runInMemory } from '../rehearsal/in-memory.js';
import { combination } from './combine.js';
import { tellingOf, untoldBecause } from './fingerprint.js';
import { proveEveryRun, provenLegal, proveVariants } from './prove.js';
import { seed } from './seed.js';

const combinations = Array.from({ length: 24 }, (_, index) =>
  combination(variants, seed * 1000 + index),
);

async function expectConformant(chosen: readonly Variant[]): Promise<void> {
  const { problems } = await proveVariants(chosen, seed);
  expect(problems, problems.join('\n')).toEqual([]);
}

describe('no rule accuses a correct server', () => {
  test('the correct server', () => expectConformant([]));
  test('padded-names-refused + residents-5000', () =>
    expectConformant(
      variants.filter(({ name }) => name === 'padded-names-refused' || name === 'residents-5000'),
    ));
  test.each(
    combinations.map((chosen) => [chosen.map(({ name }) => name).join(' + '), chosen] as const),
  )('%s', (_, chosen) => expectConformant(chosen));
});

/** `proof` does this with all of them. */
const everyRun = [
  '',
  'newest-first',
  'in-any-order',
  'by-name',
  'lists-vary-in-length',
  'seen-300-ms-late',
  'ids-random-63-bits',
  'categories-closed',
  'residents-leave',
];

describe('no rule accuses a correct server on a later run, nor at a store of odd animals', () => {
  test.each(everyRun.map((name) => [name || 'the correct server', name] as const))(
    '%s',
    async (_, name) => {
      const chosen = variants.filter((variant) => variant.name === name);
      const { problems } = await proveEveryRun(chosen, seed);
      expect(problems, problems.join('\n')).toEqual([]);
    },
  );
});

const answersOf = ({ observations }: Report): ReadonlyMap<string, string> =>
  new Map(observations.map(({ id, answer }) => [id, answer]));

/** What one of them could not tell is no difference. */
async function tellingFrom(plain: Promise<Report>, other: Report): Promise<readonly string[]> {
  const [usual, answers] = [answersOf(await plain), answersOf(other)];
  return [...usual]
    .filter(([id, answer]) => answers.has(id) && answers.get(id) !== answer)
    .map(([id]) => id)
    .sort();
}

describe('each legal variant is accused by no rule, and told by just these observations', () => {
  const plain = runInMemory({ seed });

  test.each(variants.map((variant) => [variant.name, variant] as const))(
    '%s',
    async (name, variant) => {
      const report = await runInMemory({ variants: [variant], seed, keepWitnesses: true });
      const { problems } = await provenLegal([variant], report);
      expect(problems, problems.join('\n')).toEqual([]);
      expect(await tellingFrom(plain, report)).toEqual(tellingOf[name] ?? []);
    },
  );

  test('a variant that no observation tells says why, and every other one is there', () => {
    const told = Object.keys(tellingOf);
    const untold = Object.keys(untoldBecause);
    expect([...told, ...untold].sort()).toEqual(variants.map(({ name }) => name).sort());
  });

  test('the plain server itself is told by none, whatever the seed', async () => {
    expect(await tellingFrom(plain, await runInMemory({ seed: seed + 1 }))).toEqual([]);
  });
});
