// Declares what a command is. Its parsing, its help and the suggestions for mistyped words all follow from one
// declaration.
import type { Io } from '../io.js';
import { type Flag, type Flags, text, value, type Values } from '../../api/options/flags.js';

interface Operand {
  readonly name: string;
  /** The operands as the usage shows them, if they are more than a single optional one. */
  readonly written?: string;
  readonly help: string;
  readonly required: boolean;
  /** What to say where it is missing, if the help does not fit there. */
  readonly missing?: string;
  /** More than one may be given. */
  readonly several?: boolean;
}

/** Flags under headings, as the help shows them. */
type Groups = Readonly<Record<string, Flags>>;
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type FlagsIn<G extends Groups> = Together<G[keyof G]> extends infer All extends Flags ? All : never;

interface Asked<G extends Groups> {
  readonly values: Values<FlagsIn<G>>;
  /** The operands, where the command takes any. */
  readonly operand: string | undefined;
  /** The same with all others that were given. */
  readonly operands: readonly string[];
  /** All commands: a mistyped word may be one of them. */
  readonly commands: readonly Command[];
}

interface Declared<G extends Groups> {
  readonly name: string;
  /** The command in one line, for the list of commands. */
  readonly summary: string;
  readonly operand?: Operand;
  readonly flags: G;
  readonly examples?: readonly string[];
  /** Further lines of help. */
  readonly notes?: readonly string[];
  /** Heavy modules are imported in here, and only when they are needed. */
  run(asked: Asked<G>, io: Io): Promise<number>;
}

/** A command without the types of its flags, as the table holds it. */
export interface Command extends Omit<Declared<Groups>, 'run'> {
  run(
    asked: {
      readonly values: Readonly<Record<string, unknown>>;
      readonly operand: string | undefined;
      readonly operands: readonly string[];
      readonly commands: readonly Command[];
    },
    io: Io,
  ): Promise<number>;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

export function command<const G extends Groups>(declared: Declared<G>): Command {
  return declared as unknown as Command;
}

export function flagsOf(one: Pick<Command, 'flags'>): Flags {
  return Object.assign({}, ...Object.values(one.flags)) as Flags;
}

/** A flag that names where something is written: a file, or the standard output. */
export const out = (what: string): Flag<string> =>
  value('FILE', text, `write ${what} to this file, or to standard output with -`);
