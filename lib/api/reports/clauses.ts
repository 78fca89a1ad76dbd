// The clauses with links that lead into this package's copy of the contract, wherever the reader is; and where the page
// on reading a report stands.
import { relative, sep } from 'node:path';
import { specPath } from '../../contract/files.js';
import { loadLedger, type Clause } from '../../contract/ledger.js';
import type { ReportContext } from '../../report/words.js';
import { shownIn } from '../files.js';

/** Links to clauses for a user who is in this folder. */
export function clausesFrom(folder: string): readonly Clause[] {
  return linkedTo(shownIn(folder, specPath('animal-store.md')));
}

/** The context of a report on a terminal, with paths relative to this folder. */
export const contextFrom = (folder: string): ReportContext => ({
  clauses: clausesFrom(folder),
  guide: guideFrom(folder),
});

/** The page on reading a report, for somebody who stands in this folder. */
export const guideFrom = (folder: string): string =>
  shownIn(folder, specPath('guide/reading-a-report.md')).split(sep).join('/');

/** Links to clauses for a page in this folder. */
export const clausesBeside = (folder: string): readonly Clause[] =>
  linkedTo(relative(folder, specPath('animal-store.md')));

/** Clauses without links, for a file that is read anywhere. */
export const clausesAlone = (): readonly Clause[] =>
  loadLedger().clauses.map((clause) => ({ ...clause, link: '' }));

function linkedTo(contract: string): readonly Clause[] {
  const path = contract.split(sep).join('/');
  return loadLedger().clauses.map((clause) => ({
    ...clause,
    link: `${path}${clause.link.slice(clause.link.indexOf('#'))}`,
  }));
}
