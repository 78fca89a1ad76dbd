// The options of a run for a program, and for the file of a project: those of the table of flags, with the same limits
// (`option-values.ts`), in the names and types of a program.
import type { Environment } from '../environment.js';
import type { Flag } from './flags.js';
import type { Reporter } from './reporter.js';
import type { Table } from './run-table.js';

/** The value of a flag, as a program gives it. */
type Given<T> = T extends true
  ? boolean
  : T extends { readonly index: number; readonly of: number }
    ? string
    : T extends readonly bigint[]
      ? readonly (number | bigint | string)[]
      : T extends readonly Reporter[]
        ? string | readonly string[]
        : T extends readonly (readonly [name: string, value: string])[]
          ? Readonly<Record<string, string>>
          : T;

type GivenFor<Name extends keyof Table> = Table[Name] extends Flag<infer T> ? Given<T> : never;

type Camel<Name> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The name of the option of this flag. */
type OptionOf<Name extends keyof Table> = Table[Name] extends {
  readonly forPrograms: infer Named extends string;
}
  ? Named
  : Camel<Name>;

type Former<Name extends keyof Table> = Table[Name] extends {
  readonly formerly: infer Once extends string;
}
  ? Camel<Once>
  : never;

type OfCommand = {
  [Name in keyof Table]: Table[Name] extends { readonly forPrograms: false } ? Name : never;
}[keyof Table];

type OnlyTyped = {
  [Name in keyof Table]: Table[Name] extends { readonly inProjectFile: false } ? Name : never;
}[keyof Table];

/** A program may also give `true` for the folder of reports. */
type ForPrograms = Exclude<keyof Table, OfCommand | 'output'>;

/** The build gives each of them its help as documentation. */
type OptionsOfFlags = {
  readonly [Name in ForPrograms as OptionOf<Name>]?: GivenFor<Name>;
} & {
  readonly [Name in ForPrograms as Former<Name>]?: GivenFor<Name>;
};

export interface RunOptions extends OptionsOfFlags {
  /** `reference` (the embedded server, the default), `production`, `staging`, or a base address. */
  readonly target?: string;
  /** The key; by default ANIMAL_STORE_API_KEY, from `environment` or from .env in `folder`. */
  readonly key?: string;
  /** The key of the quickstart; by default the same. */
  readonly quickstartKey?: string;
  /** Writes the reports to this folder; `true` to reports/NAME, as the command does. By default, nothing is written. */
  readonly output?: string | boolean;
  /** @deprecated It is now called `output`. */
  readonly reportDir?: string | boolean;
  /** Ends the run: what was found until then is its report, and what was not is undecided. */
  readonly signal?: AbortSignal;
  /** Variables and proxies, and what `candidateEnv` names; default: process.env. */
  readonly environment?: Environment;
  /** Paths begin here, and .env is looked for here; default: the working directory. */
  readonly folder?: string;
}

/** The options that `animal-store.config.ts` may hold. */
export type Config = Pick<RunOptions, 'target' | OptionOf<Exclude<ForPrograms, OnlyTyped>>> & {
  readonly [Name in Exclude<OfCommand, OnlyTyped> | 'output' as OptionOf<Name>]?: GivenFor<Name>;
};

/** Gives types to `animal-store.config.ts`, so that an editor completes and checks it. */
export const defineConfig = (config: Config): Config => config;
