// The options of a run: those that were typed, and those that the project always passes.
import {
  programNotRead,
  withProject,
  type WithProject,
} from '../../api/configuration/project-file.js';
import { program } from '../../api/package.js';
import type { RunValues } from '../../api/options/run-flags.js';
import type { Io } from '../io.js';

export function wantedIn(
  values: RunValues,
  operand: string | undefined,
  { folder, stderr }: Pick<Io, 'folder' | 'stderr'>,
): Promise<WithProject> {
  const note = programNotRead(values.config, folder);
  if (note !== undefined) stderr.write(`${program}: ${note}\n`);
  return withProject(values, operand, folder);
}
