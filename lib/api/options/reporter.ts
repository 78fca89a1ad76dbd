// Parses --reporter: the name of a reporter, alone or with the file that it writes.
import { UsageError } from '../errors.js';
import { oneOf, type Read, text } from './flags.js';

const named = oneOf('default', 'dot', 'json', 'junit', 'github', 'tap');

export type ReporterName = ReturnType<typeof named>;

export interface Reporter {
  readonly name: ReporterName;
  /** Undefined for the standard output. */
  readonly file: string | undefined;
}

export const reporter: Read<Reporter> = Object.assign(
  (given: string, flag: string): Reporter => {
    const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(given) ?? [];
    if (file === '')
      throw new UsageError(`${flag} ${name}= names no file: write ${name}=FILE, or only ${name}.`);
    return { name: named(name, flag), file: file === undefined ? undefined : text(file, flag) };
  },
  { words: named.words ?? [] },
);
