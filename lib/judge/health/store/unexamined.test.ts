import { expect, test } from 'vitest';
import type { Exchange } from '../../../http/types.js';
import { OutsideBudget } from '../../result/signals.js';
import { Unexamined } from './unexamined.js';

const reason = new OutsideBudget({ what: 'outside budget', values: { flags: '--max-writes 25' } });
const add = (number: number, status: number, validity = 'valid'): Exchange =>
  ({ number, ask: { validity }, answer: { status } }) as Exchange;

test.each<[string, readonly Exchange[], Exchange, boolean]>([
  ['valid ones are refused, this one too', [add(1, 201)], add(3, 403), true],
  ['valid ones are refused, and this invalid one', [add(2, 403)], add(3, 403, 'invalid'), true],
  ['only invalid ones are refused', [add(1, 201)], add(3, 403, 'invalid'), false],
  ['one was accepted later', [add(2, 403), add(4, 201)], add(3, 403), false],
  [
    'valid ones were refused before one was accepted',
    [add(1, 403), add(2, 201)],
    add(3, 403, 'invalid'),
    false,
  ],
  ['it is refused otherwise', [add(2, 403)], add(3, 400), false],
])('%s', (_, before, refusal, isNone) => {
  const unexamined = new Unexamined();
  for (const exchange of [...before, refusal]) unexamined.note(exchange);
  unexamined.add(403, reason);
  expect(unexamined.whyCovered(refusal)).toBe(isNone ? reason : undefined);
});
