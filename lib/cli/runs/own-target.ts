// Where the run of a report went, for commands that do not say it again.
import type { Command } from '../arguments/command.js';
import { parse } from '../arguments/parse.js';
import type { RunValues } from '../../api/options/run-flags.js';
import type { Io } from '../io.js';
import { wordsOfOwn } from './own-runs.js';

export interface TargetArguments {
  readonly operand: string | undefined;
  readonly values: RunValues;
}

/** Adds the target of a report if it came from a run of this user; what is typed now has priority. */
export function withOwnTarget(
  report: string,
  typed: RunValues,
  commands: readonly Command[],
  io: Pick<Io, 'environment' | 'folder'>,
): TargetArguments {
  const words = wordsOfOwn(report, io) ?? [];
  const [usual] = commands;
  if (words.length === 0 || usual === undefined) return { operand: undefined, values: typed };
  const parsed = parse(['run', ...words], commands, usual);
  if (parsed.want !== 'run') return { operand: undefined, values: typed };
  return { operand: parsed.operand, values: { ...parsed.values, ...typed } };
}
