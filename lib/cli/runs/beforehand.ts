// Prints what a person should know of a configuration before anything is sent, such as the variables that came from
// .env.
import { takenLine } from '../../api/configuration/dotenv.js';
import type { Configuration } from '../../api/configuration/configuration.js';
import { oneLine } from '../../api/errors.js';
import { program } from '../../api/package.js';
import type { Io } from '../io.js';

type Said = Pick<Configuration, 'takenFromDotenv' | 'warnings' | 'notes'>;

/** Prints what several runs have to say before they begin, without saying anything twice. */
export function printBeforehand(configurations: readonly Said[], { stderr }: Io): void {
  const taken = new Set(configurations.flatMap((one) => one.takenFromDotenv));
  const warnings = new Set(configurations.flatMap((one) => one.warnings));
  if (taken.size > 0) stderr.write(`${program}: ${takenLine([...taken])}\n`);
  const notes = new Set(configurations.flatMap((one) => one.notes));
  for (const note of notes) stderr.write(`${program}: ${oneLine(note)}\n`);
  for (const warning of warnings) stderr.write(`${program}: warning: ${oneLine(warning)}\n`);
}
