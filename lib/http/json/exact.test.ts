import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeUtf8, integerText, parseExact } from './exact.js';

const read = (text: string): { value: unknown; numbers: Record<string, string> } => {
  const json = parseExact(text);
  if (!json.ok) throw new Error(json.problem);
  return { value: json.value, numbers: Object.fromEntries(json.numbers) };
};
const problem = (text: string): string | undefined => {
  const json = parseExact(text);
  return json.ok ? undefined : json.problem;
};
const whole = (text: string): string | undefined => {
  const json = parseExact(text);
  return json.ok ? integerText(json, '', json.value) : undefined;
};

describe('parseExact', () => {
  test('agrees with JSON.parse on every document, compact or spaced', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ depthSize: 'medium' }),
        fc.constantFrom(undefined, 2, '\t\r\n'),
        (value, space) => {
          const text = JSON.stringify(value, null, space);
          expect(read(text).value).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('agrees with JSON.parse on what is JSON at all', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '"b"',
      '1',
      '-',
      '0',
      '.5',
      'e',
      'E+2',
      'true',
      'null',
      ' ',
      '\n',
      '\\',
      '\\u00e9',
      '\\x',
      '\u0001',
      '\u00a0',
      'é',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => {
        const text = parts.join('');
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const said = problem(text);
        expect(said === undefined).toBe(valid);
      }),
      { numRuns: 3000 },
    );
  });

  test('keeps the text of each number that a double does not hold, or that is written unusually', () => {
    expect(read('[9223372036854775807, 1.0, 1e2, -0, 7, 1.5, 9007199254740991]').numbers).toEqual({
      '/0': '9223372036854775807',
      '/1': '1.0',
      '/2': '1e2',
      '/3': '-0',
    });
    // A double prints as exactly this text, but holds another number.
    expect(read('1000000000000000100').numbers).toEqual({ '': '1000000000000000100' });
    expect(read('{"a":1e+23}').numbers).toEqual({ '/a': '1e+23' });
    expect(read('{"a/b~":{"":[[1E400]]}}').numbers).toEqual({ '/a~1b~0//0/0': '1E400' });
    expect(read('[{"id":1,"name":"1e+5"},{"id":2}]').numbers).toEqual({});
  });

  test('notes doubled keys, also when they are written differently; the last one counts', () => {
    const doubled = (text: string): unknown => {
      const json = parseExact(text);
      return json.ok && { value: json.value, doubled: json.doubled };
    };
    expect(doubled('[{"id":3},{"id":1,"id":2}]')).toEqual({
      value: [{ id: 3 }, { id: 2 }],
      doubled: ['/1/id'],
    });
    expect(doubled('[{"id":1,"id":2},{"id":1,"id":2}]')).toEqual({
      value: [{ id: 2 }, { id: 2 }],
      doubled: ['/0/id', '/1/id'],
    });
    expect(doubled(String.raw`{"id":1,"\u0069d":2}`)).toEqual({
      value: { id: 2 },
      doubled: ['/id'],
    });
    expect(doubled('{"owner":{"a/b":1,"a/b":2},"id":1}')).toEqual({
      value: { owner: { 'a/b': 2 }, id: 1 },
      doubled: ['/owner/a~1b'],
    });
    expect(doubled('{"__proto__":1,"__proto__":2}')).toMatchObject({ doubled: ['/__proto__'] });
    expect(doubled('{ "id": 1, "owner": {"id": 1} }')).toMatchObject({ doubled: undefined });
  });

  test('passes over what lies deeper than anybody looks, and reads what follows', () => {
    const text = String.raw`"]}\\\"["`;
    const deep = `{"id":1,"tree":${'{"a":['.repeat(400)}${text}${']}'.repeat(400)},"name":"Rex"}`;
    expect(read(deep).value).toMatchObject({ id: 1, name: 'Rex' });
    expect(read(`[${deep},{"id":9223372036854775807}]`)).toMatchObject({
      numbers: { '/1/id': '9223372036854775807' },
    });
  });

  test('is not misled by braces in strings: what is deeper is passed over', () => {
    const depthOf = (value: unknown): number => {
      let depth = 0;
      for (let at = value; typeof at === 'object' && at !== null; depth += 1)
        at = Object.values(at).at(-1);
      return depth;
    };
    const deep = `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`;
    const plain = depthOf(read(`{"text":"","deep":${deep}}`).value);
    expect(plain).toBeLessThan(600);
    for (const text of ['}', ']', String.raw`}\"}`, String.raw`}\\`])
      expect(depthOf(read(`{"text":"${text.repeat(600)}","deep":${deep}}`).value)).toBe(plain);
  });

  test('makes __proto__ an own property', () => {
    for (const text of ['{"__proto__":{"polluted":true}}', '{ "__proto__": {"polluted":true} }']) {
      const { value } = read(text);
      expect(Object.hasOwn(value as object, '__proto__')).toBe(true);
      expect((value as { polluted?: boolean }).polluted).toBeUndefined();
    }
  });

  test.each([
    ['', 'the text is empty'],
    ['  ', 'the text is only white space'],
    ['\uFEFF{}', 'a byte order mark before the JSON'],
    ['<html>', '`<` where a value should begin, at character 1'],
    ['{}\n{}', '`{` after the end of the JSON, at character 4'],
    ['[1,]', 'a comma before `]`, at character 4'],
    ['{"a":1,}', 'a comma before `}`, at character 8'],
    ['[01]', 'a number with a leading zero, at character 2'],
    ['[1.]', 'a number that is not valid JSON, at character 2'],
    ['[0x10]', 'a number that is not valid JSON, at character 2'],
    ['-', 'a minus sign without a digit, at character 1'],
    ['[+1]', '`+` where a value should begin, at character 2'],
    ['NaN', '`N` where a value should begin, at character 1'],
    ["{'a':1}", "`'` where a key in double quotes should begin, at character 2"],
    ['{"a"}', '`}` where a colon should follow the key `a`, at character 5'],
    ['["a\tb"]', 'a raw control character (U+0009) in a string, at character 4'],
    ['["a', 'the text ends inside the string that begins at character 2'],
    [String.raw`["\x"]`, 'a backslash that does not begin a JSON escape, at character 3'],
    ['[1 2]', '`2` where a comma or `]` should be, at character 4'],
    ['{"a":', 'the end of the text where a value should begin, at character 6'],
    ['\u202e', 'U+202E where a value should begin, at character 1'],
  ])('says what is wrong with %j', (text, said) => expect(problem(text)).toBe(said));

  test('is not brought down by depth or size', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(problem(nested(500))).toBeUndefined();
    expect(problem(nested(501))).toBeUndefined();
    expect(problem(nested(100_000))).toBeUndefined();
    expect(problem('['.repeat(100_000))).toContain(
      'nested deeper than 16 levels, at character 17, and is not valid JSON after that',
    );
    expect(problem('{"a":'.repeat(100_000))).toContain('deeper than 16');
    expect(problem(`${nested(600)},`)).toBe('`,` after the end of the JSON, at character 1201');
    expect(problem(`["${'}'.repeat(600)}",${nested(501)}]`)).toBeUndefined();
    expect(problem(`[${'{"id": 9223372036854775807},'.repeat(100_000)}1]`)).toBeUndefined();
  });
});

