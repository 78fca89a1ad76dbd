// The ledger as a person reads it on a terminal. Returns text.
import type { Ledger } from '../../contract/ledger.js';
import { paint } from '../../report/terminal/lines.js';
import { labelled, paragraph } from '../../report/terminal/pieces.js';
import type { Io } from '../io.js';
import { appearanceOf } from './appearance.js';

export const kindWords = {
  stated: 'the contract says it',
  implied: 'not stated, but reasonably expected',
  open: 'the contract is silent, so the behaviour is recorded, never judged',
} as const;

export function ledgerLines(ledger: Ledger, io: Io): string {
  const options = appearanceOf(io);
  const lines = ledger.clauses.flatMap((clause) => {
    const rules = ledger.rules.filter((rule) => rule.clause === clause.id);
    const unchecked = ledger.unchecked.filter((statement) => statement.clause === clause.id);
    return [
      ...paragraph([{ text: `${clause.id} ${clause.title}`, style: 'bold' }], 0, options),
      ...rules.flatMap((rule) => [
        paint([{ text: `  ${rule.id}` }, { text: `  ${rule.kind}`, style: 'dim' }], options.colour),
        ...paragraph([{ text: rule.statement, style: 'dim' }], 6, options),
      ]),
      ...unchecked.flatMap((statement) =>
        labelled(
          'not checked',
          [{ text: `${statement.statement} ${statement.reason}`, style: 'dim' }],
          options,
          13,
        ),
      ),
      '',
    ];
  });
  return `${[...lines, ...paragraph([{ text: totals(ledger) }], 0, options)].join('\n')}\n`;
}

/** Counts rules that judge and observations apart, as results do. */
function totals({ rules, unchecked }: Ledger): string {
  const of = (kind: keyof typeof kindWords): number =>
    rules.filter((rule) => rule.kind === kind).length;
  const [stated, implied, open] = [of('stated'), of('implied'), of('open')];
  return `${stated + implied} rules judge a target: ${stated} stated (${kindWords.stated}), ${implied} implied (${kindWords.implied}). ${open} observations are recorded, never judged, because the contract is silent. ${unchecked.length} statements are not checked.`;
}
