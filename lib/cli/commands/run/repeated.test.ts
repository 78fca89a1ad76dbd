import { expect, test } from 'vitest';
import { Repeated } from './repeated.js';

test('a file that changes in five runs in a row is told, once', () => {
  const repeated = new Repeated();
  const seen = Array.from({ length: 6 }, () => {
    repeated.note(['data.json']);
    return repeated.tooOften();
  });
  expect(seen).toEqual([[], [], [], [], ['data.json'], []]);
});

test('other changes, and a run that came to its end, begin the count anew', () => {
  const repeated = new Repeated();
  for (const paths of [['a'], ['a'], ['b'], ['a'], ['a'], ['a', 'b']]) {
    repeated.note(paths);
    expect(repeated.tooOften()).toEqual([]);
  }
  repeated.clear();
  for (let times = 0; times < 4; times += 1) repeated.note(['a']);
  expect(repeated.tooOften()).toEqual([]);
});
