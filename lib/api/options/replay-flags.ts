// The words after `replay FAILURE` in a report, and after `run`, that reach the same target again, so that the command
// works as it is. They contain no secret: headers for a gateway have to be given again.
import { argument } from '../../http/shell.js';
import { program } from '../package.js';
import type { RunValues } from './run-table.js';

export function replayWith(
  values: RunValues,
  operand: string | undefined,
  folder: string,
): readonly string[] {
  const report = values.output === undefined ? undefined : folder;
  return wordsToTarget(values, operand, report);
}

/** The words of `replay` for a failure of a report, at the target that was typed. */
export const replayAt = (
  id: string,
  values: RunValues,
  operand: string | undefined,
  report: string | undefined,
): string => `replay ${id}${inShell(wordsToTarget(values, operand, report))}`;

/** The command that runs the rule again with the same seed, for a run that keeps no report. */
export const rerunOf = (rule: string, seed: number, target: readonly string[]): string =>
  `npx ${program}${inShell([...target, '--only', rule, '--seed', String(seed)])}`;

/** Words for a shell, with a space before each. */
export const inShell = (words: readonly string[]): string =>
  words.map((word) => ` ${argument(word)}`).join('');

/** The flags that start the candidate again: its address is gone once it is stopped. */
export function startedWith(
  values: RunValues,
  operand: string | undefined,
): readonly string[] | undefined {
  return values.start === undefined ? undefined : wordsToTarget(values, operand);
}

/**
 * An address from a variable is not repeated: on the command line it would have priority over its source. A stranger
 * who repeats the run of a certificate has no such variable.
 */
export function againOf(
  {
    addresses,
    from,
  }: {
    readonly addresses: { readonly baseUrl: string } | null;
    readonly from: { readonly baseUrl?: unknown; readonly quickstartBaseUrl?: unknown };
  },
  {
    startedWith: words,
    keepCases,
  }: {
    readonly startedWith?: readonly string[] | undefined;
    readonly keepCases?: boolean | undefined;
  },
): { readonly again?: readonly string[] } {
  if (words !== undefined) return { again: words };
  const isTyped = from.baseUrl !== undefined || from.quickstartBaseUrl === undefined;
  return addresses === null || isTyped || keepCases === true ? {} : { again: [addresses.baseUrl] };
}

/** The words of the command, not yet quoted for a shell. */
export function wordsToTarget(
  values: RunValues,
  operand: string | undefined,
  report?: string,
): readonly string[] {
  const words: string[] = [];
  const add = (flag: string, value: string | undefined): void => {
    if (value !== undefined) words.push(`--${flag}`, value);
  };
  // The address in a report is not trusted with the key.
  if (operand !== undefined && operand !== 'reference') words.push(operand);
  add('quickstart', values.quickstart);
  add('report', report);
  add('start', values.start);
  for (const name of values['candidate-env'] ?? []) add('candidate-env', name);
  add('category-ids', values['category-ids']?.join(','));
  add('key-from', values['key-from'] === '-' ? undefined : values['key-from']);
  add('ca', values.ca);
  add('cert', values.cert);
  add('cert-key', values['cert-key']);
  if (values.insecure === true) words.push('--insecure');
  if (values.disguise === true) words.push('--disguise');
  return words;
}
