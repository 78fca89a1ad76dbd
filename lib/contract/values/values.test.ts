import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExact } from '../../http/json/exact.js';
import { statuses } from '../facts.js';
import { loadContract } from '../contract.js';
import { plainSchema, type PlainSchema } from '../description.js';
import { jsonText, objectText, shown } from './json-text.js';
import { objects } from './valid-values.js';
import {
  int64Arbitrary,
  int64s,
  isOddName,
  oddNames,
  paddedNames,
  textValues,
  unicodeTwins,
  validAnimals,
  type NewAnimal,
} from './values.js';

const problem = (text: string): string | undefined =>
  loadContract().problems('NewPet', parseExact(text))[0]?.message;
const samples = (options?: Parameters<typeof validAnimals>[0]): NewAnimal[] =>
  fc.sample(validAnimals(options), { seed: 7, numRuns: 2000 });

describe('jsonText', () => {
  test('writes what JSON.stringify writes', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => jsonText(value) === JSON.stringify(value)));
    expect(jsonText({ a: undefined, b: [undefined], ['__proto__']: 1 })).toBe(
      '{"b":[null],"__proto__":1}',
    );
  });

  test('writes every digit of a bigint, and keeps the order of members', () => {
    expect(jsonText({ name: '\ud800"', categoryId: 2n ** 63n - 1n })).toBe(
      String.raw`{"name":"\ud800\"","categoryId":9223372036854775807}`,
    );
    expect(
      objectText([
        ['b', '1e30'],
        ['a', '1'],
      ]),
    ).toBe('{"b":1e30,"a":1}');
  });

  test('cuts long text for a sentence', () => {
    expect(shown('short')).toBe('short');
    expect(shown('🐢'.repeat(100))).toBe(`${'🐢'.repeat(59)}…`);
  });
});

describe('validAnimals', () => {
  test('are valid, and have only what the schema knows', () => {
    for (const animal of samples({ int64: true })) {
      expect(problem(jsonText(animal))).toBeUndefined();
      expect(Object.keys(plainSchema('NewPet').properties)).toEqual(
        expect.arrayContaining(Object.keys(animal)),
      );
    }
  });

  test('have names that nobody could call odd', () => {
    for (const { name } of samples()) {
      expect(name).not.toMatch(/^\s|\s$|\s\s|[\p{Cc}\p{Cs}\p{Cn}"\\<>&{}$%]/u);
      expect(Array.from(name).length).toBeLessThanOrEqual(50);
      expect(name).toMatch(/\p{L}|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji}/u);
    }
  });

  test('have names of many scripts and lengths, in both forms of Unicode', () => {
    const names = samples().map(({ name }) => name);
    const scripts = [
      'Latin',
      'Cyrillic',
      'Greek',
      'Arabic',
      'Hebrew',
      'Han',
      'Hiragana',
      'Devanagari',
    ].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
    for (const pattern of [
      ...scripts,
      /\u200d/,
      /\u{1f3fd}/u,
      / /,
      /’/,
      /-/,
      /\d/,
      /^.{3}$/u,
      /^.{20}/u,
    ])
      expect(
        names.some((name) => pattern.test(name)),
        String(pattern),
      ).toBe(true);
    expect(
      names.some((name) => name !== name.normalize('NFC') && name === name.normalize('NFD')),
    ).toBe(true);
    expect(
      names.some((name) => name !== name.normalize('NFD') && name === name.normalize('NFC')),
    ).toBe(true);
  });

  test('are not odd, and those with signs are', () => {
    expect(samples().filter(({ name }) => isOddName(name))).toEqual([]);
    for (const name of ['a"b', "O'Brien", '<b>', '../../a', 'a;b', 'a\n', '__proto__', '$' + '{7}'])
      expect(isOddName(name), name).toBe(true);
  });

  test('have each status, and none', () => {
    expect(new Set(samples().map(({ status }) => status))).toEqual(
      new Set([undefined, ...statuses]),
    );
    expect(samples().some((animal) => !('status' in animal))).toBe(true);
  });

  test('use the categories they are given', () => {
    const categories = (options?: Parameters<typeof validAnimals>[0]): Set<bigint> =>
      new Set(samples(options).map(({ categoryId }) => categoryId));
    expect(categories()).toEqual(new Set([1n]));
    expect(categories({ categoryIds: [4n, 2n ** 62n] })).toEqual(new Set([4n, 2n ** 62n]));
    const any = categories({ int64: true });
    for (const integer of int64s) expect(any).toContain(integer);
    expect(any.size).toBeGreaterThan(500);
    expect(categories({ categoryIds: [4n], int64: true })).toContain(4n);
  });

  test('are the same for the same seed', () =>
    expect(samples({ int64: true })).toEqual(samples({ int64: true })));

  test('shrink to the plainest animal', () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      expect(
        fc.check(
          fc.property(validAnimals(), () => false),
          { seed },
        ).counterexample,
      ).toEqual([{ name: 'aaa', categoryId: 1n }]);
      const [named] =
        fc.check(
          fc.property(validAnimals(), ({ name }) => name.length < 5),
          { seed, numRuns: 1000 },
        ).counterexample ?? [];
      expect(named?.name.length).toBeLessThanOrEqual(9);
    }
  });

  test('follow a schema that changes', () => {
    const string: PlainSchema = { type: 'string', required: [], properties: {} };
    const schema: PlainSchema = {
      type: 'object',
      required: ['colour'],
      properties: {
        colour: { ...string, enum: ['red'] },
        tame: { ...string, type: 'boolean' },
        home: { ...string, type: 'object' },
      },
    };
    const made = fc.sample(objects(schema), { seed: 1, numRuns: 50 }) as Record<string, unknown>[];
    for (const object of made) expect(object['colour']).toBe('red');
    expect(made.some((object) => object['tame'] === true)).toBe(true);
    expect(() =>
      objects({ ...schema, properties: { list: { ...string, type: 'array' } } }),
    ).toThrow('makes no array for list');
  });
});

