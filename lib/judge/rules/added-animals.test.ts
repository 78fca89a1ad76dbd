// Which animals a run knows to have added, and which of two came later.
import { expect, test } from 'vitest';
import { ReceivedAnswer } from '../../http/answer.js';
import { AddedAnimals } from './added-animals.js';

test('an animal is later than another only if it was sent when the other had its response', () => {
  const animals = new AddedAnimals();
  const added = (id: string, startedAt: number, durationMs: number): void =>
    animals.remember(id, { startedAt, durationMs });
  added('1', 0, 100);
  added('2', 50, 10);
  added('3', 101, 10);
  expect(animals.isLater('2', '1')).toBe(false);
  expect(animals.isLater('3', '1')).toBe(true);
  expect(animals.isLater('1', '3')).toBe(false);
  expect(animals.isLater('4', '1')).toBe(false);
});

test('the first of each status is the one that was sent first, in whatever order they are confirmed', () => {
  const animals = new AddedAnimals();
  const confirmed = (number: number, status: string): void =>
    animals.note({
      number,
      ask: {
        operation: 'createPet',
        method: 'POST',
        path: '/pets',
        validity: 'valid',
        writes: true,
      },
      request: { method: 'POST', path: '/v1/pets', headers: [] },
      startedAt: number,
      durationMs: 1,
      resent: 0,
      answer: new ReceivedAnswer({
        status: 201,
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from(JSON.stringify({ id: number, name: 'A', categoryId: 1, status })),
        truncated: false,
      }),
    });
  for (const [number, status] of [
    [4, 'sold'],
    [2, 'available'],
    [3, 'sold'],
    [5, 'available'],
  ] as const)
    confirmed(number, status);
  expect(animals.first.map(({ status, added }) => [status, added.number])).toEqual([
    ['available', 2],
    ['sold', 3],
  ]);
});
