// What stands behind `replay FAILURE` in a report so that the command works as it is: where the report lies and how the
// target is reached. No secret is in it: headers for a gateway have to be given again.
import { argument } from '../../http/shell.js';
import type { RunValues } from './run-flags.js';

export function replayWith(values: RunValues, operand: string | undefined, folder: string): string {
  const words: string[] = [];
  const add = (flag: string, value: string | undefined): void => {
    if (value !== undefined) words.push(`--${flag}`, argument(value));
  };
  // The address in a report is not trusted with the key.
  if (operand !== undefined && operand !== 'reference') words.push(argument(operand));
  add('quickstart', values.quickstart);
  if (values['report-dir'] !== undefined) add('report', folder);
  add('start', values.start);
  add('category-ids', values['category-ids']?.join(','));
  add('key-from', values['key-from'] === '-' ? undefined : values['key-from']);
  add('ca', values.ca);
  add('cert', values.cert);
  add('key-file', values['key-file']);
  if (values.insecure === true) words.push('--insecure');
  return words.map((one) => ` ${one}`).join('');
}
