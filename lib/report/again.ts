// The command that makes a run again, with the same requests. Returns text for a shell.
import type { Report } from '../judge/result/report.js';

export function runAgain(report: Report): string {
  const { run } = report;
  const { readOnly, only, exclude = [], budget = {}, shard } = run.scope;
  return [
    'npx animal-store-conformance run',
    ...wordsToTarget(report).map(quoted),
    ...(readOnly ? ['--read-only'] : report.target.name === 'production' ? ['--allow-writes'] : []),
    ...wrongKeys(report),
    ...(only.length === 0 ? [] : ['--only', quoted(only.join(','))]),
    ...(exclude.length === 0 ? [] : ['--exclude', quoted(exclude.join(','))]),
    ...numbered('--max-requests', budget.maxRequests),
    ...numbered('--max-writes', budget.maxWrites),
    ...numbered('--within', budget.withinSeconds),
    ...(shard === null ? [] : ['--shard', `${shard.index}/${shard.of}`]),
    ...(run.strict ? ['--strict'] : []),
    ...numbered('--bail', run.bail),
    ...(run.baseline === undefined ? [] : ['--baseline', quoted(run.baseline.file)]),
    `--effort ${run.effort} --seed ${run.seed} --as-of ${run.asOf}`,
  ].join(' ');
}

/** A run at production sends few wrong keys without being asked to. */
function wrongKeys({ run: { scope }, target: { name } }: Report): readonly string[] {
  const areFew = scope.fewKeys === true;
  if (areFew === (name === 'production')) return [];
  return [`--wrong-keys ${areFew ? 'few' : 'all'}`];
}

const numbered = (flag: string, value: number | undefined): readonly string[] =>
  value === undefined ? [] : [flag, String(value)];

/** A target of another name than its address is one that the command knows by that name. */
function wordsToTarget({ target }: Report): readonly string[] {
  // The address of a candidate ends with the candidate; a variable goes on naming its address.
  if (target.again !== undefined) return target.again;
  if (['reference', 'production', 'staging'].includes(target.name)) return [target.name];
  const quickstart = target.quickstartBaseUrl;
  return [target.baseUrl, ...(quickstart === null ? [] : ['--quickstart', quickstart])];
}

/** Quotes a text for a shell. */
const quoted = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
