// The kinds of options, and how their values are read. One that reads badly is refused with one line that says what it
// takes. Which there are is the business of the table and of the commands.
import { UsageError } from '../errors.js';
import { inWords } from './sentence.js';

export interface Flag<T = unknown> {
  readonly help: string;
  /** The placeholder of the value in the help; null for a switch. */
  readonly placeholder: string | null;
  /** The value where none follows; `follows` decides whether the next word is a value. */
  readonly alone?: { readonly value: string; readonly follows: RegExp };
  /** It may be given again; its values are then joined. */
  readonly repeatable: boolean;
  /** `flag` is how it is written, for messages. */
  readonly read: Read<T>;
  /** The default. */
  readonly default?: T;
  /** False if programs have another way to do the same; a name if it differs from that of the flag. */
  readonly forPrograms?: false | string;
  /** False if it can only be typed, because others may have written the file of the project. */
  readonly inProjectFile?: false;
  /** Whether this value loosens the judgement: from the file of a project, it gives a warning. */
  narrows?(given: unknown): boolean;
  /** The former name, which keeps working. */
  readonly formerly?: string;
}

/** The members of an option in the table that not every flag has. */
type Further<T> = Pick<
  Flag<T>,
  'default' | 'forPrograms' | 'formerly' | 'inProjectFile' | 'narrows'
>;

export type Flags = Readonly<Record<string, Flag>>;
export type Values<F extends Flags> = {
  readonly [Name in keyof F]?: (F[Name] extends Flag<infer T> ? T : never) | undefined;
};

/** The values, with the default of each flag that has one and was not given. */
export type Complete<F extends Flags> = Values<F> & {
  readonly [
    Name in keyof F as F[Name] extends { readonly default: unknown } ? Name : never
  ]: F[Name] extends Flag<infer T> ? T : never;
};

export const complete = <F extends Flags>(table: F, values: Values<F>): Complete<F> =>
  ({
    ...Object.fromEntries(Object.entries(table).map(([name, flag]) => [name, flag.default])),
    ...Object.fromEntries(Object.entries(values).filter(([, given]) => given !== undefined)),
  }) as Complete<F>;

export interface Read<T> {
  (text: string, flag: string): T;
  /** All values that the flag takes, if they are a few words. */
  readonly words?: readonly string[];
}

export const toggle = <const More extends Further<true> = object>(
  help: string,
  more?: More,
): Flag<true> & More => ({
  help,
  placeholder: null,
  repeatable: false,
  read: () => true,
  ...(more as More),
});

export const value = <T, const More extends Further<NoInfer<T>> = object>(
  placeholder: string,
  read: Read<T>,
  help: string,
  more?: More,
): Flag<T> & More => ({
  help,
  placeholder,
  repeatable: false,
  read,
  ...(more as More),
});

/** A number that may be left out. */
export const number = (
  placeholder: string,
  read: Read<number>,
  help: string,
  alone: number,
): Flag<number> => ({
  help,
  placeholder: `[${placeholder}]`,
  alone: { value: String(alone), follows: /^[+-]?\d/ },
  repeatable: false,
  read,
});

export const list = <T, const More extends Further<readonly NoInfer<T>[]> = object>(
  placeholder: string,
  read: Read<readonly T[]>,
  help: string,
  more?: More,
): Flag<readonly T[]> & More => ({
  help,
  placeholder,
  repeatable: true,
  read,
  ...(more as More),
});

/** The name of today, where this is one of a flag, now or once. */
export function nameToday(flags: Flags, written: string): string | undefined {
  if (Object.hasOwn(flags, written)) return written;
  return Object.keys(flags).find((name) => flags[name]?.formerly === written);
}

export const text: Read<string> = (given, flag) => {
  if (given.trim() === '') throw new UsageError(`${flag} is empty: specify a value, or omit it.`);
  return given;
};

/** Values separated by commas; empty ones are refused. */
export const commaSeparated =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (given, flag) =>
    given.split(',').map((part) => read(part.trim(), flag));

/** One value for each time that the flag is given. */
export const each =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (given, flag) => [read(given, flag)];

export const whole =
  (least: number, most: number): Read<number> =>
  (given, flag) => {
    const number = /^[+-]?\d+$/.test(given) ? Number(given) : Number.NaN;
    if (!(number >= least && number <= most))
      throw new UsageError(
        `${flag} is ${quoted(given)}: specify a whole number from ${least} to ${most}.`,
      );
    return number;
  };

/** Seconds as people write them, milliseconds as the kit counts. */
export const seconds =
  (least: number, most: number): Read<number> =>
  (given, flag) => {
    const number = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(given) ? Number(given) : Number.NaN;
    if (!(number >= least && number <= most))
      throw new UsageError(
        `${flag} is ${quoted(given)}: specify a number of seconds from ${least} to ${most}, such as 2 or 0.5.`,
      );
    return Math.round(number * 1000);
  };

/** Megabytes as people write them, bytes as the kit counts. */
export const megabytes: Read<number> = (given, flag) => {
  const number = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (!(number >= 0.1 && number <= 100))
    throw new UsageError(
      `${flag} is ${quoted(given)}: specify a number of megabytes from 0.1 to 100.`,
    );
  return Math.round(number * 1024 * 1024);
};

export const rate: Read<number> = (given, flag) => {
  const number = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (!(number >= 0.1 && number <= 100_000))
    throw new UsageError(
      `${flag} is ${quoted(given)}: specify a number of requests per second from 0.1 to 100000.`,
    );
  return number;
};

export const oneOf = <T extends string>(...words: readonly T[]): Read<T> =>
  Object.assign(
    (given: string, flag: string): T => {
      const found = words.find((word) => word === given);
      if (found === undefined)
        throw new UsageError(`${flag} is ${quoted(given)}: specify ${inWords(words, 'or')}.`);
      return found;
    },
    { words },
  );

export const date: Read<string> = (given, flag) => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(given) ? new Date(`${given}T00:00:00Z`) : undefined;
  const real =
    day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given);
  if (!real)
    throw new UsageError(
      `${flag} is ${quoted(given)}: specify a date as YYYY-MM-DD, such as 2031-01-31.`,
    );
  return given;
};

const mostInt64 = 2n ** 63n - 1n;

const int64: Read<bigint> = (given, flag) => {
  const number = /^-?\d{1,19}$/.test(given) ? BigInt(given) : undefined;
  if (number === undefined || number > mostInt64 || number < -mostInt64 - 1n)
    throw new UsageError(
      `${flag} contains ${quoted(given)}: specify 64-bit whole numbers separated by commas, such as 1,2.`,
    );
  return number;
};

/** More categories than a run could try. */
const mostCategories = 1_000;

export const categories: Read<readonly bigint[]> = (given, flag) => {
  const all = commaSeparated(int64)(given, flag);
  if (all.length > mostCategories)
    throw new UsageError(
      `${flag} contains ${all.length.toLocaleString('en')} categories: specify at most ${mostCategories.toLocaleString('en')}.`,
    );
  return all;
};

/** A value in a message: short, and on one line. */
export function quoted(given: string): string {
  const shown = given.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ');
  return `"${shown.length > 60 ? `${shown.slice(0, 57)}...` : shown}"`;
}
