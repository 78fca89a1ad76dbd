// Laying out JSON must never change what was sent, and marking a difference must point at it.
import { describe, expect, test } from 'vitest';
import { markDifference, shorten } from './difference.js';
import { failure } from '../../testing/reports/fixture-parts.js';
import { bodyOf, soughtIn } from '../exchange.js';
import type { Finding } from '../../judge/result/finding.js';
import { prettyJson } from './pretty.js';

describe('laying out JSON', () => {
  test('keeps digits, escapes and doubled keys', () => {
    expect(prettyJson('{"id":9007199254740993,"a":1.0,"a":"\\u00e9"}', 80)).toBe(
      '{"id": 9007199254740993, "a": 1.0, "a": "\\u00e9"}',
    );
  });

  test('breaks what does not fit a line, one animal to a line', () => {
    expect(prettyJson('[{"id":1,"name":"Mia"},{"id":2,"name":"Leo"}]', 30)).toBe(
      '[\n  {"id": 1, "name": "Mia"},\n  {"id": 2, "name": "Leo"}\n]',
    );
  });

  test.each([{ index: 11 }, { id: '12' }])(
    'shows of a long list what is sought (%j), with its neighbours',
    (sought) => {
      const list = JSON.stringify(Array.from({ length: 40 }, (_, at) => ({ id: at + 1 })));
      expect(prettyJson(list, 30, sought)).toBe(
        '[\n  … 10 more before …,\n  {"id": 11},\n  {"id": 12},\n  {"id": 13},\n  … 27 more after …\n]',
      );
    },
  );

  test('shows the first of a long list with the one that follows it', () =>
    expect(prettyJson('[1,2,3,4,5,6,7,8,9]', 80, { index: 0 })).toBe('[1, 2, … 7 more after …]'));

  test.each([{ id: '5' }, { index: 9 }, { index: 40 }])(
    'shows a list whole where what is sought (%j) is not in it',
    (sought) =>
      expect(prettyJson('[1,2,3,4,5,6,7,8,9]', 80, sought)).toBe('[1, 2, 3, 4, 5, 6, 7, 8, 9]'),
  );

  test.each([
    '',
    'no JSON',
    '{"a":',
    '[1,]',
    "{'a':1}",
    '[1] x',
    `${'['.repeat(500)}${']'.repeat(500)}`,
  ])('leaves %j as it is', (text) => expect(prettyJson(text, 80)).toBe(text));
  test('shows of a long text where it ceases to be JSON', () => {
    const list = JSON.stringify(Array.from({ length: 40 }, (_, at) => ({ id: at + 1 })));
    const broken = list.replace('{"id":31}', '{"id":NaN}');
    const character = broken.indexOf('NaN') + 1;
    const problem = `"N" where a value should begin, at character ${character}`;
    const finding: Finding = {
      kind: 'other',
      operation: 'GET',
      what: 'no JSON',
      values: { problem },
    };
    const sought = soughtIn(failure({ finding }));
    expect(sought).toEqual({ character });
    const shown = prettyJson(broken, 80, sought);
    expect(shown).toMatch(/^… /);
    expect(shown.indexOf('NaN')).toBeLessThan(130);
    expect(prettyJson('[NaN]', 80, { character: 2 })).toBe('[NaN]');
    expect(prettyJson(broken, 80, { character: 99_999 })).toBe(broken);
  });

  test('keeps empty values short', () =>
    expect(prettyJson('{"a":[],"b":{}}', 80)).toBe('{"a": [], "b": {}}'));
});

