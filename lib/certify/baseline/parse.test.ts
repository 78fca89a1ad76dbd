// A baseline is read strictly: anything that is not exactly as required is refused with its file and line.
import { describe, expect, test } from 'vitest';
import { parseBaseline } from './parse.js';

const rules = [
  { id: 'add-animal.missing-name', kind: 'stated' },
  { id: 'list-animals.filter', kind: 'implied' },
  { id: 'list-animals.order', kind: 'open' },
];
const nearest = (written: string, known: readonly string[]): string | undefined =>
  known.find((one) => one.startsWith(written.slice(0, 3)));
const parse = (text: string) => parseBaseline(text, { file: 'k.yaml', rules, nearest });
const entry = (...more: readonly string[]): string =>
  ['- rule: add-animal.missing-name', 'reason: why', 'expires: 2027-01-31', ...more].join('\n  ');

describe('a baseline', () => {
  test('holds rule, case, reason, day and link', () => {
    const text = `# ours\n${entry()}\n- rule: list-animals.filter
  case: 7C17F7C9
  reason: |
    two
    lines
  expires: "2027-01-31"
  link: https://tracker.example/1\n`;
    const { entries, file, digest } = parse(text);
    expect(entries).toEqual([
      { rule: 'add-animal.missing-name', reason: 'why', expires: '2027-01-31' },
      {
        rule: 'list-animals.filter',
        case: '7c17f7c9',
        reason: 'two lines',
        expires: '2027-01-31',
        link: 'https://tracker.example/1',
      },
    ]);
    expect(file).toBe('k.yaml');
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(parse(`${text}#`).digest).not.toBe(digest);
  });

  test.each(['12345678', '1e234567', '00112233'])('reads the case %s as it is written', (id) => {
    expect(parse(entry(`case: ${id}`)).entries[0]?.case).toBe(id);
  });

  test.each(['', '# only a comment\n', '[]'])('may hold nothing: %j', (text) => {
    expect(parse(text).entries).toEqual([]);
  });

  test('may know one rule by several cases, and as a whole besides', () => {
    const text = [entry(), entry('case: a'), entry('case: b')].join('\n');
    expect(parse(text).entries).toHaveLength(3);
  });
});

const mistakes: readonly (readonly [string, string, RegExp])[] = [
  [
    'an unknown rule',
    '- rule: add-animal.mising\n  reason: a\n  expires: 2027-01-01',
    /^k\.yaml:1: there is no rule "add-animal\.mising"\. Did you mean add-animal\.missing-name\?$/,
  ],
  [
    'an observation',
    '- rule: list-animals.order\n  reason: a\n  expires: 2027-01-01',
    /^k\.yaml:1: list-animals\.order is an observation, which never fails/,
  ],
  ['no rule', `${entry()}\n- reason: a\n  expires: 2027-01-01`, /^k\.yaml:4: rule is missing/],
  [
    'no reason',
    '- rule: list-animals.filter\n  expires: 2027-01-01',
    /^k\.yaml:1: reason is missing: say why/,
  ],
  [
    'an empty reason',
    '- rule: list-animals.filter\n  expires: 2027-01-01\n  reason: "  "',
    /^k\.yaml:3: reason is empty/,
  ],
  [
    'a reason that is no text',
    '- rule: list-animals.filter\n  expires: 2027-01-01\n  reason: [a]',
    /^k\.yaml:3: reason is not a text\.$/,
  ],
  [
    'a long reason',
    entry().replace('why', 'x'.repeat(501)),
    /^k\.yaml:2: reason is longer than 500/,
  ],
  ['no day', '- rule: list-animals.filter\n  reason: a', /^k\.yaml:1: expires is missing/],
  [
    'a day that is none',
    entry().replace('01-31', '02-30'),
    /^k\.yaml:3: expires is "2027-02-30": specify a date as YYYY-MM-DD/,
  ],
  ['a day in words', entry().replace('2027-01-31', 'never'), /^k\.yaml:3: expires is "never"/],
  [
    'a case that is none',
    entry('case: a b'),
    /^k\.yaml:4: case is "a b": specify the id of a failure/,
  ],
  [
    'a link that runs',
    entry('link: javascript:alert(1)'),
    /^k\.yaml:4: link is "javascript:alert\(1\)": specify an http/,
  ],
  ['an unknown field', entry('reasons: a'), /^k\.yaml:4: "reasons": did you mean reason\?$/],
  [
    'a field twice',
    entry('reason: b'),
    /^k\.yaml:4: an entry has this field twice: keep one of them\.$/,
  ],
  [
    'an entry twice',
    `${entry()}\n${entry()}`,
    /^k\.yaml:4: add-animal\.missing-name is already in line 1/,
  ],
  [
    'a case twice',
    `${entry('case: AB')}\n${entry('case: ab')}`,
    /^k\.yaml:5: add-animal\.missing-name, case ab is already in line 1/,
  ],
  ['no entry', '- list-animals.filter', /^k\.yaml:1: this is not an entry/],
  ['no list', 'rule: list-animals.filter', /^k\.yaml:1: this is not a list/],
  ['text', 'known failures', /^k\.yaml:1: this is not a list/],
  [
    'broken YAML',
    `${entry()}\n- rule: "`,
    /^k\.yaml:4: this is not YAML: Missing closing "quote\.$/,
  ],
  ['two documents', `${entry()}\n---\n${entry()}`, /^k\.yaml:4: a second document begins here/],
  ['a tag', '- !!js/function a', /^k\.yaml:1: Unresolved tag/],
  ['an alias', `- &a {rule: x}\n- *a`, /^k\.yaml:2: an alias \(\*\) is not allowed/],
  [
    'more than one thing',
    '- rule: zebra\n  reason: b\n- c',
    /^k\.yaml:1: there is no rule "zebra"\. Line 1: expires is missing: [^.]+\. Line 3: this is not an entry: [^.]+\.$/,
  ],
  [
    'more than can be told at once',
    '- a\n- b\n- c\n- d\n- e\n- f\n- g',
    /^k\.yaml:1: (?:[^.]+\. Line \d: ){4}[^.]+\. \(and 2 more mistakes\)$/,
  ],
  [
    'a field that is misspelt, and not missing besides',
    '- rule: add-animal.missing-name\n  reasn: why\n  expires: 2027-01-31',
    /^k\.yaml:2: "reasn": did you mean reason\?$/,
  ],
  [
    'a list that is not closed, once',
    '- rule: [add-animal.missing-name\n  reason: why\n',
    /^k\.yaml:\d: this is not YAML: [^.]+\.$/,
  ],
  [
    'more entries than anybody reads',
    '- rule: a\n'.repeat(1001),
    /^k\.yaml:1: there are more than 1000 entries\.$/,
  ],
];

