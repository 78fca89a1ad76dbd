// The cases that have found each mutant, as `npm run mutants -- --learn` recorded them in kills.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../contract/files.js';

export interface MutantKills {
  /** The framework and the id of the mutation. */
  readonly mutant: string;
  /** The names of the cases, by the names of their experiments. */
  readonly by: Readonly<Record<string, readonly string[]>>;
}

export const killsFile = join(packageRoot(), 'lib/proof/mutants/kills.json');

export function killsOfMutants(): readonly MutantKills[] {
  const kills = JSON.parse(readFileSync(killsFile, 'utf8')) as Record<string, MutantKills['by']>;
  return Object.entries(kills).map(([mutant, by]) => ({ mutant, by }));
}