describe('marking a difference', () => {
  const marks = (expected: string, actual: string): readonly string[][] => {
    const { expected: left, actual: right } = markDifference(expected, actual);
    expect([
      left.map((part) => part.text).join(''),
      right.map((part) => part.text).join(''),
    ]).toEqual([expected, actual]);
    return [left, right].map((parts) =>
      parts.filter((part) => !part.same).map((part) => part.text),
    );
  };

  test.each([
    ['id 9007199254740993', 'id 9007199254740992'],
    ['id -4611686018427387905', 'id -4611686018427387904'],
    ['at most 20 animals', 'at most 200 animals'],
    ['a price of 12.50', 'a price of 12.75'],
    ['{"id":1e3,"name":"Mia"}', '{"id":1e4,"name":"Mia"}'],
  ])('marks the whole number: %s', (expected, actual) => {
    const number = /-?\d+(?:\.\d+)?(?:e\d+)?/;
    expect(marks(expected, actual)).toEqual([
      [number.exec(expected)?.[0]],
      [number.exec(actual)?.[0]],
    ]);
  });
  test('marks the whole number in texts that are long, or of one word', () => {
    const long = 'a '.repeat(900);
    expect(marks(`${long}1234 b`, `${long}1299 b`)).toEqual([['1234'], ['1299']]);
    expect(marks('animal-30874488614959121', 'animal-30874488614959120')).toEqual([
      ['30874488614959121'],
      ['30874488614959120'],
    ]);
  });
  test('points at words', () =>
    expect(marks('status 400 and an Error object', 'status 201 and a Pet')).toEqual([
      ['400', 'an Error object'],
      ['201', 'a Pet'],
    ]));
  test('points at lost spaces', () => expect(marks('" Mia "', '"Mia"')).toEqual([[' ', ' '], []]));
  test('marks nothing when hardly a word is shared, or nothing differs', () => {
    expect(marks('an empty list', 'status 500')).toEqual([[], []]);
    const closed = 'the connection was closed before a response arrived';
    expect(marks('a response', closed)).toEqual([[], []]);
    expect(marks('same', 'same')).toEqual([[], []]);
  });
  test('finds the place in long texts too', () =>
    expect(
      marks(`${'a '.repeat(900)}x${' b'.repeat(900)}`, `${'a '.repeat(900)}y${' b'.repeat(900)}`),
    ).toEqual([['x'], ['y']]));
  test('marks nothing where all words of one text are here and there in the other', () => {
    expect(marks('any status but 401 and 403', 'status 403')).toEqual([[], []]);
    expect(marks('status 200', 'status 200, twice')).toEqual([[], [', twice']]);
  });

  test('keeps the difference in sight when it shortens', () => {
    const { expected } = markDifference(
      `${'a '.repeat(900)}x${' b'.repeat(900)}`,
      `${'a '.repeat(900)}y${' b'.repeat(900)}`,
    );
    expect(shorten(expected, 10).map((part) => part.text)).toEqual([
      '…a a a a a ',
      'x',
      ' b b b b b b b b b b…',
    ]);
  });
  test('shortens nothing that is as short as what would be left', () => {
    const parts = [{ text: 'n'.repeat(20), same: true }];
    expect(shorten(parts, 10)).toEqual(parts);
  });
});

const fetched = {
  kind: 'status',
  operation: 'GET /pets',
  when: '',
  expected: 200,
  actual: 500,
} as const;
const entry = {
  kind: 'schema',
  operation: 'GET /pets',
  schema: 'Pets',
  actual: 200,
  problem: '',
} as const;

test.each<[string, Finding, unknown]>([
  ['by its place', { ...entry, pointer: '/11/categoryId' }, { index: 11 }],
  ['by its identifier', { ...fetched, values: { id: '39' } }, { id: '39' }],
  ['by the name of a message', { ...fetched, values: { id: 'msg_1' } }, undefined],
  ['in no way', { ...fetched, values: { limit: 37, length: 38 } }, undefined],
])('a failure is about an item: %s', (_, finding, sought) => {
  expect(soughtIn(failure({ finding }))).toEqual(sought);
});

test('a long number is cut in the middle, where it is shown', () => {
  const digits = `1${'0'.repeat(98)}7`;
  const text = `{"categoryId":${digits}}`;
  const body = { text, encoding: 'utf-8', size: text.length, truncated: false } as const;
  expect(bodyOf(body, 200).text).toBe(
    `{"categoryId": 1${'0'.repeat(23)}…${'0'.repeat(11)}7 (100 digits)}`,
  );
  expect(bodyOf({ ...body, text: `[${'9'.repeat(60)}]` }, 80).text).toBe(`[${'9'.repeat(60)}]`);
});