describe('integerText', () => {
  test.each([
    ['7', '7'],
    ['1.0', '1'],
    ['1e2', '100'],
    ['-0', '0'],
    ['0e5', '0'],
    ['120.00e-1', '12'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['9223372036854775807.000', '9223372036854775807'],
    ['1000000000000000100', '1000000000000000100'],
    ['1e+23', '100000000000000000000000'],
    ['1.5', undefined],
    ['1e-1', undefined],
    ['1e999999999', undefined],
    ['"1"', undefined],
    ['null', undefined],
  ])('%s is %s', (text, expected) => expect(whole(text)).toBe(expected));

  test('keeps every digit of any integer', () => {
    fc.assert(fc.property(fc.bigInt(), (integer) => whole(String(integer)) === String(integer)));
  });
});

describe('decodeUtf8', () => {
  test('decodes what is UTF-8, and keeps a byte order mark', () => {
    expect(decodeUtf8(Buffer.from('Żółw 🐢'))).toEqual({ ok: true, text: 'Żółw 🐢' });
    expect(decodeUtf8(Buffer.from('\uFEFF{}'))).toEqual({ ok: true, text: '\uFEFF{}' });
    expect(decodeUtf8(new Uint8Array(Buffer.from('xabcx')).subarray(1, 4))).toEqual({
      ok: true,
      text: 'abc',
    });
  });

  test('names it as a reader of each beginning would, wherever the text breaks', () => {
    const reads = (bytes: Uint8Array): boolean => {
      try {
        new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
        return true;
      } catch {
        return false;
      }
    };
    const byte = fc.constantFrom(0x41, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x90, 0xff, 0xed);
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 12 }), (list) => {
        const bytes = Uint8Array.from(list);
        const decoded = decodeUtf8(bytes);
        if (decoded.ok) return reads(bytes);
        if (reads(bytes)) return decoded.problem.includes('ends in the middle');
        const [, at] = /^byte (\d+) /.exec(decoded.problem) ?? [];
        const start = Number(at) - 1;
        // Everything before the reported byte must be valid UTF-8.
        return reads(bytes.subarray(0, start)) && isUtf8(bytes.subarray(0, start));
      }),
      { numRuns: 2000 },
    );
  });

  test('names the first byte that is not UTF-8', () => {
    expect(decodeUtf8(Buffer.from('"caf\xe9"', 'latin1'))).toEqual({
      ok: false,
      text: '"caf\uFFFD"',
      problem: 'byte 5 (0xE9) is not UTF-8',
    });
    expect(decodeUtf8(Uint8Array.of(0x41, 0xff))).toMatchObject({
      ok: false,
      problem: 'byte 2 (0xFF) is not UTF-8',
    });
    expect(decodeUtf8(Uint8Array.of(0x41, 0xe2, 0x82))).toMatchObject({
      ok: false,
      problem: 'the text ends in the middle of a UTF-8 character',
    });
  });
});

