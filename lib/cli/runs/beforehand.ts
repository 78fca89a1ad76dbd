// What comes before anything is sent: the options of a run with those that the project always passes, what a person should
// know of a configuration, and the consent to write to production.
import { takenLine } from '../../api/configuration/dotenv.js';
import type { Configuration } from '../../api/configuration/configuration.js';
import {
  programNotRead,
  withProject,
  type WithProject,
} from '../../api/configuration/project-file.js';
import { oneLine, UsageError } from '../../api/errors.js';
import type { RunValues } from '../../api/options/run-table.js';
import { program } from '../../api/package.js';
import type { Io } from '../io.js';

/** The options that were typed, and those of the project's file. */
export function wantedIn(
  values: RunValues,
  operand: string | undefined,
  { folder, stderr }: Pick<Io, 'folder' | 'stderr'>,
): Promise<WithProject> {
  const note = programNotRead(values.config, folder);
  if (note !== undefined) stderr.write(`${program}: ${note}\n`);
  return withProject(values, operand, folder);
}

type Said = Pick<Configuration, 'takenFromDotenv' | 'warnings' | 'warningsHere' | 'notes'>;

/** Prints what several runs have to say, such as the variables that came from .env, without saying anything twice. */
export function printBeforehand(configurations: readonly Said[], { stderr }: Io): void {
  const taken = new Set(configurations.flatMap((one) => one.takenFromDotenv));
  const warnings = new Set(configurations.flatMap((one) => [...one.warningsHere, ...one.warnings]));
  if (taken.size > 0) stderr.write(`${program}: ${takenLine([...taken])}\n`);
  const notes = new Set(configurations.flatMap((one) => one.notes));
  for (const note of notes) stderr.write(`${program}: ${oneLine(note)}\n`);
  for (const warning of warnings) stderr.write(`${program}: warning: ${oneLine(warning)}\n`);
}

/** In a pipeline the flag alone allows writes to production; on a terminal a person says it once more. */
export async function confirmWrites(
  { writesToProduction, target }: Configuration,
  io: Io,
): Promise<void> {
  if (!writesToProduction || !io.stdin.isTTY || !io.stderr.isTTY) return;
  io.stderr.write(
    `This adds several hundred animals to production, ${oneLine(target.addresses?.baseUrl ?? '')}, and they cannot be removed. Type yes to continue: `,
  );
  const answer = await io.stdin.line();
  if (answer.trim().toLowerCase() !== 'yes')
    throw new UsageError('Nothing was sent: omit --allow-writes to test production read-only.');
}
