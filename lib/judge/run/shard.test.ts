// The split of the rules over machines, on made-up rules: nothing is lost, nothing is sent twice, nothing moves.
import { saying } from '../result/reasons.js';
import { describe, expect, test } from 'vitest';
import { madeUpId } from '../../testing/made-up.js';
import {
  everyExchange,
  experiment,
  observe,
  rule,
  type AnyExperiment,
  type Experiment,
  type Rule,
} from '../rules/rule.js';
import type { Setup } from '../rules/setup.js';
import { undecided } from '../result/signals.js';
import { shardOf } from './shard.js';

const made = (name: string, more: Partial<Experiment<unknown, unknown>> = {}): AnyExperiment =>
  experiment({
    name,
    stage: 'populated',
    cases: () => [1],
    send: () => Promise.resolve(1),
    ...more,
  });
const nothing = (): void => {};
const judging = (id: string, ...experiments: AnyExperiment[]): Rule =>
  rule(madeUpId(id), experiments, nothing);

const shared = made('shared');
const between = made('between');
const writing = made('writing', { needs: ['writes'] });
const unused = made('unused', { needs: ['getPet'] });
const free = made('free');
const full = made('full', { needs: ['population'] });
const adding = made('adding', { populates: true, needs: ['writes'] });
const sparse = made('sparse', { stage: 'sparse' });

const everywhere = everyExchange('bodies.json', [free, writing, unused], () => true, nothing);
const rules: readonly Rule[] = [
  judging('a.first', shared),
  judging('b.linked', between, made('own')),
  observe(madeUpId('a.third'), [shared, between], () => 'something'),
  judging('c.writing', writing),
  judging('c.adding', adding),
  judging('d.full', full),
  judging('d.sparse', sparse),
  ...Array.from({ length: 20 }, (_, index) =>
    judging(`e.number-${index}`, made(`number ${index}`)),
  ),
  everywhere,
];

const partsOf = (given: readonly Rule[], of: number): readonly (readonly Rule[])[] =>
  Array.from({ length: of }, (_, at) => shardOf(given, { index: at + 1, of }));
const ids = (part: readonly Rule[]): readonly string[] => part.map(({ id }) => id);
const named = (part: readonly Rule[]): readonly string[] => [
  ...new Set(part.flatMap(({ experiments }) => experiments.map(({ name }) => name))),
];

