// When the refusals of a valid key are told as what may be a lockout.
import { expect, test } from 'vitest';
import { answered, asking } from '../../testing/made-up.js';
import type { Ask, Exchange } from '../../http/types.js';
import { RefusedKey } from './refused-key.js';

const list = asking('listPets', '/pets');
const get = asking('getPetById', '/pets/1');
const wrong: Ask = { ...list, key: { authorization: 'Bearer wrong' }, validity: 'invalid' };

type Noted = readonly [ask: Ask, status: number, times: number];
function remarksAfter(noted: readonly Noted[], sendsMany = true): readonly string[] {
  const key = new RefusedKey(sendsMany);
  for (const [ask, status, times] of noted)
    for (let at = 0; at < times; at++) key.note({ ask, answer: answered(status, '') } as Exchange);
  return key.remarks;
}

const lockedOut: readonly Noted[] = [
  [list, 200, 1],
  [get, 404, 1],
  [wrong, 401, 3],
  [list, 403, 6],
  [get, 401, 4],
];

test('a lockout is told with how to go on', () => {
  expect(remarksAfter(lockedOut)).toEqual([
    'After some wrong keys, the valid key was refused as well, 10 times (with 403 or 401). If the service locks out clients that try wrong keys, test it with --wrong-keys few.',
  ]);
});

test.each<[string, readonly Noted[], boolean]>([
  ['if few wrong keys are sent', lockedOut, false],
  ['if the key was never accepted', lockedOut.slice(2), true],
  ['if fewer wrong keys were sent', [...lockedOut].with(2, [wrong, 401, 2]), true],
  ['if it was refused before them too', [...lockedOut].with(1, [get, 403, 20]), true],
  ['if it was refused less often', [...lockedOut].with(4, [get, 403, 3]), true],
  ['if one operation refuses it', [...lockedOut].with(4, [list, 403, 9]), true],
  ['if another status refuses it', [...lockedOut].with(4, [get, 404, 9]), true],
])('nothing is told %s', (_, noted, sendsMany) => {
  expect(remarksAfter(noted, sendsMany)).toEqual([]);
});
