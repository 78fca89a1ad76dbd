// Options that are written in a program or in a file instead of typed as flags: their names, and how their values are
// read, by the table of flags.
import { UsageError } from '../errors.js';
import type { Flag } from './flags.js';
import { table } from './run-table.js';

const flags: Readonly<Record<string, Flag>> = table;

export const camel = (flag: string): string =>
  flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export const optionOf = (flag: string): string => flags[flag]?.forPrograms || camel(flag);

/** A message that names flags, for a program: `--read-only` is `readOnly` there. */
export const inOptions = (message: string): string =>
  namingOptions(message.replace('use --key-from FILE', 'pass key'), (option) => option);

export const namingOptions = (message: string, show: (option: string) => string): string =>
  message.replace(/--([a-z][a-z-]*)/g, (whole, name: string) =>
    flags[name] !== undefined && flags[name].forPrograms !== false ? show(optionOf(name)) : whole,
  );

export function readOption(option: string, given: unknown, flag: Flag): unknown {
  if (flag.placeholder === null) {
    if (typeof given !== 'boolean') throw new UsageError(`${option} must be true or false.`);
    return given ? true : undefined;
  }
  // The value of a flag that is given without one.
  if (flag.alone !== undefined && typeof given === 'boolean')
    return given ? flag.read(flag.alone.value, option) : undefined;
  if (!flag.repeatable && !Array.isArray(given)) return flag.read(textOf(option, given), option);
  const all = option === 'headers' ? headerLines(given) : Array.isArray(given) ? given : [given];
  if (all.length === 0) return undefined;
  if (!flag.repeatable) return flag.read(all.map((one) => textOf(option, one)).join(','), option);
  return all.flatMap((one) => flag.read(textOf(option, one), option));
}

function textOf(option: string, given: unknown): string {
  if (typeof given === 'string' || typeof given === 'number' || typeof given === 'bigint')
    return String(given);
  throw new UsageError(
    `${option} is ${given === null ? 'null' : `of type ${typeof given}`}: omit it, or specify a value.`,
  );
}

function headerLines(given: unknown): readonly string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new UsageError("headers must be an object, such as { 'X-Gateway': 'blue' }.");
  return Object.entries(given).map(
    ([name, value]) => `${name}: ${textOf(`headers.${name}`, value)}`,
  );
}
