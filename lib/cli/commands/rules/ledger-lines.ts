// The ledger as a person reads it on a terminal. Returns text.
import type { Ledger } from '../../../contract/ledger.js';
import { bold, dim, labelled, line, paragraph, textOf } from '../../../report/terminal/pieces.js';
import type { Io } from '../../io.js';
import { appearanceOf } from '../../output/appearance.js';

export const kindWords = {
  stated: 'the contract says it',
  implied: 'not stated, but reasonably expected',
  open: 'the contract is silent, so the behaviour is recorded, never judged',
} as const;

export function ledgerLines(ledger: Ledger, io: Io): string {
  const clauses = ledger.clauses.map((clause) => {
    const rules = ledger.rules.filter((rule) => rule.clause === clause.id);
    const unchecked = ledger.unchecked.filter((statement) => statement.clause === clause.id);
    return [
      paragraph(0, bold(`${clause.id} ${clause.title}`)),
      rules.map(({ id, kind, statement }) => [
        line(`  ${id}`, dim(`  ${kind}`)),
        paragraph(6, dim(statement)),
      ]),
      unchecked.map(({ statement, reason }) =>
        labelled('not checked', dim(`${statement} ${reason}`), { labelWidth: 13 }),
      ),
      '',
    ];
  });
  return textOf([clauses, totals(ledger)], appearanceOf(io));
}

/** Counts rules that judge and observations apart, as results do. */
function totals({ rules, unchecked }: Ledger): string {
  const of = (kind: keyof typeof kindWords): number =>
    rules.filter((rule) => rule.kind === kind).length;
  const [stated, implied, open] = [of('stated'), of('implied'), of('open')];
  return `${stated + implied} rules judge a target: ${stated} stated (${kindWords.stated}), ${implied} implied (${kindWords.implied}). ${open} observations are recorded, never judged, because the contract is silent. ${unchecked.length} statements are not checked.`;
}
