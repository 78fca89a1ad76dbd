// Of all that got no answer in a run, only what was under way when the target stopped answering is suspected.
import { expect, test } from 'vitest';
import type { Ask, Exchange, NoAnswerKind } from '../../../http/types.js';
import { answered } from '../../../testing/made-up.js';
import { nowhere } from '../../evidence/sort-key.js';
import { InFlightRequests } from './in-flight.js';

const occasion = { at: nowhere };

const get = (path: string, more: Partial<Ask> = {}): Ask => ({
  operation: 'listPets',
  method: 'GET',
  path,
  validity: 'valid',
  writes: false,
  ...more,
});

function exchange(ask: Ask, startedAt: number, more: Partial<Exchange>): Exchange {
  const request = { method: ask.method, path: ask.path, headers: [] };
  return { number: 1, ask, request, startedAt, durationMs: 10, resent: 0, ...more };
}

const without = (ask: Ask, startedAt: number, kind: NoAnswerKind = 'reset', lost = 0): Exchange =>
  exchange(ask, startedAt, { noAnswer: { kind, message: kind }, lost });
const withOne = (ask: Ask, startedAt: number): Exchange =>
  exchange(ask, startedAt, { answer: answered(200, '[]') });

function suspectsOf(...exchanges: readonly Exchange[]): readonly string[] {
  const suspects = new InFlightRequests();
  for (const one of exchanges) suspects.note(one, occasion);
  return suspects.all.map(({ exchange: { ask } }) => `${ask.method} ${ask.path}`);
}

test('is what went out and was not answered, not what never reached anybody', () => {
  expect(
    suspectsOf(
      without(get('/reset'), 0),
      without(get('/timeout'), 0, 'timeout'),
      without(get('/not-sent'), 0, 'refused'),
      without(get('/sent-again-too-late'), 0, 'refused', 1),
      without(get('/interrupted'), 0, 'aborted'),
      without(get('/cut'), 0, 'budget'),
    ),
  ).toEqual(['GET /reset', 'GET /timeout', 'GET /sent-again-too-late']);
});

test('is not what was lost before others were sent and answered', () => {
  expect(
    suspectsOf(
      without(get('/early'), 0),
      withOne(get('/answered'), 20),
      without(get('/late'), 30),
      // It was under way at the same time: that it was answered says nothing.
      withOne(get('/beside'), 35),
    ),
  ).toEqual(['GET /late']);
});

test('of the catalogue is not cleared by an answer of the quickstart', () => {
  expect(
    suspectsOf(
      without(get('/pets'), 0),
      withOne(get('/quickstart/messages', { operation: 'sendMessage' }), 20),
    ),
  ).toEqual(['GET /pets']);
});

test('is told once, the most unusual first', () => {
  expect(
    suspectsOf(
      without(get('/plain'), 0),
      without(get('/plain'), 1),
      without(get('/open', { validity: 'open' }), 0),
      without(get('/add', { method: 'POST', writes: true }), 0),
      without(get('/bad', { method: 'POST', writes: true, validity: 'invalid' }), 0),
    ),
  ).toEqual(['POST /bad', 'GET /open', 'POST /add', 'GET /plain']);
});

test('is told first if its operation was never answered', () => {
  expect(
    suspectsOf(
      withOne(get('/pets'), 0),
      without(get('/bad', { validity: 'invalid' }), 20),
      without(get('/orders', { operation: 'getStoreOrders' }), 20),
    ),
  ).toEqual(['GET /orders', 'GET /bad']);
});

test('what was answered just before is remembered as well, without its answer, the last one first', () => {
  const suspects = new InFlightRequests();
  for (let at = 0; at < 40; at++) suspects.note(withOne(get(`/${at}`), at), occasion);
  suspects.note(without(get('/lost'), 50), occasion);
  const { recent } = suspects;
  expect(recent.map(({ exchange: { ask } }) => ask.path)).toEqual(
    Array.from({ length: 32 }, (_, at) => `/${39 - at}`),
  );
  expect(recent.filter(({ exchange }) => 'answer' in exchange)).toEqual([]);
});

test('are 64 at most, and the last ones', () => {
  const many = Array.from({ length: 70 }, (_, at) => without(get(`/${at}`), 0));
  const requests = suspectsOf(...many);
  expect([requests.length, requests[0], requests.at(-1)]).toEqual([64, 'GET /6', 'GET /69']);
});
