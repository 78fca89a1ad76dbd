// The ids of the rules as a type, with their sentences: a wrong id in a suite does not compile, and an editor shows
// what a rule says. The build writes this to rule-ids.ts, which is git-ignored.
import type { LedgerRule } from './ledger.js';

export function declarationOf(rules: readonly LedgerRule[]): string {
  const rows = rules.map(
    ({ id, clause, kind, statement }) =>
      `  /** ${clause}, ${kind} */\n  ${JSON.stringify(id)}: ${JSON.stringify(statement)};\n`,
  );
  return [
    '// The rules of spec/rules.yaml with their sentences. Written by the build: whoever changes the rules says `npm run build`.\n',
    `export interface Statements {\n${rows.join('')}}\n\n`,
    'export type RuleId = keyof Statements;\n',
  ].join('');
}
