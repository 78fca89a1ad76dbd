// The ledger: every statement of the contract, with the rule that checks it or the reason why none does. This reads and
// checks spec/rules.yaml, and does not know which function checks a rule.
import { readSpec } from './files.js';
import { derivedOperations, successesOf, type Operation, type Profile } from './operations.js';
import { parsed, specData } from './spec-data.js';
import { compareVersions, isRelease } from './versions.js';

export interface Clause {
  readonly id: string;
  readonly title: string;
  /** The place of the clause in the contract: 'spec/animal-store.md#41-list-animals'. */
  readonly link: string;
  /** The line of its heading in that file. */
  readonly line: number;
}

export interface LedgerRule {
  /** The suite, a dot and a slug. It is frozen, because baselines name it. */
  readonly id: string;
  readonly clause: string;
  readonly kind: 'stated' | 'implied' | 'open';
  readonly statement: string;
  /** The profile that is certified with this rule: quickstart for the suite of messages, catalogue for all others. */
  readonly profile: Profile;
  /** An implied rule has a reading of the contract under which it is broken, and one under which it is not. */
  readonly readings?: Readings | undefined;
  /** An implied rule says whether breaking it loses a client's data or lets a stranger in. */
  readonly harm?: string | undefined;
  /** How popular frameworks behave by default. */
  readonly frameworks?: string | undefined;
  /** The first version of the kit that has the rule. */
  readonly since: string;
  /** The fixes to the rule, by version. The meaning of a rule never changes. */
  readonly changed?: Readonly<Record<string, string>> | undefined;
}

/** A rule that no longer exists. No other rule may take its id. */
export interface RetiredRule {
  readonly id: string;
  /** The first version of the kit without it. */
  readonly in: string;
  readonly reason: string;
}

interface Readings {
  readonly strict: string;
  readonly lenient: string;
}

interface UncheckedStatement {
  readonly clause: string;
  readonly statement: string;
  readonly reason: string;
}

export interface Ledger {
  readonly clauses: readonly Clause[];
  readonly rules: readonly LedgerRule[];
  readonly retired: readonly RetiredRule[];
  readonly unchecked: readonly UncheckedStatement[];
}

let ledger: Ledger | undefined;

export function loadLedger(): Ledger {
  ledger ??= withDerived(ledgerOf(specData('rules.yaml')));
  return ledger;
}

/** The suite of rules for an operation that has no suite of its own: `remove-animal` for removeAnimal. */
export const derivedSuite = ({ id }: Operation): string =>
  id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A row in spec/rules.yaml takes precedence over the same row derived from an operation. */
function withDerived(written: Ledger): Ledger {
  const ids = new Set(written.rules.map(({ id }) => id));
  const { since } = written.rules[0] as LedgerRule;
  const derived = derivedOperations.flatMap(derivedRows).filter(({ id }) => !ids.has(id));
  return {
    ...written,
    rules: [...written.rules, ...derived.map((row) => ({ ...row, since }))],
  };
}

function derivedRows(operation: Operation): readonly Omit<LedgerRule, 'since'>[] {
  const { method, path, bodies, takesAnimal } = operation;
  const common = { clause: '4', kind: 'stated', profile: 'catalogue' } as const;
  const successes = successesOf(operation);
  const rows = [];
  if (successes.length > 0)
    rows.push({
      ...common,
      id: `${derivedSuite(operation)}.success`,
      statement: `A valid \`${method} ${path}\` returns ${successes.join(' or ')}.`,
    });
  if (takesAnimal && bodies.has('404'))
    rows.push({
      ...common,
      id: `${derivedSuite(operation)}.unknown-id`,
      statement: `An identifier that no animal has returns 404 from \`${method} ${path}\`.`,
    });
  return rows;
}

let byId: ReadonlyMap<string, LedgerRule> | undefined;

/** Sorts what is said of rules, each named by its id, in the order of the ledger. */
export function inLedgerOrder<T extends { readonly id: string }>(rows: readonly T[]): readonly T[] {
  const places = new Map(loadLedger().rules.map(({ id }, at) => [id, at]));
  const place = ({ id }: T): number => places.get(id) ?? places.size;
  return [...rows].sort((one, other) => place(one) - place(other));
}

export function ruleNamed(id: string): LedgerRule {
  byId ??= new Map(loadLedger().rules.map((rule) => [rule.id, rule]));
  const rule = byId.get(id);
  if (rule === undefined)
    throw new Error(
      `There is no rule ${id} in spec/rules.yaml: correct the id, or add a row for it.`,
    );
  return rule;
}

/** The link to a clause, with the anchor that GitHub makes from its heading. */
export function clauseLink(id: string, title: string): string {
  const anchor = `${id} ${title}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');
  return `spec/animal-store.md#${anchor}`;
}

/** Reads the ledger strictly: a row that is not exactly as required stops the kit, with an error that names it. */
export function parseLedger(text: string): Ledger {
  return ledgerOf(parsed(text));
}