describe('the parts of a run', () => {
  test.each([1, 2, 3, 4, 7, 40])('hold every rule once, in %i parts', (of) => {
    const parts = partsOf(rules, of);
    const all = parts.flatMap(ids).filter((id) => id !== everywhere.id);
    expect([...all].sort()).toEqual(
      ids(rules)
        .filter((id) => id !== everywhere.id)
        .sort(),
    );
    for (const part of parts) expect(ids(part)).toContain(everywhere.id);
  });

  test('are the same whatever the order of the rules', () => {
    const parts = partsOf(rules, 4).map((part) => [...ids(part)].sort());
    expect(partsOf([...rules].reverse(), 4).map((part) => [...ids(part)].sort())).toEqual(parts);
    expect(
      partsOf([...rules.slice(9), ...rules.slice(0, 9)], 4).map((part) => [...ids(part)].sort()),
    ).toEqual(parts);
  });

  test('keep the order of the rules, as the first one owns an experiment', () => {
    for (const part of partsOf(rules, 3))
      expect(ids(part)).toEqual(ids(rules).filter((id) => ids(part).includes(id)));
  });

  test('keep together what shares experiments, also through a third rule', () => {
    const [together] = partsOf(rules, 4).filter((part) => ids(part).includes('a.first'));
    expect(ids(together ?? [])).toEqual(expect.arrayContaining(['a.first', 'a.third', 'b.linked']));
  });

  test('keep a suite of full lists together, as its lists show what its other rules have added', () => {
    const [together] = partsOf(rules, 4).filter((part) => ids(part).includes('d.full'));
    expect(ids(together ?? [])).toContain('d.sparse');
  });

  test('weigh about the same', () => {
    const sizes = partsOf(rules, 4).map((part) => part.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(5);
  });

  test('are the whole when there is only one', () => {
    expect(shardOf(rules, { index: 1, of: 1 })).toBe(rules);
  });

  test('are only those that there are', () => {
    expect(() => shardOf(rules, { index: 5, of: 4 })).toThrow('there is no part 5 of 4');
  });
});

describe('a rule over every exchange', () => {
  const experimentsIn = (part: readonly Rule[]): readonly string[] =>
    part.find(({ id }) => id === everywhere.id)?.experiments.map(({ name }) => name) ?? [];

  test('has what needs nothing in each part, so that it has evidence there', () => {
    for (const part of partsOf(rules, 4)) expect(experimentsIn(part)).toContain('free');
  });

  test('sends everything else once, with the rules that send it too', () => {
    const parts = partsOf(rules, 4);
    for (const name of ['writing', 'unused'])
      expect(parts.filter((part) => named(part).includes(name))).toHaveLength(1);
    const [writes] = parts.filter((part) => named(part).includes('writing'));
    expect(ids(writes ?? [])).toContain('c.writing');
    expect(experimentsIn(writes ?? [])).toContain('writing');
  });

  test('alone is split by what it sends', () => {
    const parts = partsOf([everywhere], 3);
    expect(
      parts
        .map(experimentsIn)
        .flat()
        .filter((name) => name !== 'free')
        .sort(),
    ).toEqual(['unused', 'writing']);
  });
});

describe('the animals of a part', () => {
  const brought = ['an animal of each status, as in a whole run', 'full lists, as in a whole run'];

  test('are those of a whole run, when any rule needs full lists', () => {
    for (const part of partsOf(rules, 4))
      expect(named(part)).toEqual(expect.arrayContaining(brought));
  });

  test('are brought by a rule that runs anyway, and only where the store may be written to', () => {
    for (const part of partsOf(rules, 4)) {
      const carriers = part.filter(({ experiments }) =>
        experiments.some(({ name }) => brought.includes(name)),
      );
      expect(carriers).toHaveLength(1);
      const own = carriers[0]?.experiments.filter(({ name }) => !brought.includes(name)) ?? [];
      expect(own.some(({ needs = [] }) => needs.length === 0 || needs.join() === 'writes')).toBe(
        true,
      );
      for (const { needs } of carriers[0]?.experiments.filter(({ name }) =>
        brought.includes(name),
      ) ?? [])
        expect(needs).toEqual(['writes', 'population']);
    }
  });

  describe('are brought where no other rule fills the store', () => {
    const heavy = judging(
      'd.full',
      full,
      made('full too', { needs: ['population'] }),
      made('full again', { needs: ['population'] }),
    );
    const getting = made('getting', { needs: ['getPet'] });
    const part = shardOf(
      [
        heavy,
        judging('a.first', writing),
        judging('b.last', adding, getting),
        judging('c.get', getting),
      ],
      { index: 2, of: 2 },
    );
    const [ofEach, lists] = part
      .flatMap(({ experiments }) => experiments)
      .filter(({ name }) => brought.includes(name));

    test('by the last rule that needs nothing else', () => {
      expect(part.map(({ id, experiments }) => [id, experiments.map(({ name }) => name)])).toEqual([
        ['a.first', ['writing']],
        ['b.last', ['adding', 'getting', ...brought]],
        ['c.get', ['getting']],
      ]);
    });

    test('first some of each status, while few are there, then all others', () => {
      expect([ofEach, lists].map((one) => one?.stage)).toEqual(['sparse', 'populated']);
    });

    test('without a word where there is none to have, but a defect is one', async () => {
      const setup = (oneOfEachStatus: () => unknown) => ({ oneOfEachStatus }) as unknown as Setup;
      let times = 0;
      expect(await ofEach?.cases(setup(async () => void (times += 1)))).toEqual([]);
      expect(times).toBe(1);
      expect(await ofEach?.cases(setup(() => undecided(saying('no add was accepted'))))).toEqual(
        [],
      );
      const defect = (): never => {
        throw new TypeError('a defect of the kit');
      };
      await expect(ofEach?.cases(setup(defect))).rejects.toThrow('a defect of the kit');
      expect(lists?.cases(setup(defect))).toEqual([]);
    });
  });

  test('are not brought when no rule of the run needs them', () => {
    for (const part of partsOf(
      rules.filter(({ id }) => id !== madeUpId('d.full')),
      4,
    ))
      expect(named(part).filter((name) => brought.includes(name))).toEqual([]);
  });
});
