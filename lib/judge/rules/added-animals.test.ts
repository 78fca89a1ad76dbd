// Which animals a run knows to have added, and which of two came later.
import { expect, test } from 'vitest';
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