function ledgerOf(said: unknown): Ledger {
  const document = record(said, 'The ledger', [
    'since',
    'retired',
    'clauses',
    'rules',
    'unchecked',
  ]);
  const oldest = releaseIn(document['since'], 'The ledger', 'since');
  const lines = readSpec('animal-store.md').toString('utf8').split('\n');
  const clauses = rows(document, 'clauses', ['id', 'title']).map(({ id, title }) => ({
    id,
    title,
    link: clauseLink(id, title),
    line: lines.indexOf(`## ${id} ${title}`) + 1,
  }));
  const known = new Set(
    once(
      clauses.map((clause) => clause.id),
      'clauses',
    ),
  );
  const clauseOf = (row: { clause: string }, place: string): void => {
    if (!known.has(row.clause))
      refuse(
        place,
        `names the clause ${row.clause}, which is not among \`clauses\`: correct it or add the clause`,
      );
  };
  const rules = rows(
    document,
    'rules',
    ['id', 'clause', 'kind', 'statement'],
    ['readings', 'harm', 'frameworks', 'since', 'changed'],
  ).map((row): LedgerRule => {
    const place = `The rule ${row.id}`;
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(row.id))
      refuse(place, 'has a bad id: write suite.slug in lower-case words joined by hyphens');
    if (!isKind(row.kind)) refuse(place, `has the kind ${row.kind}: write stated, implied or open`);
    clauseOf(row, place);
    const { readings, harm, frameworks, since, changed } = row as {
      readonly readings?: unknown;
      readonly harm?: string | undefined;
      readonly frameworks?: string | undefined;
      readonly since?: string;
      readonly changed?: unknown;
    };
    if ((row.kind === 'implied') !== (readings !== undefined && harm !== undefined))
      refuse(
        place,
        'must have both `readings` and `harm` if it is implied, and neither if it is not',
      );
    return {
      id: row.id,
      clause: row.clause,
      kind: row.kind,
      statement: row.statement,
      profile: row.id.startsWith('messages.') ? 'quickstart' : 'catalogue',
      readings:
        readings === undefined
          ? undefined
          : texts(readings, `The readings of ${row.id}`, ['strict', 'lenient']),
      harm,
      frameworks,
      since: since === undefined ? oldest : releaseIn(since, place, 'since'),
      changed: changed === undefined ? undefined : changesOf(changed, place, since ?? oldest),
    };
  });
  const retired = rows(document, 'retired', ['id', 'in', 'reason']);
  for (const { id, in: version } of retired) releaseIn(version, `The retired rule ${id}`, 'in');
  once(
    rules.map((rule) => rule.id),
    'rules',
  );
  once(
    [...rules, ...retired].map(({ id }) => id),
    'rules` and `retired',
  );
  const unchecked = rows(document, 'unchecked', ['clause', 'statement', 'reason']);
  unchecked.forEach((row, index) => clauseOf(row, `Row ${index + 1} of \`unchecked\``));
  once(
    unchecked.map((row) => `${row.clause} ${row.statement}`),
    'unchecked',
  );
  return { clauses, rules, retired, unchecked };
}

/** The fixes to a rule, by version. Each version must be later than the rule itself. */
function changesOf(value: unknown, place: string, since: string): Readonly<Record<string, string>> {
  const versions = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const changes = texts(value, `\`changed\` of ${place}`, versions);
  for (const version of versions)
    if (compareVersions(releaseIn(version, place, 'changed'), since) <= 0)
      refuse(place, `was changed in ${version}, but is there since ${since} only`);
  return changes;
}

function releaseIn(value: unknown, place: string, field: string): string {
  if (typeof value !== 'string' || !isRelease(value))
    refuse(place, `has no version in \`${field}\`: write it as 0.3.0`);
  return value;
}

function isKind(kind: string): kind is LedgerRule['kind'] {
  return kind === 'stated' || kind === 'implied' || kind === 'open';
}

function rows<Field extends string>(
  document: Record<string, unknown>,
  list: string,
  fields: readonly Field[],
  optional: readonly string[] = [],
): Record<Field, string>[] {
  const found = document[list];
  if (!Array.isArray(found)) refuse(`\`${list}\``, 'is not a list');
  return found.map((row: unknown, index) =>
    texts(row, `Row ${index + 1} of \`${list}\``, fields, optional),
  );
}

/** Reads an object whose required fields are texts. Optional fields may be absent, and may be of other types. */
function texts<Field extends string>(
  value: unknown,
  place: string,
  fields: readonly Field[],
  optional: readonly string[] = [],
): Record<Field, string> {
  const checked = record(value, place, fields, optional);
  for (const [field, text] of Object.entries(checked)) {
    if (optional.includes(field) && typeof text === 'object') continue;
    if (typeof text !== 'string' || text.trim() !== text || text === '')
      refuse(place, `needs a text for \`${field}\`, without spaces around it (numbers in quotes)`);
  }
  return checked as Record<Field, string>;
}

/** Reads an object that has these fields and may have the optional ones, but no others. */
function record(
  value: unknown,
  place: string,
  fields: readonly string[],
  optional: readonly string[] = [],
): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse(place, 'is not an object');
  const allowed = [...fields, ...optional];
  for (const field of Object.keys(value))
    if (!allowed.includes(field))
      refuse(place, `has the unknown field \`${field}\`: allowed are ${allowed.join(', ')}`);
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
