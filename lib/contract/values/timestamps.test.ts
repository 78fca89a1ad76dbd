import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utcTimestamp } from './values.js';

const read = (text: string): string => {
  const moment = utcTimestamp(text);
  return moment.ok ? new Date(moment.milliseconds).toISOString() : moment.problem;
};

describe('utcTimestamp', () => {
  test.each([
    ['2026-11-01T10:15:30Z', '2026-11-01T10:15:30.000Z'],
    ['2026-11-01T10:15:30.123456789Z', '2026-11-01T10:15:30.123Z'],
    ['2026-11-01T10:15:30,5+00:00', '2026-11-01T10:15:30.500Z'],
    ['2026-11-01T10:15:30+0000', '2026-11-01T10:15:30.000Z'],
    ['2026-11-01T10:15:30+00', '2026-11-01T10:15:30.000Z'],
    ['2026-11-01T10:15:30-00:00', '2026-11-01T10:15:30.000Z'],
    ['20261101T101530Z', '2026-11-01T10:15:30.000Z'],
    ['20261101T101530.25Z', '2026-11-01T10:15:30.250Z'],
    ['2026-11-01T10:15Z', '2026-11-01T10:15:00.000Z'],
    ['2026-11-01T10.5Z', '2026-11-01T10:30:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2026-11-01T24:00:00Z', '2026-11-02T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['2026-305T10:15:30Z', '2026-11-01T10:15:30.000Z'],
    ['2026305T101530Z', '2026-11-01T10:15:30.000Z'],
    ['2026-W44-7T10:15:30Z', '2026-11-01T10:15:30.000Z'],
    ['2026W447T101530Z', '2026-11-01T10:15:30.000Z'],
    ['2020-W53-5T00:00:00Z', '2021-01-01T00:00:00.000Z'],
  ])('reads %s', (text, moment) => expect(read(text)).toBe(moment));

  test.each([
    ['2026-11-01T10:15:30', 'it has no time zone designator, so it does not say that it is UTC'],
    ['2026-11-01T10:15:30Z[UTC]', 'it ends with Z[UTC], where ISO 8601 writes UTC as Z alone'],
    ['2026-11-01T10:15:30.5 GMT', 'it ends with GMT, where ISO 8601 writes UTC as Z alone'],
    ['2026-11-01T10:15:30+01:00', 'its offset is +01:00, which is not UTC'],
    ['2026-11-01T10:15:30-0030', 'its offset is -0030, which is not UTC'],
    ['2026-11-01 10:15:30Z', 'it must be a date, the letter T, a time, and Z or +00:00'],
    ['2026-11-01', 'it must be a date, the letter T, a time, and Z or +00:00'],
    ['', 'it must be a date, the letter T, a time, and Z or +00:00'],
    ['1793528130', 'it must be a date, the letter T, a time, and Z or +00:00'],
    ['Sun, 01 Nov 2026 10:15:30 GMT', 'it must be a date, the letter T, a time, and Z or +00:00'],
    ['Tue, 03 Nov 2026 10:15:30 GMT', 'it must be a date, the letter T, a time, and Z or +00:00'],
    ['2026-02-29T00:00:00Z', 'its date does not exist'],
    ['1900-02-29T00:00:00Z', 'its date does not exist'],
    ['2026-13-01T00:00:00Z', 'its date does not exist'],
    ['2026-00-01T00:00:00Z', 'its date does not exist'],
    ['2026-04-31T00:00:00Z', 'its date does not exist'],
    ['2026-11-00T00:00:00Z', 'its date does not exist'],
    ['2026-366T00:00:00Z', 'its date does not exist'],
    ['2026-W54-1T00:00:00Z', 'its date does not exist'],
    ['2025-W53-1T00:00:00Z', 'its date does not exist'],
    ['2026-11-01T25:00:00Z', 'its time does not exist'],
    ['2026-11-01T24:00:01Z', 'its time does not exist'],
    ['2026-11-01T10:60:00Z', 'its time does not exist'],
    ['2026-11-01T10:15:60Z', 'its time does not exist'],
    ['2026-11-01T23:58:60.5Z', 'its time does not exist'],
    ['2026-11-01T10:00:61Z', 'its time does not exist'],
    ['2026-11-01T101530Z', 'its date and its time mix the extended and the basic format'],
    ['20261101T10:15:30Z', 'its date and its time mix the extended and the basic format'],
    ['2026-11-1T10:15:30Z', 'its date is not written as in ISO 8601'],
    ['26-11-01T10:15:30Z', 'its date is not written as in ISO 8601'],
    ['2026-11-01T1:15:30Z', 'its time is not written as in ISO 8601'],
    ['2026-11-01T10:15:30.Z', 'its time is not written as in ISO 8601'],
    [' 2026-11-01T10:15:30Z', 'its date is not written as in ISO 8601'],
    ['2026-11-01T10:15:30Z\n', 'it has no time zone designator, so it does not say that it is UTC'],
    ['2026-11-01T10:15:30z', 'it has no time zone designator, so it does not say that it is UTC'],
  ])('refuses %s', (text, problem) => expect(read(text)).toBe(problem));

  test('reads every date that JavaScript writes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => read(date.toISOString()) === date.toISOString(),
      ),
    );
  });
});