describe('what no honest answer holds', () => {
  const many = 500_000;
  const times = (text: string): string => Array.from({ length: many }, () => text).join(',');

  test.each([
    ['objects in a list', `[${times('{}')}]`],
    ['numbers in a list', `[${times('1')}]`],
    [
      'members of an object',
      `{"a":0${Array.from({ length: many }, (_, at) => `,"${at}":[1]`).join('')}}`,
    ],
    ['numbers in a member', `{"a":[${times('1')}],"b":"]}"}`],
    ['members in an item', `[{"a":[${times('[{},"]"]')}]},{"id":1}]`],
  ])('is read no further than anybody needs: %s', (_, text) => {
    const json = parseExact(`${text}\n`);
    expect(json.ok).toBe(true);
    const { value } = json as { readonly value: object };
    expect(Array.isArray(value)).toBe(text.startsWith('['));
    expect(JSON.stringify(value).length).toBeLessThan(text.length / 2);
    if (Array.isArray(value) && !text.startsWith('[{"a"')) expect(value.length).toBe(10_000);
  });

  /** How many objects and arrays a value consists of, as a measure of the work to parse it. */
  const parts = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, one) => sum + parts(one), 1)
      : 0;
  const brackets = (count: number): string => '['.repeat(count) + ']'.repeat(count);
  test.each([
    ['brackets in brackets', brackets(500_000)],
    ['a list of such', `[${Array.from({ length: 2_000 }, () => brackets(250)).join(',')}]`],
    [
      'a hundred animals that hold thousands of objects',
      `[${Array.from({ length: 100 }, (_, id) => `{"id":${id},"x":[${times('{}').slice(0, 9_000)}{}],"name":"n"}`).join(',')}]`,
    ],
  ])('is not made into objects that nobody looks at: %s', (_, text) => {
    const json = parseExact(text) as { readonly value: unknown };
    expect(parts(json.value)).toBeLessThan(20_000);
  });

  test('leaves the members of a hundred animals whole, whatever lies in them', () => {
    const much = times('{}').slice(0, 9_000);
    const animal = (id: number): string =>
      `{"x":[${much}{}],"id":${id},"y":{"a":[1]},"name":"n","categoryId":9007199254740993}`;
    const json = parseExact(`[${Array.from({ length: 100 }, (_, id) => animal(id)).join(',')}]`);
    expect(json).toMatchObject({
      ok: true,
      value: Array.from({ length: 100 }, (_, id) => ({ id, name: 'n' })),
    });
    const { numbers } = json as Extract<typeof json, { ok: true }>;
    expect(numbers.get('/99/categoryId')).toBe('9007199254740993');
  });

  test.each([
    ['unusual numbers behind a long name', `{"${'k'.repeat(50_000)}":[${'1.0,'.repeat(10_000)}1]}`],
    ['unusual numbers', `{"a":[${'1.0,'.repeat(100_000)}1]}`],
  ])('keeps no more pointers than anybody asks for: %s', (_, text) => {
    const json = parseExact(text) as Extract<ReturnType<typeof parseExact>, { ok: true }>;
    const length = [...json.numbers.keys()].reduce((sum, pointer) => sum + pointer.length, 0);
    expect(length).toBeLessThan(500_000);
  });

  test('keeps few members that are doubled', () => {
    const json = parseExact(`{${'"a":1,'.repeat(160_000)}"a":1}`);
    expect(json).toMatchObject({ ok: true });
    const { doubled } = json as Extract<typeof json, { ok: true }>;
    expect([doubled?.[0], (doubled?.length ?? 0) < 25_000]).toEqual(['/a', true]);
  });

  test('in a list of a hundred it is all read, however deep its animals are', () => {
    const deep = `${'{"a":'.repeat(480)}1${'}'.repeat(480)}`;
    const text = `[${Array.from({ length: 100 }, (_, id) => `{"deep":${deep},"id":${id}}`).join(',')}]`;
    const json = parseExact(text) as { readonly value: readonly { readonly id: number }[] };
    expect(json.value.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, id) => id));
  });

  test.each([`[${times('{}')}`, `[${times('{}')}]]`, `{"a":[${times('1')}]`])(
    'is none where it has no end, or one too many',
    (text) => {
      expect(parseExact(text).ok).toBe(false);
    },
  );
});
