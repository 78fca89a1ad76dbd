// Finds the rules that a person means by ids, globs over ids, names of suites, or clauses.
import { loadLedger, type LedgerRule } from '../../contract/ledger.js';
import { quoted } from '../options/flags.js';
import { UsageError } from '../errors.js';
import { didYouMean } from '../options/nearest.js';

/** Ids in the order of the ledger. A pattern that no rule matches is refused. */
export function chosenIds(patterns: readonly string[], flag = '--only'): readonly string[] {
  const { rules } = loadLedger();
  const wanted = patterns.map((pattern) => {
    const matches = matcher(pattern);
    if (!rules.some(matches))
      throw new UsageError(
        `${flag} ${quoted(pattern)}: no rule has this id or clause.${hint(pattern)} \`rules\` lists them all.`,
      );
    return matches;
  });
  return rules.filter((rule) => wanted.some((matches) => matches(rule))).map((rule) => rule.id);
}

/** The rules that --only selects, without those that --exclude leaves out. */
export function idsInScope(only: readonly string[], exclude: readonly string[]): readonly string[] {
  const left = new Set(exclude.length === 0 ? [] : chosenIds(exclude, '--exclude'));
  const ids = chosenIds(only.length === 0 ? ['*'] : only).filter((id) => !left.has(id));
  if (ids.length === 0)
    throw new UsageError('--exclude leaves no rule to run: leave fewer rules out.');
  return ids;
}

export function ruleOf(id: string): LedgerRule {
  const { rules } = loadLedger();
  const rule = rules.find((one) => one.id === id);
  if (rule !== undefined) return rule;
  const meant = rules.filter(matcher(id)).map((one) => one.id);
  if (meant.length === 1)
    throw new UsageError(`${quoted(id)} is a pattern. Did you mean ${meant[0]}?`);
  if (meant.length > 1)
    throw new UsageError(
      `${quoted(id)} stands for ${meant.length} rules: specify one rule, such as ${meant[0]}. \`rules\` lists them all.`,
    );
  throw new UsageError(`There is no rule ${quoted(id)}.${hint(id)} \`rules\` lists them all.`);
}

function matcher(pattern: string): (rule: LedgerRule) => boolean {
  if (/^\d+(\.\d+)?$/.test(pattern))
    return ({ clause }) => clause === pattern || clause.startsWith(`${pattern}.`);
  if (/^[\w-]+$/.test(pattern)) return ({ id }) => id.startsWith(`${pattern}.`);
  return ({ id }) => fits(id, pattern);
}

/** Each part between two stars stands as early as it can, so that no pattern, whoever wrote it, takes long. */
function fits(id: string, pattern: string): boolean {
  const parts = pattern
    .split('*')
    .map((part) => part.replace(/[\\^$.+()[\]{}|]/g, '\\$&').replaceAll('?', '.'));
  const [first = '', ...others] = parts;
  if (others.length === 0) return new RegExp(`^${first}$`).test(id);
  const begin = new RegExp(`^${first}`).exec(id);
  if (begin === null) return false;
  let rest = id.slice(begin[0].length);
  for (const part of others.slice(0, -1)) {
    const found = new RegExp(part).exec(rest);
    if (found === null) return false;
    rest = rest.slice(found.index + found[0].length);
  }
  return new RegExp(`${others.at(-1)}$`).test(rest);
}

function hint(pattern: string): string {
  const { rules, clauses } = loadLedger();
  const ids = rules.map((rule) => rule.id);
  const suites = [...new Set(ids.map((id) => id.slice(0, id.indexOf('.'))))];
  if (/^[\d.]+$/.test(pattern))
    return ` The clauses are ${clauses.map((clause) => clause.id).join(', ')}.`;
  const [suite = '', slug = ''] = pattern.replaceAll('*', '').split('.');
  const bySlug = (word: string): string =>
    didYouMean(word, ids.map(slugOf), (near) => ids.find((id) => slugOf(id) === near) ?? near);
  if (slug === '') return didYouMean(suite, suites, (name) => `${name}.*`) || bySlug(suite);
  // The right rule with another suite is nearer than any rule of the wrong suite.
  return ids.some((id) => slugOf(id) === slug)
    ? bySlug(slug)
    : didYouMean(pattern.replaceAll('*', ''), ids) || bySlug(slug);
}

const slugOf = (id: string): string => id.slice(id.indexOf('.') + 1);
