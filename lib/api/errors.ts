// Errors that are not the target's, each with one line that says what is wrong and what to do.
import type { Report } from '../judge/result/report.js';

import { CannotTest } from '../judge/health/cannot-test.js';

export { CannotTest };

/** An option or a file is wrong: the message says what to do. Nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The target that was most likely meant, where the mistake is in its name or address. */
  readonly meant: string | undefined;

  constructor(message: string, meant?: string) {
    super(message);
    this.meant = meant;
  }
}

/** A secret would go where only a file leads, which others may have written: no command repeats what stands there. */
export class NotTrusted extends UsageError {
  readonly file: string;

  constructor(message: string, file: string) {
    super(message);
    this.file = file;
  }
}

/** The reports could not be written: the disk is full, for example. `report` has what was found. */
export class CannotWrite extends Error {
  override readonly name = 'CannotWrite';
  report?: Report;
}

/** The reason why nothing could be tested, and the last output of a candidate, line by line. */
export function inLines({ message, output }: CannotTest): string {
  const said = output.split('\n').map((line) => `  │ ${indented(line)}`);
  return [oneLine(message), ...(output === '' ? [] : ['Its output:', ...said])].join('\n');
}

/** A stack trace is read by its indentation. */
function indented(line: string): string {
  const [indent = ''] = /^ {0,40}/.exec(line) ?? [];
  return `${indent}${oneLine(line)}`.trimEnd();
}

/** A line is the same for every reader when it holds no control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').trim();
}
