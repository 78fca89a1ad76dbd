// The ledger, and what differs from the rules of an earlier version, as a person reads it on a terminal; the latter as JSON
// too.
import type { Changes } from '../../../contract/history/since.js';
import type { Ledger, LedgerRule } from '../../../contract/ledger.js';
import {
  type Block,
  bold,
  dim,
  labelled,
  line,
  paragraph,
  textOf,
} from '../../../report/terminal/pieces.js';
import { count } from '../../../report/words.js';
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
  return textOf([clauses, ledgerTotals(ledger)], appearanceOf(io));
}

/** Counts rules that judge and observations apart, as results do. */
function ledgerTotals({ rules, unchecked }: Ledger): string {
  const of = (kind: keyof typeof kindWords): number =>
    rules.filter((rule) => rule.kind === kind).length;
  const [stated, implied, open] = [of('stated'), of('implied'), of('open')];
  return `${stated + implied} rules judge a target: ${stated} stated (${kindWords.stated}), ${implied} implied (${kindWords.implied}). ${open} observations are recorded, never judged, because the contract is silent. ${unchecked.length} statements are not checked.`;
}

interface Versions {
  /** The version that the reader has, or had. */
  readonly since: string;
  /** The version of this kit. */
  readonly version: string;
}

export function changesAsJson(
  { added, changed, retired }: Changes,
  { since, version }: Versions,
): object {
  return {
    since,
    version,
    new: added,
    changed: changed.map(({ rule, changes }) => ({ ...rule, changes })),
    retired,
  };
}

export function changeLines(changes: Changes, { since, version }: Versions, io: Io): string {
  const { added, changed, retired } = changes;
  const under = (text: string): Block => paragraph(6, dim(text));
  const head = (id: string, what: string): Block => line(`  ${id}`, dim(`  ${what}`));
  const section = (title: string, rows: readonly Block[]): Block =>
    rows.length > 0 && [paragraph(0, bold(title)), rows, ''];
  const block = [
    section(
      'New',
      added.map((rule) => [head(rule.id, `${rule.kind}, in ${rule.since}`), under(rule.statement)]),
    ),
    section(
      'Changed, with the same meaning',
      changed.map(({ rule, changes: fixes }) => [
        head(rule.id, rule.kind),
        under(rule.statement),
        fixes.map((one) => under(`${one.version}: ${one.what}`)),
      ]),
    ),
    section(
      'Retired',
      retired.map((rule) => [head(rule.id, `in ${rule.in}`), under(rule.reason)]),
    ),
    changeTotals(changes, since, version),
  ];
  return textOf(block, appearanceOf(io));
}

function changeTotals(
  { added, changed, retired }: Changes,
  since: string,
  version: string,
): string {
  if (added.length + changed.length + retired.length === 0)
    return `Nothing has changed from ${since} to ${version}.`;
  const judging = added.filter(({ kind }: LedgerRule) => kind !== 'open').length;
  return `From ${since} to ${version}: ${count(judging, 'new rule')}, ${count(added.length - judging, 'new observation')}, ${changed.length} changed, ${retired.length} retired.`;
}