const complaints = (text: string): string => {
  try {
    parse(text);
  } catch (thrown) {
    return (thrown as Error).message;
  }
  return 'nothing';
};
const linesLower = (message: string, by: number): string =>
  message.replace(/(?<=^k\.yaml:|\bline )\d+/gi, (line) => String(Number(line) + by));

describe('what is wrong is said with its line', () => {
  test.each(mistakes)('%s', (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test.each(mistakes)('and lower where more stands above it: %s', (_, text) => {
    expect(complaints(`# one\n\n# three\n${text}`)).toBe(linesLower(complaints(text), 3));
    expect(complaints(text.replaceAll('\n', '\r\n'))).toBe(complaints(text));
  });

  test.each(mistakes.filter(([, text]) => text.startsWith('- ') && text.length < 1000))(
    'and lower below another entry: %s',
    (_, text) => {
      const other =
        '- rule: list-animals.filter\n  case: other\n  reason: r\n  expires: 2027-01-31\n';
      expect(complaints(other + text)).toBe(linesLower(complaints(text), 4));
    },
  );
});

test('a reason may hold a bracket, in however many entries', () => {
  const entry = (_: unknown, at: number): string =>
    `- rule: list-animals.filter\n  case: ${(at + 1e7).toString(16)}\n  reason: names with a [ are refused\n  expires: 2027-01-31\n`;
  expect(parse(Array.from({ length: 150 }, entry).join('')).entries).toHaveLength(150);
});

describe('a hostile file', () => {
  test.each([
    ['nests lists', '['.repeat(20_000)],
    ['nests maps', '{'.repeat(20_000)],
    ['nests lists behind what closes none', `# ${']'.repeat(60_000)}\n${'['.repeat(30_000)}`],
    ['nests lists over lines', '[\n- '.repeat(20_000)],
    ['nests items', '- '.repeat(20_000)],
    ['nests keys', '? '.repeat(20_000)],
    ['has aliases without end', `- &a [x]\n${'- *a\n'.repeat(10_000)}`],
    ['has entries without end', '- rule: a\n'.repeat(20_000)],
  ])('is refused in a line: %s', (_, text) => {
    expect(() => parse(text)).toThrow(/^k\.yaml(?::\d+:| is nested too deeply)/);
  });
});
