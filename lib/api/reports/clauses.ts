// The clauses with links that lead into this package's copy of the contract, wherever the reader is.
import { relative, sep } from 'node:path';
import { specPath } from '../../contract/files.js';
import { loadLedger, type Clause } from '../../contract/ledger.js';

/** For somebody who stands in this folder. */
export function clausesFrom(folder: string): readonly Clause[] {
  const contract = specPath('animal-store.md');
  const within = relative(folder, contract);
  return linkedTo(within.startsWith('..') ? contract : within);
}

/** For a page that lies in this folder. */
export const clausesBeside = (folder: string): readonly Clause[] =>
  linkedTo(relative(folder, specPath('animal-store.md')));

/** For a place that no path leads from. */
export const clausesAlone = (): readonly Clause[] =>
  loadLedger().clauses.map((clause) => ({ ...clause, link: '' }));

function linkedTo(contract: string): readonly Clause[] {
  const path = contract.split(sep).join('/');
  return loadLedger().clauses.map((clause) => ({
    ...clause,
    link: `${path}${clause.link.slice(clause.link.indexOf('#'))}`,
  }));
}
