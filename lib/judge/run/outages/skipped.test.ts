// Leaves out requests that crashed the candidate, and those like them, but nothing for what it has answered.
import type { NotApplicable } from '../../result/signals.js';
import { reasonInWords } from '../../result/reasons.js';
import { describe, expect, test } from 'vitest';
import type { Ask } from '../../../http/types.js';
import { lists } from '../../../testing/made-up.js';
import type { AnyExperiment } from '../../rules/rule.js';
import { nowhere } from '../../evidence/sort-key.js';
import { SkippedRequests } from './skipped.js';

const list = (query: string, more: Partial<Ask> = {}): Ask => ({
  operation: 'listPets',
  method: 'GET',
  path: `/pets?${query}`,
  validity: 'valid',
  writes: false,
  ...more,
});

const add = (body: unknown, validity: Ask['validity'] = 'invalid'): Ask => ({
  operation: 'createPet',
  method: 'POST',
  path: '/pets',
  validity,
  writes: true,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Knows what was answered, and what crashed. */
function avoiding(answered: readonly Ask[], crashed: readonly Ask[]) {
  const skipped = new SkippedRequests();
  for (const ask of answered) skipped.noteAnswered(ask);
  for (const [number, ask] of crashed.entries())
    skipped.add({
      exchange: {
        number,
        ask,
        request: { method: ask.method, path: ask.path, headers: [] },
        startedAt: 0,
        durationMs: 0,
        resent: 0,
      },
      occasion: { at: nowhere },
    });
  return (ask: Ask): string | undefined => inWords(skipped.ofRequest(ask));
}

const fine = add({ name: 'Rex', categoryId: 1 }, 'valid');
const like = (crashingRequest: string): string =>
  `not sent, because a request like it crashed the candidate: ${crashingRequest}`;

test('nothing is, as long as nothing has crashed', () => {
  expect(avoiding([], [])(list('limit=1'))).toBeUndefined();
});

test('the same request is, whoever sends it, and no other', () => {
  const why = avoiding([list('limit=1')], [list('limit=37')]);
  expect(why(list('limit=37', { ahead: true, connection: 'own' }))).toBe(
    '`GET /pets?limit=37` crashed the candidate',
  );
  expect(why(list('limit=37', { key: 'none' }))).toBeUndefined();
  expect(why(list('limit=38'))).toBeUndefined();
});

describe('what is odd in the same thing as the crashing request, and in nothing else', () => {
  test('a parameter', () => {
    const why = avoiding([list('limit=1'), list('limit=1&status=sold')], [list('limit=37')]);
    expect(why(list('limit=37&status=sold'))).toBe(like('`GET /pets?limit=37`'));
    expect(why(list('limit=38&status=sold'))).toBeUndefined();
    expect(why(list('limit=37', { key: { authorization: 'Bearer a' } }))).toBeUndefined();
  });

  test('a member that is missing, whatever values no other request had', () => {
    const whole = add({ name: 'Rex', categoryId: 1, status: 'sold' }, 'valid');
    const none = add({ name: 'None', categoryId: 2 }, 'valid');
    const why = avoiding([whole, add({ name: 7 })], [none]);
    expect(why(add({ name: 'Mia', categoryId: 3 }, 'valid'))).toBe(
      like('`POST /pets` with no `status`'),
    );
    expect(why(add({ name: 'None', categoryId: 2, status: 'sold' }, 'valid'))).toBeUndefined();
  });

  test('a member, whatever the others are', () => {
    const why = avoiding([fine], [add({ name: null, categoryId: 1 })]);
    const named = like('`POST /pets` with `"name": null`');
    expect(why(add({ name: null, categoryId: 1, status: 'sold' }))).toBe(named);
    expect(why(add({ name: null, status: 4 }))).toBe(named);
    expect(why(add({ name: 7, categoryId: 1 }))).toBeUndefined();
    expect(why(add({ name: 'Mia', categoryId: 1, status: null }))).toBeUndefined();
  });

  test('a number, to the last digit', () => {
    const why = avoiding(
      [fine],
      [add('{"name":"Rex","categoryId":1,"status":20000000000000000001}')],
    );
    expect(why(add({ name: 'Mia', categoryId: 1, status: 4 }))).toBe(
      like('`POST /pets` with `"status": 20000000000000000001`'),
    );
  });

  test('a value, where its type is answered', () => {
    const why = avoiding([fine], [add({ name: 'Rex\u0000', categoryId: 1 }, 'valid')]);
    expect(why(add({ name: 'Rex\u0000', categoryId: 1, status: 'sold' }))).toBe(
      like('`POST /pets` with `"name": "Rex\\u0000"`'),
    );
    expect(why(add({ name: 'Mia', categoryId: 1 }))).toBeUndefined();
  });

  test('a body that is not JSON', () => {
    const why = avoiding([fine, add({ name: 1, categoryId: 1 })], [add('{"na')]);
    expect(why(add('no JSON'))).toBe(like('`POST /pets` with a body that is not JSON'));
    expect(why(add({ name: 2, categoryId: 1 }))).toBeUndefined();
    expect(why(fine)).toBeUndefined();
    const empty = avoiding([fine, add('no JSON')], [add('')]);
    expect(empty(add(''))).toBe('`POST /pets` with an empty body crashed the candidate');
  });

  test('not where it may be any of two things, nor for one wrong key', () => {
    const two = avoiding([fine], [add({ name: null, categoryId: 'x' })]);
    expect(two(add({ name: null, categoryId: 1 }))).toBeUndefined();
    const wrong = (authorization: string) => list('limit=1', { key: { authorization } });
    const key = avoiding([list('limit=1')], [wrong('Bearer a')]);
    expect(key(wrong('Bearer b'))).toBeUndefined();
  });
});

test('nothing is, where two crashing requests have nothing in common', () => {
  const why = avoiding([fine, list('limit=1')], [list('limit=37'), add({ name: null })]);
  expect(why(list('limit=36'))).toBeUndefined();
  expect(why(add({ name: 4 }))).toBeUndefined();
});

test('a case is, and its whole experiment after two of them that have nothing in common', () => {
  const experiment: AnyExperiment = lists([1, 2, 3]);
  const skipped = new SkippedRequests();
  skipped.noteAnswered(list('limit=9'));
  const crash = (path: string): string =>
    skipped.add({
      exchange: {
        number: 1,
        ask: list(`limit=${path}`),
        request: { method: 'GET', path: '/pets', headers: [] },
        startedAt: 0,
        durationMs: 0,
        resent: 0,
      },
      occasion: { experiment, at: { stream: 0, path } },
    });
  const why = (path: string, stream = 0): string | undefined =>
    inWords(skipped.ofCase(experiment, { stream, path }));
  crash('1');
  expect([why('1'), why('1', 1), why('2')]).toEqual([
    '`GET /pets?limit=1` crashed the candidate',
    undefined,
    undefined,
  ]);
  crash('2');
  expect([why('2'), why('0')]).toEqual([
    '`GET /pets?limit=2` crashed the candidate',
    'not sent, because similar requests crashed the candidate: `GET /pets?limit=1`, `GET /pets?limit=2`',
  ]);
  expect(skipped.ofCase(lists([1]), nowhere)).toBeUndefined();
});

const inWords = (signal: NotApplicable | undefined): string | undefined =>
  signal?.reason && reasonInWords(signal.reason);
