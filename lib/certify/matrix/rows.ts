// The rows of the matrix: each clause of the contract, and below it its rules.
import type { Ledger } from '../../contract/ledger.js';
import { type Entry, letters, unknown } from './entry.js';

export interface Row {
  readonly name: string;
  /** Its anchor in the page of a report. */
  readonly place: string;
  /** The statement of a rule. */
  readonly statement?: string;
  readonly letterOf: (entry: Entry) => string;
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

/** Open rules are left out, because the matrix shows what is judged; `compare` covers the others. */
export function rowsOf({ clauses, rules }: Ledger): readonly (readonly [Row, ...Row[]])[] {
  const judged = rules.flatMap((rule, at) => (rule.kind === 'open' ? [] : [{ ...rule, at }]));
  return clauses.flatMap(({ id, title }) => {
    const own = judged
      .filter(({ clause }) => clause === id)
      .map(({ id: rule, statement, at }): Row => ({
        name: rule,
        place: rule,
        statement,
        letterOf: ({ outcomes }) => outcomes.charAt(at),
      }));
    const letterOf = (entry: Entry): string =>
      worstFirst.find((letter) => own.some((row) => row.letterOf(entry) === letter)) ?? unknown;
    const clause = { name: `${id} ${title}`, place: `clause-${id}`, letterOf };
    return own.length === 0 ? [] : [[clause, ...own] as const];
  });
}
