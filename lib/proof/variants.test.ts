// No check accuses a correct server: every legal variant is tested in combination, and some of them alone. `proof`
// tests all of them alone, in smaller companies, and in later runs too. The observations distinguish each from the plain server, by exactly
// its choices.
import { describe, expect, test } from 'vitest';
import { variants, type Variant } from '../reference/index.js';
import { runInMemory } from '../in-memory/in-memory.js';
import { companies } from './all.js';
import { undecidedBecause } from './fingerprint.js';
import { type Answers, answersOf, plainServer, rowOf, wronglyObserved } from './observed.js';
import { provenLegal } from './prove.js';
import { isWhole, oneIn, seed } from './sample.js';

async function expectConformant(chosen: readonly Variant[], keepCases = isWhole): Promise<void> {
  const report = await runInMemory({ variants: chosen, seed, keepCases });
  const { problems } = await provenLegal(chosen, report);
  expect(problems, problems.join('\n')).toEqual([]);
}

const isAlone = (company: readonly Variant[]): boolean => company.length === 1;

/** The responses of this variant take as long to read as those of ten others, so only the whole proof tests it. */
const quickToRead = variants.filter(({ name }) => isWhole || name !== 'properties-600-deep');

describe('no rule accuses a correct server', () => {
  test('padded-names-refused + residents-5000', () =>
    expectConformant(
      variants.filter(({ name }) => name === 'padded-names-refused' || name === 'residents-5000'),
    ));
  const all = companies(quickToRead, seed, isWhole ? 10 : 40);
  // Those that agree with no others are tried alone. Of both, `npm test` tries some.
  const [alone, together] = [all.filter(isAlone), all.filter((chosen) => !isAlone(chosen))];
  const met = oneIn(3, together);
  // Cases that are kept and judged again cost more than the run itself: they are worth it once, where few choices meet.
  const few = met.at(-1);
  test.each(
    [...met, ...oneIn(4, alone)].map(
      (chosen) =>
        [chosen.map(({ name }) => name).join(' + '), chosen, isWhole || chosen === few] as const,
    ),
  )('%s', (_, chosen, keepCases) => expectConformant(chosen, keepCases));
});

describe('each legal variant is accused by no rule, and told by just what is written of it', () => {
  const rows = new Map<string, Answers>();

  test.each(oneIn(60, quickToRead).map((variant) => [variant.name, variant] as const))(
    '%s',
    async (name, variant) => {
      const report = await runInMemory({ variants: [variant], seed, keepCases: isWhole });
      const { problems } = await provenLegal([variant], report);
      rows.set(name, rowOf(report));
      expect([...problems, ...(isWhole ? [] : wronglyObserved(variant, report))]).toEqual([]);
    },
  );

  // -u records it again.
  test.runIf(isWhole)('every row is what was found', async () => {
    const found = variants.flatMap(({ name }) => {
      const row = rows.get(name) ?? answersOf[name] ?? {};
      return Object.keys(row).length === 0 ? [] : [[name, row] as const];
    });
    const all = { [plainServer]: answersOf[plainServer], ...Object.fromEntries(found) };
    await expect(`${JSON.stringify(all, undefined, 2)}\n`).toMatchFileSnapshot('answers.json');
  });

  test('every variant has a row in answers.json, or a reason in fingerprint.ts why it has none', () => {
    const answered = Object.keys(answersOf).filter((name) => name !== plainServer);
    const undecided = Object.keys(undecidedBecause);
    const rows = [...answered, ...undecided];
    const names = variants.map(({ name }) => name);
    const remedy = "write it with -u -t 'written of it (NAME$|every row)'";
    expect(
      names.filter((name) => !rows.includes(name)),
      remedy,
    ).toEqual([]);
    expect(
      rows.filter((name) => !names.includes(name)),
      'of no variant',
    ).toEqual([]);
  });

  test('the plain server gives the answers that are written, whatever the seed', async () => {
    const another = await runInMemory({ seed: seed + 1 });
    expect(wronglyObserved(undefined, another)).toEqual([]);
  });
});
