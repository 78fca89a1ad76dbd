// The rows of the matrix: the clauses of the contract, each with its rules and their positions in the entries.
import type { Ledger } from '../../contract/ledger.js';
import { type Entry, letters } from './entry.js';

export interface RuleRow {
  readonly id: string;
  readonly statement: string;
  /** Its position in the outcomes of an entry. */
  readonly at: number;
}

export interface ClauseRow {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly RuleRow[];
}

/** Open rules are left out, because the matrix shows what is judged; `compare` covers the others. */
export function rowsOf({ clauses, rules }: Ledger): readonly ClauseRow[] {
  const judged = rules.flatMap((rule, at) => (rule.kind === 'open' ? [] : [{ ...rule, at }]));
  return clauses
    .map(({ id, title }) => ({
      id,
      title,
      rules: judged
        .filter(({ clause }) => clause === id)
        .map(({ id: rule, statement, at }) => ({ id: rule, statement, at })),
    }))
    .filter((clause) => clause.rules.length > 0);
}

/** The outcome of a clause is the worst of its rules' outcomes. */
const worstFirst = [
  letters.failed,
  letters.warning,
  letters.cantTell,
  letters.untested,
  letters.passed,
  letters.inapplicable,
];

export function letterOf(clause: ClauseRow, { outcomes }: Entry): string {
  const own = clause.rules.map(({ at }) => outcomes.charAt(at));
  return worstFirst.find((letter) => own.includes(letter)) ?? '-';
}
