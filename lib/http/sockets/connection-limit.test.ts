import { expect, test } from 'vitest';
import { Room } from './connection-limit.js';

const times = (count: number, act: () => void): void => Array.from({ length: count }).forEach(act);

test('one connection that is dropped, or two, say nothing', () => {
  const room = new Room();
  room.held(1);
  times(2, () => room.dropped(1));
  room.held(1);
  times(2, () => room.dropped(1));
  expect(room.most).toBe(Infinity);
});

test('of a target that has never answered nothing is learnt', () => {
  const room = new Room();
  times(9, () => room.dropped(0));
  expect(room.most).toBe(Infinity);
});

test('three in a row: no more than stand; at least one', () => {
  const room = new Room();
  room.held(5);
  times(3, () => room.dropped(5));
  expect(room.most).toBe(5);
  times(3, () => room.dropped(0));
  expect(room.most).toBe(1);
});

test('those that were on their way, and stand, count', () => {
  const room = new Room();
  room.held(1);
  times(3, () => room.dropped(1));
  room.held(4);
  expect(room.most).toBe(4);
});

test('one more is tried now and then, and less often each time that it is dropped', () => {
  const room = new Room();
  room.held(5);
  times(3, () => room.dropped(5));
  const answersUntilTried = (): number => {
    let answers = 0;
    for (; room.most === 5; answers += 1) room.answered();
    return answers;
  };
  const first = answersUntilTried();
  expect(room.most).toBe(6);
  room.dropped(5);
  expect(room.most).toBe(5);
  expect(answersUntilTried()).toBe(2 * first);
  // This time the target tolerates it.
  room.held(6);
  times(2 * first, () => room.answered());
  expect(room.most).toBe(7);
});

test('where this machine opens no more, one more is tried after twice as many answers, counted anew', () => {
  const room = new Room();
  room.held(5);
  times(3, () => room.dropped(5));
  times(15, () => room.answered());
  room.unopened(5);
  times(31, () => room.answered());
  expect(room.most).toBe(5);
  room.answered();
  expect(room.most).toBe(6);
});
