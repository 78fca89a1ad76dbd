// Reads ISO 8601 timestamps in UTC, in every form of that standard that has a whole date and a time: calendar, ordinal
// and week dates, extended or basic, with a decimal fraction of the last part.

type Moment =
  | {
      readonly ok: true;
      /** The time in milliseconds since the epoch. */ readonly milliseconds: number;
    }
  | {
      readonly ok: false;
      /** The problem in words: "it has no time zone designator". */ readonly problem: string;
    };

const bad = (problem: string): Moment => ({ ok: false, problem });

const extendedDate = /^(\d{4})-(?:(\d\d)-(\d\d)|W(\d\d)-(\d)|(\d{3}))$/;
const basicDate = /^(\d{4})(?:(\d\d)(\d\d)|W(\d\d)(\d)|(\d{3}))$/;
const extendedTime = /^(\d\d)(?::(\d\d)(?::(\d\d))?)?(?:[.,](\d+))?$/;
const basicTime = /^(\d\d)(?:(\d\d)(\d\d)?)?(?:[.,](\d+))?$/;
const zone = /(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/;

export function utcTimestamp(text: string): Moment {
  // The letter also begins words, such as Tue.
  const halves = text.split(/(?<=\d)T(?=\d)/);
  const [date, clock] = halves;
  if (date === undefined || clock === undefined || halves.length > 2)
    return bad('it must be a date, the letter T, a time, and Z or +00:00');
  const extended = extendedDate.test(date);
  const day = (extended ? extendedDate : basicDate).exec(date);
  if (day === null) return bad('its date is not written as in ISO 8601');
  const designator = zone.exec(clock);
  if (designator === null) return bad(withoutDesignator(clock));
  if (Number(designator[2] ?? 0) !== 0 || Number(designator[3] ?? 0) !== 0)
    return bad(`its offset is ${designator[0]}, which is not UTC`);
  const time = clock.slice(0, designator.index);
  const hours = (extended ? extendedTime : basicTime).exec(time);
  if (hours === null)
    return bad(
      (extended ? basicTime : extendedTime).test(time)
        ? 'its date and its time mix the extended and the basic format'
        : 'its time is not written as in ISO 8601',
    );
  const midnight = dayOf(day);
  if (midnight === undefined) return bad('its date does not exist');
  const sinceMidnight = timeOf(hours);
  if (sinceMidnight === undefined) return bad('its time does not exist');
  return { ok: true, milliseconds: midnight + sinceMidnight };
}

/** Java names a zone behind the designator, and others name it in its place. */
function withoutDesignator(clock: string): string {
  const [, words] = /^[\d:.,]+ ?([A-Z][\w[\]/+:-]{1,30})$/.exec(clock) ?? [];
  return words === undefined
    ? 'it has no time zone designator, so it does not say that it is UTC'
    : `it ends with ${words}, where ISO 8601 writes UTC as Z alone`;
}

/** Some services write a space or small letters where ISO 8601 has T and Z, so this is what they mean. */
export const inOneForm = (text: string): string =>
  text.replace(/^([\dW-]+)[t ](?=\d)/, '$1T').replace(/z$/, 'Z');

const dayMs = 86_400_000;

/** Midnight of the day, or undefined if there is no such day. */
function dayOf([, yearText, month, dayOfMonth, week, weekday, ordinal]: RegExpExecArray):
  | number
  | undefined {
  const year = Number(yearText);
  const start = utc(year, 0, 1);
  const days = (utc(year + 1, 0, 1) - start) / dayMs;
  if (ordinal !== undefined)
    return Number(ordinal) >= 1 && Number(ordinal) <= days
      ? start + (Number(ordinal) - 1) * dayMs
      : undefined;
  if (week !== undefined) {
    if (Number(week) < 1 || Number(week) > 53 || Number(weekday) < 1 || Number(weekday) > 7)
      return undefined;
    // Week 1 is the one that contains 4 January; a week belongs to the year of its Thursday.
    const monday = weekOne(year) + (Number(week) - 1) * 7 * dayMs;
    return monday < weekOne(year + 1) ? monday + (Number(weekday) - 1) * dayMs : undefined;
  }
  const moment = utc(year, Number(month) - 1, Number(dayOfMonth));
  const real = new Date(moment);
  return real.getUTCMonth() === Number(month) - 1 && real.getUTCDate() === Number(dayOfMonth)
    ? moment
    : undefined;
}

/** Avoids Date.UTC, which maps the years 0 to 99 to the twentieth century. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

function weekOne(year: number): number {
  const fourth = utc(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
}

/** Milliseconds since midnight, or undefined if there is no such time. A leap second ends a day of UTC. */
function timeOf([, hourText, minuteText, secondText, fractionText]: RegExpExecArray):
  | number
  | undefined {
  const [hour, minute, second] = [
    Number(hourText),
    Number(minuteText ?? 0),
    Number(secondText ?? 0),
  ];
  const unit = secondText !== undefined ? 1000 : minuteText !== undefined ? 60_000 : 3_600_000;
  const fraction = Math.floor(Number(`0.${fractionText ?? 0}`) * unit);
  const lastSecond = hour === 23 && minute === 59 ? 60 : 59;
  if (
    minute > 59 ||
    second > lastSecond ||
    hour > 24 ||
    (hour === 24 && minute + second + fraction > 0)
  )
    return undefined;
  return hour * 3_600_000 + minute * 60_000 + second * 1000 + fraction;
}
