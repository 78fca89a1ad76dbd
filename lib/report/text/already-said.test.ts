// Facts in a headline are not repeated below it, and missing facts are added there.
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../judge/result/finding.js';
import { failure } from '../../testing/reports/fixture-parts.js';
import { revealingHeaders } from '../exchange.js';
import { says, saysBoth } from './already-said.js';
import { headlineOf } from '../words.js';

describe('a headline says', () => {
  test.each<[string, string, string]>([
    ['`GET /pets` returned 200; expected 401.', 'status 401', 'status 200'],
    ['`categoryId` 17 came back as 16.', 'categoryId 17', 'categoryId 16'],
    ['The text "aB" came back as "ab".', '"aB"', '"ab"'],
    [
      'It is not a valid `Error`: the body is empty.',
      'a body of the schema Error',
      'the body is empty',
    ],
    ['A valid `GET /pets` returned 500.', 'no 5xx', 'status 500'],
  ])('both: %s', (cause, expected, actual) => {
    expect(saysBoth(failure({ cause, expected, actual }))).toBe(true);
  });

  test.each<[string, string, string]>([
    ['The list is too long.', 'at most 37 animals', '38 animals'],
    ['`POST /pets` returned 201.', 'status 400', 'status 201'],
    ['The text "aB" came back.', '"aB"', '"ab"'],
    ['`categoryId` 17 came back as 160.', 'categoryId 17', 'categoryId 16'],
  ])('not both: %s', (cause, expected, actual) => {
    expect(saysBoth(failure({ cause, expected, actual }))).toBe(false);
  });

  test('nothing of why there is no response, which stands in its place', () => {
    const words = { cause: 'It did not respond.', expected: 'a response', actual: 'it was closed' };
    const finding: Finding = { kind: 'no answer', operation: 'GET /pets', problem: words.actual };
    expect(saysBoth(failure({ ...words, finding }))).toBe(true);
    expect(saysBoth(failure(words))).toBe(false);
  });

  test('a case where all its words stand there', () => {
    expect(says('`GET /pets` (the key in capitals) returned 200.', 'the key in capitals')).toBe(
      true,
    );
    expect(says('`POST /pets` with no `name` returned 201.', 'name is missing')).toBe(false);
  });
});

test('a headline has no readings, where the failure says what it is without them', () => {
  const plain = 'It returned 400.';
  expect(headlineOf({ cause: `${plain} Strict reading: …`, headline: plain })).toBe(plain);
  expect(headlineOf({ cause: plain })).toBe(plain);
});

describe('headers that explain something', () => {
  const usual = [
    ['Authorization', 'Bearer $ANIMAL_STORE_API_KEY'],
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'br'],
    ['User-Agent', 'animal-store-conformance/1.0.0'],
    ['Connection', 'keep-alive'],
    ['Content-Type', 'application/json'],
  ] as const;
  const names = (
    side: 'request' | 'response',
    headers: typeof usual | readonly (readonly [string, string])[],
    cause = 'It is wrong.',
  ) =>
    revealingHeaders(side, headers, failure({ cause, expected: '', actual: '', input: '' })).map(
      ([name]) => name,
    );

  test('are those of a request that others do not have', () => {
    expect(names('request', usual)).toEqual([]);
    expect(
      names('request', [
        ['authorization', 'Bearer $ANIMAL_STORE_API_KEY (last character missing)'],
        ['content-type', 'text/plain'],
        ['accept', 'application/json'],
      ]),
    ).toEqual(['authorization', 'content-type']);
    expect(
      names('response', [
        ['Server', 'x'],
        ['Content-Type', 'text/plain'],
      ]),
    ).toEqual([]);
  });

  test('are those that the failure names, however it writes them', () => {
    expect(names('response', usual, 'It returned 404 with the content type text/plain.')).toEqual([
      'Content-Type',
    ]);
    expect(names('request', usual, 'The accepted request differs on one connection.')).toEqual([]);
    expect(names('request', usual, 'With Accept-Encoding br it fails.')).toContain(
      'Accept-Encoding',
    );
  });
});
