// The ledger: every statement of the contract, and the rule that checks it or the reason why none does.
// It reads and checks spec/rules.yaml; which function checks a rule is not its business.
import { parsed, specData } from './spec-data.js';

export interface Clause {
  readonly id: string;
  readonly title: string;
  /** Where the clause stands in words: 'spec/animal-store.md#41-list-animals'. */
  readonly link: string;
}

export interface LedgerRule {
  /** Its suite, a dot and a slug. Frozen: other people's baselines name it. */
  readonly id: string;
  readonly clause: string;
  readonly kind: 'stated' | 'implied' | 'open';
  readonly statement: string;
}

export interface UncheckedStatement {
  readonly clause: string;
  readonly statement: string;
  readonly reason: string;
}

export interface Ledger {
  readonly clauses: readonly Clause[];
  readonly rules: readonly LedgerRule[];
  readonly unchecked: readonly UncheckedStatement[];
}

let ledger: Ledger | undefined;

export function loadLedger(): Ledger {
  ledger ??= ledgerOf(specData('rules.yaml'));
  return ledger;
}

let byId: ReadonlyMap<string, LedgerRule> | undefined;

export function ruleNamed(id: string): LedgerRule {
  byId ??= new Map(loadLedger().rules.map((rule) => [rule.id, rule]));
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`There is no rule ${id} in spec/rules.yaml: correct the id, or add a row for it.`);
  return rule;
}

/** The heading of a clause in the contract in words, as GitHub makes its anchor. */
export function clauseLink(id: string, title: string): string {
  const anchor = `${id} ${title}`.toLowerCase().replace(/[^\p{L}\p{N}\- ]/gu, '').replaceAll(' ', '-');
  return `spec/animal-store.md#${anchor}`;
}

/** Reads the ledger's text strictly: a row that is not exactly as it should be stops the kit, and is named. */
export function parseLedger(text: string): Ledger {
  return ledgerOf(parsed(text));
}

function ledgerOf(said: unknown): Ledger {
  const document = record(said, 'The ledger', ['clauses', 'rules', 'unchecked']);
  const clauses = rows(document, 'clauses', ['id', 'title']).map(({ id, title }) => ({ id, title, link: clauseLink(id, title) }));
  const known = new Set(once(clauses.map((clause) => clause.id), 'clauses'));
  const clauseOf = (row: { clause: string }, place: string): void => {
    if (!known.has(row.clause)) refuse(place, `names the clause ${row.clause}, which is not among \`clauses\`: correct it or add the clause`);
  };
  const rules = rows(document, 'rules', ['id', 'clause', 'kind', 'statement']).map((row) => {
    const place = `The rule ${row.id}`;
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(row.id)) refuse(place, 'has a bad id: write suite.slug in lower-case words joined by hyphens');
    if (!isKind(row.kind)) refuse(place, `has the kind ${row.kind}: write stated, implied or open`);
    clauseOf(row, place);
    return { id: row.id, clause: row.clause, kind: row.kind, statement: row.statement };
  });
  once(rules.map((rule) => rule.id), 'rules');
  const unchecked = rows(document, 'unchecked', ['clause', 'statement', 'reason']);
  unchecked.forEach((row, index) => clauseOf(row, `Row ${index + 1} of \`unchecked\``));
  once(unchecked.map((row) => `${row.clause} ${row.statement}`), 'unchecked');
  return { clauses, rules, unchecked };
}

function isKind(kind: string): kind is LedgerRule['kind'] {
  return kind === 'stated' || kind === 'implied' || kind === 'open';
}

function rows<Field extends string>(document: Record<string, unknown>, list: string, fields: readonly Field[]): Record<Field, string>[] {
  const found = document[list];
  if (!Array.isArray(found)) refuse(`\`${list}\``, 'is not a list');
  return found.map((row: unknown, index) => {
    const place = `Row ${index + 1} of \`${list}\``;
    const checked = record(row, place, fields);
    for (const field of fields) {
      const value = checked[field];
      if (typeof value !== 'string' || value.trim() !== value || value === '') refuse(place, `needs a text for \`${field}\`, without spaces around it (numbers in quotes)`);
    }
    return checked as Record<Field, string>;
  });
}

/** An object with exactly these fields. */
function record(value: unknown, place: string, fields: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, 'is not an object');
  for (const field of Object.keys(value)) if (!fields.includes(field)) refuse(place, `has the unknown field \`${field}\`: allowed are ${fields.join(', ')}`);
  for (const field of fields) if (!(field in value)) refuse(place, `lacks the field \`${field}\``);
  return value as Record<string, unknown>;
}

function once(names: readonly string[], list: string): readonly string[] {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) refuse(`\`${list}\``, `holds ${name} twice: remove or rename one`);
    seen.add(name);
  }
  return names;
}

function refuse(place: string, problem: string): never {
  throw new Error(`spec/rules.yaml: ${place} ${problem}.`);
}
