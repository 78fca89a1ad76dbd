// Describes the identifiers and times of messages in words that hide what differs from one to the next.
import { expect, test } from 'vitest';
import { identifiersInWords, timesInWords } from './messages.js';

test.each([
  ['UUIDs', ['0B0e7c1a-1111-4222-8333-123456789abc', '1b0e7c1a-1111-4222-8333-123456789abc']],
  ['strings of digits', ['1', '20', '300']],
  ['letters and digits, beginning with msg_', ['msg_1_af', 'msg_2_0']],
  ['letters and digits', ['a_1', 'b_2']],
  ['letters and digits', ['1af', '20']],
  ['other text', ['a b', 'c']],
])('identifiers: %s', (words, ids) => {
  expect(identifiersInWords(ids)).toBe(words);
});

test.each([
  ['YYYY-MM-DDThh:mm:ss.sssZ', ['2026-11-22T16:35:31.123Z', '2026-11-22T16:35:32.000Z']],
  ['YYYY-MM-DDThh:mm:ssZ', ['2026-11-22T16:35:31Z']],
  ['YYYYMMDDThhmmssZ', ['20261122T163531Z']],
  ['YYYY-MM-DDThh:mm:ss,sss+00:00', ['2026-11-22T16:35:31,123+00:00']],
  ['YYYY-MM-DD hh:mm:ssz', ['2026-11-22 16:35:31z']],
  ['YYYY-MM-DDThh:mmZ', ['2026-11-22T16:35Z']],
  ['another form', ['2026-W47-7T16:35:31Z']],
])('times: %s', (words, times) => {
  expect(timesInWords(times)).toBe(words);
});

test('zeros that are left out at the end of a fraction are no other form', () => {
  expect(
    timesInWords([
      '2026-11-22T16:35:31.12Z',
      '2026-11-22T16:35:31.123456Z',
      '2026-11-22T16:35:31Z',
    ]),
  ).toBe('YYYY-MM-DDThh:mm:ss.ssssssZ');
});
