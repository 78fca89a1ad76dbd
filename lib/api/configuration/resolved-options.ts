// Turns the options of a program into the values of a run, by the table of flags, so that both have one definition.
// Messages about flags are put into the words of a program here.
import { UsageError } from '../errors.js';
import type { Context } from './configuration.js';
import { variables } from './settings.js';
import type { Flag } from '../options/flags.js';
import { didYouMean } from '../options/nearest.js';
import { type RunValues, table } from '../options/run-table.js';
import { camel, optionOf, readOption } from '../options/option-values.js';
import type { RunOptions } from '../options/run-options.js';

const flags: Readonly<Record<string, Flag>> = table;

/** Former names keep working. `output` may be `true` as well, and is read separately. */
const flagOf = new Map(
  Object.entries(flags)
    .filter(([name, { forPrograms }]) => forPrograms !== false && name !== 'output')
    .flatMap(([name, { formerly }]) => [
      [optionOf(name), name] as const,
      ...(formerly === undefined ? [] : [[camel(formerly), name] as const]),
    ]),
);

export interface ResolvedOptions {
  readonly target: string | undefined;
  readonly values: RunValues;
  readonly context: Context;
  readonly signal?: AbortSignal | undefined;
  /** The reports are written. */
  readonly keep: boolean;
}

/** A program has no terminal to answer from. */
const stdin = { isTTY: false, line: () => Promise.resolve(''), text: () => Promise.resolve('') };

export function resolvedOptions(options: RunOptions): ResolvedOptions {
  // A variable that is not set must not lead to a green run of another server.
  for (const name of ['target', 'start'] as const)
    if (Object.hasOwn(options, name) && options[name] === undefined)
      throw new UsageError(`${name} is undefined: omit it, or specify a value.`);
  const { target, signal, reportDir, output = reportDir, ...others } = options;
  const { key: _key, quickstartKey: _other, environment: _, folder: _folder, ...asked } = others;
  const values: Record<string, unknown> = typeof output === 'string' ? { output } : {};
  for (const [option, given] of Object.entries(asked)) {
    if (given === undefined) continue;
    const flag = flagOf.get(option);
    if (flag === undefined)
      throw new UsageError(`run has no option ${option}.${didYouMean(option, [...flagOf.keys()])}`);
    if (flag in values)
      throw new UsageError(
        `${camel(flags[flag]?.formerly ?? option)} and ${optionOf(flag)} are the same: specify only ${optionOf(flag)}.`,
      );
    const value = readOption(option, given, flags[flag] as Flag);
    if (value !== undefined) values[flag] = value;
  }
  const keep = output !== undefined && output !== false;
  return { target, values, context: contextOf(options), signal, keep };
}

/** A key that is an option comes before one of the environment. */
export function contextOf(options: RunOptions): Context {
  const { key, quickstartKey, environment = process.env, folder = process.cwd() } = options;
  const keys = {
    ...(key === undefined ? {} : { [variables.key]: key }),
    ...(quickstartKey === undefined ? {} : { [variables.quickstartKey]: quickstartKey }),
  };
  return { environment: { ...environment, ...keys }, folder, stdin };
}