describe('lists of values', () => {
  test('hold each once', () => {
    for (const list of [oddNames, paddedNames, unicodeTwins]) {
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
      expect(new Set(list.map(({ label }) => label)).size).toBe(list.length);
    }
    expect(new Set(int64s).size).toBe(int64s.length);
  });

  test('hold valid names and integers only', () => {
    for (const { name } of [...oddNames, ...paddedNames, ...unicodeTwins])
      expect(problem(jsonText({ name, categoryId: 1n }))).toBeUndefined();
    for (const categoryId of [...int64s, ...fc.sample(int64Arbitrary, { seed: 3, numRuns: 500 })])
      expect(problem(jsonText({ name: 'a', categoryId }))).toBeUndefined();
  });

  test('hold padded names that trimming or collapsing alters', () => {
    for (const { name, label } of paddedNames)
      expect(name.trim().replace(/\s+/g, ' '), label).not.toBe(name);
  });

  test('hold names that each Unicode normal form alters', () => {
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
      expect(
        unicodeTwins.filter(({ name }) => name.normalize(form) !== name).length,
        form,
      ).toBeGreaterThan(0);
  });
});

describe('textValues', () => {
  test('are sent and read as they are, and hold no control character but a line break', () => {
    const texts = fc.sample(textValues, { seed: 5, numRuns: 2000 });
    for (const message of texts) {
      expect(message.trim()).not.toBe('');
      expect(message).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}]/u);
      expect(loadContract().problems('NewMessage', parseExact(jsonText({ message })))).toEqual([]);
      expect(parseExact(jsonText({ message }))).toMatchObject({ value: { message } });
    }
    for (const pattern of [/"/, /\n/, /\\/, /^\s/, /\s$/, /\p{Extended_Pictographic}/u])
      expect(
        texts.some((text) => pattern.test(text)),
        String(pattern),
      ).toBe(true);
  });
});
