import { expect, test } from 'vitest';
import { ConnectionLimit } from './connection-limit.js';

const times = (count: number, act: () => void): void => Array.from({ length: count }).forEach(act);

test('one connection that is dropped, or two, say nothing', () => {
  const connectionLimit = new ConnectionLimit();
  times(9, () => {
    times(2, () => connectionLimit.dropped(1));
    times(4, () => connectionLimit.held(1));
  });
  expect(connectionLimit.most).toBe(Infinity);
});

test('of a target that drops one new connection in three, by chance, nothing is learnt', () => {
  const connectionLimit = new ConnectionLimit();
  times(99, () => {
    times(2, () => connectionLimit.held(4));
    connectionLimit.dropped(4);
  });
  expect(connectionLimit.most).toBe(Infinity);
});

test('every other one is dropped, because others are closed meanwhile: no more than stand', () => {
  const connectionLimit = new ConnectionLimit();
  times(5, () => {
    connectionLimit.held(4);
    connectionLimit.dropped(4);
  });
  expect(connectionLimit.most).toBe(4);
});

test('of a target that has never answered nothing is learnt', () => {
  const connectionLimit = new ConnectionLimit();
  times(9, () => connectionLimit.dropped(0));
  times(9, () => connectionLimit.waited(0));
  expect(connectionLimit.most).toBe(Infinity);
});

test('three in a row: no more than stand; at least one', () => {
  const connectionLimit = new ConnectionLimit();
  connectionLimit.held(5);
  times(3, () => connectionLimit.dropped(5));
  expect(connectionLimit.most).toBe(5);
  times(3, () => connectionLimit.dropped(0));
  expect(connectionLimit.most).toBe(1);
});

test('three in a row that waited: no more than were ever served at once', () => {
  const connectionLimit = new ConnectionLimit();
  connectionLimit.held(4);
  connectionLimit.held(2);
  times(2, () => connectionLimit.waited(4));
  expect(connectionLimit.most).toBe(Infinity);
  connectionLimit.waited(4);
  expect(connectionLimit.most).toBe(4);
});

test('a target that is only slow serves more and more at once', () => {
  const connectionLimit = new ConnectionLimit();
  connectionLimit.held(1);
  for (const standing of [1, 1, 2, 2, 2, 3]) connectionLimit.waited(standing);
  expect(connectionLimit.most).toBe(Infinity);
});

test('one more that waits is one too many', () => {
  const connectionLimit = new ConnectionLimit();
  connectionLimit.held(4);
  times(3, () => connectionLimit.waited(4));
  times(16, () => connectionLimit.answered());
  expect(connectionLimit.most).toBe(5);
  connectionLimit.waited(4);
  expect(connectionLimit.most).toBe(4);
});

test('those that were on their way, and stand, count', () => {
  const connectionLimit = new ConnectionLimit();
  connectionLimit.held(1);
  times(3, () => connectionLimit.dropped(1));
  connectionLimit.held(4);
  expect(connectionLimit.most).toBe(4);
});

test('one more is tried now and then, and less often each time that it is dropped', () => {
  const connectionLimit = new ConnectionLimit();
  connectionLimit.held(5);
  times(3, () => connectionLimit.dropped(5));
  const answersUntilTried = (): number => {
    let answers = 0;
    for (; connectionLimit.most === 5; answers += 1) connectionLimit.answered();
    return answers;
  };
  const first = answersUntilTried();
  expect(connectionLimit.most).toBe(6);
  connectionLimit.dropped(5);
  expect(connectionLimit.most).toBe(5);
  expect(answersUntilTried()).toBe(2 * first);
  // This time the target tolerates it.
  connectionLimit.held(6);
  times(2 * first, () => connectionLimit.answered());
  expect(connectionLimit.most).toBe(7);
});
